/** What a courier weighs and charges: freight in the ledger, and sellers who pay for heavier parcels, unless they dispute it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { endWeightClock } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import {
  moveParcel,
  parcelOf,
  sellBooked,
  sweepDueParcels,
  untilParcel,
} from '../../../tests/setup/parcels.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { uploadedPhoto } from '../../../tests/setup/pictures.ts'
import { received, returnOf, sellDelivered } from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { billHeading, reassignParcel } from '../../../tests/setup/weights.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { chargeUndisputed, endWeightWaits } from './apply-weight.ts'

let shop: TestShop
let seller: Seller
let other: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  ;[seller, other] = [await addSeller(shop), await addSeller(shop)]
  admin = await addAdmin(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

/** Heavier than 20 g, which its seller packed and paid ₹50 for: 1.2 kg cost ₹120, so ₹70 and ₹12.60 GST more. */
const heavy = 1.2
const weightsOf = async (who: TestClient): Promise<any[]> => (await who.get('/private/weights')).body
const weightOf = async (orderId: string, who: TestClient = seller) =>
  (await weightsOf(who)).find(({ order }) => order.id === orderId)
/** A parcel on its way that the courier has weighed again. */
async function weighed(kg = heavy): Promise<string> {
  const { orderId } = await sellBooked(shop, seller)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  await untilParcel(shop, orderId, (row) => row.status === 'shipped')
  await weigh(orderId, kg)
  return orderId
}
async function weigh(orderId: string, kg: number): Promise<void> {
  await moveParcel(shop, orderId, { weigh: kg })
  await sweepDueParcels(shop, orderId)
}
async function dispute(orderId: string, photos: string[], who: TestClient = seller) {
  const { id } = await weightOf(orderId)
  return who.post(`/private/weights/${id}/dispute`, { words: 'It weighs 40 g on my scale.', photos })
}
const noPhoto = newId()
async function decide(orderId: string, decision: string, who: Admin = admin) {
  const { id, charge } = await weightOf(orderId)
  return who.post(`/public/admin/weights/${id}/decide`, { decision, charge, note: 'As the photo shows.' })
}
const chargesOf = async (orderId: string) =>
  (
    await shop.db.query<{ text: string }>(sql`
      select cause || ' ' || way_back_paise || ' ' || way_back_gst_paise as text from order_reversal
      where order_id = ${orderId} order by no`)
  ).map(({ text }) => text)
const charge = 'weight 7000 1260'
const upload = async (csv: string, book = true) => admin.post('/public/admin/courier-bills', { csv, book })
const bill = (...rows: string[]) => `${[billHeading, ...rows].join('\r\n')}\r\n`
const awbOf = async (orderId: string) => (await parcelOf(shop, orderId)).awb ?? ''
const costOf = async (orderId: string) =>
  (
    await shop.db.query<any>(sql`
    select s.cost_paise as cost, s.applied_by as "by", coalesce((select sum(p.amount_paise) from journal_entry e
        join posting p on p.entry_id = e.id and p.account = 'freight' where e.order_id = ${orderId}), 0)::bigint as freight
    from order_shipment o join shipment s on s.id = o.id where o.order_id = ${orderId}`)
  )[0]

test('a heavier parcel is announced, and charged once where nobody disputes it in time; its settlement has a line', async () => {
  const orderId = await weighed()
  const found = await weightOf(orderId)
  expect(found).toMatchObject({
    packedGrams: 20,
    appliedGrams: 1_200,
    charge: 70,
    gst: 12.6,
    state: 'announced',
  })
  expect(found.size).toMatchObject({ weightGrams: 20, lengthCm: 20 })
  expect(Math.round((Date.parse(found.dueAt) - Date.now()) / 86_400_000)).toBe(7)
  expect(await weightsOf(other)).toEqual([])
  await untilMailed(shop, seller.email, 'A parcel of yours was heavier')
  // The same weight again, and days that are not over, change nothing.
  await sweepDueParcels(shop, orderId)
  await chargeUndisputed(shop.running.shop)
  expect(await chargesOf(orderId)).toEqual([])
  await endWeightClock(shop)
  await Promise.all(Array.from({ length: 8 }, () => chargeUndisputed(shop.running.shop)))
  expect(await chargesOf(orderId)).toEqual([charge])
  expect((await dispute(orderId, [noPhoto])).status).toBe(409)
  await untilMailed(shop, seller.email, 'A heavier parcel is charged')
  await delivered(shop, orderId, 30)
  await settle(shop, dayAgo(8))
  const { events } = (await seller.get(`/private/earnings/orders/${orderId}`)).body
  expect(events[1]).toMatchObject({
    kind: 'weight',
    shipping: 70,
    gstOnFees: 12.6,
    net: -82.6,
    wayBack: 82.6,
  })
  const lines = (await seller.get(`/private/earnings/statements/${events[1].settlementId}/lines`)).body
  expect(lines.filter(({ net }: any) => net === -82.6)).toHaveLength(1)
  // The courier finds later that it was wrong: the next settlement gives it back, once.
  const awb = await awbOf(orderId)
  const correction = bill(`${awb},x,${dayAgo(1)},0.4,42.48,`)
  expect((await upload(correction)).body.rows[0].text).toContain('go back to the seller')
  expect((await upload(bill(`${awb},x,${dayAgo(0)},1.2,42.48,`))).body.rows[0].text).toContain(
    'nothing changes',
  )
  expect((await upload(bill(`${awb},x,${dayAgo(0)},0.3,42.48,`))).body.booked).toBe(1)
  expect(await chargesOf(orderId)).toEqual([charge, 'weight-corrected -7000 -1260'])
  expect(await weightOf(orderId)).toMatchObject({ state: 'given-back' })
  await settle(shop, dayAgo(1))
  const after = (await seller.get(`/private/earnings/orders/${orderId}`)).body.events
  expect(after[2]).toMatchObject({ kind: 'weight-corrected', net: 82.6, settlementId: expect.any(String) })
})

test('a dispute with a photo of the scale stops the charge; of two administrators one decides', async () => {
  const [denied, accepted] = [await weighed(), await weighed()]
  expect((await dispute(denied, [])).status).toBe(400)
  expect((await dispute(denied, [noPhoto])).status).toBe(400)
  expect((await dispute(denied, [await uploadedPhoto(other)])).status).toBe(400)
  expect((await dispute(denied, [noPhoto], other)).status).toBe(404)
  for (const orderId of [denied, accepted])
    expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
  expect((await dispute(denied, [noPhoto])).status).toBe(409)
  const { photos, words } = await weightOf(denied)
  expect(words).toBe('It weighs 40 g on my scale.')
  const see = async (who: TestClient) =>
    (await who.request(`/api/v1/private/returns/photos/${photos[0]}`, {})).status
  expect([await see(seller), await see(admin), await see(other)]).toEqual([200, 200, 404])
  await shop.db.query(
    sql`update weight_difference set due_at = now() - interval '1 day' where state = 'disputed'`,
  )
  await chargeUndisputed(shop.running.shop)
  expect(await chargesOf(denied)).toEqual([])
  const listed = (await admin.get('/public/admin/weights')).body
  expect(listed.map(({ order }: any) => order.id)).toEqual([accepted, denied])
  expect(listed[1].seller.email).toBe(seller.email)
  const second = await addAdmin(shop)
  const both = await Promise.all([
    decide(denied, 'deny'),
    decide(denied, 'accept', second),
    decide(denied, 'deny', second),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const state = (await weightOf(denied)).state
  expect(await chargesOf(denied)).toEqual(state === 'charged' ? [charge] : [])
  expect((await decide(accepted, 'accept')).status).toBe(200)
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  await upload(bill(`${await awbOf(accepted)},x,${dayAgo(0)},3,99,`))
  expect(await chargesOf(accepted)).toEqual([])
  expect(await weightOf(accepted)).toMatchObject({ state: 'accepted', reason: 'As the photo shows.' })
  await untilMailed(shop, seller.email, 'You do not pay for the weight')
  expect((await auditOf(admin, { act: 'weight-decided' })).length).toBe(2)
})

test(
  'a weight that the courier corrects and finds again can be disputed again',
  nightly(
    'One more order of the same weights. A charge that the courier changes is decided anew in a test of this file each time.',
  ),
  async () => {
    const orderId = await weighed()
    expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
    await weigh(orderId, 0.02)
    expect((await weightOf(orderId)).state).toBe('withdrawn')
    await weigh(orderId, heavy)
    expect((await weightOf(orderId)).state).toBe('announced')
    expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
    expect((await weightOf(orderId)).photos).toHaveLength(2)
  },
)

test(
  'a dispute and the end of its days at once: it is disputed, or charged, and never both',
  nightly('A race in rounds. That a dispute stops the charge is proved above each time.'),
  async () => {
    const orderId = await weighed()
    const photos = [await uploadedPhoto(seller)]
    await shop.db.query(sql`
    update weight_difference set due_at = clock_timestamp() + interval '50 ms' where order_id = ${orderId}`)
    const chargeOften = async () => {
      for (let turn = 0; turn < 20; turn += 1) await chargeUndisputed(shop.running.shop)
    }
    const [answer] = await Promise.all([dispute(orderId, photos), ...Array.from({ length: 5 }, chargeOften)])
    await chargeUndisputed(shop.running.shop)
    const { state } = await weightOf(orderId)
    expect([answer.status, state]).toEqual(answer.status === 200 ? [200, 'disputed'] : [409, 'charged'])
    expect(await chargesOf(orderId)).toEqual(state === 'charged' ? [charge] : [])
  },
)

test('a bill says first what each row will do; booked twice it charges once, and refuses rows with their reason', async () => {
  const { orderId } = await sellDelivered(shop, seller)
  const awb = await awbOf(orderId)
  const csv = bill(
    `${awb},x,${dayAgo(2)},1.2,"1,042.48",0`,
    `55555555,x,${dayAgo(2)},0.5,42.48,0`,
    `55555555,x,${dayAgo(2)},1.2,42.48,0`,
    `99999999,x,${dayAgo(2)},0.5,42.48,0`,
    `88888888,x,32-13-2026,0.5,42.48,0`,
    `77777777,x,${dayAgo(2)},0,42.48,0`,
    `66666666,x,${dayAgo(2)},0.5,-1,0`,
  )
  const shown = (await upload(csv, false)).body
  expect(shown).toMatchObject({ booked: 1, known: 0, refused: 6 })
  expect(shown.rows[0]).toMatchObject({ line: 2, awbNumber: awb, outcome: 'booked' })
  expect(shown.rows[0].text).toBe(
    'Freight ₹1,042.48. Weight 1.2 kg, paid for 0.02 kg: ₹70.00 and GST are announced to the seller.',
  )
  expect(shown.rows.slice(1).map(({ line, text }: any) => `${line}: ${text}`)).toEqual([
    '3: The same air waybill is in line 4 too. Please make one row of them.',
    '4: The same air waybill is in line 3 too. Please make one row of them.',
    '5: No parcel of ours has this air waybill.',
    '6: "32-13-2026" in "Billed On" is not a day; use 2026-11-30 or 30-11-2026.',
    '7: "0" in "Applied Weight (KG)" is not a weight in kg, such as 1.25.',
    '8: "-1" in "Freight" is not an amount in rupees up to 1,00,000, such as 1,042.50.',
  ])
  expect(await costOf(orderId)).toEqual({ cost: null, by: null, freight: 0 })
  expect(await weightOf(orderId)).toBeUndefined()
  const answers = await Promise.all([upload(csv), upload(csv)])
  expect(
    answers.map(({ body }) => `${body.booked} ${body.known}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['0 1', '1 0'])
  expect(await costOf(orderId)).toEqual({ cost: 104_248, by: 'bill', freight: 104_248 })
  expect(await weightOf(orderId)).toMatchObject({ state: 'announced', charge: 70 })
  // The parcel came back, and was weighed anew; earlier rows of the same air waybill change nothing any more.
  const later = (await upload(bill(`${awb},x,${dayAgo(1)},0.5,100,80`))).body.rows[0].text
  expect(later).toContain(
    `Freight ₹180.00, which replaces the ₹1,042.48 of the row of ${dayAgo(2)}: rows of one air waybill are not added up.`,
  )
  expect(later).toContain('not charged to the seller after all')
  expect(await costOf(orderId)).toMatchObject({ cost: 18_000, freight: 18_000 })
  expect((await upload(csv)).body).toMatchObject({ booked: 0, known: 1 })
  expect((await upload(bill(`${awb},x,${dayAgo(2)},9,1,0`))).body.rows[0]).toMatchObject({
    outcome: 'refused',
    text: `A later row of this air waybill, of ${dayAgo(1)}, is booked.`,
  })
  expect(await weightOf(orderId)).toMatchObject({ state: 'withdrawn' })
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  expect(await chargesOf(orderId)).toEqual([])
  const { accounts } = (await admin.get('/public/admin/balances')).body
  const balance = (name: string) => accounts.find(({ account }: any) => account === name).balance
  expect(balance('freight')).toBeGreaterThanOrEqual(180)
  expect(balance('courier')).toBe(-balance('freight'))
  for (const [wrong, words] of [
    ['AWB,Date\n1,2\n', 'weight, freight missing'],
    [`${billHeading}\n`, 'no rows'],
    [`${billHeading}\n"`, 'not a valid CSV'],
    [
      'AWB,Tracking ID,Date,Applied Weight (KG),Freight\n1,1,2,3,4\n',
      '"AWB" and "Tracking ID" may both be the awb',
    ],
    ['AWB,Date,Applied Weight,Charged Weight,Freight\n1,2,3,4,5\n', '"Applied Weight" and "Charged Weight"'],
    ['AWB,Date,Applied Weight (g),Freight\n1,2,3,4\n', '"Applied Weight (g)" is not in kg'],
    [bill(...Array.from({ length: 1_001 }, (_, i) => `AWB${i},x,2026-01-01,1,1,0`)), 'more than 1000 rows'],
  ] as const) {
    const { status, body } = await upload(wrong)
    expect([status, body.msg]).toEqual([400, expect.stringContaining(words)])
  }
})

test('a bill whose cells could mean two things is refused by row and column', async () => {
  const read = async (cells: string) =>
    (await upload(`AWB,Date,Charged Weight,Freight\nAWB1,${dayAgo(1)},${cells}\n`, false)).body.rows[0].text
  expect(await read('500,42')).toContain(
    '"500" in "Charged Weight" has no unit: please name the column "Charged',
  )
  expect(await read('500 g,42')).toContain('"500 g" in "Charged Weight" is not a weight in kg')
  expect(await read('"0,5 kg",42')).toContain('"0,5 kg" in "Charged Weight" is not a weight in kg')
  for (const amount of ['1,50', '1,2345', '10,00', ',50'])
    expect(await read(`0.5 kg,"${amount}"`)).toContain(`"${amount}" in "Freight" is not an amount in rupees`)
  for (const amount of ['1,042.50', '1,00,000', '100,000', 'Rs. 42'])
    expect(await read(`0.5 kg,"${amount}"`)).toBe('No parcel of ours has this air waybill.')
})

test(
  'the bill of the sandbox’s courier has the way back of a parcel and the weight that it found',
  nightly('The bill of the stand-in. Rows of a bill are read and refused in the test above each time.'),
  async () => {
    const orderId = await weighed(0.9)
    await moveParcel(shop, orderId, { status: 'RTO' })
    const response = await shop.client().request('/sandbox/courier/bill.csv', {})
    const csv = await response.text()
    const own = csv.split('\n').filter((line) => line.startsWith('AWB') || line.includes(orderId))
    const { body } = await upload(own.join('\n'))
    expect(body).toMatchObject({ booked: 1, refused: 0 })
    expect((await costOf(orderId)).freight).toBe(2 * (4_248 + 3_540))
    expect(await weightOf(orderId)).toMatchObject({ appliedGrams: 900, charge: 30 })
  },
)

test(
  'what brings a return back is freight of the shop, whatever the buyer packed, and no charge of the seller',
  nightly('One more kind of parcel. What a parcel to a buyer is charged is proved above each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller)
    const { awb } = await returnOf(shop, await received(shop, seller, sale))
    const [row] = (await upload(bill(`${awb},x,${dayAgo(0)},5,388.80,`))).body.rows
    expect(row).toMatchObject({
      outcome: 'booked',
      text: 'Freight ₹388.80. Weight 5 kg, which no seller pays.',
    })
    expect((await costOf(sale.orderId)).freight).toBe(38_880)
    expect(await weightOf(sale.orderId)).toBeUndefined()
  },
)

test('what its seller packed heavier than the products is charged as the courier weighs it', async () => {
  const { orderId } = await sellBooked(shop, seller)
  await shop.db.query(sql`
    update shipment set weight_grams = 1200 where id = (select id from order_shipment where order_id = ${orderId})`)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  await weigh(orderId, heavy)
  expect(await weightOf(orderId)).toMatchObject({ state: 'announced', packedGrams: 20, charge: 70 })
})

test('of a parcel with another air waybill than before only the last one says what it weighs', async () => {
  const { orderId } = await sellBooked(shop, seller)
  const first = await awbOf(orderId)
  await moveParcel(shop, orderId, { reassign: true })
  await sweepDueParcels(shop, orderId)
  const last = await awbOf(orderId)
  expect(last).not.toBe(first)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  const day = dayAgo(0)
  const { rows } = (await upload(bill(`${last},x,${day},0.02,42,`, `${first},x,${day},3,99,`))).body
  expect(rows[1]).toMatchObject({ outcome: 'booked' })
  expect(rows[1].text).toBe(
    'Freight ₹99.00. An earlier air waybill of its parcel, whose weight does not count.',
  )
  expect(await weightOf(orderId)).toBeUndefined()
  expect((await costOf(orderId)).freight).toBe(14_100)
  await expect(
    shop.db.query(sql`
      update shipment set applied_grams = 3000 where id = (select id from order_shipment where order_id = ${orderId})`),
  ).rejects.toThrow('no bill of its last air waybill')
})

test('the weight of a parcel that gets another air waybill afterwards is not charged', async () => {
  const { orderId } = await sellBooked(shop, seller)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  const first = await awbOf(orderId)
  await upload(bill(`${first},x,${dayAgo(0)},1.2,99,`))
  expect(await weightOf(orderId)).toMatchObject({ state: 'announced' })
  await moveParcel(shop, orderId, { reassign: true })
  await sweepDueParcels(shop, orderId)
  expect(await awbOf(orderId)).not.toBe(first)
  expect(await weightOf(orderId)).toMatchObject({ state: 'withdrawn' })
  expect((await costOf(orderId)).by).not.toBe('bill')
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  expect(await chargesOf(orderId)).toEqual([])
})

test('what is charged stays while a parcel with another air waybill waits to be weighed, and goes back by its weight', async () => {
  const orderId = await weighed()
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  await moveParcel(shop, orderId, { reassign: true })
  await sweepDueParcels(shop, orderId)
  expect(await weightOf(orderId)).toMatchObject({ state: 'charged' })
  await upload(bill(`${await awbOf(orderId)},x,${dayAgo(0)},0.4,42,`))
  expect(await weightOf(orderId)).toMatchObject({ state: 'given-back' })
  expect(await chargesOf(orderId)).toEqual([charge, 'weight-corrected -7000 -1260'])
})

test('a charge whose parcel gets another air waybill and is not weighed again comes back after its days, once, and is announced anew by a late weight', async () => {
  const orderId = await weighed()
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  await reassignParcel(shop, orderId)
  const turns = () => Promise.all(Array.from({ length: 5 }, () => endWeightWaits(shop.running.shop)))
  await turns()
  expect(await chargesOf(orderId)).toEqual([charge])
  await shop.db.query(sql`
    update weight_difference set weigh_by = weigh_by - interval '31 days' where order_id = ${orderId}`)
  await turns()
  const back = 'weight-corrected -7000 -1260'
  expect(await chargesOf(orderId)).toEqual([charge, back])
  expect(await weightOf(orderId)).toMatchObject({ state: 'withdrawn' })
  await untilMailed(shop, seller.email, 'Money back for a weight')
  await upload(bill(`${await awbOf(orderId)},x,${dayAgo(0)},1.2,99,`))
  expect(await weightOf(orderId)).toMatchObject({ state: 'announced', charge: 70 })
  await endWeightClock(shop)
  await turns()
  expect(await chargesOf(orderId)).toEqual([charge, back, charge])
  expect(await weightOf(orderId)).toMatchObject({ state: 'charged' })
})

test('a disputed charge that the courier changes is mailed, and decided only by who has seen it', async () => {
  const orderId = await weighed()
  expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
  const { id, charge: seen } = await weightOf(orderId)
  await weigh(orderId, 2.6)
  await untilMailed(shop, seller.email, 'The courier names another weight')
  const decideSeen = (charge: number) =>
    admin.post(`/public/admin/weights/${id}/decide`, { decision: 'deny', charge, note: 'So it is.' })
  expect(await decideSeen(seen)).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('again') },
  })
  expect(await chargesOf(orderId)).toEqual([])
  const now = (await weightOf(orderId)).charge
  expect(now).toBeGreaterThan(seen)
  expect((await decideSeen(now)).status).toBe(200)
  expect(await chargesOf(orderId)).toEqual([`weight ${now * 100} ${now * 18}`])
})

test('a weight many times the packed one waits for a person, who announces or dismisses it', async () => {
  const [right, wrong] = [await weighed(60), await weighed(60)]
  for (const orderId of [right, wrong]) expect((await weightOf(orderId)).state).toBe('held')
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  expect((await dispute(right, [noPhoto])).status).toBe(409)
  const listed = (await admin.get('/public/admin/weights')).body.map(({ order }: any) => order.id)
  expect(listed).toEqual(expect.arrayContaining([right, wrong]))
  expect((await decide(right, 'deny')).status).toBe(200)
  expect((await decide(wrong, 'accept')).status).toBe(200)
  expect(await weightOf(right)).toMatchObject({ state: 'announced', appliedGrams: 60_000 })
  expect(await weightOf(wrong)).toMatchObject({ state: 'accepted', reason: 'As the photo shows.' })
  // The same weight once more changes nothing.
  for (const orderId of [right, wrong]) await upload(bill(`${await awbOf(orderId)},x,${dayAgo(0)},60,500,`))
  expect([(await weightOf(right)).state, (await weightOf(wrong)).state]).toEqual(['announced', 'accepted'])
  // A figure that the courier then corrects is charged.
  await upload(bill(`${await awbOf(wrong)},x,${dayAgo(0)},1.2,99,`))
  expect(await weightOf(wrong)).toMatchObject({ state: 'announced', appliedGrams: 1_200, charge: 70 })
  // Another weight of the same charge: the seller's days go on, and the newest weight is shown.
  const { dueAt } = await weightOf(wrong)
  await upload(bill(`${await awbOf(wrong)},x,${dayAgo(0)},1.4,99,`))
  expect(await weightOf(wrong)).toMatchObject({ state: 'announced', appliedGrams: 1_400, charge: 70, dueAt })
})

test('a weight that the bill knows before the courier says that it has the parcel is compared then', async () => {
  const { orderId } = await sellBooked(shop, seller)
  const [row] = (await upload(bill(`${await awbOf(orderId)},x,${dayAgo(0)},1.2,99,`))).body.rows
  expect(row.text).toContain('which no seller pays')
  await moveParcel(shop, orderId, { status: 'Shipped' })
  expect(await weightOf(orderId)).toMatchObject({ state: 'announced', charge: 70 })
})

test('the weight of a parcel that never left is charged to nobody', async () => {
  const second = await addAdmin(shop)
  const neverLeft = async (orderId: string) => {
    const asked = await admin.post(`/public/admin/orders/${orderId}/outcome`, {
      outcome: 'never-left',
      reason: 'The seller has it.',
      evidence: 'A photo.',
    })
    expect((await second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`)).status).toBe(200)
  }
  const [announced, charged] = [await weighed(), await weighed()]
  await shop.db.query(sql`update weight_difference set due_at = now() where order_id = ${charged}`)
  await chargeUndisputed(shop.running.shop)
  for (const orderId of [announced, charged]) await neverLeft(orderId)
  expect(await weightOf(announced)).toMatchObject({ state: 'withdrawn' })
  expect(await chargesOf(charged)).toEqual([charge, 'corrected -5000 -900', 'weight-corrected -7000 -1260'])
})

test('a parcel that never left and left after all is charged its weight again, after new days to dispute it, and there and back', async () => {
  const second = await addAdmin(shop)
  const orderId = await weighed()
  const set = async (outcome: string) => {
    const asked = await admin.post(`/public/admin/orders/${orderId}/outcome`, {
      outcome,
      reason: 'The courier says so.',
      evidence: 'A photo.',
    })
    expect((await second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`)).status).toBe(200)
  }
  const chargeNow = async () => {
    expect(await weightOf(orderId)).toMatchObject({ state: 'announced', charge: 70 })
    await shop.db.query(sql`update weight_difference set due_at = now() where order_id = ${orderId}`)
    await endWeightWaits(shop.running.shop)
    expect((await weightOf(orderId)).state).toBe('charged')
  }
  await chargeNow()
  const round = ['corrected -5000 -900', 'weight-corrected -7000 -1260', 'corrected 5000 900', charge]
  for (const turns of [1, 2]) {
    await set('never-left')
    expect(await weightOf(orderId)).toMatchObject({ state: 'withdrawn' })
    expect(await brokenInvariants(shop.db)).toEqual([])
    await set('delivered')
    expect(Date.parse((await weightOf(orderId)).dueAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    await chargeNow()
    expect(await chargesOf(orderId)).toEqual([charge, ...Array.from({ length: turns }, () => round).flat()])
  }
})

test('the days to dispute a weight do not run while the shop is held, nor since the backup that was restored', async () => {
  const orderId = await weighed()
  const dueAt = async () => Date.parse((await weightOf(orderId)).dueAt)
  const hold = async (set: (at: Date) => Promise<unknown>) => {
    const before = await dueAt()
    await set(new Date(Date.now() - 2 * 86_400_000))
    await shop.db.query(sql`
      update weight_difference set updated_at = now() - interval '3 days' where order_id = ${orderId}`)
    await shop.db.query(
      sql`update shop_hold set released_at = now(), released_note = 'All is well.' where released_at is null`,
    )
    return Math.round(((await dueAt()) - before) / 86_400_000)
  }
  expect((await admin.post('/public/admin/hold', { note: 'Something is wrong.' })).status).toBe(200)
  expect(
    await hold((at) => shop.db.query(sql`update shop_hold set held_at = ${at} where released_at is null`)),
  ).toBe(2)
  const restored = (at: Date) => shop.db.query(sql`select hold_restored_shop(${newId()}, ${at})`)
  expect(await hold(restored)).toBe(2)
})

test('the database takes one charge of a shipment, one way back, and no step back', async () => {
  const orderId = await weighed()
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  const change = (set: string) =>
    shop.db.execute(`update weight_difference set ${set} where order_id = '${orderId}'`)
  await expect(change(`state = 'announced', charged_no = null`)).rejects.toThrow('does not follow')
  await expect(change('paise = paise + 1')).rejects.toThrow('does not follow')
  await expect(change('charged_no = 9')).rejects.toThrow('does not follow')
  await expect(
    shop.db.query(sql`
      insert into weight_difference (id, shipment_id, order_id, seller_id, packed_grams, applied_grams, paise, gst_paise, due_at)
      select gen_random_uuid(), shipment_id, order_id, seller_id, 1, 2, 1, 0, now() from weight_difference
      where order_id = ${orderId}`),
  ).rejects.toThrow('weight_difference_once')
})
