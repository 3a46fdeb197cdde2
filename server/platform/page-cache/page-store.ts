/** In-memory store of pages and replies of public calls: a segmented LRU bounded in bytes, keyed by address, invalidated by tag. */
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../http/encodings.ts'
import { isPlainKey } from './page-key.ts'

export interface CachedPage {
  /** Name, value, name, value … without content-encoding and the headers of a single response. */
  headers: readonly string[]
  etag: string
  /** A page is stored in brotli, a reply as it is; the other encodings are made on first request. At least one is there. */
  bodies: Readonly<Partial<Record<Encoding, Buffer>>>
  /** Whether `bodies.br` was compressed quickly, for the first response, and is worth compressing better. */
  quick?: boolean
  tags: readonly string[]
  /** The route pattern, for the request metrics. */
  pattern: string
}

/** An upper bound on staleness for a page that depends on something no tag covers. */
const maxAgeMs = 15 * 60_000
/** Estimated cost of one tag in the index, counted towards the size limit. */
const bytesPerTag = 150

export interface PageStore {
  get(key: string): CachedPage | undefined
  set(key: string, page: CachedPage): void
  /** Adds or replaces an encoding of a page, unless it has been invalidated or replaced since; the result is not `quick`. */
  addEncoding(key: string, page: CachedPage, encoding: Encoding, body: Buffer): void
  /** Removes every page that has one of the tags. */
  invalidate(tags: readonly string[]): void
  clear(): void
  stats(): { pages: number; bytes: number }
}

/**
 * Segmented LRU: a page enters the probation segment (a fifth of the bytes) and moves to a protected segment on its second
 * request. With one plain LRU, a crawler that requests every address once would evict the popular pages. There are two protected
 * segments, so that somebody who requests made-up searches twice evicts other searches, and neither products nor categories.
 */
export function openPageStore(maxBytes: number): PageStore {
  const keysByTag = new Map<string, Set<string>>()
  const openSegment = (share: number) =>
    new LRUCache<string, CachedPage>({
      maxSize: Math.floor(maxBytes * share),
      ttl: maxAgeMs,
      sizeCalculation: sizeOf,
      dispose: (page, key) => removeFromIndex(key, page.tags),
    })
  const probation = openSegment(0.2)
  const plainPages = openSegment(0.5)
  const otherPages = openSegment(0.3)
  const protectedFor = (key: string) => (isPlainKey(key) ? plainPages : otherPages)
  const segments = [probation, plainPages, otherPages]

  function addToIndex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }
  function removeFromIndex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag)
      if (keys?.delete(key) && keys.size === 0) keysByTag.delete(tag)
    }
  }
  function put(segment: LRUCache<string, CachedPage>, key: string, page: CachedPage): void {
    segment.set(key, page)
    // The LRU ignores a page larger than the segment; its tags must not be indexed then.
    if (segment.has(key)) addToIndex(key, page.tags)
  }

  return {
    get(key) {
      const protectedPages = protectedFor(key)
      const protectedPage = protectedPages.get(key)
      if (protectedPage) return protectedPage
      const page = probation.get(key)
      if (!page) return undefined
      probation.delete(key)
      put(protectedPages, key, page)
      return page
    },
    set(key, page) {
      const protectedPages = protectedFor(key)
      probation.delete(key)
      put(protectedPages.delete(key) ? protectedPages : probation, key, page)
    },
    addEncoding(key, page, encoding, body) {
      // Invalidated or rendered again since: writing the old page back would serve stale content.
      const protectedPages = protectedFor(key)
      if (protectedPages.peek(key) !== page) return
      protectedPages.delete(key)
      const quick = page.quick === true && encoding !== 'br'
      put(protectedPages, key, { ...page, quick, bodies: { ...page.bodies, [encoding]: body } })
    },
    invalidate(tags) {
      for (const tag of tags) {
        // Deleting a page runs `dispose`, which removes its key from this set while it is being iterated.
        for (const key of keysByTag.get(tag) ?? []) for (const segment of segments) segment.delete(key)
      }
    },
    clear() {
      for (const segment of segments) segment.clear()
    },
    stats: () => ({
      pages: segments.reduce((sum, { size }) => sum + size, 0),
      bytes: segments.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    }),
  }
}

function sizeOf({ headers, bodies, tags }: CachedPage, key: string): number {
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.length, 0)
  return bytes + headers.join('').length + 2 * key.length + bytesPerTag * tags.length + 500
}
