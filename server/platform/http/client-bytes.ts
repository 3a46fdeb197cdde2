/**
 * One budget for what clients keep in memory: bodies until they are answered, replies until they are read.
 * Beyond it the oldest that waits for its client gives way; an honest client needs a moment only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

const most = { all: 64_000_000, network: 16_000_000 }

interface Held {
  /** To be called as soon as the bytes are there; others may have to give way. */
  grow(bytes: number): void
  /** The client has done its part: this one gives way no more. */
  keep(): void
}

export interface ClientBytes {
  /** Bytes held until the response is closed. `giveWay` ends the wait for the client. */
  hold(request: IncomingMessage, response: ServerResponse, giveWay: () => void): Held
}

interface Holder {
  network: string
  bytes: number
  giveWay(): void
}

/** `networkOf` says from where a request comes. */
export function openClientBytes(networkOf: (request: IncomingMessage) => string): ClientBytes {
  /** The oldest first. */
  const waiting = new Set<Holder>()
  const networks = new Map<string, number>()
  let all = 0

  function count(holder: Holder, bytes: number): void {
    holder.bytes += bytes
    all += bytes
    const sum = (networks.get(holder.network) ?? 0) + bytes
    if (sum > 0) networks.set(holder.network, sum)
    else networks.delete(holder.network)
  }

  function release(holder: Holder): void {
    waiting.delete(holder)
    count(holder, -holder.bytes)
  }

  function makeRoomFor(one: Holder): void {
    for (const other of waiting) {
      const tooMuch = (networks.get(one.network) ?? 0) > most.network
      if (!tooMuch && all <= most.all) return
      if (other === one || (tooMuch && other.network !== one.network)) continue
      release(other)
      other.giveWay()
    }
  }

  return {
    hold(request, response, giveWay) {
      const holder = { network: networkOf(request), bytes: 0, giveWay }
      waiting.add(holder)
      response.once('close', () => release(holder))
      return {
        grow(bytes) {
          count(holder, bytes)
          makeRoomFor(holder)
        },
        keep: () => void waiting.delete(holder),
      }
    },
  }
}
