/** What stands before the nodes in production: new connections go to the nodes in turn, past those that do not listen. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export async function startBalancer(port: number, ports: readonly number[]): Promise<() => Promise<void>> {
  let turn = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  function forward(client: Socket, tries: number): void {
    turn += 1
    const upstream = connect(ports[turn % ports.length] ?? 0, '127.0.0.1')
    keep(upstream)
    upstream.once('error', () => {
      if (tries > 1 && !client.destroyed) forward(client, tries - 1)
      else client.destroy()
    })
    upstream.once('connect', () => {
      upstream.removeAllListeners('error')
      upstream.on('error', () => client.destroy())
      upstream.once('close', () => client.destroy())
      client.once('close', () => upstream.destroy())
      client.pipe(upstream).pipe(client)
    })
  }
  const server = createServer((client) => {
    keep(client)
    client.on('error', () => client.destroy())
    forward(client, ports.length)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}
