/** Turns rows about settlements and payouts into replies: paise become rupees, times ISO 8601. */
import type { AdminPayout, AdminSettlement, SettlementRun } from '../../../contract/admin-settlements.ts'
import { rupees } from '../../../contract/money.ts'
import type { PayoutReply, SettlementLine, SettlementReply } from '../../../contract/settlement.ts'
import type { AdminPayoutRow, PayoutState } from './payout-queries.ts'
import type { AmountsRow, LineRow, RunTotalsRow, SettlementRow } from './statement-queries.ts'

/** The reference of a payout in bank files. */
export const bankReference = (number: number): string => `HP${String(number).padStart(8, '0')}`

export const toAmounts = (row: AmountsRow) => ({
  gross: rupees(row.grossPaise),
  reversed: rupees(row.reversedPaise),
  commission: rupees(row.commissionPaise),
  shipping: rupees(row.shippingPaise),
  gstOnFees: rupees(row.gstOnFeesPaise),
  tcs: rupees(row.tcsPaise),
  tds: rupees(row.tdsPaise),
  compensation: rupees(row.compensationPaise),
  net: rupees(row.netPaise),
})

export const toHold = (held: boolean, until: Date | null) =>
  held ? { until: until?.toISOString() ?? null } : null

interface AnyPayout {
  id: string
  paise: number
  method: 'route' | 'bank'
  state: PayoutState
  utr: string | null
  transferId: string | null
  paidAt: Date | null
  cameBackPaise: number
}

const toPayout = (row: AnyPayout): PayoutReply => {
  const { id, paise, method, state, utr, transferId, paidAt, cameBackPaise } = row
  return {
    id,
    amount: rupees(paise),
    method,
    state,
    reference: utr ?? transferId,
    paidAt: paidAt?.toISOString() ?? null,
    cameBack: state === 'paid' ? rupees(cameBackPaise) : 0,
  }
}

export function toSettlement(row: SettlementRow): SettlementReply {
  const { payoutId, payoutMethod, payoutState } = row
  return {
    id: row.id,
    upTo: row.upTo,
    createdAt: row.createdAt.toISOString(),
    lines: row.lines,
    ...toAmounts(row),
    carriedBefore: rupees(row.carriedBeforePaise),
    paidTwice: rupees(row.paidTwicePaise),
    payout: rupees(row.payoutPaise),
    carriedAfter: rupees(row.carriedAfterPaise),
    payment:
      payoutId && payoutMethod && payoutState
        ? toPayout({
            id: payoutId,
            paise: row.payoutPaise,
            method: payoutMethod,
            state: payoutState,
            utr: row.utr,
            transferId: row.transferId,
            paidAt: row.paidAt,
            cameBackPaise: row.cameBackPaise ?? 0,
          })
        : null,
  }
}

export const toAdminSettlement = (row: SettlementRow): AdminSettlement => ({
  ...toSettlement(row),
  runId: row.runId,
  seller: { id: row.sellerId, company: row.company, email: row.email },
})

export const toLine = (row: LineRow): SettlementLine => ({
  entry: row.entryId,
  kind: row.reversalNo === null ? 'sale' : 'reversal',
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  product: row.productName,
  at: row.happenedAt.toISOString(),
  units: row.units,
  delivery: rupees(row.deliveryPaise),
  ...toAmounts(row),
})

export const toAdminPayout = (row: AdminPayoutRow): AdminPayout => ({
  ...toPayout(row),
  settlementId: row.settlementId,
  runId: row.runId,
  upTo: row.upTo,
  seller: { id: row.sellerId, company: row.company, email: row.email },
  bankReference: bankReference(row.number),
  bankFileId: row.bankFileId,
  held: toHold(row.held, row.heldUntil),
  note: row.note,
  repeatable: row.repeatable,
  extra: rupees(row.extraPaise),
  sellerSuspended: row.isSuspended,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export function toRun(
  row: RunTotalsRow,
  payouts: readonly { runId: string; state: PayoutState; count: number; paise: number }[],
): SettlementRun {
  return {
    id: row.id,
    upTo: row.upTo,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    sellers: row.sellers,
    lines: row.lines,
    ...toAmounts(row),
    payout: rupees(row.payoutPaise),
    carriedAfter: rupees(row.carriedAfterPaise),
    payouts: payouts
      .filter(({ runId }) => runId === row.id)
      .map(({ state, count, paise }) => ({ state, count, amount: rupees(paise) })),
  }
}
