/** Renders files that are not stored from the largest one that is, on the first request for them. */
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '../refusal.ts'

export type RenderFormat = (picture: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** For social networks, not all of which read WebP and AVIF. */
export function openShareRenderer(): RenderFormat {
  return oneAtATime(16, (picture) =>
    picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }),
  )
}

// A whole page of pictures may wait for these two: the home page shows about a hundred. Their qualities are chosen so
// that a picture that is compressed a second time looks no worse than one that is stored.

export function openWebpRenderer(): RenderFormat {
  return oneAtATime(128, (picture) => picture.resize(480, 480).webp({ quality: 60, effort: 4 }))
}

export function openAvifRenderer(): RenderFormat {
  return oneAtATime(128, (picture) => picture.resize(480, 480).avif({ quality: 50, effort: 2 }))
}

/**
 * Renders one picture at a time. Refuses: unavailable when `maxWaiting` wait already, so that rendering does not slow
 * down pages.
 */
function oneAtATime(maxWaiting: number, render: (picture: Sharp) => Sharp): RenderFormat {
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  return async (picture) => {
    if (waiting >= maxWaiting)
      throw new Refusal('unavailable', 'Busy. Please try again.', { retryAfterSeconds: 5 })
    waiting += 1
    const made = turn
      .then(() => render(sharp(picture)).toBuffer())
      .then((bytes) => new Uint8Array(bytes))
      .finally(() => {
        waiting -= 1
      })
    turn = made.catch(() => {})
    return made
  }
}
