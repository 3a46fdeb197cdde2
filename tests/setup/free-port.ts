/** A free TCP port on loopback; the one after it, where a shop's own worker has its metrics, is free, too. */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

// Below the range of outgoing connections, one of which could take the port before the shop starts.
const lowest = 11_000
const highest = 32_000

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = lowest + 2 * randomInt((highest - lowest) / 2)
    if ((await isMine(port)) && (await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error(`no free port between ${lowest} and ${highest}`)
}

/**
 * Another process may look for a port before the shop listens. The bound UDP port of the same number shows that this one is taken;
 * the system frees it when the process ends.
 */
function isMine(port: number): Promise<boolean> {
  const mark = createSocket('udp4')
  return new Promise((resolve) => {
    mark.once('error', () => {
      mark.close()
      resolve(false)
    })
    mark.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      mark.unref()
      resolve(true)
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
