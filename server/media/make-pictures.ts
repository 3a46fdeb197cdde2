/** Has pictures made, one after the other, in a process of its own that steps back behind everything else. */
import { execFile } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../refusal.ts'

const script = fileURLToPath(new URL('make-sizes.ts', import.meta.url))
const patienceMs = 60_000
/** A step behind those who answer requests, but not so far that a busy day ends in refusals. */
const niceness = 5

const tooSlow = 'This picture takes too long to be read. Please send a smaller one.'
const brokenPicture = 'This file is damaged or no picture.'
const tooManyPixels = 'This picture has too many pixels: at most 50 megapixels.'

/** Writes all sizes of the file `source` into `folder`. Refuses: invalid for one that is damaged, too large or takes too long. */
export async function makeSizes(source: string, folder: string): Promise<void> {
  const outcome = await run(source, folder)
  if (outcome === 'too-slow') throw new Refusal('invalid', tooSlow)
  if (outcome === 'too-many-pixels') throw new Refusal('invalid', tooManyPixels)
  if (outcome !== 'made') throw new Refusal('invalid', brokenPicture)
}

function run(source: string, folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [script, source, folder],
      // Nothing of the environment: no key of the shop gets near a decoder.
      { timeout: patienceMs, killSignal: 'SIGKILL', env: {} },
      (error, stdout) => {
        // A text as code: there was no process at all, which is nobody's picture's fault.
        if (typeof error?.code === 'string') reject(error)
        else resolve(error?.killed ? 'too-slow' : stdout)
      },
    )
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, niceness)
    } catch {
      // Not every system lets a process be nicer.
    }
  })
}

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/** Lets callers pass one at a time. */
export function openTurnstile(): Turnstile {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
