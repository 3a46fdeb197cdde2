/** SQL that removes the demo shop. `ids` are those of all demo accounts. */
import type { StockLine } from '../../catalogue/products/stock.ts'
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { reversePayments, reverseSinglePayouts } from '../../money/ledger/reverse-payments.ts'

type Ids = readonly string[]

/** Runs a statement with a returning clause and returns the number of rows. */
async function countOf(tx: Tx, statement: Sql): Promise<number> {
  return singleRow(
    await tx.query<{ count: number }>(
      sql`with changed as (${statement}) select count(*) as count from changed`,
    ),
  ).count
}

/**
 * The demo buyers' checkouts, except those that were paid with real money: with a live key, or, for checkouts of an earlier
 * version without a stored key, for a product of a seller outside the demo shop.
 */
export async function findCheckoutsToRemove(tx: Tx, ids: Ids): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select c.id from checkout c
    where c.customer_id = any(${ids}::uuid[]) and not (
      exists (select from payment p where p.checkout_id = c.id)
      and (coalesce(starts_with(c.provider_key_id, 'rzp_live_'), false) or c.provider_key_id is null and exists (
        select from checkout_line l where l.checkout_id = c.id and l.seller_id <> all(${ids}::uuid[]))))`)
  return rows.map(({ id }) => id)
}

/** The stock that unpaid checkouts among these hold. */
export async function findHeldUnits(tx: Tx, checkouts: Ids): Promise<StockLine[]> {
  return tx.query(sql`
    select l.product_id as "productId", l.quantity from checkout c join checkout_line l on l.checkout_id = c.id
    where c.id = any(${checkouts}::uuid[]) and c.state = 'open'`)
}

/** Deletes checkouts with their lines, orders, parcels, payments and refunds; the ledger gets entries that reverse them. */
export async function deleteCheckouts(tx: Tx, checkouts: Ids) {
  const ours = sql`checkout_id = any(${checkouts}::uuid[])`
  const paid = await tx.query<{ id: string }>(sql`select id from payment where ${ours}`)
  await reversePayments(
    tx,
    paid.map(({ id }) => id),
  )
  await tx.query(sql`delete from dispute where payment_id in (select id from payment where ${ours})`)
  const refunds = await countOf(
    tx,
    sql`delete from refund where payment_id in (select id from payment where ${ours}) returning 1`,
  )
  const payments = await countOf(tx, sql`delete from payment where ${ours} returning 1`)
  await tx.query(sql`
    delete from shipment where id in (
      select l.shipment_id from shipment_line l join orders o on o.id = l.order_id where o.${ours})`)
  const orders = await countOf(tx, sql`delete from orders where ${ours} returning 1`)
  await tx.query(sql`delete from checkout where id = any(${checkouts}::uuid[])`)
  return { checkouts: checkouts.length, orders, payments, refunds }
}

/** Deletes the carts and wishlists of demo buyers, and the demo sellers' products from all others. */
export async function deleteCartAndWishlistItems(tx: Tx, ids: Ids): Promise<number> {
  const condition = sql`customer_id = any(${ids}::uuid[])
    or product_id in (select id from product where seller_id = any(${ids}::uuid[]))`
  const lines = await countOf(tx, sql`delete from cart_line where ${condition} returning 1`)
  return lines + (await countOf(tx, sql`delete from wishlist_item where ${condition} returning 1`))
}

/**
 * Ends what demo administrators left to buyers: coupons of the shop, deleted or, where a purchase that stays has one, stopped; and
 * a charge for delivery, if the last change of it was theirs.
 */
export async function deleteShopsOffers(tx: Tx, ids: Ids): Promise<void> {
  const theirs = sql`made_by = 'shop' and id::text in (
    select to_id from audit_entry where act = 'coupon-made' and by_id = any(${ids}::uuid[]))`
  await tx.query(sql`
    delete from coupon k where ${theirs} and not exists (select from checkout c where c.coupon_id = k.id)`)
  await tx.query(sql`update coupon set stopped_at = now() where ${theirs} and stopped_at is null`)
  await tx.query(sql`
    delete from delivery_charge where (
      select by_id from audit_entry where act = 'delivery-charge-changed' order by id desc limit 1) = any(${ids}::uuid[])`)
}

/** Deletes the questions by demo buyers and about demo sellers' products. */
export async function deleteQuestions(tx: Tx, ids: Ids): Promise<void> {
  await tx.query(
    sql`delete from question where customer_id = any(${ids}::uuid[]) or seller_id = any(${ids}::uuid[])`,
  )
}

/** Deletes the reviews by demo buyers and of demo sellers' products. */
export async function deleteReviews(tx: Tx, ids: Ids): Promise<number> {
  return countOf(
    tx,
    sql`delete from review where customer_id = any(${ids}::uuid[]) or seller_id = any(${ids}::uuid[]) returning 1`,
  )
}

/** Deletes the demo sellers' products and green claims; a product in a checkout or order of somebody else is only marked as deleted. */
export async function deleteProducts(tx: Tx, ids: Ids): Promise<{ deleted: number; kept: number }> {
  await tx.query(sql`delete from green_claim where seller_id = any(${ids}::uuid[])`)
  const deleted = await countOf(
    tx,
    sql`delete from product p where p.seller_id = any(${ids}::uuid[])
      and not exists (select from checkout_line l where l.product_id = p.id)
      and not exists (select from orders o where o.product_id = p.id) returning 1`,
  )
  const kept = await countOf(
    tx,
    sql`update product set deleted_at = coalesce(deleted_at, now()) where seller_id = any(${ids}::uuid[]) returning 1`,
  )
  return { deleted, kept }
}

/** Deletes sessions, codes, second factors and addresses. */
export async function deletePrivateRows(tx: Tx, ids: Ids): Promise<void> {
  for (const table of [sql`session`, sql`password_proof`, sql`one_time_code`, sql`second_factor`])
    await tx.query(sql`delete from ${table} where account_id = any(${ids}::uuid[])`)
  await tx.query(sql`delete from address where customer_id = any(${ids}::uuid[])`)
}

/** Deletes the accounts that nothing refers to any more and returns their ids. */
export async function deleteAccounts(tx: Tx, ids: Ids): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    delete from account a where a.id = any(${ids}::uuid[])
      and not exists (select from checkout where customer_id = a.id)
      and not exists (select from orders where customer_id = a.id or seller_id = a.id)
      and not exists (select from checkout_line where seller_id = a.id)
      and not exists (select from product where seller_id = a.id)
    returning a.id`)
  return rows.map(({ id }) => id)
}

/** Disables login and password reset: no password matches the hash 'none', and no mail can arrive at `.invalid`. */
export async function closeAccounts(tx: Tx, ids: Ids): Promise<void> {
  await tx.query(sql`
    update account set email = 'demo-' || id || '@removed.invalid', password_hash = 'none', email_verified_at = null,
      suspended_at = coalesce(suspended_at, now()), suspended_reason = 'An account of the demo shop.'
    where id = any(${ids}::uuid[])`)
}

/**
 * Settlements of demo sellers who stay, of which every sale is gone: their payouts were test money, too. One from which an
 * amount was carried stays, because the next one begins with it.
 */
export async function deleteDemoSettlements(tx: Tx, sellerIds: readonly string[]): Promise<void> {
  const which = sql`t.seller_id = any(${sellerIds}::uuid[]) and t.carried_before_paise = 0 and t.carried_after_paise = 0
    and not exists (select from settlement_line l where l.settlement_id = t.id and l.order_id is not null)`
  const payouts = await tx.query<{ id: string }>(sql`
    select p.id from payout p join settlement t on t.id = p.settlement_id where ${which}`)
  await reverseSinglePayouts(
    tx,
    payouts.map(({ id }) => id),
  )
  await tx.query(sql`delete from settlement t where ${which}`)
}
