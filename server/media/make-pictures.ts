/** Has pictures made in a process of their own that steps back behind everything else. */
import { execFile } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../refusal.ts'

const script = fileURLToPath(new URL('make-sizes.ts', import.meta.url))
/** The process ends itself by the time it computes and the memory it holds; this is for one that does neither and hangs. */
const patienceMs = 60_000
/** A step behind those who answer requests, but not so far that on a busy day sellers wait for their turns in vain. */
const niceness = 5

const brokenPicture = 'This file is damaged or no picture.'
const tooManyPixels = 'This picture has too many pixels: at most 50 megapixels.'
const tooSlow =
  'This picture takes too long to be read. Please save it as a plain JPEG or PNG, or send a smaller one.'
const tooMuchMemory =
  'This picture takes too much memory to be read. Please save it as a plain JPEG or PNG, or send a smaller one.'
const crashed = 'This picture could not be read. Please save it anew as JPEG or PNG.'

/** How many pictures are made at once: half the processors, at most four, so that pages and database keep theirs. */
export const pictureSlots = Math.max(1, Math.min(4, Math.floor(os.availableParallelism() / 2)))

/** Refused only after much was spent on it: who sends several has to wait (upload-picture.ts). */
export class CostlyPicture extends Refusal {}

/**
 * Writes all sizes of the file `source` into `folder`. Refuses: invalid for one that is damaged or has too many pixels;
 * invalid as CostlyPicture for one that takes too long, too much memory or ends the process that reads it.
 */
export async function makeSizes(source: string, folder: string): Promise<void> {
  const outcome = await run(source, folder)
  if (outcome === 'made') return
  if (outcome === 'too-many-pixels') throw new Refusal('invalid', tooManyPixels)
  if (outcome === 'too-slow') throw new CostlyPicture('invalid', tooSlow)
  if (outcome === 'too-much-memory') throw new CostlyPicture('invalid', tooMuchMemory)
  if (outcome === 'crashed') throw new CostlyPicture('invalid', crashed)
  throw new Refusal('invalid', brokenPicture)
}

function run(source: string, folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [script, source, folder],
      // Nothing of the environment: no key of the shop gets near a decoder. One thread computes, so one is enough.
      {
        timeout: patienceMs,
        killSignal: 'SIGKILL',
        env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
      },
      (error, stdout) => {
        // A text as code: there was no process at all, which is nobody's picture's fault.
        if (typeof error?.code === 'string') reject(error)
        else if (error?.killed) resolve('too-slow')
        // It said why before it ended itself; a decoder that crashed says nothing.
        else resolve(stdout || (error?.signal ? 'crashed' : stdout))
      },
    )
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, niceness)
    } catch {
      // Not every system lets a process be nicer.
    }
  })
}
