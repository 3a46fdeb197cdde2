/**
 * A process of its own: `node make-sizes.ts` reads a picture from standard input and writes the sizes and formats of the
 * storefront to standard output: a line with the outcome and, after `made`, the length of each file, and then the files. Of a
 * PDF it makes one file, the copy of its pages (pdf-pages.ts).
 * Files of strangers are decoded here, so that a decoder that is attacked, slow or crashed does not harm the server. The
 * process may be killed at any moment.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { limits } from '../../../contract/limits.ts'
import { madeFiles } from './made-files.ts'
import { isPdf } from './picture-kind.ts'

const side = 960
const white = '#fff'
/** The outcomes other than `made`, read by make-pictures.ts. */
const tooManyPixels = 'too-many-pixels'
const broken = 'broken'
const tooSlow = 'too-slow'
const tooMuchMemory = 'too-much-memory'

// Processor time and not elapsed time, so that a busy machine refuses no honest picture. A photo of 50 megapixels takes
// less than one second; a drawing of a few kilobytes can take hours.
const drawingSeconds = 5
const photoSeconds = 10
// A photo of 50 megapixels takes 110 MB, or 250 MB when it has to be decoded as a whole (interlaced, progressive).
const memoryMax = 320_000_000
const watchEveryMs = 20
let secondsMax = drawingSeconds
// Decoders work on a thread of their own, so this thread is free to check them.
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > memoryMax) endAtOnce(tooMuchMemory)
  else if (user + system > secondsMax * 1_000_000) endAtOnce(tooSlow)
}, watchEveryMs).unref()

// One thread, no cache, and only the decoders of the four kinds of files that sellers may send.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`),
})

// From memory and not by name: without a path of its own a drawing cannot refer to files beside it.
const bytes = await buffer(process.stdin)
const answer = await (isPdf(bytes) ? copyPages(bytes) : make(bytes))
if (typeof answer === 'string') process.stdout.write(`${answer}\n`)
else
  process.stdout.write(
    Buffer.concat([Buffer.from(`made ${answer.map((file) => file.length).join(' ')}\n`), ...answer]),
  )

async function copyPages(pdf: Buffer): Promise<string | Buffer[]> {
  secondsMax = photoSeconds
  // What the thread prints is no part of the answer.
  const thread = new Worker(new URL('pdf-pages.ts', import.meta.url), { workerData: pdf, stdout: true })
  try {
    const [copy] = (await once(thread, 'message')) as [Uint8Array]
    return [Buffer.from(copy)]
  } catch {
    return broken
  }
}

async function make(picture: Buffer): Promise<string | Buffer[]> {
  const options = { limitInputPixels: limits.uploadPixelsMax, failOn: 'error' } as const
  try {
    const { format, width, height } = await sharp(picture, { ...options, limitInputPixels: false }).metadata()
    if (format !== 'svg') secondsMax = photoSeconds
    // A drawing has no size in pixels. It is drawn in the largest size that is shown.
    const density =
      format === 'svg' ? Math.min(7_200, Math.max(1, (72 * side) / Math.max(1, width, height))) : undefined
    const { data, info } = await sharp(picture, { ...options, ...(density && { density }) })
      .autoOrient()
      .resize(side, side, { fit: 'contain', background: white })
      .flatten({ background: white })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: Buffer[] = []
    for (const name of madeFiles) {
      const size = Number.parseInt(name, 10)
      const sized = sharp(data, { raw }).resize(size, size)
      const encoded = name.endsWith('.webp')
        ? sized.webp({ quality: 72, effort: 4 })
        : sized.avif({ quality: 50, effort: 2 })
      files.push(await encoded.toBuffer())
    }
    return files
  } catch (error) {
    return /pixel limit/i.test(String(error)) ? tooManyPixels : broken
  }
}

/** process.exit would wait for the thread that decodes. */
function endAtOnce(why: string): void {
  writeSync(process.stdout.fd, `${why}\n`)
  process.kill(process.pid, 'SIGKILL')
}
