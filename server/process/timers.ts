/** Every timer of the shop. Each task may run on several nodes at once. */
import { sweepUnmatched } from '../buying/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../buying/checkout/sweep-checkouts.ts'
import { sweepRefunds } from '../money/payments/sweep-refunds.ts'
import { deleteSentMail } from '../platform/mail/delete-sent-mail.ts'
import { runAsWorkload } from '../platform/db/workload.ts'
import { sweepInvariants } from '../administration/invariants/check.ts'
import { removeUnusedPictures } from '../platform/media/remove-unused.ts'
import { sweepParcels } from '../fulfilment/orders/sweep-parcels.ts'
import { advanceCheckpoint } from '../money/ledger/checkpoint.ts'
import { enforceRetention } from '../administration/retention/enforce-retention.ts'
import { sweepReturns } from '../fulfilment/returns/sweep-returns.ts'
import { sweepReconciliation } from '../money/settlements/reconcile.ts'
import { sweepPayouts } from '../money/settlements/route-payouts.ts'
import { sweepSettlements } from '../money/settlements/run-settlement.ts'
import type { Shop } from '../platform/shop.ts'

/** Starts all timers. The returned function stops them and waits for tasks in progress. */
export function startTimers(shop: Shop): () => Promise<void> {
  const { sweepSeconds } = shop.config
  const stops = [
    every(sweepSeconds, 'sweep checkouts', () => sweepCheckouts(shop), shop),
    every(sweepSeconds, 'sweep unmatched payments', () => sweepUnmatched(shop), shop),
    every(sweepSeconds, 'sweep refunds', () => sweepRefunds(shop), shop),
    every(sweepSeconds, 'sweep parcels', () => sweepParcels(shop), shop),
    every(sweepSeconds, 'sweep returns', () => sweepReturns(shop), shop),
    every(sweepSeconds, 'settle sellers', () => sweepSettlements(shop), shop),
    every(sweepSeconds, 'sweep payouts', () => sweepPayouts(shop), shop),
    every(sweepSeconds, 'move the checkpoint of the ledger', () => advanceCheckpoint(shop.db), shop),
    every(sweepSeconds, 'check the invariants', () => sweepInvariants(shop), shop),
    every(3_600, 'compare yesterday with the payment provider', () => sweepReconciliation(shop), shop),
    every(600, 'remove what is past its time', () => enforceRetention(shop), shop),
    every(3_600, 'remove unused pictures', () => removeUnusedPictures(shop), shop),
    every(3_600, 'forget sent mail', () => deleteSentMail(shop.db), shop),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function every(seconds: number, name: string, task: () => Promise<unknown>, shop: Shop): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= runAsWorkload('background', task)
      .then(
        () => {},
        (error: unknown) => shop.log.error({ err: error, timer: name }, 'timer failed, it will run again'),
      )
      .finally(() => {
        running = undefined
      })
  }, seconds * 1_000)
  return async () => {
    clearInterval(timer)
    await running
  }
}
