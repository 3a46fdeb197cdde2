/** Starts one shop with the demo goods for all browser tests; its address is handed over as SHOP_URL. */
import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../setup/free-port.ts'
import { makeTempFolder, memoryFolder } from '../setup/temp-folder.ts'

export default async function startShop(): Promise<() => Promise<void>> {
  // A shop that runs already, e.g. while a test is being written.
  if (process.env.SHOP_URL) return async () => {}
  const dataDir = makeTempFolder('hariyali-e2e-', memoryFolder())
  const port = await freePort()
  const shop = fork(fileURLToPath(new URL('shop-process.ts', import.meta.url)), [String(port), dataDir], {
    // Without Playwright's own loader, which child processes would inherit.
    execArgv: [],
    // The production build of React, which visitors get.
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  })
  const ended = new Promise<void>((resolve) => shop.once('exit', () => resolve()))
  await Promise.race([
    new Promise((resolve) => shop.once('message', resolve)),
    ended.then(() => Promise.reject(new Error('the shop for the browser tests did not start'))),
  ])
  process.env.SHOP_URL = `http://127.0.0.1:${port}`
  return async () => {
    shop.disconnect()
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
