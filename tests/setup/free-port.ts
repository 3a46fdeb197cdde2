/** A TCP port on loopback that nobody listens on. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range from which the system takes ports for outgoing connections: such a connection, of which other tests make
// many, could otherwise take the port between this look and the start of the shop.
const lowest = 11_000
const highest = 32_000

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${lowest} and ${highest}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
