/** Starts a demo shop in a child process, for measuring. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { seedDemoShop } from '../demo/seed/shop.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { readConfig } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/db/client.ts'
import { startServer } from '../server/process/start-server.ts'
import type { Shop } from '../server/platform/shop.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface DemoShop {
  url: string
  pid: number
  stop(): Promise<void>
}

export async function startDemoShop(): Promise<DemoShop> {
  const dataDir = makeTempFolder('hariyali-bench-data-')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // The same flags as in start.mjs.
  const flags = ['--max-semi-space-size=16', '--heap-growing-percent=70']
  const child = spawn(process.execPath, [...flags, 'scripts/start.ts'], {
    cwd: root,
    env: { MALLOC_ARENA_MAX: '2', ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same in this process and without background workers, so that SQL statements can be counted. */
export async function startDemoShopHere(): Promise<{
  url: string
  shop: Shop
  db: Db
  statements(): number
  stop(): Promise<void>
}> {
  const dataDir = makeTempFolder('hariyali-bench-data-')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({ dataDir, shopUrl: url })
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const running = await startServer(config, {
    sandbox,
    work: false,
    seed: (shop) => seedDemoShop(shop, sandbox.rememberParcels),
  })
  return {
    url,
    shop: running.shop,
    db: running.shop.db,
    statements: () => running.shop.db.statements(),
    async stop() {
      await running.stop()
      await sandbox.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
