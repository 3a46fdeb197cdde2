/**
 * The job that reads what happened at the payment provider since the backup that was restored, and adopts it. Killed anywhere and
 * run again, it adopts once: payments, refunds and transfers are known by the provider's ids.
 */
import { adoptPayment } from '../../buying/checkout/adopt-payment.ts'
import { compareDisputes } from '../../money/disputes/import-dispute.ts'
import { asAdopting } from '../../platform/hold/adopting.ts'
import { adoptRefunds } from '../../money/holds/adopt-refunds.ts'
import { adoptTransfers } from '../../money/holds/adopt-transfers.ts'
import {
  beginFinding,
  endReconciliation,
  failReconciliation,
  openHold,
  type OpenHold,
  saveFinding,
} from '../../money/holds/progress.ts'
import { recordPayment } from '../../money/payments/record-payment.ts'
import { maskText } from '../../platform/observe/mask.ts'
import type { ProviderPayment } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'

const dayMs = 86_400_000
/** An archive has the time of its end, and its rows that of its beginning; clocks differ, and webhooks may have been late. */
const beforeBackupMs = dayMs
/** The provider's lists are read in pieces, because one of them has an end. */
const pieceMs = dayMs

/** Throws while the provider does not respond: the queue retries, and the page says why. */
export async function reconcileHold(shop: Shop, holdId: string): Promise<void> {
  const hold = await openHold(shop.db, holdId)
  if (!hold) return
  const to = new Date()
  const from = new Date((hold.backupAt ?? hold.heldAt).getTime() - beforeBackupMs)
  try {
    for (let at = from.getTime(); at < to.getTime(); at += pieceMs)
      await adoptBetween(
        asAdopting(shop),
        hold,
        new Date(at),
        new Date(Math.min(at + pieceMs, to.getTime() + 1_000)),
      )
    // After the payments that they are about: nothing of a disputed payment is refunded after the release.
    await compareDisputes(asAdopting(shop), to)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    await failReconciliation(shop.db, holdId, maskText(text).slice(0, 500))
    throw error
  }
  await endReconciliation(shop.db, holdId, to)
}

async function adoptBetween(shop: Shop, hold: OpenHold, from: Date, to: Date): Promise<void> {
  const { payments, refunds, transfers } = await shop.payments.activityBetween(from, to)
  for (const payment of payments) await adoptOnce(shop, hold, payment)
  // After the payments that they belong to.
  await adoptRefunds(shop, hold, refunds)
  await adoptTransfers(shop, hold, transfers)
}

async function adoptOnce(shop: Shop, hold: OpenHold, payment: ProviderPayment): Promise<void> {
  const { id: reference, amountPaise: paise, status } = payment
  if (status !== 'captured' && status !== 'refunded') return
  const isNew = !(await recordPayment.isKnown(shop.db, reference))
  // A payment that is known and begun was recorded by a try that ended before it wrote what it had found.
  if (!(await beginFinding(shop.db, hold.id, { subject: 'payment', reference, paise, isNew }))) return
  const found = await adoptPayment(shop, payment)
  await saveFinding(shop.db, hold.id, {
    subject: 'payment',
    reference,
    outcome: found?.known === false ? 'unknown' : 'adopted',
    paise,
    text: found?.text ?? 'Paid, and refunded at the provider: no order.',
  })
}
