/**
 * Updates our refunds of one payment from those that the provider reports, whoever made them: our job, somebody in the
 * provider's dashboard, or the provider itself (decision 13). Called by webhooks, the job, the sweep, and before an
 * administrator settles a refund by hand. Safe to run twice, concurrently, and with an outdated response.
 */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordCoveredRefund, recordRefundPaidTwice } from '../ledger/payment-entries.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ProviderPayment, ProviderRefund } from '../../platform/providers/payments/provider.ts'
import { queueRefundMails } from '../mails.ts'
import {
  insertRefund,
  keptOrders,
  lockPayment,
  markAttention,
  paiseRefundedAtProvider,
  type PaymentRow,
  paymentIsKnown,
  recordReplacement,
  type RefundRow,
  updateRefund,
} from './queries.ts'
import {
  findUnpayableRefunds,
  leastRefundPaise,
  matchRefunds,
  mayBeMeant,
  namesRow,
  nextRefundState,
} from './rules.ts'

/**
 * Asks the provider for all refunds of its payment `paymentId` and imports them. Does nothing for a payment that the shop has
 * not recorded as captured. Throws ProviderUnavailable, and ProviderRefused where the provider does not know the payment.
 */
export async function applyRefundEvent(shop: Shop, paymentId: string): Promise<void> {
  if (!(await paymentIsKnown(shop.db, paymentId))) return
  await importProviderRefunds(shop, paymentId, await shop.payments.refundsOf(paymentId))
}

/**
 * The same for a payment of which the provider reports more refunded money than the shop has recorded: a part was refunded in
 * the dashboard, and its webhook was lost.
 */
export async function applyUnknownRefunds(
  shop: Shop,
  { id, refundedPaise }: Pick<ProviderPayment, 'id' | 'refundedPaise'>,
): Promise<void> {
  if (refundedPaise > (await paiseRefundedAtProvider(shop.db, id))) await applyRefundEvent(shop, id)
}

/** Stores the provider's list of a payment's refunds. Rows whose refund is not in it stay as they are. */
export async function importProviderRefunds(
  shop: Shop,
  paymentId: string,
  reported: readonly ProviderRefund[],
): Promise<void> {
  if (reported.length === 0) return
  await shop.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked) return
    const { payment } = locked
    const kept = payment.outcome === 'order' ? await keptOrders(tx, payment.checkoutId) : null
    const { matches, external } = matchRefunds(locked.refunds, reported, kept)
    const rows = new Map(locked.refunds.map((row) => [row.id, row]))
    for (const { row, providerRefund } of matches) {
      // A row may have two: the one that failed, and the one that replaced it.
      const before = rows.get(row.id) ?? row
      const change = nextRefundState({ row: before, providerRefund })
      if (change) {
        await updateRefund(tx, before, change)
        rows.set(row.id, { ...before, ...change })
        if (change.state === 'failed') {
          shop.log.error({ refundId: row.id }, 'the provider failed to refund, it has to be paid by hand')
          // Nobody here knows what it was for, and so whether it is owed.
          if (row.reason === 'at-provider' && payment.outcome === 'order')
            await askPerson(shop, tx, row, 'unmatched')
        }
      }
      // Also after its id was stored: the state of a row that was paid by hand does not tell the provider's progress.
      if (
        row.byHand &&
        providerRefund.state === 'processed' &&
        (await recordRefundPaidTwice(tx, row, providerRefund.id))
      )
        await askPerson(shop, tx, row, 'twice')
    }
    if (external.length > 0) await recordExternalRefunds(shop, tx, payment, [...rows.values()], external)
  })
}

/**
 * Records refunds that were made at the provider and that no row asked for. Rows that the rest of the payment cannot pay are
 * replaced by rows of what is left. Where the payment bought orders, a job flags those that the money may belong to.
 */
async function recordExternalRefunds(
  shop: Shop,
  tx: Tx,
  payment: PaymentRow,
  rows: readonly RefundRow[],
  external: readonly ProviderRefund[],
): Promise<void> {
  const externalPaise = external.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const done = rows.filter(({ state }) => state === 'accepted' || state === 'processed')
  const waiting = rows.filter(({ state }) => state === 'scheduled' || state === 'failed')
  const candidates = rows.filter(mayBeMeant)
  const refundedPaise = done.reduce((sum, { amountPaise }) => sum + amountPaise, externalPaise)
  // This comes first, because the database refuses refunds beyond the payment. What is left gets a row, and so a key, of its
  // own.
  const coveredIds: string[] = []
  const given = new Set<string>()
  const unpayable = findUnpayableRefunds(payment.amountPaise, refundedPaise, waiting)
  for (const { row, leftPaise } of unpayable)
    if (!(await replaceRefund(shop, tx, row, leftPaise))) coveredIds.push(row.id)
  for (const one of external) {
    const id = newId()
    const { id: providerRefundId, amountPaise, state } = one
    const refund = { id, paymentId: payment.id, orderId: null, reason: 'at-provider', amountPaise } as const
    await insertRefund(tx, { ...refund, providerRefundId, state })
    await recordReplacement(tx, coveredIds.splice(0), id)
    // Where nothing is left to pay twice, and where nobody waits for money, it is clear.
    if (payment.outcome !== 'order' || unpayable.length > 0) continue
    const named = namesRow(rows, one)
    if (named && waiting.includes(named) && !given.has(named.id)) {
      given.add(named.id)
      const leftPaise = Math.max(0, named.amountPaise - amountPaise)
      if (!(await replaceRefund(shop, tx, named, leftPaise))) await recordReplacement(tx, [named.id], id)
    } else if (candidates.length > given.size) await askPerson(shop, tx, refund, 'unmatched')
    else if (named) await askPerson(shop, tx, refund, 'twice')
  }
  shop.log.warn({ paymentId: payment.id, strayPaise: externalPaise }, 'money was refunded at the provider')
  if (payment.outcome !== 'order') return
  await shop.jobs.send(tx, 'flag-orders-in-doubt', {
    checkoutId: payment.checkoutId,
    words:
      refundedPaise >= payment.amountPaise
        ? 'The whole payment of this order was refunded at the payment provider.'
        : `${formatAmount(rupees(externalPaise))} of the payment of this order was refunded at the payment provider.`,
  })
}

/**
 * Replaces a refund, because other money went back for a part of it: by a row of the `leftPaise` that are still to be paid, if
 * any. Returns whether there is such a row. The caller holds the payment's lock.
 */
export async function replaceRefund(shop: Shop, tx: Tx, row: RefundRow, leftPaise: number): Promise<boolean> {
  await updateRefund(tx, row, { state: 'replaced', providerRefundId: row.providerRefundId })
  await recordCoveredRefund(tx, {
    key: row.id,
    paymentId: row.paymentId,
    orderId: row.orderId,
    amountPaise: row.amountPaise - leftPaise,
  })
  if (leftPaise === 0) return false
  const { paymentId, orderId, reason } = row
  const id = newId()
  // A failed refund, or one below the provider's minimum, is paid by hand.
  const state = leftPaise < leastRefundPaise ? 'failed' : row.state
  await insertRefund(tx, { id, paymentId, orderId, reason, state, amountPaise: leftPaise })
  await recordReplacement(tx, [row.id], id)
  if (state === 'scheduled') await shop.jobs.send(tx, 'refund-payment', { refundId: id })
  return true
}

/** Puts a refund among the exceptions until an administrator has answered (`answerRefund`), and mails it to all of them. */
async function askPerson(
  shop: Shop,
  tx: Tx,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'amountPaise'>,
  attention: 'unmatched' | 'twice',
): Promise<void> {
  await markAttention(tx, refund.id, attention)
  await queueRefundMails(shop, tx, refund, attention)
}
