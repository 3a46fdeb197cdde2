/** Time from `npm start` to the first page: with nothing installed and an empty npm cache, and a second time. */
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../tests/setup/free-port.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { printTable } from './table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function benchStart(): Promise<void> {
  const folder = makeTempFolder('hariyali-bench-')
  const clone = path.join(folder, 'shop')
  execFileSync('git', ['clone', '--quiet', root, clone])
  const environment = { ...process.env, npm_config_cache: path.join(folder, 'npm-cache') }
  try {
    const cold = await secondsToFirstPage(clone, environment)
    const warm = [
      await secondsToFirstPage(clone, environment),
      await secondsToFirstPage(clone, environment),
      await secondsToFirstPage(clone, environment),
    ]
    printTable(
      ['npm start', 'seconds to the first page'],
      [
        ['first ever: packages, build, database, demo shop', cold.toFixed(1)],
        [
          'again (best and worst of three)',
          `${Math.min(...warm).toFixed(1)} – ${Math.max(...warm).toFixed(1)}`,
        ],
      ],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function secondsToFirstPage(cwd: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
      if (page?.ok) return (performance.now() - started) / 1_000
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}
