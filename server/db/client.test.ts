/** What the pool does with a connection that breaks; whole shops that lose their database are in kill.test.ts. */
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from './client.ts'

/** One message of the PostgreSQL protocol: its letter, its length, its body. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, body])
}
const welcome = message('R', Buffer.from([0, 0, 0, 0]))
const readyForQuery = message('Z', Buffer.from('I'))
const killed = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
)

// A server that is killed while it lets somebody in: its last words travel with the welcome.
const dying = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(Buffer.concat([welcome, readyForQuery, killed])))
})
beforeAll(() => new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => dying.close(resolve)))

test('a database that dies in the moment a connection is made ends the statement, not the process (reliability.md §3)', async () => {
  const db = openDb({
    connection: { host: '127.0.0.1', port: (dying.address() as AddressInfo).port, user: 'app' },
  })
  for (let tries = 0; tries < 3; tries += 1) await expect(db.execute('select 1')).rejects.toThrow()
  expect(db.pool()).toMatchObject({ open: 0, waiting: 0 })
  await db.close()
})
