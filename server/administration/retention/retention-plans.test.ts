/** What retention deletes is found by indexes, however large the tables are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { type Db, openDb } from '../../platform/db/client.ts'
import { compile, sql } from '../../platform/db/sql.ts'
import { retainedTables } from './retained-tables.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

test(
  'uses an index to find expired rows and the rows that refer to them in large tables',
  nightly(
    'Fills every table with 20,000 rows. What is deleted, and what is not, is proven by retention.test.ts each time.',
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
  await many(`shipment (id, kind, reference, seller_id) select uuidv7(), 'forward', 'large-' || n, uuidv7()`)
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
