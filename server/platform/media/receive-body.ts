/** Writes the body of a request into a file as it comes, so that slow and large uploads take no memory. */
import { open } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'

const tooLarge = (maxBytes: number) =>
  new Refusal('too-large', `This file is too large: at most ${Math.floor(maxBytes / 1_000_000)} MB.`)
const tooSlow = () => new Refusal('too-slow', 'The upload stopped on its way. Please try again.')
const gaveWay = () =>
  new Refusal('too-slow', 'The upload took too long while others were waiting. Please try again.')

/** One that sends nothing for 15 seconds, or after them less than 16 kB for each second, is ended. */
const silenceMs = 15_000
const bytesPerSecond = 16_000

/**
 * Writes the body into the new file `file`. Refuses: too-large for more than `maxBytes`, by the announced length or as soon
 * as more has come; too-slow for a body that stalls or breaks off, and when `ended` is aborted.
 */
export async function receiveBody(
  request: Request,
  file: string,
  maxBytes: number,
  ended: AbortSignal,
): Promise<void> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const handle = await open(file, 'wx')
  try {
    const began = performance.now()
    let size = 0
    for await (const chunk of piecesOf(request, ended)) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (size < ((performance.now() - began - silenceMs) / 1_000) * bytesPerSecond) throw tooSlow()
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
}

async function* piecesOf(request: Request, ended: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  const stop = () => void reader.cancel().catch(() => {})
  ended.addEventListener('abort', stop)
  try {
    for (;;) {
      let silent = false
      const timer = setTimeout(() => {
        silent = true
        stop()
      }, silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (ended.aborted) throw gaveWay()
      if (silent) throw tooSlow()
      if (done) return
      yield value
    }
  } catch (error) {
    // The client closed the connection. That is no failure of the shop, and nobody reads the response.
    if ((error as { code?: string }).code === 'ECONNRESET') throw tooSlow()
    throw error
  } finally {
    ended.removeEventListener('abort', stop)
    await reader.cancel().catch(() => {})
  }
}
