/** Formats of pictures, and what is refused: what is served has the same pixels and nothing else of the file. */
// @module-tag nightly: Slow decoding of many formats and bombs. upload.test.ts proves each time what is accepted, stored and refused.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

const onlyPictures = 'Only SVG, PNG, JPG, or GIF files are allowed.'
const broken = 'This file is damaged or no picture.'
const folder = () => path.join(shop.running.shop.config.dataDir, 'media')
const sibling = (url: string, file: string) => url.replace('480.webp', file)
const pixels = async (url: string) => {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  return sharp(bytes).raw().toBuffer({ resolveWithObject: true })
}
const svg = (inner: string, attributes = 'width="100" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`)
const redSvg = svg('<rect width="100" height="100" fill="#f00"/>')
const tellsRed = async (url: string) => {
  const { data, info } = await pixels(url)
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(middle, middle + 3)].map((value) => value > 128)
}

describe('accepted uploads', () => {
  test('PNG, GIF and SVG become the same pixels, whatever their names and types say', async () => {
    const red = { r: 255, g: 0, b: 0 }
    const image = sharp({ create: { width: 50, height: 50, channels: 3, background: red } })
    for (const bytes of [await image.png().toBuffer(), await image.gif().toBuffer(), redSvg]) {
      const { status, body } = await upload(seller, bytes, { name: 'evil.html', type: 'text/html' })
      expect([status, await tellsRed(body.secure_url)]).toEqual([200, [true, false, false]])
      expect((await fetch(body.secure_url)).headers.get('content-type')).toBe('image/webp')
    }
  })

  test('a GIF shows its first frame, a transparent picture white behind it, a wide picture all of it', async () => {
    const frame = (background: object) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background: background as any } })
        .png()
        .toBuffer()
    const frames = [await frame({ r: 255, g: 0, b: 0 }), await frame({ r: 0, g: 0, b: 255 })]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif, { pages: -1 }).metadata()).pages).toBe(2)
    expect(await tellsRed((await upload(seller, gif)).body.secure_url)).toEqual([true, false, false])

    const clear = await sharp({
      create: { width: 30, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(await tellsRed((await upload(seller, clear)).body.secure_url)).toEqual([true, true, true])

    const wide = svg('<rect width="400" height="100" fill="#f00"/>', 'width="400" height="100"')
    const { data, info } = await pixels((await upload(seller, wide)).body.secure_url)
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3)
    expect(at(240, 10).every((value) => value > 240)).toBe(true)
    for (const x of [5, 475]) expect(at(x, 240)[1]).toBeLessThan(60)
  })

  test('a photo is rotated as its EXIF says, and none of its metadata is served', async () => {
    const plain = (width: number, height: number, background: string) => ({
      create: { width, height, channels: 3 as const, background },
    })
    // Red on top and blue below, stored rotated by 90 degrees.
    const photo = await sharp(plain(40, 40, '#f00'))
      .composite([{ input: plain(20, 40, '#00f'), left: 20, top: 0 }])
      .withExif({
        IFD0: { Make: 'Secret camera', Artist: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 55/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const told = await sharp(photo).metadata()
    expect([told.orientation, photo.includes('Secret camera')]).toEqual([6, true])
    const { body } = await upload(seller, photo)
    const { data, info } = await pixels(body.secure_url)
    const middle = Math.floor(info.width / 2)
    const at = (y: number) => data.subarray((y * info.width + middle) * info.channels)
    expect([at(20)[0]! > 200, at(460)[2]! > 200]).toEqual([true, true])
    for (const file of ['240.avif', '480.avif', '960.avif', '480.webp', '960.jpg']) {
      const bytes = Buffer.from(await (await fetch(sibling(body.secure_url, file))).arrayBuffer())
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(bytes.includes('Secret camera')).toBe(false)
    }
  })

  test('the same file has the same address, also when it is uploaded concurrently', async () => {
    const bytes = await jpeg()
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(seller, bytes)))
    expect(new Set(answers.map(({ body }) => body.secure_url)).size).toBe(1)
    expect(readdirSync(path.join(folder(), 'incoming'))).toEqual([])
  })

  test('uploads run concurrently, and one that fails does not affect the others', async () => {
    const files = [await jpeg(), await jpeg(), Buffer.from('no picture'), await jpeg(), await jpeg()]
    const answers = await Promise.all(files.map((bytes) => upload(seller, bytes)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 415, 200, 200])
    expect(answers[2]?.body).toEqual({ msg: onlyPictures, error: { message: onlyPictures } })
    expect(readdirSync(path.join(folder(), 'incoming'))).toEqual([])
  })
})

describe('refused uploads', () => {
  test('40 MB are answered 413 before all is read, with and without a Content-Length', async () => {
    const big = Buffer.alloc(40_000_000, 1)
    expect((await upload(seller, big)).status).toBe(413)
    const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1_000_000
        controller.enqueue(new Uint8Array(1_000_000))
        if (sent >= 200_000_000) controller.close()
      },
    })
    const answer = await fetch(`${shop.url}/media/v1_1/local/image/upload`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ msg: 'This file is too large: at most 12 MB.' })
    expect(sent).toBeLessThan(100_000_000)
    expect(readdirSync(path.join(folder(), 'incoming'))).toEqual([])
  })

  test('truncated pictures', async () => {
    const noise = sharp(Buffer.from(Array.from({ length: 90_000 }, (_, i) => (i * 7_919) % 251)), {
      raw: { width: 200, height: 150, channels: 3 },
    })
    for (const whole of [
      await noise.jpeg().toBuffer(),
      await noise.png().toBuffer(),
      await noise.gif().toBuffer(),
    ]) {
      expect((await upload(seller, whole)).status).toBe(200)
      const { status, body } = await upload(seller, whole.subarray(0, Math.floor(whole.length * 0.8)))
      expect([status, body.msg]).toEqual([400, broken])
    }
    expect((await upload(seller, redSvg.subarray(0, -10))).body.msg).toBe(broken)
  })

  test('a decompression bomb: 900 megapixels in one megabyte', async () => {
    const { status, body } = await upload(seller, pngOf(30_000, 30_000))
    expect([status, body.msg]).toEqual([400, 'This picture has too many pixels: at most 50 megapixels.'])
    expect((await upload(seller, pngOf(3_000, 3_000))).status).toBe(200)
  })

  test('drawings that are huge or have entities, references, scripts or pictures inside', async () => {
    const sized = (side: number) =>
      upload(seller, svg('<rect width="9" height="9"/>', `width="${side}" height="${side}"`))
    // A drawing is drawn no larger than it is shown.
    expect([(await sized(60_000)).status, (await sized(1)).status, (await sized(900_000)).body.msg]).toEqual([
      200,
      200,
      'This picture has too many pixels: at most 50 megapixels.',
    ])
    const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${redSvg.toString().replace('</svg>', '<text>&b;</text></svg>')}`
    const refused = [
      Buffer.from(laughs),
      svg('<image href="file:///etc/passwd" width="100" height="100"/>'),
      svg('<s:image xmlns:s="http://www.w3.org/2000/svg" href="http://127.0.0.1/x.png"/>'),
      svg('<IMAGE href="data:image/png;base64,AAAA"/>'),
      svg('<filter id="f"><feImage href="http://127.0.0.1/"/></filter>'),
      svg('<foreignObject><body/></foreignObject>'),
      svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'),
    ]
    for (const bytes of refused)
      expect((await upload(seller, bytes)).body.msg).toBe(
        'This SVG file contains other pictures or documents. Please save it as PNG.',
      )
    const script = await upload(
      seller,
      svg('<script>alert(1)</script><rect width="100" height="100" fill="#f00"/>'),
    )
    const served = Buffer.from(await (await fetch(script.body.secure_url)).arrayBuffer())
    expect([served.includes('alert'), await tellsRed(script.body.secure_url)]).toEqual([
      false,
      [true, false, false],
    ])
  })

  test('but none whose references are to its own elements', async () => {
    const own = svg(`<defs><linearGradient id="g"><stop stop-color="#f00"/></linearGradient>
      <linearGradient id="h" xlink:href="#g" xmlns:xlink="http://www.w3.org/1999/xlink"/>
      <rect id="r" width="100" height="100"/></defs><text>C:\\Users, &#169;</text>
      <g style="fill: url(&quot;#h&quot;)"><use href="#r" fill="url( '#h' )"/></g>`)
    const { body } = await upload(seller, own)
    expect(await tellsRed(body.secure_url)).toEqual([true, false, false])
  })

  test('files that are no picture, and files that are two formats at once', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer()
    const webp = await sharp(png).webp().toBuffer()
    for (const bytes of [
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('MZ'),
      Buffer.alloc(0),
      Buffer.from('<svgx/>'),
      Buffer.from('\ufffe<svg/>', 'utf16le'),
      webp,
    ])
      expect((await upload(seller, bytes, { name: 'a.png', type: 'image/png' })).body.msg).toBe(onlyPictures)
    for (const bytes of [Buffer.from('GIF89a=1;alert(1)//'), Buffer.from([0xff, 0xd8, 0xff, 0xe0])])
      expect((await upload(seller, bytes)).body.msg).toBe(broken)
    // A valid picture with HTML appended: the pixels are stored, the HTML is not.
    const { body } = await upload(seller, Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
    const served = Buffer.from(await (await fetch(body.secure_url)).arrayBuffer())
    expect(served.includes('script')).toBe(false)
  })
})

/** A PNG of zeros, built from its compressed rows. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const chunks = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
