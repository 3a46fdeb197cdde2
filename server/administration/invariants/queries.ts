/**
 * SQL of the checks of invariants. The views of schema/0007-administration.sql define the invariants; this file reads them in
 * parts.
 */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

const checkoutViews = [
  'invariant_purchase',
  'invariant_refund',
  'invariant_unmatched',
  'invariant_sale',
  'invariant_ledger',
  'invariant_dispute',
  'invariant_charge',
  'invariant_piece',
  'invariant_weight',
]

/** A row that contradicts an invariant. */
export interface BrokenRow {
  view: string
  invariant: string
  id: string
  /** Its subject: the id by which its view is read again. */
  subject: string
}

/** When the last complete check of what changed lately had begun, and the time of the database. */
export async function recentPosition(db: Queryable): Promise<{ doneFrom: Date; now: Date }> {
  return singleRow(
    await db.query<{ doneFrom: Date; now: Date }>(sql`
      select done_from as "doneFrom", clock_timestamp() as now from invariant_check where name = 'recent'`),
  )
}

export async function endRecent(tx: Tx, began: Date): Promise<void> {
  await tx.query(sql`update invariant_check set done_from = ${began} where name = 'recent'`)
}

/** Where the check of all rows continues. Nulls where it begins. */
export async function wholePosition(
  db: Queryable,
): Promise<{ step: string | null; position: string | null }> {
  return singleRow(
    await db.query<{ step: string | null; position: string | null }>(
      sql`select step, position from invariant_check where name = 'whole'`,
    ),
  )
}

export async function moveWholePosition(tx: Tx, step: string, position: string | null): Promise<void> {
  await tx.query(sql`
    update invariant_check set began_at = coalesce(began_at, now()), step = ${step}, position = ${position}
    where name = 'whole'`)
}

export async function endWhole(db: Queryable): Promise<void> {
  await db.query(sql`
    update invariant_check set done_from = coalesce(began_at, now()), began_at = null, step = null, position = null
    where name = 'whole'`)
}

/** The open checkouts, and those whose rows were written since. Each part is read from an index. */
export async function touchedCheckouts(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.checkout_id as id from orders o where o.updated_at >= ${since}
    union select p.checkout_id from payment p where p.received_at >= ${since}
    union select p.checkout_id from refund r join payment p on p.id = r.payment_id where r.updated_at >= ${since}
    union select p.checkout_id from journal_entry e join payment p on p.id = e.payment_id where e.happened_at >= ${since}
    union select o.checkout_id from journal_entry e join orders o on o.id = e.order_id where e.happened_at >= ${since}
    union select o.checkout_id from return_request r join orders o on o.id = r.order_id where r.is_open and r.updated_at >= ${since}
    union select o.checkout_id from return_request r join orders o on o.id = r.order_id where not r.is_open and r.updated_at >= ${since}
    union select p.checkout_id from dispute d join payment p on p.id = d.payment_id where d.updated_at >= ${since}
    union select c.id from checkout c where c.state = 'open'`)
  return rows.map(({ id }) => id)
}

export async function touchedSellers(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select s.account_id as id from seller s where s.account_id in (
      select p.seller_id from journal_entry e join posting p on p.entry_id = e.id
        where e.happened_at >= ${since} and p.seller_id is not null
      union select t.seller_id from settlement t join settlement_run r on r.id = t.run_id
        where r.state = 'running' or r.finished_at >= ${since}
      union select seller_id from payout where state <> 'paid' and updated_at >= ${since})`)
  return rows.map(({ id }) => id)
}

export async function touchedSettlements(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select t.id from settlement t join settlement_run r on r.id = t.run_id
      where r.state = 'running' or r.finished_at >= ${since}
    union select settlement_id from payout where state <> 'paid' and updated_at >= ${since}
    union select p.settlement_id from journal_entry e join payout p on p.id = split_part(e.key, ':', 2)::uuid
      where e.happened_at >= ${since} and e.kind in ('payout', 'payout-reversed')`)
  return rows.map(({ id }) => id)
}

export async function touchedEntries(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id::text as id from journal_entry where happened_at >= ${since}`,
  )
  return rows.map(({ id }) => id)
}

export async function touchedProvider(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct split_part(key, ':', 2) as id from journal_entry
    where happened_at >= ${since} and kind in ('provider-charge', 'provider-settlement')`)
  return rows.map(({ id }) => id)
}

/** The products of which a review was written, changed or judged since. */
export async function touchedReviews(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select distinct product_id as id from review where updated_at >= ${since}`,
  )
  return rows.map(({ id }) => id)
}

/** The next ids of all rows of a kind, in their order. */
export async function nextCheckouts(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from checkout where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextProducts(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextSellers(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select account_id as id from seller where account_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by account_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextSettlements(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from settlement where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextEntries(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id::text as id from journal_entry where id > coalesce(${after}::bigint, 0) order by journal_entry.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextShopDocuments(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from shop_document where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextProvider(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const from = after ?? ''
  const rows = await db.query<{ id: string }>(sql`
    (select id from provider_charge where id > ${from}::text order by id limit ${limit})
    union (select id from provider_settlement where id > ${from}::text order by id limit ${limit})
    order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function nextAccounts(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct account as id from ledger_checkpoint where account > coalesce(${after}::text, '') order by 1 limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function brokenOfCheckouts(db: Queryable, ids: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select v.view, v.invariant, v.id, v.checkout_id::text as subject from (
      select 'invariant_purchase' as view, * from invariant_purchase
      union all select 'invariant_refund', * from invariant_refund
      union all select 'invariant_unmatched', * from invariant_unmatched
      union all select 'invariant_sale', * from invariant_sale
      union all select 'invariant_ledger', * from invariant_ledger
      union all select 'invariant_dispute', * from invariant_dispute
      union all select 'invariant_charge', * from invariant_charge
      union all select 'invariant_piece', * from invariant_piece
      union all select 'invariant_weight', * from invariant_weight) v
    where v.checkout_id = any(${ids}::uuid[])`)
}

/** The products of these checkouts, and these products. */
export async function brokenOfProducts(
  db: Queryable,
  checkoutIds: readonly string[],
  ids: readonly string[],
): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_stock' as view, invariant, id, product_id::text as subject from invariant_stock
    where product_id = any(array(
      select product_id from checkout_line where checkout_id = any(${checkoutIds}::uuid[])) || ${ids}::uuid[])`)
}

export async function brokenReviews(db: Queryable, productIds: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_review' as view, invariant, id, product_id::text as subject from invariant_review
    where product_id = any(${productIds}::uuid[])`)
}

export async function brokenOfSettlements(db: Queryable, ids: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_settlement' as view, invariant, id, settlement_id::text as subject from invariant_settlement
    where settlement_id = any(${ids}::uuid[])`)
}

export async function brokenOfSellers(db: Queryable, ids: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_seller' as view, invariant, id, seller_id::text as subject from invariant_seller
    where seller_id = any(${ids}::uuid[])
    union all
    select 'invariant_payee', invariant, id, seller_id::text from invariant_payee where seller_id = any(${ids}::uuid[])`)
}

export async function brokenOfEntries(db: Queryable, ids: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_entry' as view, invariant, id, entry_id::text as subject from invariant_entry
    where entry_id = any(${ids}::bigint[])`)
}

export async function brokenOfProvider(db: Queryable, ids: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_provider' as view, invariant, id, provider_id as subject from invariant_provider
    where provider_id = any(${ids}::text[])`)
}

/** All of them: they are read from indexes of unfinished rows. */
export async function brokenHolds(db: Queryable): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_hold' as view, invariant, id, checkout_id::text as subject from invariant_hold`)
}

export async function brokenOfShopDocuments(db: Queryable, ids: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_shop_document' as view, invariant, id, document_id::text as subject from invariant_shop_document
    where document_id = any(${ids}::uuid[])`)
}

/** Reads every document of these sellers. */
export async function brokenSeries(db: Queryable, sellerIds: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_series' as view, invariant, id, seller_id::text as subject from invariant_series
    where seller_id = any(${sellerIds}::uuid[])`)
}

/** Counts every product of these sellers. */
export async function brokenProductCounts(db: Queryable, sellerIds: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_product_count' as view, invariant, id, seller_id::text as subject from invariant_product_count
    where seller_id = any(${sellerIds}::uuid[])`)
}

/** Reads every posting of these accounts. */
export async function brokenCheckpoints(db: Queryable, accounts: readonly string[]): Promise<BrokenRow[]> {
  return db.query(sql`
    select 'invariant_checkpoint' as view, invariant, id, account as subject from invariant_checkpoint
    where account = any(${accounts}::text[])`)
}

export async function listKnownRows(db: Queryable): Promise<BrokenRow[]> {
  return db.query(sql`select view, invariant, id, subject from broken_row`)
}

/** Adds the rows that are not stored yet, up to `most` rows in all. */
export async function addBrokenRows(tx: Tx, rows: readonly BrokenRow[], most: number): Promise<void> {
  await tx.query(sql`
    insert into broken_row (view, invariant, id, subject)
    select f.view, f.invariant, f.id, f.subject
    from unnest(${rows.map((row) => row.view)}::text[], ${rows.map((row) => row.invariant)}::text[],
      ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.subject)}::text[]) as f (view, invariant, id, subject)
    limit greatest(0, ${most} - (select count(*) from broken_row))
    on conflict (invariant, id) do nothing`)
}

export async function confirmKnownRows(
  tx: Tx,
  rows: readonly Pick<BrokenRow, 'invariant' | 'id'>[],
): Promise<void> {
  await tx.query(sql`
    update broken_row b set seen_at = now()
    from unnest(${rows.map((row) => row.invariant)}::text[], ${rows.map((row) => row.id)}::text[]) as f (invariant, id)
    where b.invariant = f.invariant and b.id = f.id`)
}

export async function deleteKnownRows(
  tx: Tx,
  rows: readonly Pick<BrokenRow, 'invariant' | 'id'>[],
): Promise<void> {
  await tx.query(sql`
    delete from broken_row b using unnest(${rows.map((row) => row.invariant)}::text[], ${rows.map((row) => row.id)}::text[])
      as f (invariant, id) where b.invariant = f.invariant and b.id = f.id`)
}

export interface ConfirmedRow {
  view: string
  invariant: string
  id: string
  /** The number of rows of the invariant, and its first row. */
  count: number
  since: Date
  orderId: string | null
  settlementId: string | null
}

/**
 * At most `limit` rows of each invariant, oldest first. A row counts once two checks have found it: two recent ones, or the
 * nightly check and the next recent one. In between a job may still correct it, for instance by flagging orders whose money was
 * refunded at the provider.
 */
export async function listConfirmedRows(db: Queryable, limit: number): Promise<ConfirmedRow[]> {
  return db.query(sql`
    select b.view, b.invariant, b.id, b.count, b.since, o.id as "orderId",
      case when b.view = 'invariant_settlement' then (
        select t.id from settlement t where t.id = b.subject::uuid) end as "settlementId"
    from (
      select view, invariant, id, subject, count(*) over own as count, min(found_at) over own as since,
        row_number() over (partition by invariant order by found_at, id) as no
      from broken_row where seen_at > found_at window own as (partition by invariant)) b
    left join lateral (
      select id from orders where b.view = any(${checkoutViews}::text[])
        and checkout_id = case when b.view = any(${checkoutViews}::text[])
          then b.subject::uuid end
      order by id::text = b.id desc, id limit 1) o on true
    where b.no <= ${limit} order by b.since, b.invariant, b.no`)
}

export async function readCheckAge(
  db: Queryable,
): Promise<{ recentAt: Date; recentSeconds: number; wholeSeconds: number }> {
  return singleRow(
    await db.query<{ recentAt: Date; recentSeconds: number; wholeSeconds: number }>(sql`
      select r.done_from as "recentAt", extract(epoch from now() - r.done_from)::float8 as "recentSeconds",
        extract(epoch from now() - w.done_from)::float8 as "wholeSeconds"
      from invariant_check r join invariant_check w on w.name = 'whole' where r.name = 'recent'`),
  )
}
