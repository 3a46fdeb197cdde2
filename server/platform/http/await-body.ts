/**
 * Waits for the body of a request before anything is done for it. It arrives with the request or a moment later, except from a
 * client that sends slowly: while that holds no slot and no turn, it keeps nobody waiting.
 */
import type { IncomingMessage } from 'node:http'

const longestMs = 30_000

interface BodySteps {
  /** The body is in memory, or as much of it as Node reads ahead (64 kB). */
  next(): void
  /** The client needed longer than half a minute. */
  late(): void
}

/** Calls one of the two steps: `next` at once where there is no body, and none of them for a client that disconnects. */
export function awaitBody(request: IncomingMessage, { next, late }: BodySteps): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && (length === undefined || Number(length) === 0)) {
    next()
    return
  }
  const stop = () => {
    clearTimeout(timer)
    request.off('readable', check)
    request.off('close', stop)
    request.off('error', stop)
  }
  const check = () => {
    if (!request.complete && request.readableLength < request.readableHighWaterMark) return
    stop()
    next()
  }
  const timer = setTimeout(() => {
    stop()
    late()
  }, longestMs)
  request.on('readable', check)
  request.once('close', stop)
  request.once('error', stop)
}
