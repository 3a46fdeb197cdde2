/** Writes the body of a request into a file as it comes, so that slow and large uploads take no memory. */
import { open } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'

const tooLarge = (maxBytes: number) =>
  new Refusal('too-large', `This file is too large: at most ${Math.floor(maxBytes / 1_000_000)} MB.`)
const tooSlow = () => new Refusal('invalid', 'The upload stopped on its way. Please try again.')

/** An upload occupies one of fifty slots. One that sends nothing for 15 seconds, or less than 4 kB a second, is ended. */
const silenceMs = 15_000
const bytesPerSecond = 4_000

/**
 * Writes the body into the new file `file`. Refuses: too-large for more than `maxBytes`, by the announced length or as soon
 * as more has come; invalid for a body that stalls or breaks off.
 */
export async function receiveBody(request: Request, file: string, maxBytes: number): Promise<void> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const handle = await open(file, 'wx')
  try {
    const began = performance.now()
    let size = 0
    for await (const chunk of piecesOf(request)) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (size < ((performance.now() - began - silenceMs) / 1_000) * bytesPerSecond) throw tooSlow()
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
}

async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      let silent = false
      const timer = setTimeout(() => {
        silent = true
        void reader.cancel().catch(() => {})
      }, silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (silent) throw tooSlow()
      if (done) return
      yield value
    }
  } catch (error) {
    // The client closed the connection. That is no failure of the shop, and nobody reads the response.
    if ((error as { code?: string }).code === 'ECONNRESET') throw tooSlow()
    throw error
  } finally {
    await reader.cancel().catch(() => {})
  }
}
