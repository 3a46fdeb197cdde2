import type { Hash } from 'node:crypto'

/** A pipeline step that updates `hash` with every chunk and passes the chunk on. */
export function hashWith(hash: Hash): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}
