/** Labels and packing slips of several parcels are one PDF. */
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { pdfText } from '../../../tests/setup/pdf-text.ts'
import { moveParcel, untilBooked } from '../../../tests/setup/parcels.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { resetCourier, courierFault } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { drawSheet } from '../../money/invoices/pdf-sheet.ts'
import { packingSlip } from './print-papers.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
})
beforeEach(() => resetCourier(shop))
afterAll(() => shop.stop())

const papers = (by: Seller, ids: readonly string[]) =>
  by.request(`/private/shipments/papers?ids=${ids.join()}`, {})
const shipments = async () => (await seller.get('/private/shipments')).body as any[]

test('three parcels are three pages, each with its label; a second call makes the same number', async () => {
  for (const name of ['Neem Comb', 'நீம் சோப்பு', 'Clay Jar'])
    await untilBooked(shop, (await sellOne(shop, seller, { name, quantity: 2, units: 5 })).orderId)
  const ids = (await shipments()).map(({ id }) => id)
  expect(ids).toHaveLength(3)
  const answer = await papers(seller, ids)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const file = await PDFDocument.load(new Uint8Array(await answer.arrayBuffer()))
  expect(file.getPageCount()).toBe(3)
  for (const page of file.getPages()) {
    expect(Math.round(page.getWidth())).toBe(595)
    // The label.
    expect(page.node.Resources()?.toString()).toContain('EmbeddedPdfPage')
  }
})

test("the courier's manifest of three parcels is one file", async () => {
  const ids = (await shipments()).slice(0, 3).map(({ id }) => id)
  await courierFault(shop, 'manifest', 'error-500')
  expect((await seller.request(`/private/shipments/manifest?ids=${ids.join()}`, {})).status).toBe(503)
  const answer = await seller.request(`/private/shipments/manifest?ids=${ids.join()}`, {})
  expect(answer.status).toBe(200)
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  expect(text).toContain('Manifest: 3 parcels')
  for (const { orders } of (await shipments()).slice(0, 3)) expect(text).toContain(orders[0].awbNumber)
  expect((await seller.request('/private/shipments/manifest?ids=1', {})).status).toBe(400)
  const other = await addSeller(shop)
  expect((await other.request(`/private/shipments/manifest?ids=${ids.join()}`, {})).status).toBe(404)
})

test('a parcel is on one manifest, which is offered again; new parcels get one of their own in the same file', async () => {
  const manifest = (ids: readonly string[]) =>
    seller.request(`/private/shipments/manifest?ids=${ids.join()}`, {})
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
  const first = (await shipments()).slice(0, 2).map(({ id }) => id)
  const [once, again] = [await manifest(first), await manifest(first)]
  expect([once.status, again.status]).toEqual([200, 200])
  expect(await bytesOf(again)).toEqual(await bytesOf(once))
  await untilBooked(shop, (await sellOne(shop, seller)).orderId)
  const fresh = (await shipments()).at(-1).id
  const both = await manifest([...first, fresh])
  expect(both.status).toBe(200)
  expect((await PDFDocument.load(await bytesOf(both))).getPageCount()).toBe(2)
  // The courier has made one of which the shop does not know.
  await shop.db.query(sql`update shipment set manifest_url = null where id = ${fresh}`)
  expect(await manifest([fresh])).toMatchObject({ status: 409 })
})

test(
  'labels that are too large for one file are refused before all of them are in memory',
  nightly(
    'Files of many megabytes. What one file may hold is refused by number in the test below each time.',
  ),
  async () => {
    const { courier } = shop.running.shop
    const { readLabel } = courier
    let read = 0
    courier.readLabel = async () => {
      read += 1
      return new Uint8Array(4_900_000)
    }
    const ids = (await shipments()).map(({ id }) => id)
    for (let count = ids.length; count < 15; count += 1)
      await untilBooked(shop, (await sellOne(shop, seller)).orderId)
    const all = (await shipments()).map(({ id }) => id)
    expect(await papers(seller, all)).toMatchObject({ status: 409 })
    expect(read).toBeLessThanOrEqual(10)
    courier.readLabel = readLabel
  },
)

test('a packing slip names for whom and what is in the parcel, and no price', async () => {
  const address = { street: '12 Test Street', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }
  const slipFor = async (firstName: string, lastName: string) => {
    const sheet = packingSlip({
      to: { firstName, lastName, ...address },
      items: [{ number: '7K3M-9QTX', name: 'Neem Comb', units: 2 }],
      sellerCompany: 'Test Bamboo Works',
      courierName: 'Test Surface',
      awbNumber: '123',
    } as unknown as Parameters<typeof packingSlip>[0])
    return pdfText(await drawSheet(sheet, 420))
  }
  expect(await slipFor('Asha', 'Rao')).toContain('Asha Rao, 12 Test Street')
  expect(await slipFor('Ravi Kumar', '')).toContain('Ravi Kumar, 12 Test Street')
  const slip = await slipFor('Asha', 'Rao')
  expect(slip).toContain('2 × Neem Comb')
  expect(slip).not.toContain('₹')
})

test(
  'the label of a refunded order is not printed any more',
  nightly('One more refusal of a label. The others are proved beside it each time.'),
  async () => {
    const { orderId } = await sellOne(shop, seller)
    await untilBooked(shop, orderId)
    const { id } = (await shipments()).find(({ orders }) => orders[0].id === orderId)
    await moveParcel(shop, orderId, { status: 'Shipped' })
    expect((await papers(seller, [id])).status).toBe(200)
    await moveParcel(shop, orderId, { status: 'RTO' })
    const admin = await addAdmin(shop)
    expect(
      (await admin.post(`/public/admin/orders/${orderId}/refund`, { note: 'It came back.' })).status,
    ).toBe(200)
    expect((await papers(seller, [id])).status).toBe(404)
  },
)

test('refused: more than fifty, none, those of another seller, one without a label, and while the courier is silent', async () => {
  const [{ id }] = (await shipments()) as [any]
  expect((await papers(seller, [])).status).toBe(400)
  expect(
    (
      await papers(
        seller,
        Array.from({ length: 51 }, () => id),
      )
    ).status,
  ).toBe(400)
  expect((await papers(await addSeller(shop), [id])).status).toBe(404)
  const profile = (await seller.get('/private/profile')).body
  await seller.post('/private/profile/edit-seller', { ...profile, booksWhenReady: true })
  await sellOne(shop, seller)
  const unready = (await shipments()).at(-1).id
  expect((await papers(seller, [id, unready])).status).toBe(409)
  await courierFault(shop, 'label.read', 'error-500', { times: 10 })
  await courierFault(shop, 'label', 'error-500', { times: 10 })
  expect((await papers(seller, [id])).status).toBe(503)
})
