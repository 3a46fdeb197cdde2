/** The database holds the table of states that the code has, and what was sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellBooked } from '../../../tests/setup/parcels.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { codesOf, followers, handedOverCodes } from './courier-rules.ts'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({ courier: true })))
afterAll(() => shop.stop())

test('which state follows which, and which codes are a hand-over, is the same in both', async () => {
  const states = Object.keys(followers) as (keyof typeof followers)[]
  const rows = await shop.db.query<{ before: string; after: string; may: boolean }>(sql`
    select b as before, a as after, shipment_may_follow(b, a) as may
    from unnest(${states}::text[]) as b, unnest(${states}::text[]) as a`)
  const wanted = states.flatMap((before) =>
    states.map((after) => ({ before, after, may: before === after || followers[before].includes(after) })),
  )
  expect(
    rows
      .filter(({ may }) => may)
      .map(({ before, after }) => `${before}: ${after}`)
      .toSorted(),
  ).toEqual(
    wanted
      .filter(({ may }) => may)
      .map(({ before, after }) => `${before}: ${after}`)
      .toSorted(),
  )
  const told = await shop.db.query<{ code: number }>(
    sql`select code from generate_series(0, 999) as code where is_handed_over(code)`,
  )
  expect(told.map(({ code }) => code)).toEqual([...handedOverCodes].toSorted((a, b) => a - b))
  expect(codesOf('Delivered')).toContain(7)
})

test('an impossible state, another place and another word are refused by the database', async () => {
  const { orderId } = await sellBooked(shop, await addSeller(shop))
  const change = (set: ReturnType<typeof sql>) =>
    shop.db.query(sql`update shipment set ${set} where reference = ${orderId}`)
  await change(sql`state = 'Delivered'`)
  await expect(change(sql`state = 'Shipped'`)).rejects.toMatchObject({ constraint: 'shipment_state_follows' })
  await expect(change(sql`to_place = '{}'`)).rejects.toMatchObject({ constraint: 'shipment_places_stay' })
  await expect(change(sql`reference = 'x'`)).rejects.toMatchObject({ constraint: 'shipment_places_stay' })
  // A person who knows better.
  await change(sql`state = 'Shipped', corrected_at = now()`)
})
