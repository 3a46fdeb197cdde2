/** Starts make-sizes.ts in a process of its own with a lower priority than the server and the database. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import os from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('make-sizes.ts', import.meta.url))
/** The process ends itself when it uses too much processor time or memory. This limit is for one that hangs without either. */
export const decoderTimeoutMs = 60_000
/** Lower priority than the processes that answer requests, but high enough that uploads finish on a busy day. */
const niceness = 5

/** Takes the bytes of a picture on standard input and answers on standard output, as make-sizes.ts says. */
export function startDecoder(): ChildProcessByStdio<Writable, Readable, null> {
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: decoderTimeoutMs,
    killSignal: 'SIGKILL',
    // The environment of the shop is not handed on, because it has its keys. The decoder uses one thread.
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
  })
  // A decoder that ends early does not read the rest of the picture.
  child.stdin.on('error', () => {})
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, niceness)
  } catch {
    // Not every system allows changing the priority.
  }
  return child
}
