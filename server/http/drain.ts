/** Ending without losing a request: connections are ended one by one, each after its answer. */
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Drain {
  /** Told of each request: once draining, every answer says that the connection ends with it. */
  came(response: ServerResponse, now: number): void
  /** Told once when an answer has ended, or its connection. */
  went(): void
  /** Takes no new connection, lets what was accepted end, at most `mostMs`. */
  end(server: Server, mostMs: number): Promise<void>
}

/** A client that asks again at once on a kept connection must not meet its closing: it is told by an answer first. */
const graceMs = 400

export function openDrain(): Drain {
  let draining = false
  let running = 0
  let lastAt = -Infinity
  return {
    came(response, now) {
      running += 1
      lastAt = now
      if (draining) response.shouldKeepAlive = false
    },
    went: () => void (running -= 1),
    async end(server, mostMs) {
      const began = performance.now()
      draining = true
      let closed = false
      // Not server.close(), which ends idle connections at once, also one whose next request is on its way.
      NetServer.prototype.close.call(server, () => (closed = true))
      while (!closed) {
        const quiet = running === 0 && performance.now() - lastAt > graceMs
        if (quiet) server.closeIdleConnections()
        if (performance.now() - began > mostMs) server.closeAllConnections()
        await sleep(20)
      }
    },
  }
}
