/** A thread that ends its process when the main thread has not moved for a while: a mutant may loop for ever. */
import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { report } from './order.ts'

const { beats, folder, current } = workerData as { beats: Int32Array; folder: string; current: string }
const seconds = 45
let last = -1
let still = 0

setInterval(() => {
  const now = Atomics.load(beats, 0)
  still = now === last ? still + 1 : 0
  last = now
  if (still < seconds) return
  report(folder, {
    key: readFileSync(current, 'utf8'),
    killedBy: 'watchdog',
    how: 'hung',
    ms: seconds * 1_000,
  })
  process.kill(process.pid, 'SIGKILL')
}, 1_000)
