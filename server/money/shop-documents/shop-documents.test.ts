/** The shop's own invoices: what is on them, to whom, once each, and equal to the ledger to the paisa. */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { pdfText } from '../../../tests/setup/pdf-text.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { orderCard, postReturn, received, sellDelivered, untilReturn } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { takeBack } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { billParcel, chargeWeights, weighParcel } from '../../../tests/setup/weights.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { exportShopGstr1 } from './gstr1.ts'
import { issueShopDocuments } from './issue-documents.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: true }, (made) => void ({ shop, admin } = made))

const gstin = (first14: string) => first14 + gstCheckCharacter(first14)
/** Runs on the first day of the months to come: each test closes one month more, and what happened today belongs to the first. */
let lastMonth = dayOf(new Date()).slice(0, 7)
const present = lastMonth
function nextFirst(): string {
  const day = dayAfterMonth(lastMonth)
  lastMonth = day.slice(0, 7)
  return day
}
/** What happens from now on happened in the month that is open next. */
async function moveEntries(orderId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`
      update journal_entry set happened_at = ((${lastMonth} || '-15')::date)::timestamp at time zone 'Asia/Kolkata'
      where order_id = ${orderId} and id not in (select entry_id from shop_document_fee)
        and kind in ('sale', 'sale-reversed')`)
  })
}
const sold = async (seller: Seller, wish: object = {}) => {
  const sale = await sellOne(shop, seller, wish)
  await tellCourierCode(shop, sale.orderId, 6)
  return sale
}
const listOf = async (seller: Seller): Promise<any[]> => (await seller.get('/private/shop-documents')).body
async function pdfOf(client: { request: Seller['request'] }, url: string) {
  const response = await client.request(url, { headers: {} })
  return {
    status: response.status,
    text: pdfText(Buffer.from(await response.arrayBuffer())).replace(/\s+/g, ' '),
  }
}

describe('a month that has ended', () => {
  test('becomes one invoice for each seller, with the fees of the ledger, and a credit note for what was given back', async () => {
    const [here, there] = [
      await addSeller(shop, { companyName: 'Far Works', GSTNumber: gstin('27AABCU9603R1Z') }),
      await addSeller(shop, {
        companyName: 'Near Works',
        GSTNumber: gstin('29AAGCB7383J1Z'),
        state: 'Karnataka',
      }),
    ]
    // Three pieces of 149.00: commission 44.70, parcel 50.00, GST on both 17.05. Twice, and one piece of the first comes back.
    const first = await sold(here, { quantity: 3, units: 5 })
    await sold(here, { quantity: 3, units: 5 })
    await sold(there, { quantity: 3, units: 5 })
    await takeBack(shop, first.orderId, { units: 1, cause: 'returned' })
    for (const seller of [here, there]) expect(await listOf(seller)).toEqual([])
    await issueShopDocuments(shop.running.shop, nextFirst())

    const [note, invoice, ...others] = await listOf(here)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^F\d\d-\d\d\/\d{6}$/),
      date: `${lastMonth}-01`,
      month: present,
      orderNumber: null,
      recipient: 'Far Works',
      taxable: 189.4,
      gst: 34.1,
      total: 223.5,
    })
    expect(note).toMatchObject({
      kind: 'credit-note',
      month: present,
      taxable: 14.9,
      gst: 2.68,
      total: 17.58,
    })
    // The shop is in Karnataka: IGST for a seller in Maharashtra, two halves for one in Karnataka.
    const { status, text } = await pdfOf(here, invoice.url)
    expect(status).toBe(200)
    for (const words of [
      'Tax Invoice',
      'Demo Shop, no real business',
      'GSTIN: 29AAAAA0000A1ZY',
      `Invoice no. ${invoice.number}`,
      'Place of supply Maharashtra (27)',
      'BILLED TO Far Works',
      `GSTIN: ${gstin('27AABCU9603R1Z')}`,
      // 17.05 × 44.70 / 94.70 = 8.048, of which each sale has 8.05.
      'Commission for sales on the marketplace 998599 18% 89.40 16.10 105.50',
      'Carriage of parcels 996812 18% 100.00 18.00 118.00',
      'Rupees Two Hundred Twenty-Three and Fifty Paise Only',
    ])
      expect(text).toContain(words)
    expect((await pdfOf(here, note.url)).text).toContain(`Against invoice no. ${invoice.number}`)
    const [own] = await listOf(there)
    // 17.05 in halves: the odd paisa of commission and carriage is CGST.
    expect((await pdfOf(there, own.url)).text).toContain('998599 18% 44.70 4.03 4.02 52.75')
    expect((await pdfOf(there, own.url)).text).toMatch(/CGST \(₹\).*SGST \(₹\)/)
    expect((await there.get(invoice.url)).status).toBe(404)

    // The mail brings the PDF; the queue holds the id alone.
    const mails = await eventually(
      () => shop.mail(here.email),
      (list) => list.filter(({ subject }) => subject.includes(invoice.number)).length > 0,
    )
    const mail: any = mails.find(({ subject }) => subject.includes(invoice.number))
    expect(mail.text).toContain('taken off your statements already')
    const all = (await admin.get('/public/admin/shop-documents?q=Far')).body
    expect((await admin.get(`/public/admin/shop-documents/${all[0].id}`)).status).toBe(200)
    expect(all.map(({ number }: any) => number)).toEqual([note.number, invoice.number])
    expect((await pdfOf(admin, all[1].url)).text).toBe(text)
    expect((await auditOf(admin))[0]).toMatchObject({ act: 'document-opened', to: { name: invoice.number } })

    // All that sellers are charged in the ledger is on the documents.
    const [sums] = await shop.db.query<any>(sql`
      select (select sum(case kind when 'invoice' then gross_paise else -gross_paise end) from shop_document) as documents,
        (select -sum(amount_paise) from posting where account in ('commission', 'shipping', 'gst_on_fees')) as ledger`)
    expect(sums.documents).toBe(sums.ledger)
  })

  test(
    'is invoiced once by runs that are killed, and by two at once',
    nightly('Runs killed after each statement. run-settlement.test.ts kills runs each time.'),
    async () => {
      const sellers = await Promise.all([1, 2, 3].map(() => addSeller(shop, { companyName: 'Killed Works' })))
      for (const seller of sellers) {
        const { orderId } = await sold(seller, { quantity: 1 })
        await moveEntries(orderId)
      }
      const day = nextFirst()
      // The second document of the run fails: its transaction goes back whole, with the numbers of its series.
      const { running } = shop
      let documents = 0
      const jobs = {
        ...running.shop.jobs,
        send: async (...given: Parameters<typeof running.shop.jobs.send>) => {
          if (given[1] === 'make-document' && (documents += 1) === 2) throw new Error('killed')
          return running.shop.jobs.send(...given)
        },
      }
      await expect(issueShopDocuments({ ...running.shop, jobs }, day)).rejects.toThrow('killed')
      expect(await Promise.all(sellers.map(async (one) => (await listOf(one)).length))).toEqual([0, 0, 0])
      await Promise.all([issueShopDocuments(running.shop, day), issueShopDocuments(running.shop, day)])
      await issueShopDocuments(running.shop, day)
      expect(await Promise.all(sellers.map(async (one) => (await listOf(one)).length))).toEqual([1, 1, 1])
      const numbers = await shop.db.query<any>(sql`
      select no from shop_document where kind = 'invoice' order by financial_year, no`)
      expect(new Set(numbers.map(({ no }) => no)).size).toBe(numbers.length)
    },
  )

  test(
    'that gives back commission of an earlier month names the invoice of that month',
    nightly('One more month of the same documents. Invoice and credit note are proved above each time.'),
    async () => {
      const seller = await addSeller(shop, { companyName: 'Late Works' })
      const { orderId } = await sold(seller, { quantity: 2, units: 5 })
      await moveEntries(orderId)
      await issueShopDocuments(shop.running.shop, nextFirst())
      await takeBack(shop, orderId, { units: 2, cause: 'returned' })
      await moveEntries(orderId)
      const month = lastMonth
      await issueShopDocuments(shop.running.shop, nextFirst())
      const [note, invoice] = await listOf(seller)
      expect([note.kind, note.month, invoice.kind]).toEqual(['credit-note', month, 'invoice'])
      expect((await pdfOf(seller, note.url)).text).toContain(`Against invoice no. ${invoice.number}`)
    },
  )

  test('that gives back a weight names the invoice that charged it, which is not that of the sale', async () => {
    const seller = await addSeller(shop, { companyName: 'Heavy Works' })
    const { orderId } = await sellDelivered(shop, seller)
    const endMonth = async () => {
      await moveEntries(orderId)
      await issueShopDocuments(shop.running.shop, nextFirst())
    }
    await endMonth()
    await weighParcel(shop, orderId, 1_200)
    await chargeWeights(shop)
    await endMonth()
    await billParcel(shop, orderId, { grams: 700, rupees: 42 })
    await endMonth()
    const [note, charged, sale] = await listOf(seller)
    expect([note.kind, charged.kind, sale.kind]).toEqual(['credit-note', 'invoice', 'invoice'])
    // ₹120 for 1.2 kg, ₹80 for 700 g, ₹50 paid; each with 18 % GST.
    expect([note.total, charged.total]).toEqual([47.2, 82.6])
    const { text } = await pdfOf(seller, note.url)
    expect(text).toContain(`Against invoice no. ${charged.number}`)
    expect(text).toContain('Charges given back in')
  })

  test('is in GSTR-1 of the shop: businesses one by one, consumers summed up, both by SAC', async () => {
    const month = dayAfterMonth(present).slice(0, 7)
    const download = (which: string) => admin.get<string>(`/public/admin/month-end/gstr-1?month=${which}`)
    expect((await download(month)).status).toBe(400)
    expect((await download(present)).status).toBe(200)
    expect((await auditOf(admin))[0]).toMatchObject({ act: 'month-end-exported' })
    // The documents are of the month to come.
    let body = ''
    for await (const piece of (await exportShopGstr1(shop.running.shop, month, `${month}-28`)).pieces)
      body += piece
    const text = body.replaceAll('"', '')
    expect(text).toContain('b2b: supplies to businesses')
    expect(text).toMatch(
      /27AABCU9603R1Z.,Far Works,F\d\d-\d\d\/\d{6},[^,]+,223.5,27-Maharashtra,N,,Regular B2B,,18,189.4,0/,
    )
    expect(text).toMatch(
      /27AABCU9603R1Z.,Far Works,FC\d\d-\d\d\/\d{6},[^,]+,C,27-Maharashtra,N,Regular B2B,17.58,,18,14.9,0/,
    )
    expect(text).toMatch(/B2B,998599,NA,0,/)
    expect(text).toMatch(/Invoices for outward supply,F\d\d-\d\d\/000001,/)
  })
})

test(
  'a buyer who pays the way back of a return gets the invoice for it with the order and by mail; the seller does not',
  nightly('One more document of the same series. The invoice of a seller is proved above each time.'),
  async () => {
    const seller = await addSeller(shop, { companyName: 'Way Works' })
    const buyer = await customerWithCart(shop, [])
    const sale = await sellDelivered(shop, seller, { buyer, pricePaise: 50_000 })
    const id = await received(shop, seller, sale, { reason: 'changed-mind' })
    await postReturn(seller, id, 'refund', { restock: false })
    await untilReturn(shop, id, 'refunded')
    await moveEntries(sale.orderId)
    await issueShopDocuments(shop.running.shop, `${lastMonth}-20`)
    const { documents } = await orderCard(buyer, sale.orderId)
    const own = documents.find(({ kind }: any) => kind === 'way-back-invoice')
    const { text } = await pdfOf(buyer, own.url)
    expect(text).toContain('Carriage of returned goods 996812 18% 50.00 9.00 59.00')
    expect(text).toContain('Place of supply Rajasthan (08)')
    expect(text).toContain('Unregistered (no GSTIN given)')
    const [seen] = (await seller.get('/private/order/get/seller')).body
    expect(seen.documents.map(({ kind }: any) => kind)).not.toContain('way-back-invoice')
    expect((await seller.get(own.url)).status).toBe(404)
    const mails = await eventually(
      () => shop.mail(buyer.email),
      (list) => list.some(({ subject }) => subject.includes(own.number)),
    )
    expect(mails.find(({ subject }) => subject.includes(own.number))?.text).toContain('the way back of goods')
    // Twice changes nothing.
    await issueShopDocuments(shop.running.shop, `${lastMonth}-21`)
    expect((await orderCard(buyer, sale.orderId)).documents).toEqual(documents)
    await issueShopDocuments(shop.running.shop, nextFirst())
  },
)

test(
  'without the GST number of the shop there are no documents, and the page says so; it never changes an issued one',
  nightly('A shop without a GST number, an option. What is issued is proved above each time.'),
  async () => {
    const { running } = shop
    const without = { ...running.shop, config: { ...running.shop.config, taxIdentity: undefined } }
    const seller = await addSeller(shop)
    await moveEntries((await sold(seller)).orderId)
    const day = nextFirst()
    await issueShopDocuments(without, day)
    expect(await listOf(seller)).toEqual([])
    const { body } = await admin.get('/public/admin/shop-identity')
    expect(body).toMatchObject({ identity: { gstin: '29AAAAA0000A1ZY' }, isDemo: true })
    await issueShopDocuments(running.shop, day)
    expect(await listOf(seller)).toHaveLength(1)
    for (const statement of [
      sql`update shop_document set gross_paise = gross_paise + 1`,
      sql`delete from shop_document`,
      sql`delete from shop_document_fee`,
      sql`update shop_document_line set sac = '998598'`,
    ])
      await expect(shop.db.query(statement)).rejects.toThrow('does not change')
    const insert = sql`
    insert into shop_document (id, kind, shop_gstin, shop_name, shop_address, shop_state, shop_state_code, financial_year, no,
      serial, issued_on, seller_id, month, recipient_name, recipient_address, place_of_supply, place_of_supply_code,
      taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise, gross_paise)
    select gen_random_uuid(), kind, shop_gstin, shop_name, shop_address, shop_state, shop_state_code, financial_year, no + 2,
      'F-GAP', issued_on, seller_id, month, recipient_name, recipient_address, place_of_supply, place_of_supply_code,
      taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise, gross_paise
    from shop_document where kind = 'invoice' and seller_id is not null order by no desc limit 1`
    await expect(shop.db.query(insert)).rejects.toThrow('is not the next one of the shop')
  },
)
