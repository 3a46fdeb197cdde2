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
import { type Db, openDb } from '../../platform/db/client.ts'
import { compile, sql } from '../../platform/db/sql.ts'
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

  test(
    'can be verified by a valid code, also while it would be deleted',
    nightly(
      'A race with a locked row. That unverified accounts go and verified ones stay is proved beside it each time.',
    ),
    async () => {
      const emails = Array.from({ length: 8 }, (_, i) => `both-${i}@unverified.test`)
      const codes: string[] = []
      for (const email of emails) codes.push(await signUp(shop, email))
      for (const email of emails) await older(email, 8)
      const [answers] = await Promise.all([
        Promise.all(
          emails.map((email, i) => browserAt(shop).post('/auth/verify-otp', { email, otp: codes[i] })),
        ),
        keep(),
        keep(),
      ])
      expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
    },
  )

  test(
    'can be signed up again while it is being deleted',
    nightly(
      'A race with a locked row. That unverified accounts go and verified ones stay is proved beside it each time.',
    ),
    async () => {
      const emails = Array.from({ length: 8 }, (_, i) => `anew-${i}@unverified.test`)
      for (const email of emails) await signUp(shop, email)
      for (const email of emails) await older(email, 8)
      await advanceTime(shop, 8 * 86_400)
      await shop.db.query(sql`delete from one_time_code`)
      const [answers] = await Promise.all([
        Promise.all(emails.map((email) => browserAt(shop).post('/auth/customer/signup', signupBody(email)))),
        (async () => {
          for (let times = 0; times < 20; times += 1) await keep()
        })(),
      ])
      expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
      expect(await Promise.all(emails.map(there))).toEqual(emails.map(() => true))
    },
  )
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

  test(
    'uses an index to find expired rows and the rows that refer to them in large tables',
    nightly(
      'Fills every table with 20,000 rows. What is deleted, and what is not, is proven by the other tests of this file each time.',
    ),
    async () => {
      const server = await openLarge()
      try {
        for (const [table, { remove }] of Object.entries(retainedTables)) {
          if (!remove) continue
          const plans: string[] = []
          await remove({ ...shop.running.shop, db: explaining(server, plans) }, 500)
          expect(plans.length, table).toBeGreaterThan(0)
          for (const plan of plans)
            expect(plan, `${table}: ${plan}`).not.toMatch(
              /Seq Scan on (?!audit_repeat|unmatched_payment|cart_line|wishlist_item|reconciliation)/,
            )
        }
        const unindexed = await server.query<{ link: string }>(sql`
        select conrelid::regclass || ' ' || conname as link from pg_constraint k
        where contype = 'f' and confrelid = any(array['account', 'customer', 'seller', 'product', 'checkout']::regclass[])
          and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL'))`)
        expect(unindexed).toEqual([])
      } finally {
        await server.close()
      }
    },
  )

  /** The same database with very many recent rows. */
  async function openLarge(): Promise<Db> {
    const { host, port, user, database } = (
      await shop.db.query<{ host: string; port: string; user: string; database: string }>(sql`
        select current_setting('unix_socket_directories') as host, current_setting('port') as port, current_user as user,
          current_database() as database`)
    )[0] ?? { host: '', port: '0', user: '', database: '' }
    const db = openDb({ connection: { host, port: Number(port), user, database }, max: 1 })
    const many = (statement: string) =>
      db.execute(`insert into ${statement} from generate_series(1, 20000) as n`)
    await db.execute(`set session_replication_role = replica`)
    await many(
      `account (id, email, role, password_hash, email_verified_at) select uuidv7(), 'large-' || n || '@large.test', 'CUSTOMER', 'x', case when n % 2 = 0 then now() end`,
    )
    await many(
      `session (token_hash, account_id, expires_at) select sha256(n::text::bytea), uuidv7(), now() + interval '1 day'`,
    )
    await many(
      `password_proof (token_hash, account_id, expires_at) select sha256(n::text::bytea), uuidv7(), now() + interval '1 day'`,
    )
    await many(`known_browser (account_id, token_hash) select uuidv7(), sha256(n::text::bytea)`)
    await many(
      `one_time_code (account_id, purpose, code_hash, tries_left, expires_at) select uuidv7(), 'verify-email', '', 5, now()`,
    )
    await many(`rate_limit (key, window_ends_at, hits) select 'large-' || n, now(), 1`)
    await many(`webhook_event (provider, event_id) select 'large', n::text`)
    await many(`courier_answer (from_pin, to_pin, weight_class) select 400000 + n, 302001, 500`)
    await many(
      `question (id, product_id, seller_id, edition, words) select uuidv7(), uuidv7(), uuidv7(), 1, ''`,
    )
    await many(`review_invitation (parcel_id) select uuidv7()`)
    await many(`review_origin (review_id, product_id, place_key) select uuidv7(), uuidv7(), 'x'`)
    await many(`catalogue_change (tag) select 'large:' || n`)
    await many(`search_word (word) select 'large' || n`)
    await many(`search_miss (words, day) select 'large' || n, current_date`)
    await many(`product_day (product_id, day, views, added) select uuidv7(), current_date, 1, 0`)
    await many(`audit_repeat (act, whose, network, hour) select 'login', n::text, '', now()`)
    await many(
      `shipment (id, kind, reference, seller_id) select uuidv7(), 'forward', 'large-' || n, uuidv7()`,
    )
    await many(
      `shipment_event (shipment_id, code, happened_at, words, heard_by) select uuidv7(), 1, now(), '', 'sweep'`,
    )
    await many(
      `checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code, hold_expires_at, hold_ended_at, completed_seq) select uuidv7(), uuidv7(), case when n % 2 = 0 then 'expired' else 'completed' end, 1, '', '', '', '', '', now(), now(), case when n % 2 = 1 then n end`,
    )
    await many(
      `checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity) select uuidv7(), 1, uuidv7(), uuidv7(), '', '', 1, 1`,
    )
    await many(`payment (id, checkout_id, amount_paise, outcome) select 'large-' || n, uuidv7(), 1, 'order'`)
    await many(
      `orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity, amount_paise, street, city, state_name, pin_code, status) select uuidv7(), uuidv7(), 1, uuidv7(), uuidv7(), uuidv7(), '', '', 1, 1, '', '', '', '', 'completed'`,
    )
    await many(
      `product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units, height_cm, length_cm, width_cm, weight_grams, images, search, search_text) select uuidv7(), uuidv7(), 1, 1, 'Large', 100, '', '', 1, 1, 1, 1, 1, '{x}', to_tsvector('english', 'large' || n), 'large'`,
    )
    await many(
      `return_request (id, order_id, seller_id, units, reason, words, state, way_back_paise, way_back_paid_by, refund_paise) select uuidv7(), uuidv7(), uuidv7(), 1, 'late', '', 'refunded', 0, 'seller', 0`,
    )
    await many(`return_photo (request_id, no, key) select uuidv7(), 1, 'r-' || n`)
    await many(
      `weight_difference (id, shipment_id, order_id, seller_id, packed_grams, applied_grams, paise, gst_paise, due_at) select uuidv7(), uuidv7(), uuidv7(), uuidv7(), 1, 2, 1, 0, now()`,
    )
    await many(`weight_photo (difference_id, no, key) select uuidv7(), 1, 'w-' || n`)
    await many(
      `complaint (id, name, email, category, answer_by, decide_by) select uuidv7(), '', 'c-' || n || '@large.test', 'other', now(), now()`,
    )
    await many(`complaint_message (id, complaint_id, kind, words) select uuidv7(), uuidv7(), 'person', ''`)
    await many(
      `order_message (id, order_id, seller_id, by, words) select uuidv7(), uuidv7(), uuidv7(), 'buyer', ''`,
    )
    await many(
      `dispute_proof (order_id, recipient, street, until) select uuidv7(), '', '', now() + interval '1 day'`,
    )
    await many(`product_price (product_id, until, price_paise) select uuidv7(), now(), 100`)
    await many(`listing_change (product_id, by, field) select uuidv7(), 'shop', 'state'`)
    await many(`complaint_link (token_hash, complaint_id) select sha256(n::text::bytea), uuidv7()`)
    await many(
      `seller_document (seller_id, kind, key, decided_at) select uuidv7(), 'identity', 'd-' || n, now()`,
    )
    await many(`picture (key, used_at) select 'r-' || n, now()`)
    await many(
      `green_claim (id, seller_id, wording, covers, evidence_kind, issuer, issued_on, state) select uuidv7(), uuidv7(), 'large', 'product', 'own-declaration', 'large', now(), 'accepted'`,
    )
    await many(`green_claim_product (claim_id, product_id) select uuidv7(), uuidv7()`)
    await many(
      `green_word (id, product_id, field, words, proved_by) select uuidv7(), uuidv7(), 'name', 'large', '{}'`,
    )
    await many(
      `product_family (id, seller_id, subcategory_id, name, options, same_thing) select uuidv7(), uuidv7(), n, 'large', '{size}', false`,
    )
    await many(
      `family_member (product_id, family_id, place, value_1, price_paise, sold_out, held_back) select uuidv7(), uuidv7(), 1, 'large', 100, false, false`,
    )
    await many(
      `product_import (id, seller_id, file_name, source, state, ended_at) select uuidv7(), uuidv7(), '', 'hariyali', 'done', now()`,
    )
    await many(`product_import_row (import_id, row, cells) select uuidv7(), 1, '{}'`)
    await many(`product_import_picture (import_id, name, problem) select uuidv7(), 'large', ''`)
    await many(`green_claim_step (claim_id, version, state) select uuidv7(), 1, 'accepted'`)
    await many(
      `listing_report (id, product_id, account_id, reason, words) select uuidv7(), uuidv7(), uuidv7(), 'other', ''`,
    )
    await many(`moderated_listing (product_id) select uuidv7()`)
    await many(
      `moderation_decision (id, seller_id, product_id, product_name, act, note) select uuidv7(), uuidv7(), uuidv7(), '', 'keep', ''`,
    )
    await many(
      `invitation (id, email, duties, token_hash, invited_by, expires_at) select uuidv7(), 'large-' || n || '@large.test', '{support}', sha256(n::text::bytea), uuidv7(), now() + interval '1 day'`,
    )
    await many(
      `team_invitation (id, seller_id, email, areas, token_hash, expires_at) select uuidv7(), uuidv7(), 'large-' || n || '@large.test', '{orders}', sha256(n::text::bytea), now() + interval '1 day'`,
    )
    await many(
      `team_member (account_id, seller_id, name, areas) select uuidv7(), uuidv7(), 'large', '{orders}'`,
    )
    await many(
      `approval (id, operation, call_sealed, facts, asked_by, asked_by_name, expires_at) select uuidv7(), '', '', '[]', uuidv7(), '', now()`,
    )
    await db.execute(`set session_replication_role = origin`)
    await db.execute('analyze')
    return db
  }

  /** Executes nothing: returns the query plan of each statement. */
  function explaining(db: Db, plans: string[]): Db {
    const query = async <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> => {
      const { text, values } = compile(statement)
      if (/advisory/.test(text)) return [{ held: true }] as unknown as Row[]
      const { rows } = await db.execute(`explain ${text}`, values)
      plans.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'))
      return []
    }
    return { ...db, query, transaction: (work) => work({ query, execute: db.execute } as never) }
  }
})
