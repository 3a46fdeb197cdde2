/** The process that `own-worker.ts` starts: does jobs and timers, and ends with its parent. */
import { once } from 'node:events'
import { maskCrashes } from '../platform/observe/mask.ts'
import { heartbeatMs, type WorkerTask } from './own-worker.ts'

maskCrashes()
// Ctrl-C in a terminal reaches the parent as well, and so do signals of a service manager to all processes of a service. The
// parent decides when this process ends: while it drains, it would start another one.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined)
// Loading the shop takes a while, in which a signal would end this process.
const { startServer } = await import('./start-server.ts')
const [{ config }] = (await once(process, 'message')) as [WorkerTask]
// The parent ends and replaces a worker whose heartbeats stop.
setInterval(() => process.connected && process.send?.('heartbeat'), heartbeatMs).unref()
const running = startServer(config)
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await running.then((server) => server.stop()).catch(() => undefined)
  process.exit(0)
}
// The parent ends this process, was killed, or has ended without a message.
process.on('disconnect', () => void stop())
// The parent may have ended before the listener was added.
if (!process.connected) await stop()
await running
