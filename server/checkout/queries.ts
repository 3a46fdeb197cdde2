/** SQL of checkouts: frozen carts with a stock hold. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export type CheckoutState = 'open' | 'completed' | 'expired' | 'replaced' | 'refunded'

export interface CheckoutRow {
  id: string
  customerId: string
  state: CheckoutState
  totalPaise: number
  fingerprint: string
  providerOrderId: string | null
  replacedBy: string | null
  createdAt: Date
}

export interface CheckoutLine {
  lineNo: number
  productId: string
  sellerId: string
  name: string
  image: string
  pricePaise: number
  quantity: number
}

export interface NewCheckout {
  id: string
  customerId: string
  totalPaise: number
  fingerprint: string
  address: { id: string; street: string; city: string; state: string; pinCode: string }
  lines: readonly CheckoutLine[]
}

const columns = sql`id, customer_id as "customerId", state, total_paise as "totalPaise", fingerprint,
  provider_order_id as "providerOrderId", replaced_by as "replacedBy", created_at as "createdAt"`

/** One checkout at a time for a customer: the second tab waits here. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx.query(sql`select 1 from customer where account_id = ${customerId} for no key update`)
}

export async function lockOpenCheckout(tx: Tx, customerId: string): Promise<CheckoutRow | undefined> {
  return (
    await tx.query<CheckoutRow>(
      sql`select ${columns} from checkout where customer_id = ${customerId} and state = 'open' for update`,
    )
  )[0]
}

export async function lockCheckout(tx: Tx, checkoutId: string): Promise<CheckoutRow | undefined> {
  return (
    await tx.query<CheckoutRow>(sql`select ${columns} from checkout where id = ${checkoutId} for update`)
  )[0]
}

export async function checkoutLines(db: Queryable, checkoutId: string): Promise<CheckoutLine[]> {
  return db.query(sql`
    select line_no as "lineNo", product_id as "productId", seller_id as "sellerId", product_name as name,
      product_image as image, price_paise as "pricePaise", quantity
    from checkout_line where checkout_id = ${checkoutId} order by line_no`)
}

export async function insertCheckout(tx: Tx, checkout: NewCheckout, holdMinutes: number): Promise<void> {
  const { id, customerId, totalPaise, fingerprint, address, lines } = checkout
  await tx.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, address_id, street, city, state_name, pin_code,
      hold_expires_at, next_check_at)
    values (${id}, ${customerId}, 'open', ${totalPaise}, ${fingerprint}, ${address.id}, ${address.street}, ${address.city},
      ${address.state}, ${address.pinCode}, now() + ${holdMinutes} * interval '1 minute', now() + interval '1 minute')`)
  await tx.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select ${id}, l.* from unnest(${lines.map((l) => l.lineNo)}::int[], ${lines.map((l) => l.productId)}::uuid[],
      ${lines.map((l) => l.sellerId)}::uuid[], ${lines.map((l) => l.name)}::text[], ${lines.map((l) => l.image)}::text[],
      ${lines.map((l) => l.pricePaise)}::bigint[], ${lines.map((l) => l.quantity)}::int[]) as l`)
}

export async function extendHold(tx: Tx, checkoutId: string, holdMinutes: number): Promise<void> {
  await tx.query(sql`
    update checkout set hold_expires_at = now() + ${holdMinutes} * interval '1 minute' where id = ${checkoutId} and state = 'open'`)
}

export async function setProviderOrder(
  db: Queryable,
  checkoutId: string,
  providerOrderId: string,
): Promise<void> {
  await db.query(sql`
    update checkout set provider_order_id = ${providerOrderId} where id = ${checkoutId} and provider_order_id is null`)
}

/** `nextCheckSeconds` null: the provider need not be asked again. */
export async function setState(
  tx: Tx,
  checkoutId: string,
  state: CheckoutState,
  nextCheckSeconds: number | null,
): Promise<void> {
  await tx.query(sql`
    update checkout set state = ${state}, next_check_at = now() + ${nextCheckSeconds}::float8 * interval '1 second',
      settled_at = case when ${state} in ('completed', 'refunded') then now() end
    where id = ${checkoutId}`)
}

export async function setReplacedBy(tx: Tx, checkoutId: string, replacedBy: string): Promise<void> {
  await tx.query(sql`update checkout set replaced_by = ${replacedBy} where id = ${checkoutId}`)
}

export async function findCheckoutByProviderOrder(
  db: Queryable,
  providerOrderId: string,
  customerId: string | undefined,
): Promise<CheckoutRow | undefined> {
  const owner = customerId ? sql`and customer_id = ${customerId}` : sql``
  return (
    await db.query<CheckoutRow>(
      sql`select ${columns} from checkout where provider_order_id = ${providerOrderId} ${owner}`,
    )
  )[0]
}

/**
 * The checkouts that order/create may speak of, newest first: the latest one, and others that were settled within the
 * last hour, because a second tab may have begun a newer one while the first was paid.
 */
export async function recentCheckouts(db: Queryable, customerId: string): Promise<CheckoutRow[]> {
  const rows = await db.query<CheckoutRow & { fresh: boolean }>(sql`
    select ${columns}, coalesce(settled_at > now() - interval '1 hour', false) as fresh
    from checkout where customer_id = ${customerId} order by id desc limit 5`)
  return rows.filter((row, index) => index === 0 || row.fresh)
}

export interface DueCheckout extends CheckoutRow {
  holdIsOver: boolean
}

/**
 * Checkouts whose turn it is, moved on at once so that another node's sweep takes others.
 * The wait grows with the age: every minute at first, half the age later, at most twelve hours, for four days.
 */
export async function takeDueCheckouts(db: Queryable, limit: number): Promise<DueCheckout[]> {
  return db.query(sql`
    update checkout set next_check_at = case
      when state = 'open' then now() + interval '1 minute'
      when created_at < now() - interval '4 days' then null
      else now() + least(greatest((now() - created_at) / 2, interval '1 minute'), interval '12 hours') end
    where id in (select id from checkout where next_check_at <= now() order by next_check_at limit ${limit} for update skip locked)
    returning ${columns}, hold_expires_at <= now() as "holdIsOver"`)
}

export async function eventIsKnown(db: Queryable, provider: string, eventId: string): Promise<boolean> {
  return (
    (await db.query(sql`select 1 from webhook_event where provider = ${provider} and event_id = ${eventId}`))
      .length === 1
  )
}

export async function rememberEvent(db: Queryable, provider: string, eventId: string): Promise<void> {
  await db.query(
    sql`insert into webhook_event (provider, event_id) values (${provider}, ${eventId}) on conflict do nothing`,
  )
}

/** Providers repeat a notice for a day; after a month its id is of no use. */
export async function deleteOldEvents(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_event where (provider, event_id) in (
      select provider, event_id from webhook_event where received_at < now() - interval '30 days'
      limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

/**
 * Checkouts that nobody paid, with their lines. Never one with a payment or an order, nor one that the provider is still to
 * be asked about, or whose money an administrator still looks for; one that another was replaced by goes after that.
 */
export async function deleteUnpaid(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from checkout where id in (
      select c.id from checkout c
      where c.state in ('expired', 'replaced') and c.created_at < now() - interval '90 days' and c.next_check_at is null
        and not exists (select from payment p where p.checkout_id = c.id)
        and not exists (select from orders o where o.checkout_id = c.id)
        and not exists (select from checkout r where r.replaced_by = c.id)
        and not exists (
          select from unmatched_payment u where u.provider_order_id = c.provider_order_id and u.resolved_at is null)
      order by c.created_at limit ${limit} for update of c skip locked)
    returning 1`)
  return rows.length
}
