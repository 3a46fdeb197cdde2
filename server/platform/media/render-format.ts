/** Renders files that are not stored from the largest one that is, on the first request for them. */
import type { Sharp } from 'sharp'
import { Refusal } from '../refusal.ts'

export type RenderFormat = (picture: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

interface Format {
  /** Pictures of this format that may wait. The home page shows about a hundred, of which a browser asks for one format. */
  maxWaiting: number
  render(picture: Sharp): Sharp
}

// The qualities of 480 pixels are chosen so that a picture that is compressed a second time looks no worse than a stored one.
const formats = {
  // For social networks, not all of which read WebP and AVIF.
  '960.jpg': {
    maxWaiting: 16,
    render: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }),
  },
  '480.webp': {
    maxWaiting: 128,
    render: (picture) => picture.resize(480, 480).webp({ quality: 60, effort: 4 }),
  },
  '480.avif': {
    maxWaiting: 128,
    render: (picture) => picture.resize(480, 480).avif({ quality: 50, effort: 2 }),
  },
} satisfies Record<string, Format>

/**
 * The renderers by file name. One picture of all formats is rendered at a time, so that whoever asks for every picture in every
 * format keeps no more than one processor busy. Refuses: unavailable when too many of the format wait already.
 */
export function openRenderers(): Readonly<Record<string, RenderFormat>> {
  let turn: Promise<unknown> = Promise.resolve()
  const open = ({ maxWaiting, render }: Format): RenderFormat => {
    let waiting = 0
    return async (picture) => {
      if (waiting >= maxWaiting)
        throw new Refusal('unavailable', 'Busy. Please try again.', { retryAfterSeconds: 5 })
      waiting += 1
      const made = turn
        .then(async () => {
          // Loaded with the first picture: it would take a tenth of a second of each start.
          const { default: sharp } = await import('sharp')
          return new Uint8Array(await render(sharp(picture)).toBuffer())
        })
        .finally(() => {
          waiting -= 1
        })
      turn = made.catch(() => {})
      return made
    }
  }
  return Object.fromEntries(Object.entries(formats).map(([file, format]) => [file, open(format)]))
}
