/**
 * GET /media/p/<key>/<size>.<type>: the public pictures of the store. 960.jpg is rendered on demand, and so is a size
 * that is not stored (decision 9).
 */
import { LRUCache } from 'lru-cache'
import { notModified } from '../http/answer.ts'
import { strongEtag } from '../http/etag.ts'
import { plainPolicy } from '../http/headers.ts'
import type { PictureStore } from './picture-store.ts'
import { openRenderers } from './render-format.ts'

/** Only names of this form are read from the store, so no path can leave it. */
const address = /^\/media\/p\/([uv]-[0-9a-f]{32}\/(?:(?:240|480|960)\.(?:avif|webp)|960\.jpg))$/
const folderAddress = '/media/p/'
/** Every picture is stored in this size, and others are rendered from it. */
const largest = '960.avif'
/** Never stored, for any picture. */
const shared = '960.jpg'
const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
/** A picture has a few kilobytes, and the home page shows about a hundred. */
const memoryBytes = 16 * 1024 * 1024

interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  type: string
}

export interface Pictures {
  /** The picture for the target of a request if it is in memory. */
  kept(target: string): Picture | undefined
  /**
   * Serves 200 or 304, cacheable for a year since another picture has another key, and 404 for everything else. Photos of reviews are
   * read from the store each time, and only browsers keep them, for an hour: they may be taken down.
   */
  answer(request: Request): Promise<Response>
}

export const pictureControl = 'public, max-age=31536000, immutable'
const photoControl = 'private, max-age=3600'
const isReviewPhoto = (name: string) => name.startsWith('v-')

export function openPictures(store: PictureStore): Pictures {
  const renderers = openRenderers()
  const hot = new LRUCache<string, Picture>({
    maxSize: memoryBytes,
    sizeCalculation: (picture) => picture.bytes.length,
    // Concurrent requests for one picture share one read or rendering.
    fetchMethod: read,
  })

  async function read(name: string): Promise<Picture | undefined> {
    const key = name.slice(0, name.indexOf('/'))
    const bytes = await load(key, name.slice(key.length + 1))
    return (
      bytes && { bytes, etag: strongEtag(bytes), type: types[name.slice(name.lastIndexOf('.') + 1)] ?? '' }
    )
  }

  async function load(key: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const stored = file === shared ? undefined : await store.read(key, file)
    if (stored) return stored
    const render = renderers[file]
    const source = render && (await store.read(key, largest))
    return source && render(source)
  }

  return {
    kept: (target) =>
      target.startsWith(folderAddress) ? hot.get(target.slice(folderAddress.length)) : undefined,
    async answer(request) {
      const name = address.exec(new URL(request.url).pathname)?.[1]
      if (name === undefined) return notFound()
      const picture = await (isReviewPhoto(name) ? read(name) : hot.fetch(name))
      if (!picture) return notFound()
      const headers = {
        etag: picture.etag,
        'cache-control': isReviewPhoto(name) ? photoControl : pictureControl,
        'content-security-policy': plainPolicy,
      }
      const whole = {
        ...headers,
        'content-type': picture.type,
        'content-length': String(picture.bytes.length),
      }
      return notModified(request, headers) ?? new Response(picture.bytes, { headers: whole })
    },
  }
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
