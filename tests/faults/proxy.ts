/** A TCP proxy that hurts: latency, cut, half-open, black hole. It stands before the database and each provider. */
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { once } from 'node:events'

export const hurts = ['latency', 'cut', 'half-open', 'black-hole'] as const
export type Hurt = (typeof hurts)[number]

export interface FaultProxy {
  port: number
  /**
   * latency: each packet waits `ms`. cut: every connection ends, and new ones end at once. half-open: what the client sends
   * arrives, and no answer comes back. black-hole: nothing arrives anywhere, and nothing is closed.
   */
  hurt(how: Hurt, ms?: number): void
  /** Lets everything pass. Connections whose bytes were lost or late are ended, as a firewall does in the end. */
  heal(): void
  stop(): Promise<void>
}

export async function startProxy(target: NetConnectOpts): Promise<FaultProxy> {
  let how: Hurt | undefined
  let delayMs = 0
  const pairs = new Set<{ sockets: [Socket, Socket]; lost: boolean }>()

  const server: Server = createServer((client) => {
    if (how === 'cut') {
      client.destroy()
      return
    }
    const upstream = connect(target)
    const pair = { sockets: [client, upstream] as [Socket, Socket], lost: false }
    pairs.add(pair)
    const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
      from.on('data', (bytes) => {
        if (how === 'black-hole' || (how === 'half-open' && isAnswer)) {
          pair.lost = true
          return
        }
        if (how === 'latency') {
          // After the end of the latency a later packet would overtake this one.
          pair.lost = true
          setTimeout(() => !to.destroyed && to.write(bytes), delayMs)
        } else to.write(bytes)
      })
      from.on('error', () => from.destroy())
      from.on('close', () => {
        // Where nothing passes, the end does not either.
        if (how === 'black-hole' || (how === 'half-open' && isAnswer)) pair.lost = true
        // Behind what was passed on before it, also where that is still late.
        else if (how === 'latency') setTimeout(() => to.destroySoon(), delayMs)
        else to.destroySoon()
        if (client.destroyed && upstream.destroyed) pairs.delete(pair)
      })
    }
    pass(client, upstream, false)
    pass(upstream, client, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  const end = (wanted: (pair: { lost: boolean }) => boolean) => {
    for (const pair of pairs) {
      if (!wanted(pair)) continue
      for (const socket of pair.sockets) socket.destroy()
      pairs.delete(pair)
    }
  }
  return {
    port,
    hurt(next, ms = 200) {
      how = next
      delayMs = ms
      if (next === 'cut') end(() => true)
    },
    heal() {
      how = undefined
      end(({ lost }) => lost)
    },
    async stop() {
      end(() => true)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
