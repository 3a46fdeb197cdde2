/** The timers that move money or stock, by name. */
import { sweepUnmatched } from '../../server/buying/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../../server/buying/checkout/sweep-checkouts.ts'
import { advanceCheckpoint } from '../../server/money/ledger/checkpoint.ts'
import { sweepParcels } from '../setup/parcels.ts'
import { sweepRefunds } from '../../server/money/payments/sweep-refunds.ts'
import { sweepReturns } from '../../server/fulfilment/returns/sweep-returns.ts'
import { checkOpenTransfers, sweepPayouts } from '../../server/money/settlements/route-payouts.ts'
import { settleLastWeek } from '../../server/money/settlements/run-settlement.ts'
import type { Shop } from '../../server/platform/shop.ts'

export const sweeps: Record<string, (shop: Shop) => Promise<unknown>> = {
  'sweep checkouts': sweepCheckouts,
  'sweep unmatched payments': sweepUnmatched,
  'sweep refunds': sweepRefunds,
  'sweep parcels': sweepParcels,
  'sweep returns': sweepReturns,
  'settle sellers': settleLastWeek,
  'sweep payouts': sweepPayouts,
  'ask for open transfers': (shop) => checkOpenTransfers(shop),
  'checkpoint of the ledger': ({ db }) => advanceCheckpoint(db),
}
