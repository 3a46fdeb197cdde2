/** Small files that are expensive to decode: their cost is limited, and only their sender waits for them. */
import { connect, type Socket } from 'node:net'
import { constants, crc32, createDeflate } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'

let shop: TestShop
let other: Seller
beforeAll(async () => {
  shop = await startTestShop()
  other = await addSeller(shop)
})
afterAll(() => shop.stop())

const tooSlow =
  'This picture takes too long to be read. Please save it as a plain JPEG or PNG, or send a smaller one.'
const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960">${inner}</svg>`)

/** A drawing of one kilobyte that draws ten thousand layers over the whole picture. */
function layers(colour: string): Buffer {
  let inner = `<rect id="l0" width="960" height="960" fill="${colour}" opacity=".5"/>`
  for (let level = 1; level <= 4; level += 1)
    inner += `<g id="l${level}" opacity=".9">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`
  return svg(inner)
}
const filtered = (steps: string) =>
  svg(`<filter id="f">${steps}</filter><rect width="500" height="500" fill="#0a0" filter="url(#f)"/>`)

test(
  "while one account's costly drawings are refused one by one, another seller's picture is processed between them",
  {
    timeout: 300_000,
    ...nightly(
      'Each drawing takes its five seconds of processor time. The picture that needs too much memory is ended in the same way each time.',
    ),
  },
  async () => {
    const attacker = await addSeller(shop)
    const ended: string[] = []
    const noted = async (name: string, pending: ReturnType<typeof upload>) => {
      const answer = await pending
      // On a busy machine a picture may have waited more than a minute for its turn. It is told so and never had one.
      if (answer.status !== 503) ended.push(name)
      return answer
    }
    const bytes = await jpeg()
    // Each takes its five seconds of processor time, so there are only as many as one needs to be between on a busy machine.
    const bombs = ['#100', '#200', '#300', '#400'].map((colour) =>
      noted('bomb', upload(attacker, layers(colour))),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const picture = await noted('picture', upload(other, bytes))
    const refused = await Promise.all(bombs)
    expect(picture.status).toBe(200)
    // At most the one that was in progress already, and the next one if that ended while the picture was on its way.
    expect(ended.indexOf('picture')).toBeLessThanOrEqual(2)
    const slow = refused.filter(({ status, body }) => status === 400 && body.msg === tooSlow)
    expect(slow.length).toBeGreaterThan(0)
    expect(slow.length + refused.filter(({ status }) => status === 503).length).toBe(bombs.length)
    const [count] = await shop.db.query<{ hits: number }>(
      sql`select hits from rate_limit where key = ${`upload-costly:${attacker.id}`}`,
    )
    expect(count?.hits).toBe(slow.length)
    expect((await upload(attacker, await jpeg())).status).toBe(200)
  },
)

test('after ten costly pictures in an hour this account gets 429, and no other', async () => {
  const attacker = await addSeller(shop)
  await shop.db.query(sql`
    insert into rate_limit (key, window_ends_at, hits)
    values (${`upload-costly:${attacker.id}`}, now() + interval '30 minutes', 10)`)
  const form = new FormData()
  form.set('upload_preset', 'local')
  form.set('file', new Blob([new Uint8Array(await jpeg())]), 'picture.jpg')
  const response = await attacker.request('/media/v1_1/local/image/upload', { method: 'POST', body: form })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await response.json()).toMatchObject({ msg: expect.stringMatching(/^Too many of your pictures/) })
  expect((await upload(other, await jpeg())).status).toBe(200)
})

test(
  'filters that compare every pixel with thousands of others are refused before they are drawn; shadows are drawn',
  nightly('Pictures that take seconds. That costly ones are limited is proved above each time.'),
  async () => {
    for (const steps of [
      '<feMorphology operator="dilate" radius="300"/>'.repeat(50),
      '<s:feMorphology xmlns:s="http://www.w3.org/2000/svg" radius="300"/>',
      '<feConvolveMatrix order="99"/>',
      '<feTurbulence numOctaves="1000"/>',
      '<feGaussianBlur stdDeviation="90"/>'.repeat(21),
    ])
      expect((await upload(other, filtered(steps))).body.msg).toBe(
        'This SVG file uses filters that take too long to be drawn. Please save it as PNG.',
      )
    const shadow =
      '<feGaussianBlur stdDeviation="9"/><feOffset dx="9"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'
    expect((await upload(other, filtered(shadow))).status).toBe(200)
  },
)

test(
  'a picture that needs too much memory ends only the process that decodes it',
  nightly(
    'A process that decodes until its memory ends. Limits of size are proven each time by upload.test.ts.',
  ),
  async () => {
    const bytes = await interlaced(7_000)
    expect(bytes.length).toBeLessThan(1_000_000)
    const [refused, fine] = await Promise.all([
      upload(await addSeller(shop), bytes),
      upload(other, await jpeg()),
    ])
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'This picture takes too much memory to be read. Please save it as a plain JPEG or PNG, or send a smaller one.',
    ])
    expect(fine.status).toBe(200)
    // Photos of cameras are accepted, also progressive ones, which have to be decoded as a whole.
    const photo = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#6a4' } })
    for (const kind of [photo.clone().jpeg({ progressive: true }), photo.clone().png({ progressive: true })])
      expect((await upload(other, await kind.toBuffer())).status).toBe(200)
  },
)

test(
  'ten megabytes of frames or of metadata are accepted like other pictures',
  nightly(
    'Four files of ten megabytes. server/platform/media/upload.test.ts accepts pictures of each kind each time.',
  ),
  async () => {
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
    const head = Buffer.from([...Buffer.from('GIF89a'), 16, 0, 16, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
    const gif = Buffer.concat([head, ...Array<Buffer>(700_000).fill(frame), Buffer.from([0x3b])])
    const photo = await jpeg()
    const segment = (marker: number, start: string) =>
      Buffer.concat([
        Buffer.from([0xff, marker, 0xff, 0xff]),
        Buffer.from(start),
        Buffer.alloc(65_533 - start.length, 1),
      ])
    const padded = (piece: Buffer) =>
      Buffer.concat([photo.subarray(0, 2), ...Array<Buffer>(150).fill(piece), photo.subarray(2)])
    for (const bytes of [
      gif,
      padded(segment(0xe1, 'Exif\0\0')),
      padded(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0')),
      padded(segment(0xe2, 'ICC_PROFILE\0\u0001\u0001')),
    ]) {
      expect(bytes.length).toBeGreaterThan(9_000_000)
      expect((await upload(other, bytes)).status).toBe(200)
    }
  },
)

test(
  'an account may have ten uploads in progress; the next gets 429, those of other accounts do not',
  nightly(
    'Eleven uploads at once, a minute on a busy machine. What an hour allows is proved in this file each time.',
  ),
  async () => {
    const many = await addSeller(shop)
    // The same picture, whose sizes are made once: what counts is that all of them are in progress meanwhile.
    const bytes = await jpeg()
    const [theirs, mine] = await Promise.all([
      Promise.all(Array.from({ length: 14 }, () => upload(many, bytes))),
      upload(other, await jpeg()),
    ])
    const told = theirs.filter(({ status }) => status === 429).length
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThanOrEqual(4)
    expect(theirs.find(({ status }) => status === 429)?.body.msg).toBe(
      'Too many uploads at once. Please wait for those that are on their way.',
    )
    expect(mine.status).toBe(200)
    expect((await upload(many, await jpeg())).status).toBe(200)
  },
)

test(
  'stalled uploads lose their slots, and five accounts with stalled uploads do not shut out a sixth',
  nightly('Half a minute of waiting. The ten uploads of an account are proven each time by the test above.'),
  async () => {
    const sockets: Socket[] = []
    const stall = (from: Seller) =>
      new Promise<string>((resolve) => {
        const { hostname, port } = new URL(shop.url)
        const socket = connect(Number(port), hostname)
        sockets.push(socket)
        let told = ''
        socket.on('data', (bytes) => (told += bytes.toString('latin1')))
        socket.on('close', () => resolve(told.slice(9, 12)))
        socket.write(
          `POST /media/v1_1/local/image/upload HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 5000000\r\n` +
            `Content-Type: multipart/form-data; boundary=x\r\nConnection: close\r\n` +
            `Cookie: ${[...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n\r\n--x\r\n`,
        )
      })
    const attackers = await Promise.all(Array.from({ length: 5 }, () => addSeller(shop)))
    const stalled: Promise<string>[] = []
    // One account after the other, so that each finds the slots that the accounts before it left.
    for (const attacker of attackers) {
      for (let i = 0; i < 10; i += 1) stalled.push(stall(attacker))
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect((await upload(other, await jpeg())).status).toBe(200)
    const answers = await Promise.all(stalled)
    expect(new Set(answers)).toEqual(new Set(['408', '429']))
    for (const attacker of attackers) expect((await upload(attacker, await jpeg())).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  },
)

/** An interlaced PNG of zeros with 16 bits a channel, which has to be decoded as a whole. Made without holding its pixels. */
async function interlaced(side: number): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([16, 2, 0, 0, 1], 8)
  const passes = [
    [8, 8],
    [8, 8],
    [4, 8],
    [4, 4],
    [2, 4],
    [2, 2],
    [1, 2],
  ] as const
  let left = passes.reduce(
    (sum, [across, down]) => sum + Math.ceil(side / down) * (1 + 6 * Math.ceil(side / across)),
    0,
  )
  const deflate = createDeflate({ strategy: constants.Z_RLE })
  const packed = deflate.toArray()
  for (; left > 0; left -= 1_000_000) deflate.write(Buffer.alloc(Math.min(left, 1_000_000)))
  deflate.end()
  const chunks = [
    ['IHDR', head],
    ['IDAT', Buffer.concat(await packed)],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunks.map(([type, data]) => {
      const out = Buffer.alloc(data.length + 12)
      out.writeUInt32BE(data.length, 0)
      out.write(type, 4, 'latin1')
      data.copy(out, 8)
      out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
      return out
    }),
  ])
}
