/** SQL of checkouts: copies of carts, with the stock that they hold. */
import type { DeliveryWishes } from '../../../contract/recipient.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockCustomer } from '../../people/lock-customer.ts'

/** 'abandoned': expired or replaced so long ago that no payment can arrive; the provider is not asked any more. */
export type CheckoutState = 'open' | 'completed' | 'expired' | 'replaced' | 'refunded' | 'abandoned'

export interface CheckoutRow {
  id: string
  customerId: string
  state: CheckoutState
  totalPaise: number
  fingerprint: string
  providerOrderId: string | null
  couponId: string | null
  couponCode: string | null
  createdAt: Date
  holdExpiresAt: Date
}

export interface CheckoutLine {
  lineNo: number
  productId: string
  sellerId: string
  name: string
  image: string
  pricePaise: number
  quantity: number
  /** Of the whole line, and what of it the seller bears. */
  discountPaise: number
  sellerDiscountPaise: number
  /** Its part of the charge for delivery. */
  deliveryPaise: number
  hsnCode: string | null
}

export interface NewCheckout {
  id: string
  customerId: string
  totalPaise: number
  fingerprint: string
  networkHash: string
  address: { id: string; street: string; city: string; state: string; pinCode: string }
  /** Of a business that gave its GST number. */
  business: { name: string; gstin: string } | undefined
  wishes: DeliveryWishes
  coupon: { id: string; code: string; once: boolean } | undefined
  lines: readonly CheckoutLine[]
}

const columns = sql`id, customer_id as "customerId", state, total_paise as "totalPaise", fingerprint,
  provider_order_id as "providerOrderId", coupon_id as "couponId", coupon_code as "couponCode", created_at as "createdAt", hold_expires_at as "holdExpiresAt"`

export async function lockOpenCheckout(tx: Tx, customerId: string): Promise<CheckoutRow | undefined> {
  return (
    await tx.query<CheckoutRow>(
      sql`select ${columns} from checkout where customer_id = ${customerId} and state = 'open' for update`,
    )
  )[0]
}

/** Locks the customer and then the checkout, so that of two payments of one customer the second sees the result of the first. */
export async function lockForSettlement(tx: Tx, checkoutId: string): Promise<CheckoutRow | undefined> {
  await lockCustomer(tx, sql`(select customer_id from checkout where id = ${checkoutId})`)
  const [checkout] = await tx.query<CheckoutRow>(
    sql`select ${columns} from checkout where id = ${checkoutId} for update`,
  )
  return checkout
}

/**
 * Whether another checkout of the customer with one of these products is completed, and was not yet when this one was opened.
 * Both are then attempts at one purchase. Only a completed one has a `completed_seq`.
 */
export async function isBoughtByOtherCheckout(tx: Tx, checkoutId: string): Promise<boolean> {
  return singleRow(
    await tx.query<{ found: boolean }>(sql`
      select exists (
        select from checkout c join checkout o on o.customer_id = c.customer_id and o.id <> c.id
        where c.id = ${checkoutId} and o.completed_seq > c.opened_seq
          and exists (select from checkout_line a join checkout_line b on b.product_id = a.product_id
            where a.checkout_id = c.id and b.checkout_id = o.id)
      ) as found`),
  ).found
}

/** The hold of a checkout, locked; undefined for a checkout that is not open, and so holds nothing. */
export async function lockOpenHold(
  tx: Tx,
  checkoutId: string,
): Promise<{ providerOrderId: string | null; isOver: boolean } | undefined> {
  const [hold] = await tx.query<{ providerOrderId: string | null; isOver: boolean }>(sql`
    select provider_order_id as "providerOrderId", hold_expires_at <= now() as "isOver" from checkout
    where id = ${checkoutId} and state = 'open' for update`)
  return hold
}

export async function checkoutLines(db: Queryable, checkoutId: string): Promise<CheckoutLine[]> {
  return db.query(sql`
    select line_no as "lineNo", product_id as "productId", seller_id as "sellerId", product_name as name,
      product_image as image, price_paise as "pricePaise", quantity, hsn_code as "hsnCode", discount_paise as "discountPaise",
      seller_discount_paise as "sellerDiscountPaise", delivery_paise as "deliveryPaise"
    from checkout_line where checkout_id = ${checkoutId} order by line_no`)
}

/** Inserts an open checkout with its lines. The caller has claimed the creation of the provider's order. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout, holdSeconds: number): Promise<void> {
  const { id, customerId, totalPaise, fingerprint, networkHash, address, business, wishes, coupon, lines } =
    checkout
  await tx.query(sql`
    with made as (insert into checkout (id, customer_id, state, total_paise, fingerprint, address_id, street, city, state_name, pin_code,
      hold_expires_at, next_check_at, provider_order_claimed_at, network_hash,
      buyer_business_name, buyer_gstin, recipient_name, recipient_mobile, note_to_seller, is_gift,
      coupon_id, coupon_once_id, coupon_code)
    values (${id}, ${customerId}, 'open', ${totalPaise}, ${fingerprint}, ${address.id}, ${address.street}, ${address.city},
      ${address.state}, ${address.pinCode}, now() + ${holdSeconds} * interval '1 second', now() + interval '1 minute', clock_timestamp(), ${networkHash},
      ${business?.name ?? null}, ${business?.gstin ?? null}, ${wishes.recipient?.name ?? null},
      ${wishes.recipient?.mobile ?? null}, ${wishes.note || null}, ${wishes.gift}, ${coupon?.id ?? null},
      ${coupon?.once ? coupon.id : null}, ${coupon?.code ?? null}) returning id)
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity,
      hsn_code, discount_paise, seller_discount_paise, delivery_paise)
    select made.id, l.* from made, unnest(${lines.map((l) => l.lineNo)}::int[], ${lines.map((l) => l.productId)}::uuid[],
      ${lines.map((l) => l.sellerId)}::uuid[], ${lines.map((l) => l.name)}::text[], ${lines.map((l) => l.image)}::text[],
      ${lines.map((l) => l.pricePaise)}::bigint[], ${lines.map((l) => l.quantity)}::int[],
      ${lines.map((l) => l.hsnCode)}::text[], ${lines.map((l) => l.discountPaise)}::bigint[],
      ${lines.map((l) => l.sellerDiscountPaise)}::bigint[], ${lines.map((l) => l.deliveryPaise)}::bigint[]) as l`)
}

export async function extendHold(tx: Tx, checkoutId: string, holdSeconds: number): Promise<void> {
  await tx.query(sql`
    update checkout set hold_expires_at = now() + ${holdSeconds} * interval '1 second' where id = ${checkoutId} and state = 'open'`)
}

/** A claim older than this was left by a process that ended or lost the database: it exceeds the sum of all time limits for the provider. */
const claimSeconds = 60

/**
 * Claims the creation of the provider's order anew, where the claim of an earlier request has ended: that request may have
 * created the order. False while another request has the claim, and where the order is stored.
 */
export async function claimProviderOrder(tx: Tx, checkoutId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update checkout set provider_order_claimed_at = clock_timestamp()
    where id = ${checkoutId} and provider_order_id is null
      and provider_order_claimed_at < clock_timestamp() - ${claimSeconds} * interval '1 second'
    returning 1`)
  return rows.length === 1
}

/**
 * Stores the provider's order of a checkout that has none, and returns the stored one: the only one that may be sent to a
 * browser. `keyId` is the public key of its creation, which distinguishes live from test payments. A checkout that was released
 * or replaced meanwhile is checked again because of it.
 */
export async function storeProviderOrder(
  db: Queryable,
  checkoutId: string,
  { id, keyId }: { id: string; keyId: string },
): Promise<{ providerOrderId: string; state: CheckoutState }> {
  return singleRow(
    await db.query<{ providerOrderId: string; state: CheckoutState }>(sql`
      update checkout set provider_order_id = coalesce(provider_order_id, ${id}),
        provider_key_id = coalesce(provider_key_id, ${keyId}),
        next_check_at = coalesce(next_check_at, now() + interval '1 minute')
      where id = ${checkoutId} returning provider_order_id as "providerOrderId", state`),
  )
}

export async function findCheckout(db: Queryable, checkoutId: string): Promise<CheckoutRow | undefined> {
  return (await db.query<CheckoutRow>(sql`select ${columns} from checkout where id = ${checkoutId}`))[0]
}

export interface UnpaidAttempts {
  /** Seconds for which the customer held one of these products within the last hour without buying it: the longest. */
  heldSeconds: number
  /** Seconds until the first of those holds is an hour old. */
  heldWindowEndsInSeconds: number
  /** Checkouts opened and not completed: of the customer in the last minute and hour, of the network in ten minutes. */
  ofMinute: number
  ofHour: number
  ofNetwork: number
}

/** The recent checkouts of one buyer that were not paid for. The caller has locked the customer. */
export async function countUnpaidAttempts(
  tx: Tx,
  { customerId, networkHash }: { customerId: string; networkHash: string },
  productIds: readonly string[],
): Promise<UnpaidAttempts> {
  return singleRow(
    await tx.query<UnpaidAttempts>(sql`
      with recent as (
        select c.id, c.created_at, least(c.hold_ended_at, c.hold_expires_at, now()) as hold_end from checkout c
        where c.customer_id = ${customerId} and c.state <> 'completed' and c.created_at > now() - interval '2 hours'
      ), held as (
        select extract(epoch from sum(hold_end - greatest(created_at, now() - interval '1 hour')))::float8 as seconds,
          extract(epoch from min(greatest(created_at, now() - interval '1 hour')) + interval '1 hour' - now())::float8 as ends_in
        from recent join checkout_line l on l.checkout_id = recent.id
        where l.product_id = any(${productIds}::uuid[]) and hold_end > now() - interval '1 hour'
        group by l.product_id order by seconds desc limit 1
      )
      select coalesce((select seconds from held), 0) as "heldSeconds",
        coalesce((select ends_in from held), 0) as "heldWindowEndsInSeconds",
        count(*) filter (where created_at > now() - interval '1 minute') as "ofMinute",
        count(*) filter (where created_at > now() - interval '1 hour') as "ofHour",
        (select count(*) from checkout n where n.network_hash = ${networkHash} and n.state <> 'completed'
          and n.created_at > now() - interval '10 minutes') as "ofNetwork"
      from recent`),
  )
}

/** `nextCheckSeconds` null: the provider need not be asked again. */
export async function setState(
  tx: Tx,
  checkoutId: string,
  state: Exclude<CheckoutState, 'open'>,
  nextCheckSeconds: number | null,
): Promise<void> {
  await tx.query(sql`
    update checkout set state = ${state}, next_check_at = now() + ${nextCheckSeconds}::float8 * interval '1 second',
      settled_at = case when ${state} in ('completed', 'refunded') then now() end,
      confirmation_mails = case when ${state} = 'completed' then 0 end
    where id = ${checkoutId}`)
}

/** Counts each queued order confirmation: a completed checkout has exactly one (docs/money.md, "Invariants"). */
export async function countConfirmationMail(tx: Tx, checkoutId: string): Promise<void> {
  await tx.query(
    sql`update checkout set confirmation_mails = confirmation_mails + 1 where id = ${checkoutId}`,
  )
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
 * The checkouts that order/create may mean, newest first: the one that was opened or completed last, and others that were
 * settled within the last hour, because a second tab may have started a newer one while the first was paid. The sequence gives
 * the order, because ids are made by nodes whose clocks may differ.
 */
export async function recentCheckouts(db: Queryable, customerId: string): Promise<CheckoutRow[]> {
  const rows = await db.query<CheckoutRow & { fresh: boolean }>(sql`
    select ${columns}, coalesce(settled_at > now() - interval '1 hour', false) as fresh
    from checkout where customer_id = ${customerId} order by coalesce(completed_seq, opened_seq) desc limit 5`)
  return rows.filter((row, index) => index === 0 || row.fresh)
}

export interface DueCheckout extends CheckoutRow {
  holdIsOver: boolean
}

/**
 * Takes due checkouts and sets their next check at once, so that the sweep of another node takes others. An open one is due
 * again when its hold ends, so that the next sweep releases the stock. The wait grows with the age: a minute at first, then
 * half the age, at most twelve hours, for seven days. Banks confirm a payment up to three days late, and the provider refunds
 * uncaptured payments within three more; after the last check the checkout is abandoned. A completed or refunded one is checked
 * less often: after ten minutes at first, then at twice the age, at least once a day. This finds a second payment whose webhook
 * was lost, which is then refunded.
 */
export async function takeDueCheckouts(db: Queryable, limit: number): Promise<DueCheckout[]> {
  return db.query(sql`
    update checkout set
      state = case when state in ('expired', 'replaced') and created_at < now() - interval '7 days' then 'abandoned' else state end,
      next_check_at = case
      when state = 'open' then least(now() + interval '1 minute', case when hold_expires_at > now() then hold_expires_at end)
      when created_at < now() - interval '7 days' then null
      when state in ('completed', 'refunded') then now() + least(greatest(now() - created_at, interval '10 minutes'), interval '1 day')
      else now() + least(greatest((now() - created_at) / 2, interval '1 minute'), interval '12 hours') end
    where id in (select id from checkout where next_check_at <= now() order by next_check_at limit ${limit} for update skip locked)
    returning ${columns}, hold_expires_at <= now() as "holdIsOver"`)
}

/**
 * Deletes unpaid checkouts with their lines after 90 days, in batches; returns how many. Keeps checkouts with a payment or an
 * order, with a due check at the provider, or with an open unmatched payment.
 */
export async function deleteUnpaid(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from checkout where id in (
      select c.id from checkout c
      where c.state in ('expired', 'replaced', 'abandoned') and c.created_at < now() - interval '90 days'
        and c.next_check_at is null
        and not exists (select from captured_payment p where p.checkout_id = c.id)
        and not exists (select from placed_order o where o.checkout_id = c.id)
        and not exists (
          select from unresolved_notice u where u.provider_order_id = c.provider_order_id)
      order by c.created_at limit ${limit} for update of c skip locked)
    returning 1`)
  return rows.length
}
