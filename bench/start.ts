/** `npm start` of a clone: with nothing installed and an empty npm cache, and again; and what is installed then. */
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../tests/setup/free-port.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { comparison, comparisonHead, type Side } from './sides.ts'
import type { Table } from './table.ts'

export async function benchStart(sides: readonly Side[]): Promise<Table[]> {
  const measured: Started[] = []
  for (const side of sides) measured.push(await startClone(side.folder))
  return [
    {
      head: comparisonHead('npm start of the last commit, on all cores', sides),
      rows: [
        comparison(
          'seconds to the first page, nothing installed',
          measured.map(({ cold }) => cold),
          1,
        ),
        comparison(
          'seconds to the first page, again (best of three)',
          measured.map(({ again }) => again),
          1,
        ),
        comparison(
          'MB installed, with the pages and without the data',
          measured.map(({ mb }) => mb),
        ),
      ],
    },
  ]
}

interface Started {
  cold: number
  again: number
  mb: number
}

async function startClone(checkout: string): Promise<Started> {
  const folder = makeTempFolder('hariyali-bench-')
  const clone = path.join(folder, 'shop')
  execFileSync('git', ['clone', '--quiet', checkout, clone])
  const environment = {
    ...process.env,
    npm_config_cache: path.join(folder, 'npm-cache'),
    DATA_DIR: path.join(folder, 'data'),
  }
  try {
    const cold = await secondsToFirstPage(clone, environment)
    const again: number[] = []
    for (let i = 0; i < 3; i += 1) again.push(await secondsToFirstPage(clone, environment))
    const kilobytes = execFileSync('du', ['-sk', '--exclude=.git', clone], { encoding: 'utf8' })
    return { cold, again: Math.min(...again), mb: Number.parseInt(kilobytes, 10) / 1_024 }
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
