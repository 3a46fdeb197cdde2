/** SQL of captured money and what is given back. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export interface RefundRow {
  id: string
  paymentId: string
  amountPaise: number
  state: 'scheduled' | 'accepted' | 'processed' | 'failed'
  providerRefundId: string | null
}

/** Answers false when the payment is known already. */
export async function insertPayment(
  tx: Tx,
  payment: { id: string; checkoutId: string; amountPaise: number; outcome: 'order' | 'refund' },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into payment (id, checkout_id, amount_paise, outcome)
    values (${payment.id}, ${payment.checkoutId}, ${payment.amountPaise}, ${payment.outcome})
    on conflict (id) do nothing returning id`)
  return rows.length === 1
}

export async function paymentIsKnown(tx: Tx, paymentId: string): Promise<boolean> {
  return (await tx.query(sql`select 1 from payment where id = ${paymentId}`)).length === 1
}

export async function insertRefund(
  tx: Tx,
  refund: { id: string; paymentId: string; amountPaise: number; reason: string },
): Promise<void> {
  await tx.query(sql`
    insert into refund (id, payment_id, amount_paise, reason, state)
    values (${refund.id}, ${refund.paymentId}, ${refund.amountPaise}, ${refund.reason}, 'scheduled')`)
}

export async function findRefund(db: Queryable, refundId: string): Promise<RefundRow | undefined> {
  const [row] = await db.query<RefundRow>(sql`
    select id, payment_id as "paymentId", amount_paise as "amountPaise", state, provider_refund_id as "providerRefundId"
    from refund where id = ${refundId}`)
  return row
}

/** States only move forward: a late answer never undoes a processed refund. */
export async function recordRefund(
  db: Queryable,
  refundId: string,
  providerRefundId: string,
  state: 'accepted' | 'processed' | 'failed',
): Promise<void> {
  await db.query(sql`
    update refund set state = ${state}, provider_refund_id = ${providerRefundId}, updated_at = now()
    where id = ${refundId} and state in ('scheduled', 'accepted')`)
}

/** Refunds that are not done and have not moved for some time. */
export async function staleRefunds(db: Queryable, seconds: number): Promise<{ id: string }[]> {
  return db.query(sql`
    select id from refund where state in ('scheduled', 'accepted') and updated_at < now() - ${seconds} * interval '1 second'
    order by updated_at limit 50`)
}

export async function touchRefund(db: Queryable, refundId: string): Promise<void> {
  await db.query(sql`update refund set updated_at = now() where id = ${refundId}`)
}
