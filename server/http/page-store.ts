/** Pages in memory: bounded in bytes, found by address, dropped by what they show. */
import { LRUCache } from 'lru-cache'
import type { Encoding } from './encodings.ts'

export interface KeptPage {
  /** Name, value, name, value … without those that an encoding or a request adds. */
  headers: readonly string[]
  etag: string
  /** Brotli from the beginning, other forms once somebody has asked for them. */
  bodies: Readonly<{ br: Buffer; gzip?: Buffer; identity?: Buffer }>
  tags: readonly string[]
  /** The row of the table of routes, for counting. */
  pattern: string
}

/** Nothing is kept for ever, should a page depend on something that no tag tells of. */
const longestMs = 15 * 60_000
const tagBytes = 150

export interface PageStore {
  get(key: string): KeptPage | undefined
  set(key: string, page: KeptPage): void
  /** Keeps one more form of a page that is still there. */
  addForm(key: string, page: KeptPage, encoding: Encoding, body: Buffer): void
  /** Drops every page that bears one of the tags. */
  drop(tags: readonly string[]): void
  clear(): void
  stats(): { pages: number; bytes: number }
}

/**
 * A page begins among the newcomers, a fifth of the room, and moves to the others when it is asked for again: a robot
 * that walks through a million addresses pushes out other newcomers and no page that people come back to.
 */
export function openPageStore(maxBytes: number): PageStore {
  const keysOf = new Map<string, Set<string>>()
  const room = (share: number) =>
    new LRUCache<string, KeptPage>({
      maxSize: Math.floor(maxBytes * share),
      ttl: longestMs,
      sizeCalculation: sizeOf,
      dispose: (page, key) => unlist(key, page.tags),
    })
  const newcomers = room(0.2)
  const regulars = room(0.8)

  function enlist(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysOf.get(tag)
      if (keys) keys.add(key)
      else keysOf.set(tag, new Set([key]))
    }
  }
  function unlist(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysOf.get(tag)
      if (keys?.delete(key) && keys.size === 0) keysOf.delete(tag)
    }
  }
  function put(shelf: LRUCache<string, KeptPage>, key: string, page: KeptPage): void {
    shelf.set(key, page)
    // A page too large for its room is not taken in.
    if (shelf.has(key)) enlist(key, page.tags)
  }

  return {
    get(key) {
      const regular = regulars.get(key)
      if (regular) return regular
      const page = newcomers.get(key)
      if (!page) return undefined
      newcomers.delete(key)
      put(regulars, key, page)
      return page
    },
    set(key, page) {
      newcomers.delete(key)
      put(regulars.delete(key) ? regulars : newcomers, key, page)
    },
    addForm(key, page, encoding, body) {
      // Dropped or rendered anew meanwhile: the old form is not brought back.
      if (regulars.peek(key) !== page) return
      regulars.delete(key)
      put(regulars, key, { ...page, bodies: { ...page.bodies, [encoding]: body } })
    },
    drop(tags) {
      for (const tag of tags) {
        // Each page that is deleted takes its key out of the set.
        for (const key of keysOf.get(tag) ?? []) {
          newcomers.delete(key)
          regulars.delete(key)
        }
      }
    },
    clear() {
      newcomers.clear()
      regulars.clear()
    },
    stats: () => ({
      pages: newcomers.size + regulars.size,
      bytes: newcomers.calculatedSize + regulars.calculatedSize,
    }),
  }
}

function sizeOf({ headers, bodies, tags }: KeptPage, key: string): number {
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.length, 0)
  return bytes + headers.join('').length + 2 * key.length + tagBytes * tags.length + 500
}
