/** JPEGs for social networks, which do not all take WebP and AVIF: made when one is first asked for. */
import sharp from 'sharp'
import { Refusal } from '../refusal.ts'

/** More than this waiting and the next one is told to come again: pictures must not take the processors from pages. */
const waitingAtMost = 16

/** Makes one picture at a time. Refuses ('unavailable') when too many wait. */
export function openSharePictureRenderer(): (picture: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> {
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  return async (picture) => {
    if (waiting >= waitingAtMost)
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
