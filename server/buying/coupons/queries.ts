/** SQL of coupons, and of the one that a buyer chose for their cart. Times are those of the database. */
import type { couponStates } from '../../../contract/coupon.ts'
import { limits } from '../../../contract/limits.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { CouponFacts } from './rules.ts'

/** A coupon `k` that buyers may use: nobody stopped it, and a seller who bears a part has agreed. */
const isValid = sql`(k.stopped_at is null and (k.made_by = 'seller' or k.seller_share_bp = 0 or k.answer is not distinct from 'accepted'))`

/** A checkout `c` that bought something: of another one every order went back before it arrived. */
const isBought = sql`(c.state = 'completed' and not nothing_kept(c.id))`

const couponFacts = (customerId: string, where: Sql) => sql`
  select k.id, k.code, k.seller_id as "sellerId", k.category_id as "categoryId", k.percent, k.amount_paise as "amountPaise",
    k.most_paise as "mostPaise", k.minimum_paise as "minimumPaise", k.first_order as "firstOrder", k.once,
    k.seller_share_bp as "sellerShareBp", (k.starts_at at time zone 'Asia/Kolkata')::date::text as "startsOn",
    ${isValid} as "isValid", k.starts_at <= now() as "hasBegun", k.ends_at <= now() as "isOver",
    k.uses - (select count(*) from checkout c where c.customer_id = ${customerId} and c.coupon_id = k.id
        and (c.state = 'open' or c.state = 'completed' and not c.coupon_given_back and nothing_kept(c.id)))
      < k.total_uses as "hasUses",
    exists (select from checkout c where c.customer_id = ${customerId} and c.coupon_id = k.id and ${isBought}) as "isUsed",
    exists (select from checkout c where c.customer_id = ${customerId} and ${isBought}) as "hasOrdered"
  ${where}`

/** The coupon of the buyer's cart; undefined where they chose none. */
export async function findChosen(db: Queryable, customerId: string): Promise<CouponFacts | undefined> {
  const [row] = await db.query<CouponFacts>(
    couponFacts(
      customerId,
      sql`from cart_coupon x join coupon k on k.id = x.coupon_id where x.customer_id = ${customerId}`,
    ),
  )
  return row
}

/** Chooses the coupon with this code, in the place of an earlier one. False where buyers know no such code. */
export async function chooseCoupon(db: Queryable, customerId: string, code: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into cart_coupon (customer_id, coupon_id)
    select ${customerId}, k.id from coupon k where k.code = ${code} and ${isValid}
    on conflict (customer_id) do update set coupon_id = excluded.coupon_id, chosen_at = now() returning 1`)
  return rows.length > 0
}

export async function removeChosen(db: Queryable, customerId: string): Promise<void> {
  await db.query(sql`delete from cart_coupon where customer_id = ${customerId}`)
}

/** Locks these coupons in the order of their ids, after customer, checkout and products: their uses do not change meanwhile. */
export async function lockCoupons(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(sql`select id from coupon where id = any(${ids}::uuid[]) order by id for no key update`)
}

/** Undefined for a purchase without a coupon. */
export async function findUse(
  tx: Tx,
  checkoutId: string,
): Promise<{ customerId: string; couponId: string } | undefined> {
  const [use] = await tx.query<{ customerId: string; couponId: string }>(sql`
    select c.customer_id as "customerId", k.id as "couponId" from checkout c join coupon k on k.id = c.coupon_id
    where c.id = ${checkoutId}`)
  return use
}

/** Frees the uses of a coupon by purchases of which nothing was kept. The caller has locked customer and coupon. */
export async function giveUsesBack(tx: Tx, customerId: string, couponId: string): Promise<void> {
  await tx.query(sql`
    update checkout set coupon_given_back = true, coupon_once_id = null
    where customer_id = ${customerId} and coupon_id = ${couponId} and state = 'completed' and not coupon_given_back
      and nothing_kept(id)`)
}

/**
 * Whether a checkout whose use was released may take one again; `insteadOf` is the buyer's open checkout that it replaces. The
 * caller has locked customer and coupon.
 */
export async function isFreeAgain(
  tx: Tx,
  checkoutId: string,
  insteadOf: string | undefined,
): Promise<boolean> {
  return singleRow(
    await tx.query<{ free: boolean }>(sql`
      with own as (
        select o.state, o.coupon_id, coalesce(f.first_order, false) as first_order
        from checkout c join checkout o on o.customer_id = c.customer_id left join coupon f on f.id = o.coupon_id
        where c.id = ${checkoutId} and o.id <> c.id
          and (o.state = 'open' or o.state = 'completed' and not nothing_kept(o.id))
          and o.id is distinct from ${insteadOf ?? null}::uuid
      )
      select k.uses - (select count(*) from checkout o where o.id = ${insteadOf ?? null}::uuid and o.state = 'open'
          and o.coupon_id = k.id) < k.total_uses
        and not (k.once and exists (select from own where own.coupon_id = k.id))
        -- An open checkout may complete after this one: of two for a first order one is enough.
        and not (k.first_order and exists (select from own where own.state = 'completed' or own.first_order)) as free
      from checkout c join coupon k on k.id = c.coupon_id where c.id = ${checkoutId}`),
  ).free
}

/** Whether a new purchase could be made with it now: nobody stopped it, and its days are not over. */
export async function isStillValid(tx: Tx, couponId: string): Promise<boolean> {
  return singleRow(
    await tx.query<{ valid: boolean }>(
      sql`select ${isValid} and k.ends_at > now() as valid from coupon k where k.id = ${couponId}`,
    ),
  ).valid
}

export interface NewCoupon {
  id: string
  code: string
  madeBy: 'seller' | 'shop'
  sellerId: string | null
  categoryId: number | null
  percent: number | null
  amountPaise: number | null
  mostPaise: number | null
  minimumPaise: number
  firstOrder: boolean
  once: boolean
  totalUses: number
  startsOn: string
  endsOn: string
  sellerShareBp: number
}

export async function insertCoupon(tx: Tx, row: NewCoupon): Promise<void> {
  await tx.query(sql`
    insert into coupon (id, code, made_by, seller_id, category_id, kind, percent, amount_paise, most_paise, minimum_paise,
      first_order, once, total_uses, starts_at, ends_at, seller_share_bp)
    values (${row.id}, ${row.code}, ${row.madeBy}, ${row.sellerId}, ${row.categoryId},
      ${row.percent === null ? 'amount' : 'percent'}, ${row.percent}, ${row.amountPaise}, ${row.mostPaise},
      ${row.minimumPaise}, ${row.firstOrder}, ${row.once}, ${row.totalUses},
      ${row.startsOn}::date::timestamp at time zone 'Asia/Kolkata',
      (${row.endsOn}::date + 1)::timestamp at time zone 'Asia/Kolkata', ${row.sellerShareBp})`)
}

export interface CouponRow extends NewCoupon {
  state: (typeof couponStates)[number]
  uses: number
  seller: string | null
}

const couponColumns = sql`k.id, k.code, k.made_by as "madeBy", k.seller_id as "sellerId", k.category_id as "categoryId", k.percent,
    k.amount_paise as "amountPaise", k.most_paise as "mostPaise", k.minimum_paise as "minimumPaise",
    k.first_order as "firstOrder", k.once, k.total_uses as "totalUses", k.uses, k.seller_share_bp as "sellerShareBp",
    (k.starts_at at time zone 'Asia/Kolkata')::date::text as "startsOn",
    (k.ends_at at time zone 'Asia/Kolkata' - interval '1 day')::date::text as "endsOn",
    (select c.company_name from company c where c.id = k.seller_id) as seller,
    case when k.stopped_at is not null then 'stopped' when k.ends_at <= now() then 'over'
      when k.answer = 'declined' then 'declined' when not ${isValid} then 'asked' when k.starts_at > now() then 'to-come'
      when k.uses >= k.total_uses then 'used-up' else 'valid' end as state`

export type CouponFilter = { sellerId: string } | { shopOnly: boolean; begin: string | undefined }

/** Of a seller: their own, and those of the shop of which they bear a part. */
const matches = (filter: CouponFilter) =>
  'sellerId' in filter
    ? sql`k.seller_id = ${filter.sellerId} and k.seller_share_bp > 0`
    : sql`${filter.shopOnly ? sql`k.made_by = 'shop'` : sql`true`}
        and starts_with(k.code, ${filter.begin?.toUpperCase() ?? ''})`

export async function listCouponRows(
  db: Queryable,
  filter: CouponFilter,
  limit: number,
  before: string,
): Promise<CouponRow[]> {
  return db.query(sql`
    select ${couponColumns} from coupon k where ${matches(filter)} and k.id < ${before} order by k.id desc limit ${limit}`)
}

export async function countCoupons(db: Queryable, filter: CouponFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from (select from coupon k where ${matches(filter)} limit ${limits.countFiltered}) counted`),
  ).count
}

/** Locked; undefined for an unknown one. With `sellerId` only a coupon of which that seller bears anything. */
export async function lockCoupon(tx: Tx, id: string, sellerId?: string): Promise<CouponRow | undefined> {
  const own = sellerId === undefined ? sql`true` : matches({ sellerId })
  const [row] = await tx.query<CouponRow>(
    sql`select ${couponColumns} from coupon k where k.id = ${id} and ${own} for no key update of k`,
  )
  return row
}

export async function setStopped(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update coupon set stopped_at = now() where id = ${id}`)
}

export async function setAnswer(tx: Tx, id: string, answer: 'accepted' | 'declined'): Promise<void> {
  await tx.query(sql`update coupon set answer = ${answer} where id = ${id}`)
}

export async function isTaken(tx: Tx, code: string): Promise<boolean> {
  return (await tx.query(sql`select from coupon where code = ${code}`)).length > 0
}
