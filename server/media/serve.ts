/** GET /media/p/<key>/<size>.<type>: the demo shop's pictures, read from their folder and never written. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Shop } from '../shop.ts'

const folder = new URL('../../demo/pictures/', import.meta.url)
/** Only names of this shape reach the disk, so no path can leave the folder. */
const address = /^\/media\/p\/([a-z0-9][a-z0-9-]{0,119})\/((?:240|480|960)\.(avif|webp))$/
const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }
/** A picture is a few kilobytes; the home page of the shop needs about a hundred. */
const memoryBytes = 16 * 1024 * 1024

interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

/** Answers 200 or 304 with a year of caching (another picture gets another key), and 404 for everything else. */
export function mediaHandler(_shop: Shop): (request: Request) => Promise<Response> {
  const hot = new LRUCache<string, Picture>({
    maxSize: memoryBytes,
    sizeCalculation: (picture) => picture.bytes.length,
  })
  return async (request) => {
    const [, key, file, extension] = address.exec(new URL(request.url).pathname) ?? []
    if (!key || !file || !extension) return notFound()
    const name = `${key}/${file}`
    let picture = hot.get(name)
    if (!picture) {
      picture = await read(name)
      if (!picture) return notFound()
      hot.set(name, picture)
    }
    const headers = { etag: picture.etag, 'cache-control': 'public, max-age=31536000, immutable' }
    // A list of tags, or one that a proxy marked as weak, means the same picture.
    if (request.headers.get('if-none-match')?.includes(picture.etag))
      return new Response(null, { status: 304, headers })
    return new Response(picture.bytes, {
      headers: {
        ...headers,
        'content-type': types[extension] ?? '',
        'content-length': String(picture.bytes.length),
      },
    })
  }
}

async function read(name: string): Promise<Picture | undefined> {
  try {
    const bytes = new Uint8Array(await readFile(new URL(name, folder)))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
  })
}
