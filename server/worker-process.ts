/** The process that `own-worker.ts` starts: does jobs and timers, and ends with its parent. */
import { once } from 'node:events'
import { startServer } from './main.ts'
import { maskCrashes } from './observe/mask.ts'
import type { WorkerTask } from './own-worker.ts'

maskCrashes()
const [{ config }] = (await once(process, 'message')) as [WorkerTask]
const running = startServer(config)
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await running.then((server) => server.stop()).catch(() => undefined)
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
// The parent was killed, or has ended without a word.
process.on('disconnect', () => void stop())
// Ctrl-C in a terminal reaches the parent as well, which decides when this process ends.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
await running
