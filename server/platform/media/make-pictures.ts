/** Runs make-sizes.ts in a process of its own with a lower priority than the server and the database. */
import { execFile } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../refusal.ts'

const script = fileURLToPath(new URL('make-sizes.ts', import.meta.url))
/** The process ends itself when it uses too much processor time or memory. This limit is for one that hangs without either. */
const timeoutMs = 60_000
/** Lower priority than the processes that answer requests, but high enough that uploads finish on a busy day. */
const niceness = 5

const brokenPicture = 'This file is damaged or no picture.'
const tooManyPixels = 'This picture has too many pixels: at most 50 megapixels.'
const tooSlow =
  'This picture takes too long to be read. Please save it as a plain JPEG or PNG, or send a smaller one.'
const tooMuchMemory =
  'This picture takes too much memory to be read. Please save it as a plain JPEG or PNG, or send a smaller one.'
const crashed = 'This picture could not be read. Please save it anew as JPEG or PNG.'

/** How many pictures are processed at once: half the processors, at most four. The rest is for pages and the database. */
export const pictureSlots = Math.max(1, Math.min(4, Math.floor(os.availableParallelism() / 2)))

/** A refusal after seconds of work or much memory. upload-picture.ts limits how many an account may cause. */
export class CostlyPicture extends Refusal {}

/**
 * Writes all sizes of the file `source` into `folder`. Refuses: invalid for a picture that is damaged or has too many
 * pixels; invalid as CostlyPicture for one that takes too long, takes too much memory or crashes the decoder.
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
      // The environment of the shop is not handed on, because it has its keys. The decoder uses one thread.
      {
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
      },
      (error, stdout) => {
        // With a text as its code the process could not be started, which is no fault of the picture.
        if (typeof error?.code === 'string') reject(error)
        else if (error?.killed) resolve('too-slow')
        // The process writes its reason before it ends itself. A decoder that crashes writes nothing.
        else resolve(stdout || (error?.signal ? 'crashed' : stdout))
      },
    )
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, niceness)
    } catch {
      // Not every system allows changing the priority.
    }
  })
}
