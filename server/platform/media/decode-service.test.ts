/** Pictures are decoded by a service of another user, which has neither the shop's files nor its secrets. */
// @module-tag nightly: Pictures decoded by another service, an option. upload.test.ts proves each time what is decoded and refused.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'

let folder: string
let socket: string
let shop: TestShop
let seller: Seller
beforeAll(async () => {
  folder = makeTempFolder('hariyali-decoder-')
  chmodSync(folder, 0o777)
  socket = path.join(folder, 'socket')
  shop = await startTestShop({ env: { PICTURE_DECODER: socket } })
  seller = await addSeller(shop)
})
afterAll(async () => {
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** As root, the service runs as nobody, unless only root may read this checkout. */
async function startService(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('decode-service.ts', import.meta.url))
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const mayRead = spawnSync(process.execPath, ['--check', script], { env: {}, ...nobody }).status === 0
  const service = spawn(process.execPath, [script, socket], {
    env: {},
    stdio: 'inherit',
    ...(mayRead && nobody),
  })
  await eventually(
    async () => existsSync(socket),
    (there) => there,
  )
  return service
}

test('without its service a shop decodes nothing itself; with it pictures are made, and refused, as without', async () => {
  const refused = await upload(seller, await jpeg())
  expect([refused.status, refused.body.msg]).toEqual([
    503,
    'Pictures cannot be read right now. Please try again.',
  ])

  const service = await startService()
  try {
    const made = await upload(seller, await jpeg())
    expect(made.status).toBe(200)
    for (const [file, type] of [
      ['240.avif', 'image/avif'],
      ['480.webp', 'image/webp'],
      ['960.avif', 'image/avif'],
    ] as const) {
      const response = await fetch(made.body.secure_url.replace('480.webp', file))
      expect([file, response.status, response.headers.get('content-type')]).toEqual([file, 200, type])
    }
    const broken = await upload(seller, (await jpeg()).subarray(0, 300))
    expect([broken.status, broken.body.msg]).toEqual([400, 'This file is damaged or no picture.'])
  } finally {
    service.kill()
    await once(service, 'exit')
    rmSync(socket, { force: true })
  }
})

test('a decoder that was taken over cannot write other files, nor fill the disk or the memory', async () => {
  const stored = () => readdirSync(path.join(shop.running.shop.config.dataDir, 'media', 'pictures'))
  const before = stored()
  const hostile = (answer: string | Buffer) =>
    createServer({ allowHalfOpen: true }, (connection) => {
      connection.on('error', () => {})
      connection.resume().on('end', () => connection.end(answer))
    })
  for (const answer of [
    'made 1 1 1 1\nabc',
    'made -1 2 1 1\nabc',
    'made 1 1 1\nabc',
    'made NaN 1 1 1\nabcd',
    'made ../../x 1 1 1\nabcd',
    'made 1 1 1 1',
    '',
    Buffer.alloc(30_000_000),
  ]) {
    const server: Server = hostile(answer).listen(socket)
    await once(server, 'listening')
    const { status, body } = await upload(seller, await jpeg())
    expect([String(answer).slice(0, 20), status, body.msg]).toEqual([
      String(answer).slice(0, 20),
      400,
      'This picture could not be read. Please save it anew as JPEG or PNG.',
    ])
    server.close()
    await once(server, 'close')
  }
  expect(stored()).toEqual(before)
})
