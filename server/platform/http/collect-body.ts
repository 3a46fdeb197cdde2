/**
 * Collects the body of a request before anything is done for it: one that is not complete holds no slot and no turn, and keeps
 * nobody waiting. What has arrived counts in the budget of client-bytes.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientBytes } from './client-bytes.ts'

/** `rawBody` is the complete body; missing while it arrives, and for one above its limit. The framework reads it by this name. */
export interface CollectedRequest extends IncomingMessage {
  rawBody?: Buffer
}

const longestMs = 30_000
const noBody = Buffer.alloc(0)
/** What the headers and Node's objects take, and each piece of a body, however small. */
const requestBytes = 8_192
const pieceBytes = 512

interface BodySteps {
  /** The body is complete, or above the limit and will not be read. */
  next(): void
  /** The client needed longer than half a minute, or others need the memory. */
  late(): void
}

/** Calls one of the two steps: `next` at once where there is no body, and none of them for a client that disconnects. */
export function collectBody(
  request: CollectedRequest,
  response: ServerResponse,
  limit: number,
  bytes: ClientBytes,
  steps: BodySteps,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (coding === undefined && Number(length) === 0) {
    request.rawBody = noBody
    steps.next()
    return
  }
  if (Number(length) > limit) {
    steps.next()
    return
  }
  const pieces: Buffer[] = []
  let size = 0
  const stop = () => {
    clearTimeout(timer)
    request.off('data', add)
    request.off('end', complete)
    request.off('close', stop)
    request.off('error', stop)
  }
  const giveUp = () => {
    stop()
    pieces.length = 0
    steps.late()
  }
  // In the context of the request, not of the connection: its spans belong to its trace.
  const next = AsyncLocalStorage.bind(() => {
    stop()
    held.keep()
    steps.next()
  })
  const add = (piece: Buffer) => {
    size += piece.length
    pieces.push(piece)
    if (size <= limit) held.grow(Math.max(piece.length, pieceBytes))
    else {
      request.pause()
      pieces.length = 0
      next()
    }
  }
  const complete = () => {
    request.rawBody = Buffer.concat(pieces, size)
    next()
  }
  const timer = setTimeout(giveUp, longestMs)
  const held = bytes.hold(request, response, giveUp)
  request.on('data', add)
  request.once('end', complete)
  request.once('close', stop)
  request.once('error', stop)
  held.grow(requestBytes)
}
