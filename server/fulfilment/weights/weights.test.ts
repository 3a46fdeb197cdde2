/** Sellers pay for heavier parcels, unless they dispute the weight. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { endWeightClock } from '../../../tests/setup/clock.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { sweepDueParcels } from '../../../tests/setup/parcels.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { uploadedPhoto } from '../../../tests/setup/pictures.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { chargeUndisputed } from './apply-weight.ts'
import {
  heavy,
  weightsOf,
  weightOf,
  sellWeighed,
  weighAgain,
  weightChargesOf,
  uploadBill,
  courierBill,
  awbOf,
} from '../../../tests/setup/weights.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let seller: Seller
let other: Seller
let admin: Admin
withShop({ courier: true }, async (made) => {
  ;({ shop, admin, seller } = made)
  other = await addSeller(shop)
})

async function dispute(orderId: string, photos: string[], who: TestClient = seller) {
  const { id } = await weightOf(seller, orderId)
  return who.post(`/private/weights/${id}/dispute`, { words: 'It weighs 40 g on my scale.', photos })
}
const noPhoto = newId()
async function decide(orderId: string, decision: string, who: Admin = admin) {
  const { id, charge } = await weightOf(seller, orderId)
  return who.post(`/public/admin/weights/${id}/decide`, { decision, charge, note: 'As the photo shows.' })
}
const charge = 'weight 7000 1260'

test('a heavier parcel is announced, and charged once where nobody disputes it in time; its settlement has a line', async () => {
  const orderId = await sellWeighed(shop, seller)
  const found = await weightOf(seller, orderId)
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
  expect(await weightChargesOf(shop, orderId)).toEqual([])
  await endWeightClock(shop)
  await Promise.all(Array.from({ length: 8 }, () => chargeUndisputed(shop.running.shop)))
  expect(await weightChargesOf(shop, orderId)).toEqual([charge])
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
  const awb = await awbOf(shop, orderId)
  const correction = courierBill(`${awb},x,${dayAgo(1)},0.4,42.48,`)
  expect((await uploadBill(admin, correction)).body.rows[0].text).toContain('go back to the seller')
  expect(
    (await uploadBill(admin, courierBill(`${awb},x,${dayAgo(0)},1.2,42.48,`))).body.rows[0].text,
  ).toContain('nothing changes')
  expect((await uploadBill(admin, courierBill(`${awb},x,${dayAgo(0)},0.3,42.48,`))).body.booked).toBe(1)
  expect(await weightChargesOf(shop, orderId)).toEqual([charge, 'weight-corrected -7000 -1260'])
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'given-back' })
  await settle(shop, dayAgo(1))
  const after = (await seller.get(`/private/earnings/orders/${orderId}`)).body.events
  expect(after[2]).toMatchObject({ kind: 'weight-corrected', net: 82.6, settlementId: expect.any(String) })
})

test('a dispute with a photo of the scale stops the charge; of two administrators one decides', async () => {
  const [denied, accepted] = [await sellWeighed(shop, seller), await sellWeighed(shop, seller)]
  expect((await dispute(denied, [])).status).toBe(400)
  expect((await dispute(denied, [noPhoto])).status).toBe(400)
  expect((await dispute(denied, [await uploadedPhoto(other)])).status).toBe(400)
  expect((await dispute(denied, [noPhoto], other)).status).toBe(404)
  for (const orderId of [denied, accepted])
    expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
  expect((await dispute(denied, [noPhoto])).status).toBe(409)
  const { photos, words } = await weightOf(seller, denied)
  expect(words).toBe('It weighs 40 g on my scale.')
  const see = async (who: TestClient) =>
    (await who.request(`/api/v1/private/returns/photos/${photos[0]}`, {})).status
  expect([await see(seller), await see(admin), await see(other)]).toEqual([200, 200, 404])
  await shop.db.query(
    sql`update weight_difference set due_at = now() - interval '1 day' where state = 'disputed'`,
  )
  await chargeUndisputed(shop.running.shop)
  expect(await weightChargesOf(shop, denied)).toEqual([])
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
  const state = (await weightOf(seller, denied)).state
  expect(await weightChargesOf(shop, denied)).toEqual(state === 'charged' ? [charge] : [])
  expect((await decide(accepted, 'accept')).status).toBe(200)
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  await uploadBill(admin, courierBill(`${await awbOf(shop, accepted)},x,${dayAgo(0)},3,99,`))
  expect(await weightChargesOf(shop, accepted)).toEqual([])
  expect(await weightOf(seller, accepted)).toMatchObject({ state: 'accepted', reason: 'As the photo shows.' })
  await untilMailed(shop, seller.email, 'You do not pay for the weight')
  expect((await auditOf(admin, { act: 'weight-decided' })).length).toBe(2)
})

test(
  'a weight that the courier corrects and finds again can be disputed again',
  nightly(
    'One more order of the same weights. A charge that the courier changes is decided anew in a test of this file each time.',
  ),
  async () => {
    const orderId = await sellWeighed(shop, seller)
    expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
    await weighAgain(shop, orderId, 0.02)
    expect((await weightOf(seller, orderId)).state).toBe('withdrawn')
    await weighAgain(shop, orderId, heavy)
    expect((await weightOf(seller, orderId)).state).toBe('announced')
    expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
    expect((await weightOf(seller, orderId)).photos).toHaveLength(2)
  },
)

test(
  'a dispute and the end of its days at once: it is disputed, or charged, and never both',
  nightly('A race in rounds. That a dispute stops the charge is proved above each time.'),
  async () => {
    const orderId = await sellWeighed(shop, seller)
    const photos = [await uploadedPhoto(seller)]
    await shop.db.query(sql`
    update weight_difference set due_at = clock_timestamp() + interval '50 ms' where order_id = ${orderId}`)
    const chargeOften = async () => {
      for (let turn = 0; turn < 20; turn += 1) await chargeUndisputed(shop.running.shop)
    }
    const [answer] = await Promise.all([dispute(orderId, photos), ...Array.from({ length: 5 }, chargeOften)])
    await chargeUndisputed(shop.running.shop)
    const { state } = await weightOf(seller, orderId)
    expect([answer.status, state]).toEqual(answer.status === 200 ? [200, 'disputed'] : [409, 'charged'])
    expect(await weightChargesOf(shop, orderId)).toEqual(state === 'charged' ? [charge] : [])
  },
)

test('a disputed charge that the courier changes is mailed, and decided only by who has seen it', async () => {
  const orderId = await sellWeighed(shop, seller)
  expect((await dispute(orderId, [await uploadedPhoto(seller)])).status).toBe(200)
  const { id, charge: seen } = await weightOf(seller, orderId)
  await weighAgain(shop, orderId, 2.6)
  await untilMailed(shop, seller.email, 'The courier names another weight')
  const decideSeen = (charge: number) =>
    admin.post(`/public/admin/weights/${id}/decide`, { decision: 'deny', charge, note: 'So it is.' })
  expect(await decideSeen(seen)).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('again') },
  })
  expect(await weightChargesOf(shop, orderId)).toEqual([])
  const now = (await weightOf(seller, orderId)).charge
  expect(now).toBeGreaterThan(seen)
  expect((await decideSeen(now)).status).toBe(200)
  expect(await weightChargesOf(shop, orderId)).toEqual([`weight ${now * 100} ${now * 18}`])
})

test('a weight many times the packed one waits for a person, who announces or dismisses it', async () => {
  const [right, wrong] = [await sellWeighed(shop, seller, 60), await sellWeighed(shop, seller, 60)]
  for (const orderId of [right, wrong]) expect((await weightOf(seller, orderId)).state).toBe('held')
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  expect((await dispute(right, [noPhoto])).status).toBe(409)
  const listed = (await admin.get('/public/admin/weights')).body.map(({ order }: any) => order.id)
  expect(listed).toEqual(expect.arrayContaining([right, wrong]))
  expect((await decide(right, 'deny')).status).toBe(200)
  expect((await decide(wrong, 'accept')).status).toBe(200)
  expect(await weightOf(seller, right)).toMatchObject({ state: 'announced', appliedGrams: 60_000 })
  expect(await weightOf(seller, wrong)).toMatchObject({ state: 'accepted', reason: 'As the photo shows.' })
  // The same weight once more changes nothing.
  for (const orderId of [right, wrong])
    await uploadBill(admin, courierBill(`${await awbOf(shop, orderId)},x,${dayAgo(0)},60,500,`))
  expect([(await weightOf(seller, right)).state, (await weightOf(seller, wrong)).state]).toEqual([
    'announced',
    'accepted',
  ])
  // A figure that the courier then corrects is charged.
  await uploadBill(admin, courierBill(`${await awbOf(shop, wrong)},x,${dayAgo(0)},1.2,99,`))
  expect(await weightOf(seller, wrong)).toMatchObject({ state: 'announced', appliedGrams: 1_200, charge: 70 })
  // Another weight of the same charge: the seller's days go on, and the newest weight is shown.
  const { dueAt } = await weightOf(seller, wrong)
  await uploadBill(admin, courierBill(`${await awbOf(shop, wrong)},x,${dayAgo(0)},1.4,99,`))
  expect(await weightOf(seller, wrong)).toMatchObject({
    state: 'announced',
    appliedGrams: 1_400,
    charge: 70,
    dueAt,
  })
})

test('the days to dispute a weight do not run while the shop is held, nor since the backup that was restored', async () => {
  const orderId = await sellWeighed(shop, seller)
  const dueAt = async () => Date.parse((await weightOf(seller, orderId)).dueAt)
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
  const orderId = await sellWeighed(shop, seller)
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
