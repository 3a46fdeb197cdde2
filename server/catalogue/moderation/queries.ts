/** SQL of the moderation of listings: reports, the queue, decisions and appeals. The administrator's list is in list-queries.ts. */
import type { DecisionAct, ModerationRecord } from '../../../contract/admin-moderation.ts'
import type { OffSale } from '../../../contract/moderation.ts'
import { type ListingFault, moderationLimits } from '../../../contract/moderation-words.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

/** The seller of a listing that people can see. */
export async function findSellerOnSale(db: Queryable, productId: string): Promise<string | undefined> {
  const [row] = await db.query<{ sellerId: string }>(sql`
    select g.seller_id as "sellerId" from goods g where g.id = ${productId} and g.on_sale`)
  return row?.sellerId
}

/** False where the reporter has an open report of this listing. */
export async function insertReport(
  tx: Tx,
  report: {
    productId: string
    accountId: string | null
    networkKey: Buffer | null
    reason: ListingFault
    words: string
  },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into listing_report (id, product_id, account_id, network_key, reason, words)
    values (${newId()}, ${report.productId}, ${report.accountId}, ${report.networkKey}, ${report.reason}, ${report.words})
    on conflict do nothing returning 1`)
  return rows.length === 1
}

/** The second statement sees, behind the lock of the first one, what was reported at the same time. */
export async function queueReported(tx: Tx, productId: string): Promise<void> {
  await tx.query(sql`
    insert into moderated_listing as m (product_id, why, waits_since, reports) values (${productId}, array['reported'], now(), 1)
    on conflict (product_id) do update set reports = m.reports + 1,
      why = case when 'reported' = any(m.why) then m.why else m.why || 'reported'::text end,
      waits_since = coalesce(m.waits_since, now()), version = m.version + 1
      where m.state <> 'taken-down'`)
  await tx.query(sql`
    update moderated_listing set grave = (
      select count(*) > 1 or count(account_id) > 0 from listing_report
      where product_id = ${productId} and decided_at is null and reason in ('unsafe', 'prohibited'))
    where product_id = ${productId} and 'reported' = any(why)`)
}

/**
 * In the transaction that adds the listing: one of the first of somebody who sells since lately, and any of somebody with a takedown
 * or an open report, which may be of the same thing, deleted.
 */
export async function queueOfSeller(tx: Tx, productId: string, sellerId: string): Promise<void> {
  await tx.query(sql`
    insert into moderated_listing as m (product_id, why, waits_since)
    select ${productId}, w.why, now() from (select array_remove(array[
      case when exists (select from company c where c.id = ${sellerId}
          and (c.selling_since is null or c.selling_since > now() - ${moderationLimits.newSellerDays} * interval '1 day'))
        and (select count(*) from (select from product where seller_id = ${sellerId} and deleted_at is null
          limit ${moderationLimits.newSellerListings + 1}) as own) <= ${moderationLimits.newSellerListings}
        then 'new-seller' end,
      case when exists (select from seller_moderation t where t.seller_id = ${sellerId} and t.taken_down > 0)
        -- Reported ones have rank 1 or 2: the beginning of the queue, however many products the seller has.
        or exists (select from moderated_listing o
          where o.waits_since is not null and o.risk_rank <= 2 and o.reports > 0
            and (select p.seller_id from product p where p.id = o.product_id) = ${sellerId})
        then 'seller-record' end], null) as why) as w
    where w.why <> '{}'
    on conflict (product_id) do update set why = m.why || excluded.why`)
}

/** In the transaction in which listings come to show the reviews of others, as the same thing but for an option. */
export async function queueJoined(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into moderated_listing as m (product_id, why, waits_since)
    select p.id, array['family'], now() from product p where p.id = any(${productIds}::uuid[]) and p.rating_count > 0
    on conflict (product_id) do update set waits_since = coalesce(m.waits_since, now()), why = m.why || 'family'::text
      where 'family' <> all (m.why) and m.state <> 'taken-down'`)
}

/** In the transaction that saves the listing: a hidden one waits for an administrator. */
export async function noteSaved(tx: Tx, productId: string): Promise<void> {
  await tx.query(sql`
    update moderated_listing set version = version + 1,
      why = case when state = 'hidden' and 'changed' <> all (why) then why || 'changed'::text else why end,
      waits_since = case when state = 'hidden' then coalesce(waits_since, now()) else waits_since end
    where product_id = ${productId}`)
}

/** For a product `p`: what its seller reads where an administrator took it off sale, else null. */
export const offSaleJson = sql`(select json_build_object('state', m.state, 'reason', m.reason, 'note', m.note,
    'waits', m.why && array['changed', 'appeal'], 'appealable', m.state = 'taken-down' and m.appeal is null)
  from moderated_listing m where m.product_id = p.id and m.state <> 'on-sale')`

export interface Moderated {
  sellerId: string
  name: string
  /** By its seller, with open reports. */
  deleted: boolean
  state: 'on-sale' | OffSale['state']
  why: string[]
  appealed: boolean
  version: number
  decided: number
}

/**
 * Locks the product before its moderation, as a save does. Of two decisions the second one sees what the first one did. Undefined
 * for a product that was deleted and has no open report, and where a seller is given for any that is not on their list.
 */
export async function lockModerated(
  tx: Tx,
  productId: string,
  sellerId: string | null = null,
): Promise<Moderated | undefined> {
  const [product] = await tx.query<Pick<Moderated, 'sellerId' | 'name' | 'deleted'>>(sql`
    select p.seller_id as "sellerId", p.name, p.deleted_at is not null as deleted from product p
    where p.id = ${productId} and case when ${sellerId}::uuid is null
      then p.deleted_at is null or exists (select from moderated_listing m where m.product_id = p.id and m.reports > 0)
      else p.deleted_at is null and p.seller_id = ${sellerId} end
    for no key update`)
  if (!product) return undefined
  await tx.query(sql`insert into moderated_listing (product_id) values (${productId}) on conflict do nothing`)
  const row = singleRow(
    await tx.query<Omit<Moderated, 'sellerId' | 'name' | 'deleted'>>(sql`
      select state, why, appeal is not null as appealed, version, decisions as decided
      from moderated_listing where product_id = ${productId} for update`),
  )
  return { ...product, ...row }
}

/** The caller has locked the listing. `undoes`: an appeal is granted. */
export async function writeDecision(
  tx: Tx,
  productId: string,
  sellerId: string,
  decision: { act: DecisionAct; reason: ListingFault | null; note: string; undoes: boolean },
): Promise<string> {
  const { act, reason, note, undoes } = decision
  const decided = sql`why = '{}', waits_since = null, reports = 0, grave = false, decided_at = now(),
    decisions = decisions + 1, version = version + 1`
  if (act === 'uphold')
    await tx.query(sql`update moderated_listing set ${decided} where product_id = ${productId}`)
  else
    await tx.query(sql`
      update moderated_listing set ${decided}, appeal = null, appealed_at = null,
        state = ${{ keep: 'on-sale', hide: 'hidden', 'take-down': 'taken-down' }[act]}, reason = ${reason},
        note = ${act === 'keep' ? null : note}
      where product_id = ${productId}`)
  await tx.query(sql`
    update listing_report set decided_at = now(), network_key = null where product_id = ${productId} and decided_at is null`)
  if (undoes)
    await tx.query(sql`
      update moderation_decision set undone_at = now()
      where product_id = ${productId} and act = 'take-down' and undone_at is null`)
  const id = newId()
  await tx.query(sql`
    insert into moderation_decision (id, seller_id, product_id, product_name, act, reason, note)
    select ${id}, ${sellerId}, p.id, p.name, ${act}, ${reason}, ${note} from product p where p.id = ${productId}`)
  return id
}

/** The caller has locked the listing, which is taken down. */
export async function writeAppeal(tx: Tx, productId: string, words: string): Promise<void> {
  await tx.query(sql`
    update moderated_listing set appeal = ${words}, appealed_at = now(), why = why || 'appeal'::text,
      waits_since = coalesce(waits_since, now()), version = version + 1
    where product_id = ${productId}`)
}

export async function findSeller(tx: Tx, sellerId: string): Promise<{ company: string; email: string }> {
  return singleRow(
    await tx.query<{ company: string; email: string }>(
      sql`select company_name as company, email from seller_party where id = ${sellerId}`,
    ),
  )
}

/** The records of these sellers, as far as they have one, the newest month first. */
export async function findRecords(
  db: Queryable,
  sellerIds: readonly string[],
): Promise<{ sellerId: string; months: ModerationRecord }[]> {
  return db.query(sql`
    select seller_id as "sellerId",
      json_agg(json_build_object('month', month, 'hidden', hidden, 'takenDown', taken_down) order by month desc) as months
    from seller_moderation where seller_id = any(${sellerIds}::uuid[]) group by seller_id`)
}

export async function watchedCategories(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select category_id as id from watched_category order by category_id`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the names of the watched ones; a category that was deleted meanwhile is passed over. */
export async function watchCategories(tx: Tx, ids: readonly number[]): Promise<string[]> {
  await tx.query(sql`delete from watched_category where category_id <> all(${ids}::int[])`)
  await tx.query(sql`
    insert into watched_category (category_id)
    select id from category where id = any(${ids}::int[]) order by id for key share on conflict do nothing`)
  const rows = await tx.query<{ name: string }>(sql`
    select c.name from watched_category w join category c on c.id = w.category_id order by c.name`)
  return rows.map(({ name }) => name)
}

/** Deletes at most `limit` reports a year old, decided or not. */
export async function deleteReports(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from listing_report where id in (
      select id from listing_report where created_at < now() - interval '1 year'
      order by created_at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

/** Likewise decisions of three years ago. */
export async function deleteDecisions(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from moderation_decision where id in (
      select id from moderation_decision where at < now() - interval '3 years'
      order by at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
