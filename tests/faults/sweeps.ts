/** The timers that move money or stock, by name. */
import { sweepUnmatched } from '../../server/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../../server/checkout/sweep-checkouts.ts'
import { advanceCheckpoint } from '../../server/ledger/checkpoint.ts'
import { sweepParcels } from '../../server/orders/sweep-parcels.ts'
import { sweepRefunds } from '../../server/payments/sweep-refunds.ts'
import { sweepReturns } from '../../server/returns/sweep-returns.ts'
import { sweepPayouts } from '../../server/settlements/route-payouts.ts'
import { sweepSettlements } from '../../server/settlements/run-settlement.ts'
import type { Shop } from '../../server/shop.ts'

export const sweeps: Record<string, (shop: Shop) => Promise<unknown>> = {
  'sweep checkouts': sweepCheckouts,
  'sweep unmatched payments': sweepUnmatched,
  'sweep refunds': sweepRefunds,
  'sweep parcels': sweepParcels,
  'sweep returns': sweepReturns,
  'settle sellers': sweepSettlements,
  'sweep payouts': sweepPayouts,
  'checkpoint of the ledger': ({ db }) => advanceCheckpoint(db),
}
