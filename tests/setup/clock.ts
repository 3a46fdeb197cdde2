/**
 * Lets time pass: stored times are moved back, because a test cannot wait for days and PostgreSQL's clock cannot be moved.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/platform/db/sql.ts'
import type { TestShop } from './shop.ts'

type Stored = Pick<TestShop, 'db'>

const hourMs = 3_600_000
/** Repeated actions are counted by the hour of UTC; the shop's days and nights are those of India. */
const borders = {
  hour: { every: hourMs, ahead: 0 },
  'hour in India': { every: hourMs, ahead: 0.5 * hourMs },
  // Of notices (mail/queue-mail.ts) and other bundled jobs: pg-boss counts slots from 1970 on.
  'ten minutes': { every: 600_000, ahead: 0 },
  midnight: { every: 24 * hourMs, ahead: 5.5 * hourMs },
}

/**
 * Waits for the next hour or day if it begins in less than `seconds`. For tests that must end in the hour or day in which they begin.
 */
export async function awayFrom(border: keyof typeof borders, seconds = 60): Promise<void> {
  const { every, ahead } = borders[border]
  const left = every - ((Date.now() + ahead) % every)
  if (left < seconds * 1_000) await sleep(left + 100)
}

/** Makes rate limits, codes, proofs of a password and sessions older. */
export async function advanceTime({ db }: Stored, seconds: number): Promise<void> {
  const span = sql`${seconds}::int * interval '1 second'`
  await db.query(sql`update rate_limit set window_ends_at = window_ends_at - ${span}`)
  await db.query(sql`update one_time_code set expires_at = expires_at - ${span}`)
  await db.query(sql`update password_proof set expires_at = expires_at - ${span}`)
  await db.query(sql`update second_factor set confirmed_at = confirmed_at - ${span}`)
  await db.query(sql`update known_browser set used_at = used_at - ${span}`)
  await db.query(sql`
    update session set created_at = created_at - ${span}, last_seen_at = last_seen_at - ${span},
      confirmed_at = confirmed_at - ${span}, factor_at = factor_at - ${span}, expires_at = expires_at - ${span}`)
}

/** All windows of rate limits end. */
export async function endRateLimits({ db }: Stored): Promise<void> {
  await db.query(sql`delete from rate_limit`)
}

/** What was given in the sessions of this account was given so long ago that sensitive calls ask for it again. */
export async function ageConfirmedLogin({ db }: Stored, accountId: string): Promise<void> {
  const span = sql`interval '11 minutes'`
  await db.query(sql`
    update session set confirmed_at = confirmed_at - ${span}, factor_at = factor_at - ${span} where account_id = ${accountId}`)
  await db.query(
    sql`update second_factor set confirmed_at = confirmed_at - ${span} where account_id = ${accountId}`,
  )
}

/** The next step of the second factor's codes: a code of a step that was used before is valid again. */
export async function forgetUsedAppCodes({ db }: Stored, accountId: string): Promise<void> {
  await db.query(sql`update second_factor set last_step = 0 where account_id = ${accountId}`)
}

/** The hold of every unpaid checkout ends, and the sweep of checkouts is due for it. */
export async function endHolds({ db }: Stored): Promise<void> {
  await db.query(sql`
    update checkout set hold_expires_at = now() - interval '1 second' where state = 'open'`)
  await makeCheckoutsDue({ db })
}

/** The sweep of checkouts is due for all that it watches. */
export async function makeCheckoutsDue({ db }: Stored): Promise<void> {
  await db.query(sql`
    update checkout set next_check_at = now() - interval '1 second' where next_check_at is not null`)
}

/** The sweep of checkouts is due for this one, even if it is settled and not watched. */
export async function makeCheckoutDue({ db }: Stored, providerOrderId: string): Promise<void> {
  await db.query(sql`
    update checkout set next_check_at = now() - interval '1 second' where provider_order_id = ${providerOrderId}`)
}

/** The sweep of shipments is due for all that travel to buyers, or for those of one order. */
export async function makeParcelsDue({ db }: Stored, orderId: string | null = null): Promise<void> {
  await db.query(sql`
    update shipment set check_at = now() - interval '1 second'
    where check_at is not null and kind = 'forward' and (${orderId}::uuid is null
      or exists (select from shipment_line l where l.shipment_id = shipment.id and l.order_id = ${orderId}))`)
}

/** What was withdrawn is so old that no worker can be booking it any more: what the courier does not know was never there. */
export async function ageWithdrawn({ db }: Stored): Promise<void> {
  await db.query(sql`update shipment set withdrawn_at = withdrawn_at - interval '6 minutes'`)
}

/** Pictures were uploaded more than a day ago: all, or that of one key. */
export async function agePictures({ db }: Stored, key: string | null = null): Promise<void> {
  await db.query(sql`
    update picture set uploaded_at = now() - interval '25 hours' where key = coalesce(${key}::text, key)`)
}

/** So many minutes pass for all checkouts, or for those of one customer. */
export async function ageCheckouts(
  { db }: Stored,
  minutes: number,
  email: string | null = null,
): Promise<void> {
  const span = sql`${minutes}::int * interval '1 minute'`
  await db.query(sql`
    update checkout c set created_at = c.created_at - ${span}, hold_expires_at = c.hold_expires_at - ${span},
      hold_ended_at = c.hold_ended_at - ${span}, next_check_at = c.next_check_at - ${span}
    from account a where a.id = c.customer_id and a.email = coalesce(${email}::text, a.email)`)
}

/** The time in which an order may be cancelled is over. Its terms are frozen, so the owner of the table changes them. */
export async function endCancelTime({ db }: Stored, orderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`alter table order_terms disable trigger order_terms_stay`)
    await tx.query(
      sql`update order_terms set cancel_until = now() - interval '1 minute' where order_id = ${orderId}`,
    )
    await tx.query(sql`alter table order_terms enable trigger order_terms_stay`)
  })
}

/** The order was delivered so many days earlier. */
export async function ageDelivery({ db }: Stored, orderId: string, days: number): Promise<void> {
  await db.query(sql`
    update orders set delivery_date = delivery_date - ${days}::float8 * interval '1 day' where id = ${orderId}`)
}

/** The refunds of this payment were asked for and last tried more than a week ago. */
export async function ageRefunds({ db }: Stored, paymentId: string): Promise<void> {
  await db.query(sql`
    update refund set created_at = now() - interval '9 days', updated_at = now() - interval '8 days',
      asked_at = asked_at - interval '8 days' where payment_id = ${paymentId}`)
}

/** The clock of this return runs out, whoever has to act. */
export async function endReturnClock({ db }: Stored, returnId: string): Promise<void> {
  await db.query(sql`update return_request set due_at = now() - interval '1 second' where id = ${returnId}`)
}

/** The courier is asked about all returns that it has, and again about those that it did not take. A running first try is not disturbed. */
export async function makeReturnsDue({ db }: Stored): Promise<void> {
  await db.query(sql`
    update shipment set check_at = now() - interval '1 second'
    where check_at is not null and kind <> 'forward'
      and (tries > 0 or pickup_requested_at is not null or check_at > now() + interval '10 minutes')`)
}

/** Midnight passes for dated rates: those that begin tomorrow hold today, and all orders so far are of yesterday. */
export async function passMidnight({ db }: Stored): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of ['commission_rule', 'shipping_charge', 'levy_rate', 'gst_rate']) {
      const today = "(now() at time zone 'Asia/Kolkata')::date"
      await tx.execute(`update ${table} set valid_to = valid_to - 1 where valid_to = ${today}`)
      await tx.execute(`update ${table} set valid_from = valid_from - 1 where valid_from = ${today} + 1`)
    }
    await tx.query(sql`update orders set created_at = created_at - interval '1 day'`)
  })
}

/** The days in which sellers can dispute what their parcels weigh have passed. */
export async function endWeightClock({ db }: Stored): Promise<void> {
  await db.query(sql`update weight_difference set due_at = now() where state = 'announced'`)
  await db.query(sql`update weight_difference set weigh_by = now() where weigh_by is not null`)
}
