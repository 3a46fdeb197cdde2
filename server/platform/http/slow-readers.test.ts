/** Replies that nobody reads. */
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends requests in one piece and reads nothing. */
function ask(path: string, times: number): Socket {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(times))
  return socket
}

test('a connection that sends a request before the reply to the one before is ended', async () => {
  const pipelined = ask('/api/v1/public/settings', 2)
  const patient = ask('/api/v1/public/settings', 1)
  patient.resume()
  pipelined.resume()
  await eventually(
    async () => pipelined.destroyed,
    (ended) => ended,
  )
  expect(patient.destroyed).toBe(false)
})

test('the documentation of the API is one copy for all, however slowly they read', async () => {
  const address = `${shop.url}/api/v1/openapi.json`
  const first = await fetch(address)
  const size = (await first.arrayBuffer()).byteLength
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 20; i += 1) ask('/api/v1/openapi.json', 14)
  for (let i = 0; i < 60; i += 1) ask('/api/v1/openapi.json', 1)
  await eventually(
    async () => sockets.filter(({ bytesWritten, connecting }) => !connecting && bytesWritten > 0).length,
    (count) => count === sockets.length,
  )
  expect((await fetch(address)).status).toBe(200)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * size)
})

test('the documentation is compressed, and not sent to who has it', async () => {
  for (const path of ['/api/v1/openapi.json', '/api/docs']) {
    const plain = await fetch(shop.url + path, { headers: { 'accept-encoding': 'identity' } })
    const zipped = await fetch(shop.url + path, { headers: { 'accept-encoding': 'gzip' } })
    expect(await zipped.text()).toBe(await plain.text())
    expect(plain.headers.get('content-encoding')).toBe(null)
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    const etag = zipped.headers.get('etag') ?? ''
    expect((await fetch(shop.url + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
})
