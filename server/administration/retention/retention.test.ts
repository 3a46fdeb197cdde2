/** Every table has a retention period, and the timer enforces it (docs/data-retention.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, eventually, pay, startPaying } from '../../../tests/setup/buying.ts'
import { advanceTime, ageCheckouts } from '../../../tests/setup/clock.ts'
import { newestCode } from '../../../tests/setup/mails.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { browserAt, signUp, signupBody } from '../../../tests/setup/people.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addProduct, addSubcategory, customerWithCart, productInput } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { indexSearchWords } from '../../catalogue/search/index-search-words.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { enforceRetention } from './enforce-retention.ts'
import { queueTables, retainedTables } from './retained-tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const keep = () => enforceRetention(shop.running.shop)
const count = async (what: ReturnType<typeof sql>) =>
  (await shop.db.query<{ count: number }>(sql`select count(*) as count from ${what}`))[0]?.count

describe('the list of tables', () => {
  const tablesOf = async (schema: string) =>
    (
      await shop.db.query<{ name: string }>(sql`
        select relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema} and c.relkind in ('r', 'p') and not c.relispartition
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`)
    ).map(({ name }) => name)

  test('contains exactly the tables of the shop', async () => {
    expect(Object.keys(retainedTables).toSorted()).toEqual(await tablesOf('public'))
  })

  test('contains exactly the tables of the queue', async () => {
    expect(Object.keys(queueTables).toSorted()).toEqual(await tablesOf('pgboss'))
  })
})

describe('an unpaid checkout', () => {
  const aged = (days: number, customer: string) => ageCheckouts(shop, days * 1_440, customer)
  const of = (customer: string) =>
    count(sql`checkout join account a on a.id = customer_id where a.email = ${customer}`)
  /** Two clicks on "pay" for different carts: the second checkout replaces the first. */
  async function unpaidTwice() {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    await startPaying(buyer)
    await buyer.post('/private/cart/add', { id: (await addProduct(shop)).id, quantity: 1 })
    const { body: orderId } = await startPaying(buyer)
    return { buyer, orderId }
  }

  test('is deleted after ninety days with its lines, replaced ones too, and not a day earlier', async () => {
    const { buyer } = await unpaidTwice()
    await aged(89, buyer.email)
    await sweepCheckouts(shop.running.shop)
    await sweepCheckouts(shop.running.shop)
    await keep()
    expect(await of(buyer.email)).toBe(2)
    await aged(2, buyer.email)
    await sweepCheckouts(shop.running.shop)
    await keep()
    expect(await of(buyer.email)).toBe(0)
    expect(
      await count(sql`checkout_line l where not exists (select from checkout c where c.id = l.checkout_id)`),
    ).toBe(0)
    expect((await buy(shop, buyer)).status).toBe(200)
  })

  test('stays while the provider still has to be asked, and while an administrator searches for its payment', async () => {
    const { buyer, orderId } = await unpaidTwice()
    await aged(91, buyer.email)
    await sweepCheckouts(shop.running.shop)
    await sweepCheckouts(shop.running.shop)
    await shop.db.query(sql`
      update checkout set state = 'expired', next_check_at = now() + interval '1 hour'
      where provider_order_id = ${orderId}`)
    await keep()
    expect(await of(buyer.email)).toBe(1)
    await shop.db.query(sql`
      update checkout set state = 'abandoned', next_check_at = null where provider_order_id = ${orderId}`)
    await shop.db.query(sql`
      insert into unmatched_payment (id, provider_order_id, event)
      select uuidv7(), o, 'order.paid' from unnest(array[${orderId}, 'order_of_another']) as o`)
    await keep()
    expect(await of(buyer.email)).toBe(1)
    await shop.db.query(
      sql`update unmatched_payment set resolved_at = now() where provider_order_id = ${orderId}`,
    )
    await keep()
    expect(await of(buyer.email)).toBe(0)
  })

  test('is deleted, but paid and refunded ones stay, with the checkouts that replaced them', async () => {
    const bought = await customerWithCart(shop, [await addProduct(shop)])
    expect((await buy(shop, bought)).status).toBe(200)
    // Paid after another checkout had replaced it: refunded.
    const late = await customerWithCart(shop, [await addProduct(shop)])
    const { body: first } = await startPaying(late)
    await late.post('/private/cart/add', { id: (await addProduct(shop)).id, quantity: 1 })
    await startPaying(late)
    const paidBefore = await count(sql`payment`)
    await pay(shop, first)
    await eventually(
      () => count(sql`payment`),
      (paid) => (paid ?? 0) > (paidBefore ?? 0),
    )
    for (const email of [bought.email, late.email]) await aged(400, email)
    await sweepCheckouts(shop.running.shop)
    await sweepCheckouts(shop.running.shop)
    const before = [await count(sql`payment`), await count(sql`refund`), await count(sql`orders`)]
    await keep()
    await keep()
    expect([await count(sql`payment`), await count(sql`refund`), await count(sql`orders`)]).toEqual(before)
    expect(await of(bought.email)).toBe(1)
    expect(await of(late.email)).toBeGreaterThan(0)
  })
})

describe('an unverified account', () => {
  const older = (email: string, days: number) =>
    shop.db.query(
      sql`update account set created_at = created_at - ${days}::int * interval '1 day' where email = ${email}`,
    )
  const there = async (email: string) => (await count(sql`account where email = ${email}`)) === 1

  test('is deleted a week after the last sign-up; a verified and a suspended one stay', async () => {
    const [gone, again, verified, suspended] = ['gone', 'again', 'verified', 'suspended'].map(
      (word) => `${word}@unverified.test`,
    ) as [string, string, string, string]
    for (const email of [gone, again, suspended]) await signUp(shop, email)
    await browserAt(shop).post('/auth/verify-otp', { email: verified, otp: await signUp(shop, verified) })
    await advanceTime(shop, 31)
    await shop.db.query(sql`update account set suspended_at = now() where email = ${suspended}`)
    for (const email of [gone, again, verified, suspended]) await older(email, 8)
    await advanceTime(shop, 8 * 86_400)
    await browserAt(shop).post('/auth/customer/signup', signupBody(again))
    // Codes first, then the accounts without a code.
    await keep()
    await keep()
    expect(await Promise.all([gone, again, verified, suspended].map(there))).toEqual([
      false,
      true,
      true,
      true,
    ])
    const otp = await newestCode(shop, again, 2)
    expect((await browserAt(shop).post('/auth/verify-otp', { email: again, otp })).status).toBe(200)
  })
})

describe('a word of the search', () => {
  const knows = async (word: string) => (await count(sql`search_word where word = ${word}`)) === 1
  const nextDay = () =>
    shop.db.query(sql`update search_word set checked_at = checked_at - interval '25 hours'`)

  test(
    'is deleted when no product has it, and returns with the next product that has it',
    nightly(
      'It saves products until a word is gone. product-words.test.ts proves the words of products each time.',
    ),
    async () => {
      const seller = await addSeller(shop)
      const subcategory = await addSubcategory(shop)
      const add = async (name: string) =>
        (
          await seller.post(
            '/private/product/add',
            productInput(subcategory, [await uploaded(seller)], { name }),
          )
        ).body.id
      const id = await add('Quillwort the Basket')
      await add('Basket of Vetiver')
      expect([await knows('quillwort'), await knows('the')]).toEqual([true, true])
      await seller.delete(`/private/product/delete/${id}`)
      await keep()
      expect(await knows('quillwort')).toBe(true)
      await nextDay()
      await keep()
      expect(await Promise.all(['quillwort', 'basket', 'vetiver', 'the'].map(knows))).toEqual([
        false,
        true,
        true,
        true,
      ])
      await add('Quillwort Tray')
      await nextDay()
      await keep()
      expect(await knows('quillwort')).toBe(true)
    },
  )

  test('of a product that is being saved is not deleted', async () => {
    const { id } = await addProduct(shop, { name: 'Sapodilla Spoon' })
    await shop.db.query(sql`insert into search_word (word) values ('sapodilla') on conflict do nothing`)
    await shop.db.query(sql`update product set deleted_at = now() where id = ${id}`)
    await nextDay()
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`update product set deleted_at = null where id = ${id}`)
      await indexSearchWords(tx, [id])
      await keep()
    })
    expect(await knows('sapodilla')).toBe(true)
  })
})

test('tracking events are deleted after three years, if the parcel is in a final state', async () => {
  const seller = await addSeller(shop)
  const [done, moving] = [(await sellOne(shop, seller)).orderId, (await sellOne(shop, seller)).orderId]
  await shop.db.query(sql`
    update shipment set check_at = case when reference = ${moving} then now() + interval '1 day' end
    where reference in (${done}, ${moving})`)
  await shop.db.query(sql`
    insert into shipment_event (shipment_id, code, happened_at, words, heard_by, received_at)
    select s.id, code, now() - age, 'w', 'sweep', now() - age
    from (select id from shipment where reference in (${done}, ${moving})) s, (values (6, interval '3 years 1 day'), (7, interval '2 years 11 months')) as e (code, age)`)
  await keep()
  const rows = await shop.db.query<{ order: string; code: number }>(
    sql`select s.reference as order, e.code from shipment_event e join shipment s on s.id = e.shipment_id
      where s.reference in (${done}, ${moving}) order by s.reference, e.code`,
  )
  expect(rows).toEqual([
    { order: done, code: 7 },
    { order: moving, code: 6 },
    { order: moving, code: 7 },
  ])
})

test('the row of a deleted product is deleted after ninety days, unless it was bought or is in a wishlist', async () => {
  const seller = await addSeller(shop)
  const { productId: bought } = await sellOne(shop, seller)
  const [gone, wished, young, orphan] = [
    (await addProduct(shop)).id,
    (await addProduct(shop)).id,
    (await addProduct(shop)).id,
    (await addProduct(shop)).id,
  ]
  const buyer = await customerWithCart(shop, [])
  await buyer.post(`/private/wishlist/add/${wished}`)
  await shop.db.query(sql`
    update product set deleted_at = now() - case when id = ${young} then interval '89 days' else interval '91 days' end
    where id = any(${[bought, gone, wished, young, orphan]}::uuid[])`)
  // The state after its category was deleted.
  await shop.db.query(sql`update product set category_id = null, subcategory_id = null where id = ${orphan}`)
  await keep()
  const rows = await shop.db.query<{ id: string }>(
    sql`select id from product where id = any(${[bought, gone, wished, young, orphan]}::uuid[])`,
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual([bought, wished, young].toSorted())
})

describe('the timer', () => {
  test('continues with the other tables if one fails, and retries that in the next run', async () => {
    await shop.db.query(sql`
      insert into webhook_event (provider, event_id, received_at) select 'payment', n::text, now() - interval '31 days' from generate_series(1, 1200) n
      union all select 'payment', 'young', now() - interval '29 days'`)
    await shop.db.query(
      sql`insert into rate_limit (key, window_ends_at, hits) values ('old', now() - interval '2 hours', 1)`,
    )
    await shop.db.execute(`
      create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
      create trigger refuse_one before delete on webhook_event for each row execute function refuse_one()`)
    const told: unknown[] = []
    const inner = shop.running.shop
    const listening: Shop = {
      ...inner,
      log: Object.create(inner.log, { error: { value: (about: unknown) => told.push(about) } }),
    }
    await enforceRetention(listening)
    expect(told).toEqual([expect.objectContaining({ table: 'webhook_event' })])
    const old = sql`webhook_event where received_at < now() - interval '30 days'`
    expect([await count(old), await count(sql`rate_limit where key = 'old'`)]).toEqual([1_200, 0])
    await shop.db.execute('drop trigger refuse_one on webhook_event; drop function refuse_one')
    await Promise.all([keep(), keep()])
    expect([await count(old), await count(sql`webhook_event where event_id = 'young'`)]).toEqual([0, 1])
  })
})
