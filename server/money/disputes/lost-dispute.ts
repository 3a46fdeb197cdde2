/**
 * The money of a lost dispute: the buyer has got it from the bank, so it counts as refunds of the payment's orders. The orders
 * themselves are changed by fulfilment (server/fulfilment/disputes/charge-back.ts), which calls these steps in one transaction.
 */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { recordDisputePaidTwice } from '../ledger/dispute-entries.ts'
import {
  insertRefund,
  lockPayment,
  recordReplacement,
  type RefundRow,
  updateRefund,
} from '../payments/queries.ts'
import { replaceRefund } from '../payments/apply-refund-event.ts'
import { leastRefundPaise } from '../payments/rules.ts'
import { resumeRefunds } from './import-dispute.ts'
import { markCounted, readDispute, readShares } from './queries.ts'
import { spread } from './rules.ts'

/** What the bank took of one order; of the whole payment where it bought none. */
export interface LostPart {
  orderId: string | null
  paise: number
  bears: 'seller' | 'shop'
}

export interface LostDispute {
  id: string
  paymentId: string
  parts: LostPart[]
  /** Taken although nothing was left to pay back: the buyer has it twice. */
  twicePaise: number
}

const isMade = ({ state }: RefundRow) => state === 'accepted' || state === 'processed'
const isWaiting = ({ state }: RefundRow) => state === 'scheduled' || state === 'failed'
const sumOf = (rows: readonly { amountPaise: number }[]) =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/** The payment of a lost dispute that is not counted yet. */
export async function findLostPayment(db: Queryable, id: string): Promise<string | undefined> {
  const dispute = await readDispute(db, id)
  return dispute?.state === 'lost' && !dispute.countedAt ? dispute.paymentId : undefined
}

/**
 * Locks the orders and the payment. Undefined for a dispute that is not lost, or is counted. Throws while a refund of the payment
 * may be under way to the provider: whether it is made has to be known first.
 */
export async function lockLostDispute(tx: Tx, id: string): Promise<LostDispute | undefined> {
  const paymentId = (await readDispute(tx, id))?.paymentId
  const locked = paymentId === undefined ? undefined : await lockPayment(tx, paymentId)
  const dispute = await readDispute(tx, id)
  if (!locked || !dispute || dispute.state !== 'lost' || dispute.countedAt) return undefined
  const { payment, refunds } = locked
  const inFlight = await tx.query(sql`
    select from refund where payment_id = ${payment.id} and state = 'scheduled' and asked_at > now() - interval '1 minute'`)
  if (inFlight.length > 0) throw new Error(`a refund of payment ${payment.id} is being sent`)
  const shares = await readShares(tx, id)
  const room = payment.amountPaise - sumOf(refunds.filter(isMade))
  const payable = Math.max(0, Math.min(dispute.takenPaise, room))
  const parts =
    payment.outcome === 'refund'
      ? [
          {
            orderId: null,
            paise: Math.min(payable, sumOf(refunds.filter(isWaiting))),
            bears: 'shop' as const,
          },
        ]
      : spread(
          payable,
          shares.map(({ sharePaise, unpaidPaise }) => ({ weight: sharePaise, most: unpaidPaise })),
        ).map((paise, index) => ({
          orderId: shares[index]?.orderId ?? null,
          paise,
          bears: shares[index]?.bears ?? ('shop' as const),
        }))
  const counted = parts.reduce((sum, { paise }) => sum + paise, 0)
  return {
    id,
    paymentId: payment.id,
    parts: parts.filter(({ paise }) => paise > 0),
    twicePaise: dispute.takenPaise - counted,
  }
}

/**
 * Refunds that wait, and that neither the bank's money covers nor the rest of the payment can pay, are replaced by what is left:
 * other money went back for them. Without it the database refuses the bank's refunds, and the dispute is never counted.
 */
export async function makeRoom(shop: Shop, tx: Tx, { paymentId, parts }: LostDispute): Promise<void> {
  const locked = await lockPayment(tx, paymentId)
  if (locked?.payment.outcome !== 'order') return
  const { payment, refunds } = locked
  let left =
    payment.amountPaise - sumOf(refunds.filter(isMade)) - parts.reduce((sum, { paise }) => sum + paise, 0)
  const covers = new Map(parts.map(({ orderId, paise }) => [orderId, paise]))
  for (const row of refunds.filter((one) => isWaiting(one) && one.reason !== 'at-provider')) {
    const covered = Math.min(row.amountPaise, covers.get(row.orderId) ?? 0)
    covers.set(row.orderId, (covers.get(row.orderId) ?? 0) - covered)
    const kept = Math.min(Math.max(0, left), row.amountPaise - covered)
    left -= kept
    if (covered + kept < row.amountPaise) await replaceRefund(shop, tx, row, covered + kept)
  }
}

/**
 * Refunds of the same order that were decided and wait are paid by the bank's money first, so that the buyer does not get both.
 * Returns the paise that are left of the part.
 */
export async function coverWaitingRefunds(
  shop: Shop,
  tx: Tx,
  lost: LostDispute,
  { orderId, paise }: LostPart,
): Promise<number> {
  const locked = await lockPayment(tx, lost.paymentId)
  const covered: string[] = []
  let left = paise
  for (const row of locked?.refunds.filter((one) => isWaiting(one) && one.orderId === orderId) ?? []) {
    if (left === 0) break
    const amountPaise = row.amountPaise - Math.min(left, row.amountPaise)
    left -= row.amountPaise - amountPaise
    await updateRefund(tx, row, { state: 'replaced', providerRefundId: row.providerRefundId })
    if (amountPaise === 0) {
      covered.push(row.id)
      continue
    }
    // A key of the provider is bound to one amount: the rest gets a row of its own.
    const id = newId()
    const state = amountPaise < leastRefundPaise ? 'failed' : row.state
    await insertRefund(tx, { id, paymentId: row.paymentId, orderId, reason: row.reason, state, amountPaise })
    await recordReplacement(tx, [row.id], id)
  }
  if (left === paise) return left
  const id = await insertChargeBack(tx, {
    disputeId: lost.id,
    paymentId: lost.paymentId,
    orderId,
    amountPaise: paise - left,
    what: 'waiting',
  })
  await recordReplacement(tx, covered, id)
  return left
}

/** Stores what the bank took of an order as a refund that is made. Returns its id. */
export async function insertChargeBack(
  tx: Tx,
  taken: {
    disputeId: string
    paymentId: string
    orderId: string | null
    amountPaise: number
    /** Whether it pays refunds that waited, or what was left of the order. */
    what: 'waiting' | 'left'
  },
): Promise<string> {
  const { disputeId, paymentId, orderId, amountPaise, what } = taken
  const id = newId()
  await insertRefund(tx, {
    id,
    paymentId,
    orderId,
    amountPaise,
    reason: 'charged-back',
    state: 'processed',
    providerRefundId: `${disputeId}:${orderId ?? 'payment'}:${what}`,
  })
  return id
}

/** The dispute is counted: what else is left of its payment can be refunded again. */
export async function endLostDispute(
  shop: Shop,
  tx: Tx,
  { id, paymentId, twicePaise }: LostDispute,
): Promise<void> {
  await recordDisputePaidTwice(tx, { id, paymentId }, twicePaise)
  await markCounted(tx, id, twicePaise)
  await resumeRefunds(shop, tx, paymentId)
  if (twicePaise > 0)
    shop.log.error({ disputeId: id, twicePaise }, 'a bank took money that was refunded before')
}
