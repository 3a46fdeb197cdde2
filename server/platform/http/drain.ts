/** Graceful shutdown: each connection is closed after its last response, so that no request is lost. */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Drain {
  /** Call for each request: while draining, its response carries 'connection: close'. */
  requestStarted(response: ServerResponse, now: number): void
  /** Call once when the response has ended or its connection has closed. */
  requestEnded(): void
  /** Stops accepting connections and waits for the accepted requests, at most `maxWaitMs`. */
  end(server: Server, maxWaitMs: number): Promise<void>
}

/**
 * How long connections stay open after the last request. A client that reuses one in this time gets a response with
 * 'connection: close' instead of a reset.
 */
const graceMs = 400

export function openDrain(): Drain {
  let draining = false
  let running = 0
  let lastAt = -Infinity
  return {
    requestStarted(response, now) {
      running += 1
      lastAt = now
      if (draining) response.shouldKeepAlive = false
    },
    requestEnded: () => void (running -= 1),
    async end(server, maxWaitMs) {
      const began = performance.now()
      draining = true
      let closed = false
      // Not server.close(), which closes idle connections at once, even if the next request is in transit.
      NetServer.prototype.close.call(server, () => (closed = true))
      while (!closed) {
        const quiet = running === 0 && performance.now() - lastAt > graceMs
        if (quiet) server.closeIdleConnections()
        if (performance.now() - began > maxWaitMs) server.closeAllConnections()
        await sleep(20)
      }
    },
  }
}
