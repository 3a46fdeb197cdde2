/** GET /media/p/<key>/<size>.<type>: uploaded pictures and the demo shop's; 960.jpg is made. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Shop } from '../shop.ts'
import { isUploadKey } from './address.ts'
import { openShareMaker } from './share-picture.ts'

const folder = new URL('../../demo/pictures/', import.meta.url)
/** Only names of this shape reach the disk, so no path can leave the folder. */
const address = /^\/media\/p\/([a-z0-9][a-z0-9-]{0,119})\/((?:240|480|960)\.(avif|webp)|960\.(jpg))$/
const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
/** A picture is a few kilobytes; the home page of the shop needs about a hundred. */
const memoryBytes = 16 * 1024 * 1024

interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

/** Answers 200 or 304 with a year of caching (another picture gets another key), and 404 for everything else. */
export function mediaHandler(shop: Shop): (request: Request) => Promise<Response> {
  const hot = new LRUCache<string, Picture>({
    maxSize: memoryBytes,
    sizeCalculation: (picture) => picture.bytes.length,
  })
  const share = openShareMaker()
  return async (request) => {
    const [, key, file, kept, made] = address.exec(new URL(request.url).pathname) ?? []
    const extension = kept ?? made
    if (!key || !file || !extension) return notFound()
    const name = `${key}/${file}`
    let picture = hot.get(name)
    if (!picture) {
      const stored = made ? '960.avif' : file
      const bytes = await (isUploadKey(key) ? shop.pictures.read(key, stored) : readDemo(`${key}/${stored}`))
      if (!bytes) return notFound()
      const whole = made ? await share(bytes) : bytes
      if (!whole) return new Response('Busy', { status: 503, headers: { 'retry-after': '5' } })
      picture = { bytes: whole, etag: etagOf(whole) }
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

/** Whether the demo shop has a picture with this key. */
export function isDemoPicture(key: string): boolean {
  return existsSync(new URL(`${key}/480.webp`, folder))
}

async function readDemo(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(new URL(name, folder)))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
  })
}
