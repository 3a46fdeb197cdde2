/**
 * `npm run advisories`: asks the registry for known vulnerabilities of the packages that production runs (`npm audit`). Exits
 * with 1 for a high or critical one. Without an answer it says so and exits with 0: a check that did not run proves nothing.
 */
import { spawnSync } from 'node:child_process'
import { z } from 'zod'
import { root } from './run-tool.ts'

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.enum(severities), range: z.string() })),
})

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 50_000_000,
})
const found = report.safeParse(parse(stdout))
if (!found.success) {
  console.log(`ADVISORIES WERE NOT CHECKED: ${reasonIn(stdout) ?? error?.message ?? 'npm gave no report'}.`)
  console.log('Run npm run advisories where the registry can be reached.')
} else {
  const all = Object.entries(found.data.vulnerabilities)
  for (const [name, { severity, range }] of all) console.log(`${severity}: ${name} ${range}`.trimEnd())
  const urgent = all.filter(([, { severity }]) => severity === 'critical' || severity === 'high')
  console.log(
    `Advisories were checked: ${all.length} concern what production runs, ${urgent.length} are high or critical.`,
  )
  process.exitCode = urgent.length > 0 ? 1 : 0
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function reasonIn(text: string | undefined): string | undefined {
  const said = z.object({ message: z.string() }).safeParse(parse(text)).data?.message
  return said?.replace(/\.$/, '')
}
