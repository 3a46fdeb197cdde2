/** Has a picture decoded outside the server: by a process of its own, or by the decoder's service (PICTURE_DECODER). */
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { decoderTimeoutMs, startDecoder } from './decoder-process.ts'
import { madeFiles } from './made-files.ts'

/** All files of a picture together have less than one megabyte. */
const maxAnswerBytes = 20_000_000
const maxLineBytes = 100

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
 * Writes all sizes of the picture into `folder`. Refuses: invalid for a picture that is damaged or has too many pixels; invalid
 * as CostlyPicture for one that takes too long, takes too much memory or crashes the decoder; unavailable while the decoder's
 * service does not answer.
 */
export async function makeSizes(shop: Decoding, bytes: Buffer, folder: string): Promise<void> {
  const files = await decode(shop, bytes, madeFiles.length)
  for (const [i, name] of madeFiles.entries()) await writeFile(path.join(folder, name), files[i] as Buffer)
}

/** A PDF with the pages of this one, which nothing else of it is in (pdf-pages.ts). Refuses as `makeSizes`. */
export async function copyPages(shop: Decoding, pdf: Buffer): Promise<Buffer> {
  const [copy] = await decode(shop, pdf, 1)
  return copy as Buffer
}

type Decoding = Pick<Shop, 'config' | 'log'>

/** The files that the decoder makes, which are so many. */
async function decode({ config, log }: Decoding, bytes: Buffer, count: number): Promise<Buffer[]> {
  const answer = await (config.pictureDecoder === undefined
    ? askProcess(bytes)
    : askService(config.pictureDecoder, bytes).catch((error: unknown) => {
        log.error({ err: error }, 'the decoder of pictures does not answer')
        throw new Refusal('unavailable', 'Pictures cannot be read right now. Please try again.', {
          retryAfterSeconds: 10,
        })
      }))
  // No line end: nothing of what follows fits.
  const end = Math.max(0, answer.subarray(0, maxLineBytes).indexOf('\n'))
  const [outcome, ...sizes] = answer.subarray(0, end).toString('latin1').split(' ')
  if (outcome === 'too-many-pixels') throw new Refusal('invalid', tooManyPixels)
  if (outcome === 'too-slow') throw new CostlyPicture('invalid', tooSlow)
  if (outcome === 'too-much-memory') throw new CostlyPicture('invalid', tooMuchMemory)
  if (outcome === 'broken') throw new Refusal('invalid', brokenPicture)
  let at = end + 1
  const files = Array.from({ length: count }, (_, i) => {
    const from = at
    at += lengthIn(sizes[i])
    return answer.subarray(from, at)
  })
  // A decoder that crashed wrote nothing, or not all.
  if (outcome !== 'made' || at !== answer.length) throw new CostlyPicture('invalid', crashed)
  return files
}

/** NaN for anything else than a length, which fits no answer. */
const lengthIn = (text = '') => (/^[1-9]\d{0,7}$/.test(text) ? Number(text) : NaN)

async function askProcess(bytes: Buffer): Promise<Buffer> {
  const child = startDecoder()
  const ended = new Promise<void>((resolve, reject) => {
    child.on('close', () => resolve())
    // The process could not be started, which is no fault of the picture.
    child.on('error', reject)
  })
  const [answer] = await Promise.all([ask(child.stdin, child.stdout, bytes), ended])
  return child.killed ? Buffer.from('too-slow\n') : answer
}

async function askService(file: string, bytes: Buffer): Promise<Buffer> {
  const socket = connect({ path: file, allowHalfOpen: true })
  const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), decoderTimeoutMs)
  try {
    return await ask(socket, socket, bytes)
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

/** Sends the picture and reads the answer to its end. A decoder that is attacked may answer anything. */
async function ask(to: Writable, from: Readable, bytes: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  to.end(bytes)
  for await (const piece of from as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxAnswerBytes) break
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
