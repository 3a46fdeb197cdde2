/** Renders JPEGs for social networks, not all of which read WebP and AVIF, on the first request for one. */
import sharp from 'sharp'
import { Refusal } from '../refusal.ts'

/** With more than this waiting the next request is refused, so that rendering does not slow down pages. */
const maxWaiting = 16

/** Renders one picture at a time. Refuses: unavailable when too many wait. */
export function openSharePictureRenderer(): (picture: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> {
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  return async (picture) => {
    if (waiting >= maxWaiting)
      throw new Refusal('unavailable', 'Busy. Please try again.', { retryAfterSeconds: 5 })
    waiting += 1
    const made = turn
      .then(() =>
        sharp(picture).flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
      )
      .then((bytes) => new Uint8Array(bytes))
      .finally(() => {
        waiting -= 1
      })
    turn = made.catch(() => {})
    return made
  }
}
