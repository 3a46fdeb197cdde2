import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isDisputed } from './queries.ts'

/**
 * Refuses ('conflict') while the buyer's bank disputes the payment: a refund besides would pay the buyer twice. The caller holds
 * the locks of the payment's orders, which a new dispute takes, too.
 */
export async function refuseDisputed(tx: Tx, paymentId: string): Promise<void> {
  if (await isDisputed(tx, paymentId))
    throw new Refusal(
      'conflict',
      "The buyer's bank disputes this payment. Nothing of it can be cancelled or refunded until the bank has decided, so that no money goes back twice.",
    )
}
