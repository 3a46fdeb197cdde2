/** Uploads of pictures: what is accepted, what is stored, what is refused (api-rules §4, §6). */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { rawRequest } from '../../../tests/setup/raw-request.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

const sibling = (url: string, file: string) => url.replace('480.webp', file)
const svg = (inner: string, attributes = 'width="100" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`)
const redSvg = svg('<rect width="100" height="100" fill="#f00"/>')

describe('accepted uploads', () => {
  test('the settings have address, preset, limits and types; a picture uploaded with them is served in every size', async () => {
    const { status, body: settings } = await seller.get('/private/media/upload-settings')
    expect([status, settings]).toEqual([
      200,
      {
        url: '/media/v1_1/local/image/upload',
        preset: 'local',
        maxBytes: 12_000_000,
        maxImages: 5,
        types: ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'],
      },
    ])
    const { body } = await upload(seller, await jpeg(1_200, 800))
    expect(body.secure_url).toMatch(new RegExp(`^${shop.url}/media/p/u-[0-9a-f]{32}/480\\.webp$`))
    for (const [file, size, type] of [
      ['240.avif', 240, 'image/avif'],
      ['480.avif', 480, 'image/avif'],
      ['960.avif', 960, 'image/avif'],
      ['480.webp', 480, 'image/webp'],
      ['960.jpg', 960, 'image/jpeg'],
    ] as const) {
      const response = await fetch(sibling(body.secure_url, file))
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([response.status, response.headers.get('content-type'), width, height]).toEqual([
        200,
        type,
        size,
        size,
      ])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })
})

describe('refused uploads', () => {
  test('SVG files with a document inside that hides a picture or an entity, however its address is written', async () => {
    const hidden = Buffer.from(svg('<image id="a" href="data:image/png;base64,AAAA"/>')).toString('base64')
    const address = `data:image/svg+xml;base64,${hidden}#a`
    const style = (rule: string) => `<style>rect { ${rule} }</style><rect width="9" height="9"/>`
    for (const inner of [
      `<use href="${address}"/>`,
      `<x:use xmlns:x="http://www.w3.org/2000/svg" x:href='${address}'/>`,
      `<use href
 = "${address}"/>`,
      `<use href=" ${address}"/>`,
      `<use href="${address.replace('data', '&#100;ata')}"/>`,
      '<use href="other.svg#a"/>',
      `<rect fill="url(${address})" width="9" height="9"/>`,
      `<rect fill="&#117;rl(${address})" width="9" height="9"/>`,
      `<rect fill="&#x0000000000075;rl(&quot;${address}&quot;)" width="9" height="9"/>`,
      style(`mask: url( "${address}")`),
      style(`mask: u\\72l(${address})`),
      style(`mask: \\75 \\r\\l(${address})`),
      `<style>@import "data:text/css,";</style>`,
      `<style>@\\69mport "data:text/css,";</style>`,
    ])
      expect((await upload(seller, svg(inner))).body.msg, inner).toBe(
        'This SVG file contains other pictures or documents. Please save it as PNG.',
      )
    const declared = `<!DOCTYPE svg [<!ATTLIST use href CDATA "${address}">]>${svg('<use/>').toString()}`
    expect((await upload(seller, Buffer.from(declared))).status).toBe(400)
  })

  test('invalid forms: other types, no file, two files, another preset, broken off', async () => {
    const send = async (body: Buffer | string | FormData, type?: string) => {
      const response = await seller.request('/media/v1_1/local/image/upload', {
        method: 'POST',
        body: body as any,
        ...(type && { headers: { 'content-type': type } }),
      })
      return [response.status, ((await response.json()) as { msg: string }).msg]
    }
    expect(await send('{}', 'application/json')).toEqual([415, 'Send the picture as multipart/form-data.'])
    expect(await send(redSvg, 'image/svg+xml')).toEqual([415, 'Send the picture as multipart/form-data.'])
    expect(await send('--x', 'multipart/form-data; boundary=x')).toEqual([
      400,
      'This form is broken off or malformed.',
    ])
    const headless = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
    expect(await send(headless, 'multipart/form-data; boundary="x"')).toEqual([
      400,
      'This form is broken off or malformed.',
    ])
    const form = new FormData()
    form.set('upload_preset', 'local')
    expect(await send(form)).toEqual([400, 'Send one file in the field file.'])
    form.set('file', 'https://example.test/picture.jpg')
    expect(await send(form)).toEqual([400, 'Send one file in the field file.'])
    form.delete('file')
    form.append('file', new Blob([new Uint8Array(redSvg)]), 'a.svg')
    form.append('file', new Blob([new Uint8Array(redSvg)]), 'b.svg')
    expect(await send(form)).toEqual([400, 'Send one file in the field file.'])
    const other = await upload(seller, redSvg, { preset: 'other' })
    expect([other.status, other.body.error.message]).toEqual([400, 'Upload preset not found'])
  })

  test('requests of anybody but a seller or administrator, and from other sites', async () => {
    expect((await upload(shop.client(), redSvg)).status).toBe(401)
    expect((await upload(await shop.customer(), redSvg)).status).toBe(403)
    const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://example.test' }]) {
      const answer = await rawRequest(`${shop.url}/media/v1_1/local/image/upload`, 'POST', {
        cookie,
        ...(headers as Record<string, string>),
      })
      expect(answer.status).toBe(403)
    }
  })
})
