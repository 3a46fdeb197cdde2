/** Rates by HSN code, day and value, as the database finds them (docs/money.md, Tax). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

async function rateOf(
  code: string | null,
  { paise = 29_900, day = '2026-01-15', db = shop.db as Pick<Tx, 'query'> } = {},
): Promise<number | null> {
  const [row] = await db.query<{ rate: number | null }>(
    sql`select gst_rate_for(${code}, ${paise}, ${day}::date) as rate`,
  )
  return row?.rate ?? null
}

const add = (prefix: string, rate: number, from: string, to: string | null) => sql`
  insert into gst_rate (hsn_prefix, rate_bp, valid_from, valid_to) values (${prefix}, ${rate}, ${from}::date, ${to}::date)`

/** Runs it in a transaction that is rolled back. */
class Undo extends Error {}
async function tryOut(work: (tx: Tx) => Promise<void>): Promise<void> {
  await expect(
    shop.db.transaction(async (tx) => {
      await work(tx)
      throw new Undo()
    }),
  ).rejects.toThrow(Undo)
}

describe('the rate', () => {
  test.each([
    ['3401', 500],
    ['340111', 500],
    ['340130', 1_800],
    ['3304', 1_800],
    ['33049120', 500],
    ['33049910', 1_800],
    ['330510', 500],
    ['33059090', 1_800],
    ['960321', 500],
    ['9603', 1_800],
    ['4419', 500],
    ['1209', 0],
    ['482020', 0],
    ['482010', 1_800],
    ['220210', 4_000],
  ])('of %s is that of the longest beginning with a rate: %i', async (code, rate) => {
    expect(await rateOf(code)).toBe(rate)
  })

  test('of goods without a code, or with a code that has no rate, is the general one', async () => {
    expect([await rateOf(null), await rateOf('8888')]).toEqual([1_800, 1_800])
  })

  test('of a garment changes where the value of a piece without tax passes ₹2,500, not its price', async () => {
    expect(await rateOf('6206', { paise: 250_000 })).toBe(500)
    expect(await rateOf('6206', { paise: 262_500 })).toBe(500)
    expect(await rateOf('6206', { paise: 262_501 })).toBe(1_800)
  })

  test('holds on its first and on its last day', async () => {
    expect(await rateOf('3406', { day: '2025-09-21' })).toBe(1_800)
    expect(await rateOf('3406', { day: '2025-09-22' })).toBe(500)
    await tryOut(async (tx) => {
      await tx.query(sql`update gst_rate set valid_to = '2027-03-31' where hsn_prefix = '3406'`)
      await tx.query(add('3406', 1_200, '2027-04-01', null))
      expect(await rateOf('3406', { db: tx, day: '2027-03-31' })).toBe(500)
      expect(await rateOf('3406', { db: tx, day: '2027-04-01' })).toBe(1_200)
    })
  })
})

test('every code that is offered has a rate of its own', async () => {
  const without = await shop.db.query(sql`
    select code from hsn_code h where not exists (
      select from gst_rate r where r.hsn_prefix <> '' and starts_with(h.code, r.hsn_prefix) and r.valid_to is null)`)
  expect(without).toEqual([])
})

describe('the database refuses', () => {
  const constraintOf = (statement: Sql) =>
    shop.db.query(statement).then(
      () => 'written',
      (error) => error.constraint,
    )

  test('a second rate of a code for the same days', async () => {
    expect(await constraintOf(add('3406', 1_200, '2026-04-01', null))).toBe('gst_rate_one_a_day')
    expect(await constraintOf(add('3406', 1_200, '2024-04-01', '2025-09-22'))).toBe('gst_rate_one_a_day')
  })

  test('an end of the general rate, without which no goods without a code could be sold', async () => {
    expect(await constraintOf(sql`update gst_rate set valid_to = now() where hsn_prefix = ''`)).toBe(
      'gst_rate_general',
    )
    expect(await constraintOf(sql`delete from gst_rate where hsn_prefix = ''`)).toBe('gst_rate_general')
    const later = sql`update gst_rate set valid_from = '2030-01-01' where hsn_prefix = ''`
    expect(await constraintOf(later)).toBe('gst_rate_general')
  })

  test('a code of three, five or seven digits', async () => {
    for (const code of ['340', '34011', '3401110', '34O1'])
      expect(await constraintOf(sql`insert into hsn_code (code, description) values (${code}, 'x')`)).toBe(
        'hsn_code_code_check',
      )
  })
})
