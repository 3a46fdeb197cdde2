/** The documents of green claims: who sees one, and what of a PDF the review shows. */
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream, PDFString, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../tests/setup/client.ts'
import { claimInput } from '../../../tests/setup/green-claims.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  admin = await addAdmin(shop, undefined, ['catalogue'])
})
afterAll(() => shop.stop())

const gots = claimInput()
const path = '/media/v1_1/documents/image/upload'
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')
const uploadedDocument = async (client: TestClient, bytes: Uint8Array) =>
  (await upload(client, bytes, { path })).body.secure_url.split('/').at(-1) as string

async function drafted(document: string): Promise<{ id: string }> {
  const { id: productId } = await addProduct(shop, { seller })
  const { status, body } = await seller.post('/private/green-claims', { ...gots, document })
  expect([status, body.msg]).toEqual([200, 'The draft is saved.'])
  await seller.post(`/private/green-claims/${body.id}/products`, { add: [productId] })
  return { id: body.id }
}
const submit = (id: string) => seller.post(`/private/green-claims/${id}/submit`)
const decide = async (id: string, body: object) => {
  const { version } = (await seller.get(`/private/green-claims/${id}`)).body
  return admin.post(`/public/admin/green-claims/${id}/decide`, { version, ...body })
}

test('a document is seen by its seller and the administrators of the catalogue, by all others only where its seller shows it', async () => {
  const key = await uploadedDocument(seller, pdf)
  const { id } = await drafted(key)
  const other = await addSeller(shop)
  const support = await addAdmin(shop, undefined, ['support'])
  const see = async (who: TestClient) => (await who.get(`/private/green-claim-documents/${key}`)).status
  const everybody = async () => (await shop.client().get(`/public/green-claims/${id}/document`)).status
  const seen = async () =>
    Promise.all([
      see(seller),
      see(admin),
      see(other),
      see(support),
      see(await shop.customer()),
      see(shop.client()),
    ])
  expect(await seen()).toEqual([200, 200, 404, 403, 403, 401])
  const answer = await seller.request(`/private/green-claim-documents/${key}`, {})
  expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    'application/pdf',
    `attachment; filename="${key}.pdf"`,
  ])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
  await submit(id)
  await seller.post(`/private/green-claims/${id}/show-document`, { shown: true })
  expect(await everybody()).toBe(404)
  await decide(id, { decision: 'accept' })
  expect(await everybody()).toBe(200)
  await seller.post(`/private/green-claims/${id}/show-document`, { shown: false })
  expect(await everybody()).toBe(404)
  // The seller showed that file: a renewed claim shows none before they say so again.
  await seller.post(`/private/green-claims/${id}/show-document`, { shown: true })
  const { body: renewed } = await seller.post(`/private/green-claims/${id}/renew`)
  await submit(renewed.id)
  expect((await decide(renewed.id, { decision: 'accept' })).status).toBe(200)
  expect((await shop.client().get(`/public/green-claims/${renewed.id}/document`)).status).toBe(404)
  // Another seller's document, one of a claim already, a photo of a return, and what is neither picture nor PDF.
  for (const document of [await uploadedDocument(other, await jpeg()), key])
    expect((await seller.post('/private/green-claims', { ...gots, document })).status).toBe(400)
  const refused = await upload(seller, Buffer.from('<html>'), { path })
  expect([refused.status, refused.body.msg]).toEqual([415, 'Only PDF, PNG or JPG files are allowed.'])
  expect((await upload(seller, pdf)).status).toBe(415)
  expect((await upload(await shop.customer(), pdf, { path })).status).toBe(403)
})

/** A page with a field that is filled in, a link, and scripts in each place from which viewers run them. */
async function certificateWithScripts(pages = 1): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  for (let i = 0; i < pages; i += 1) file.addPage()
  const page = file.getPage(0)
  page.drawText('Scope certificate', { font: await file.embedFont(StandardFonts.Helvetica) })
  const field = file.getForm().createTextField('holder')
  field.setText('Test Weavers')
  field.addToPage(page, { x: 50, y: 500, width: 200, height: 30 })
  file.addJavaScript('start', 'app.alert(1)')
  const script = file.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(2)') })
  file.catalog.set(PDFName.of('OpenAction'), script)
  page.node.set(PDFName.of('AA'), file.context.obj({ O: script }))
  page.node.addAnnot(
    file.context.register(
      file.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 99, 99], A: script }),
    ),
  )
  await file.attach(Buffer.from('MZ'), 'attached.exe')
  return file.save({ useObjectStreams: false })
}

const namesIn = (file: PDFDocument) =>
  file.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n')

test('the review shows the pages of a PDF in a frame of our own pages only: filled-in fields stay; scripts, links and files do not', async () => {
  const original = await certificateWithScripts()
  const dangerous = /JavaScript|OpenAction|\/AA|\/Annots|AcroForm|EmbeddedFile/
  expect(namesIn(await PDFDocument.load(original))).toMatch(dangerous)
  const key = await uploadedDocument(seller, original)
  await drafted(key)
  const answer = await admin.request(`/api/v1/public/admin/green-claim-documents/${key}/pages`, {})
  const header = (name: string) => answer.headers.get(name)
  expect(answer.status).toBe(200)
  expect(
    ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control'].map(header),
  ).toEqual(['application/pdf', `inline; filename="${key}.pdf"`, 'nosniff', 'no-store'])
  expect(header('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/)
  const copy = await PDFDocument.load(await answer.arrayBuffer())
  expect(copy.getPageCount()).toBe(1)
  expect(namesIn(copy)).not.toMatch(dangerous)
  expect(copy.getPage(0).node.Resources()?.toString()).toContain('/Shown')
})

test('of a long PDF the first pages are shown and the rest is named; what cannot be read is one page that says so', async () => {
  const pagesOf = async (bytes: Uint8Array) => {
    const key = await uploadedDocument(seller, bytes)
    await drafted(key)
    const answer = await admin.request(`/api/v1/public/admin/green-claim-documents/${key}/pages`, {})
    return (await PDFDocument.load(await answer.arrayBuffer())).getPageCount()
  }
  expect(await pagesOf(await certificateWithScripts(22))).toBe(21)
  expect(await pagesOf(pdf)).toBe(1)
})

/** A PDF of these objects. The first is its catalog. */
const pdfOf = (...objects: string[]) =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root 1 0 R>>\n%%EOF`,
  )

test(
  'a PDF of which only a part could be copied, or no page, is a page that says so',
  nightly('Variants of a damaged file, of which one is proved above each time.'),
  async () => {
    const catalog = '<</Type/Catalog/Pages 2 0 R>>'
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]'
    const one = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
    const unreadable = Buffer.from('This PDF cannot be shown here').toString('hex').toUpperCase()
    const isShown = async (bytes: Uint8Array) => {
      const key = await uploadedDocument(seller, bytes)
      await drafted(key)
      const answer = await admin.request(`/api/v1/public/admin/green-claim-documents/${key}/pages`, {})
      const copy = await PDFDocument.load(await answer.arrayBuffer())
      const streams = copy.context.enumerateIndirectObjects().map(([, object]) => object)
      return !streams.some(
        (stream) =>
          stream instanceof PDFRawStream &&
          Buffer.from(decodePDFRawStream(stream).decode()).includes(unreadable),
      )
    }
    const files = {
      whole: pdfOf(catalog, one, `${page}>>`),
      'no page': pdfOf(catalog, '<</Type/Pages/Kids[]/Count 0>>'),
      'a page that is none': pdfOf(catalog, '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>', `${page}>>`, '<<>>'),
      'a page that cannot be read': pdfOf(catalog, one, `${page}/Group foo>>`),
      // What cannot be read would be copied byte for byte.
      'an object that cannot be read': pdfOf(
        catalog,
        one,
        `${page}/Resources 4 0 R>>`,
        '<</A foo/B<</S/JavaScript>>>>',
      ),
    }
    const shown: string[] = []
    for (const [name, bytes] of Object.entries(files)) if (await isShown(bytes)) shown.push(name)
    expect(shown).toEqual(['whole'])
  },
)

test('the pages are for administrators of the catalogue alone, and only of a document that a claim has', async () => {
  const key = await uploadedDocument(seller, await certificateWithScripts())
  const see = async (who: TestClient, of = key) =>
    (await who.get(`/public/admin/green-claim-documents/${of}/pages`)).status
  expect(await see(admin)).toBe(404)
  await drafted(key)
  const people = [
    admin,
    await addAdmin(shop, undefined, ['support']),
    seller,
    await addSeller(shop),
    await shop.customer(),
    shop.client(),
  ]
  expect(await Promise.all(people.map((who) => see(who)))).toEqual([200, 403, 403, 403, 403, 401])
  const picture = await uploadedDocument(seller, await jpeg())
  await drafted(picture)
  expect(await see(admin, picture)).toBe(404)
})
