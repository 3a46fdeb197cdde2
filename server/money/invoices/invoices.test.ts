/** Invoices and credit notes: their content, who may read them, and that they never change (docs/money.md, Invoices). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { cartOf, create, eventually, pay, verify } from '../../../tests/setup/buying.ts'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { pdfText } from '../../../tests/setup/pdf-text.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
  seller = await addSeller(shop, {
    companyName: 'Aranya Soaps Private Limited',
    GSTNumber: '29AAGCB7383J1Z4',
  })
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const orderOf = async (client: Customer | Seller, orderId: string) => {
  const path = client === seller ? '/private/order/get/seller' : '/private/order/get/customer'
  return (await client.get<any[]>(path)).body.find(({ id }) => id === orderId)
}
async function bytesOf(client: { request: Seller['request'] }, url: string) {
  const response = await client.request(url, { headers: {} })
  return { response, pdf: Buffer.from(await response.arrayBuffer()) }
}

describe('the invoice of an order', () => {
  test('is issued at the hand-over, with all particulars of Rule 46, for buyer, seller and administrator alone', async () => {
    const buyer = await customerWithCart(shop, [])
    const { orderId } = await sellOne(shop, seller, { buyer, quantity: 3, pricePaise: 29_900 })
    expect((await orderOf(buyer, orderId)).documents).toEqual([])
    await tellCourierCode(shop, orderId, 6)
    await tellCourierCode(shop, orderId, 17)
    const order = await orderOf(buyer, orderId)
    const [document] = order.documents
    expect(order.documents).toHaveLength(1)
    expect(document).toEqual({
      id: expect.any(String),
      kind: 'invoice',
      number: expect.stringMatching(/^\d\d-\d\d\/000001$/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      url: `/api/v1/private/order/documents/${document.id}`,
    })
    expect((await orderOf(seller, orderId)).documents).toEqual([document])
    const { response, pdf } = await bytesOf(buyer, document.url)
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'application/pdf', 'no-store'])
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="${document.number.replace('/', '-')}.pdf"`,
    )
    const text = pdfText(pdf).replace(/\s+/g, ' ')
    for (const words of [
      'Tax Invoice',
      `Invoice no. ${document.number}`,
      'Aranya Soaps Private Limited 12-A, Seller Street, Near the test park, Mumbai, Maharashtra - 400001',
      'GSTIN: 29AAGCB7383J1Z4 State: Karnataka (code 29)',
      `Order no. ${order.number}`,
      'Place of supply Rajasthan (08)',
      'Reverse charge No',
      'BILLED TO Asha Rao 12 Test Street Jaipur Rajasthan - 302001, State code 08 Unregistered buyer',
      'DELIVERED TO Asha Rao 12 Test Street',
      // 897 × 18 / 118 is 136.83.
      'Bamboo Toothbrush - 3 NOS 760.17 136.83 897.00',
      'IGST at 18% 136.83 Invoice total ₹897.00',
      'Rupees Eight Hundred Ninety-Seven Only',
      'Paid online in full: ₹897.00, payment pay_',
      'computer-generated tax invoice and needs no signature',
      'Page 1 of 1',
    ])
      expect(text).toContain(words)

    expect((await bytesOf(seller, document.url)).pdf.equals(pdf)).toBe(true)
    const shown = (await admin.get<any[]>(`/public/admin/all-orders?q=${orderId}`)).body[0].documents[0]
    expect(shown.url).toBe(`/api/v1/public/admin/documents/${document.id}`)
    expect((await bytesOf(admin, shown.url)).pdf.equals(pdf)).toBe(true)
    expect((await auditOf(admin))[0]).toMatchObject({
      act: 'document-opened',
      to: { kind: 'document', id: document.id, name: document.number },
    })
    for (const stranger of [await customerWithCart(shop, []), await addSeller(shop)]) {
      const [theirs, nobodys] = [
        await stranger.get(document.url),
        await stranger.get(document.url.replace(document.id, newId())),
      ]
      expect([theirs.status, theirs.body]).toEqual([404, nobodys.body])
    }
  })

  test('has the name and the GST number that a business told at the checkout, and both heads of the tax within a state', async () => {
    const own = await addSeller(shop, { GSTNumber: '08AAGCB7383J1Z8', state: 'Rajasthan' })
    const product = await addProduct(shop, { seller: own, pricePaise: 11_800, hsnCode: '3307' })
    const buyer = await customerWithCart(shop, [product])
    const start = (business: object | undefined) =>
      buyer.post('/private/order/payment', { amountInPaise: 11_800, ...(business && { business }) })
    const business = { name: '  Rao Trading & Sons LLP ', gstin: ' 08aabcu9603r1zo' }
    for (const [gstin, words] of [
      [
        '08AABCU9603R1ZM',
        'Invalid GST Number format. The last character of this GST number does not fit the others.',
      ],
      ['08AABCU9603', 'Invalid GST Number format.'],
      ['', 'GST Number is required.'],
    ] as const) {
      const refused = await start({ ...business, gstin })
      expect([refused.status, refused.body.msg, refused.body.fields]).toEqual([
        400,
        words,
        { 'business.gstin': words },
      ])
    }
    expect((await start({ ...business, name: ' ' })).body.msg).toBe('Business name is required.')
    const without = await start(undefined)
    const withIt = await start({ ...business, gstin: gstinOf('08AABCU9603R1Z') })
    // Another invoice makes it another checkout; the same data again is the same checkout.
    expect(withIt.body).not.toBe(without.body)
    expect((await start({ ...business, gstin: gstinOf('08AABCU9603R1Z') })).body).toBe(withIt.body)
    const items = await cartOf(buyer)
    await verify(buyer, await pay(shop, withIt.body))
    const { body } = await create(buyer, items)
    await tellCourierCode(shop, body[0].id, 7)
    const [document] = (await orderOf(buyer, body[0].id)).documents
    const text = pdfText((await bytesOf(buyer, document.url)).pdf).replace(/\s+/g, ' ')
    expect(text).toContain('BILLED TO Rao Trading & Sons LLP Asha Rao 12 Test Street')
    expect(text).toContain(`GSTIN: ${gstinOf('08AABCU9603R1Z')}`)
    expect(text).toContain('CGST at 9% 9.00 SGST at 9% 9.00 Invoice total ₹118.00')
  })

  test('is attached to the mail that tells of the delivery, byte for byte, and the queue does not hold it', async () => {
    const buyer = await customerWithCart(shop, [])
    const { orderId } = await sellOne(shop, seller, { buyer })
    await tellCourierCode(shop, orderId, 7)
    const [document] = (await orderOf(buyer, orderId)).documents
    const mails = await eventually(
      () => shop.mail(buyer.email),
      (list) => list.some(({ subject }) => subject.includes('is delivered')),
    )
    const [mail] = mails.filter(({ subject }) => subject.includes('is delivered'))
    expect(mail?.text).toContain('The invoice of the seller is attached.')
    const { pdf } = await bytesOf(buyer, document.url)
    expect(mail?.attachments).toEqual([
      {
        name: `${document.number.replace('/', '-')}.pdf`,
        type: 'application/pdf',
        base64: pdf.toString('base64'),
      },
    ])
    const [largest] = await shop.db.query<{ size: number }>(
      sql`select max(length(data::text)) as size from pgboss.job where name = 'send-notice'`,
    )
    expect(largest!.size).toBeLessThan(pdf.length)
  })

  test(
    'is made again byte for byte from its row, after the stored file is lost',
    nightly('A file that is lost. The bytes of an invoice are compared with its mail each time.'),
    async () => {
      const { orderId, buyer } = await sellOne(shop, seller)
      await tellCourierCode(shop, orderId, 6)
      const [{ id, url }] = (await orderOf(buyer, orderId)).documents
      const [stored] = await eventually(
        () =>
          shop.db.query<{ pdf: Buffer }>(sql`select pdf from tax_document_file where document_id = ${id}`),
        (rows) => rows.length === 1,
      )
      await shop.db.query(sql`delete from tax_document_file where document_id = ${id}`)
      // The invoice does not follow changes of the seller's profile.
      await shop.db.query(
        sql`update seller set company_name = 'Another Name' where account_id = ${seller.id}`,
      )
      expect((await bytesOf(buyer, url)).pdf.equals(stored!.pdf)).toBe(true)
    },
  )
})

describe('a credit note', () => {
  test('is issued with each reversal of a sale, tied to its invoice', async () => {
    const buyer = await customerWithCart(shop, [])
    const { orderId } = await sellOne(shop, seller, { buyer, quantity: 2, pricePaise: 10_000 })
    await tellCourierCode(shop, orderId, 6)
    await tellCourierCode(shop, orderId, 9)
    const refunded = await admin.post(`/public/admin/orders/${orderId}/refund`, { note: 'It came back.' })
    expect(refunded.status).toBe(200)
    const [invoice, note] = (await orderOf(buyer, orderId)).documents
    expect(note).toMatchObject({
      kind: 'credit-note',
      number: expect.stringMatching(/^C\d\d-\d\d\/000001$/),
    })
    const text = pdfText((await bytesOf(buyer, note.url)).pdf).replace(/\s+/g, ' ')
    for (const words of [
      'Credit Note Original for recipient',
      `Credit note no. ${note.number}`,
      `Against invoice no. ${invoice.number}`,
      'Reason Goods not delivered, sent back to the seller',
      '2 NOS 169.49 30.51 200.00',
      'Total credit ₹200.00',
    ])
      expect(text).toContain(words)
  })
})

describe('the database refuses', () => {
  const refusalOf = (statement: ReturnType<typeof sql>) =>
    shop.db.query(statement).then(
      () => 'written',
      (error) => error.constraint ?? error.message,
    )

  test('a changed or deleted document, a number that is skipped or used again, and one without a document', async () => {
    const frozen = 'an invoice does not change: it is corrected by a credit note'
    expect(await refusalOf(sql`update tax_document set buyer_name = 'Somebody'`)).toBe(frozen)
    expect(await refusalOf(sql`delete from tax_document`)).toBe(frozen)
    expect(await refusalOf(sql`truncate tax_document cascade`)).toBe(frozen)
    const byOne = 'a series of invoices counts by one'
    expect(await refusalOf(sql`update invoice_series set last_no = last_no + 2`)).toBe(byOne)
    expect(await refusalOf(sql`update invoice_series set last_no = last_no - 1`)).toBe(byOne)
    expect(await refusalOf(sql`delete from invoice_series`)).toBe(byOne)
    expect(await refusalOf(sql`update invoice_series set last_no = last_no + 1`)).toBe(
      'invoice_series_has_documents',
    )
  })
})

/** With the check character that belongs to these 14 characters. */
function gstinOf(first14: string): string {
  return first14 + gstCheckCharacter(first14)
}
