/**
 * Brings our refunds of one payment in line with those that the provider shows, whoever made them: our job, somebody in the
 * provider's dashboard, or the provider by itself (docs/decisions/0026). Reached from webhooks, the job, the sweep and before
 * anybody settles by hand; safe to run twice, at once, or with an answer that was overtaken.
 */
import { formatAmount, rupees } from '../../contract/money.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import type { Shop } from '../shop.ts'
import type { ProviderRefund } from './provider.ts'
import {
  insertRefund,
  lockPayment,
  type PaymentRow,
  paymentIsKnown,
  type RefundRow,
  sumOfRefundedOrders,
  updateRefund,
} from './queries.ts'
import { changeOf, matchRefunds, findUnpayableRefunds } from './rules.ts'

/**
 * Asks the provider for all refunds of its payment `paymentId`. One that never reached us as captured money has nothing to
 * bring in line. Throws ProviderUnavailable, and ProviderRefused where the provider does not know the payment.
 */
export async function applyRefundEvent(shop: Shop, paymentId: string): Promise<void> {
  if (!(await paymentIsKnown(shop.db, paymentId))) return
  await importProviderRefunds(shop, paymentId, await shop.payments.refundsOf(paymentId))
}

/** Writes down what the provider told of a payment's refunds; what is not told of stays as it is. */
export async function importProviderRefunds(
  shop: Shop,
  paymentId: string,
  told: readonly ProviderRefund[],
): Promise<void> {
  if (told.length === 0) return
  await shop.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked) return
    const { matches, strays } = matchRefunds(locked.refunds, told)
    const rows = new Map(locked.refunds.map((row) => [row.id, row]))
    for (const match of matches) {
      const change = changeOf(match)
      if (!change) continue
      await updateRefund(tx, match.row.id, change)
      rows.set(match.row.id, { ...match.row, ...change })
      if (change.state === 'failed')
        shop.log.error({ refundId: match.row.id }, 'the provider could not refund: a person has to')
    }
    if (strays.length > 0) await takeInStrays(shop, tx, locked.payment, [...rows.values()], strays)
  })
}

async function takeInStrays(
  shop: Shop,
  tx: Tx,
  payment: PaymentRow,
  rows: readonly RefundRow[],
  strays: readonly ProviderRefund[],
): Promise<void> {
  const strayPaise = strays.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const given = rows.filter(({ state }) => state === 'accepted' || state === 'processed')
  const waiting = rows.filter(({ state }) => state === 'scheduled' || state === 'failed')
  const givenPaise = given.reduce((sum, { amountPaise }) => sum + amountPaise, strayPaise)
  // First, for the database counts: what no longer fits makes room, and what is left of it is asked for under a new key.
  for (const { row, leftPaise } of findUnpayableRefunds(payment.amountPaise, givenPaise, waiting)) {
    await updateRefund(tx, row.id, { state: 'replaced', providerRefundId: row.providerRefundId })
    if (leftPaise === 0) continue
    const { paymentId, orderId, reason, state } = row
    const id = newId()
    await insertRefund(tx, { id, paymentId, orderId, reason, state, amountPaise: leftPaise })
    // One that failed stays a person's business.
    if (state === 'scheduled') await shop.jobs.send(tx, 'refund-payment', { refundId: id })
  }
  for (const { id, amountPaise, state } of strays)
    await insertRefund(tx, {
      id: newId(),
      paymentId: payment.id,
      orderId: null,
      reason: 'at-provider',
      providerRefundId: id,
      amountPaise,
      state,
    })
  shop.log.warn({ paymentId: payment.id, strayPaise }, 'money was given back at the provider')
  if (payment.outcome !== 'order') return
  const total = givenPaise + waiting.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  await shop.jobs.send(tx, 'flag-orders-in-doubt', {
    checkoutId: payment.checkoutId,
    surplusPaise: total - (await sumOfRefundedOrders(tx, payment.checkoutId)),
    words:
      givenPaise >= payment.amountPaise
        ? 'The whole payment of this order was given back at the payment provider.'
        : `${formatAmount(rupees(strayPaise))} of the payment of this order was given back at the payment provider.`,
  })
}
