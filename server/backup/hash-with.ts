import type { Hash } from 'node:crypto'

/** A step of a pipeline that gives every chunk to `hash` and hands it on. */
export function hashWith(hash: Hash): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}
