/** The rows of the purchase's tables, with the columns that its statements read or write. Times are ms, money is paise. */
import type { CheckoutState } from '../../server/buying/checkout/queries.ts'
import type { RefundRow, RefundState } from '../../server/money/payments/queries.ts'

export interface Tables {
  customer: { id: string; email: string; name: string }
  seller: { id: string; email: string; name: string }
  address: { id: string; customerId: string; street: string; isDefault: boolean }
  product: {
    id: string
    sellerId: string
    name: string
    pricePaise: number
    units: number
    withheldUnits: number
    lowStockTold: boolean
  }
  cartLine: { id: string; customerId: string; productId: string; quantity: number; addedAt: number }
  checkout: {
    id: string
    customerId: string
    state: CheckoutState
    totalPaise: number
    fingerprint: string
    providerOrderId: string | null
    providerKeyId: string | null
    claimedAt: number
    networkHash: string
    stateName: string
    holdExpiresAt: number
    holdEndedAt: number | null
    nextCheckAt: number | null
    createdAt: number
    settledAt: number | null
    openedSeq: number
    completedSeq: number | null
    confirmationMails: number | null
  }
  checkoutLine: {
    id: string
    checkoutId: string
    lineNo: number
    productId: string
    sellerId: string
    name: string
    image: string
    pricePaise: number
    quantity: number
  }
  order: {
    id: string
    checkoutId: string
    lineNo: number
    productId: string
    quantity: number
    amountPaise: number
    status: 'pending' | 'refunded'
    createdAt: number
    cancelledUnits: number
    refundedPaise: number
    needsAttention: string | null
    parcelNo: number
  }
  cancellation: { id: string; orderId: string; units: number; paise: number; refundId: string | null }
  orderTax: { id: string; grossPaise: number }
  orderTerms: { id: string }
  payment: { id: string; checkoutId: string; amountPaise: number; outcome: 'order' | 'refund' }
  refund: {
    id: string
    paymentId: string
    orderId: string | null
    amountPaise: number
    reason: RefundRow['reason']
    state: RefundState
    providerRefundId: string | null
    replacedBy: string | null
    askedAt: number | null
    acceptedAt: number | null
    createdAt: number
    updatedAt: number
  }
  /** A journal entry with its postings. */
  entry: { id: string; kind: string; paymentId: string | null; postings: Record<string, number> }
  unmatched: {
    id: string
    providerOrderId: string
    event: string
    times: number
    lastSeenAt: number
    nextCheckAt: number | null
    resolvedAt: number | null
  }
  webhookEvent: { id: string }
  rateLimit: { id: string; windowEndsAt: number; hits: number }
  job: { id: string; name: string; payload: unknown; startAfter: number; tries: number }
}
export type TableName = keyof Tables

type Row = Tables[TableName]
/** What the database refuses to have twice, beside the ids; null for a row to which the key does not apply. */
export const uniqueKeys: Partial<{ [Name in TableName]: ((row: Tables[Name]) => string | null)[] }> = {
  cartLine: [(row) => `${row.customerId} ${row.productId}`],
  checkout: [
    (row) => (row.state === 'open' ? `open ${row.customerId}` : null),
    (row) => row.providerOrderId && `at provider ${row.providerOrderId}`,
  ],
  order: [(row) => `${row.checkoutId} ${row.lineNo}`],
  payment: [(row) => (row.outcome === 'order' ? `bought ${row.checkoutId}` : null)],
  refund: [(row) => row.providerRefundId],
  unmatched: [(row) => row.providerOrderId],
}

/** What the database refuses of a row by itself; null where it is good. */
export const checks: Partial<{ [Name in TableName]: (row: Tables[Name]) => string | null }> = {
  product: (row) => (row.units < 0 ? 'product_units_check' : null),
  order: (row) => (row.refundedPaise > row.amountPaise ? 'orders_refunds_fit' : null),
  checkout: (row) => {
    if ((row.state === 'completed') !== (row.completedSeq !== null)) return 'checkout_completed_seq'
    const hasEnd = ['completed', 'refunded', 'abandoned'].includes(row.state)
    const isWatched = row.nextCheckAt !== null || (row.providerOrderId === null && row.state !== 'open')
    return hasEnd || isWatched ? null : 'checkout_has_next_look'
  },
}

export const keysOf = (table: TableName, row: Row): string[] =>
  ((uniqueKeys[table] ?? []) as ((row: Row) => string | null)[]).flatMap((keyOf) => keyOf(row) ?? [])
