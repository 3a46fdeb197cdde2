/** Models of the statements of payments, refunds, the ledger and unmatched payments. */
import { recordEntry } from '../../../server/money/ledger/record-entry.ts'
import * as real from '../../../server/money/payments/queries.ts'
import {
  insertUnmatched,
  markSettled,
  takeDueUnmatched,
} from '../../../server/money/payments/unmatched-payment-queries.ts'
import { model } from '../models.ts'
import { DatabaseError, type Transaction } from '../store.ts'
import type { Tables } from '../tables.ts'

type Refund = Tables['refund']
const minute = 60_000
const day = 86_400_000

const toRefund = ({
  id,
  paymentId,
  orderId,
  amountPaise,
  reason,
  state,
  providerRefundId,
  ...row
}: Refund) => ({
  id,
  paymentId,
  orderId,
  amountPaise,
  reason,
  state,
  providerRefundId,
  byHand: false,
  touched: row.updatedAt > row.createdAt,
})
const refundsOf = (tx: Transaction, paymentId: string) =>
  tx
    .rows('refund')
    .filter((row) => row.paymentId === paymentId)
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** What the trigger refunds_fit_payment refuses after a refund was written. */
async function refundsFitPayment(tx: Transaction, refund: Refund): Promise<void> {
  if (!tx.store.options.checks || !['scheduled', 'accepted', 'processed'].includes(refund.state)) return
  const payment = await tx.lock('payment', refund.paymentId)
  const active = refundsOf(tx, refund.paymentId).filter((row) =>
    ['scheduled', 'accepted', 'processed'].includes(row.state),
  )
  const sum = (rows: Refund[]) => rows.reduce((all, { amountPaise }) => all + amountPaise, 0)
  const decided = sum(active.filter(({ reason }) => reason !== 'at-provider'))
  if (Math.max(decided, sum(active)) > (payment?.amountPaise ?? 0))
    throw new DatabaseError('23514', `violates refunds_fit_payment`)
}

async function recordEntryModel(tx: Transaction, values: readonly any[]): Promise<object[]> {
  const [key, kind, paymentId, , , , , accounts, , amounts] = values
  const postings: Record<string, number> = {}
  for (const [index, account] of (accounts as string[]).entries())
    postings[account] = (postings[account] ?? 0) + amounts[index]
  if (!(await tx.insert('entry', { id: key, kind, paymentId, postings })))
    throw new DatabaseError('23505', `duplicate key in the ledger: ${key}`)
  return []
}
/** The same for the model's place in the list of each function that records an entry. */
const recordEntryAgain = recordEntryModel

await model(
  (tx) =>
    recordEntry(tx, {
      key: '',
      kind: '',
      postings: [
        { account: 'provider', amountPaise: 1 },
        { account: 'buyer', amountPaise: -1 },
      ],
    }),
  recordEntryAgain,
)
await model(
  (tx) => real.insertPayment(tx, { id: '', checkoutId: '', amountPaise: 1, outcome: 'order' }),
  async function insertPayment(tx, [id, checkoutId, amountPaise, outcome]) {
    return (await tx.insert('payment', { id, checkoutId, amountPaise, outcome })) ? [{ id }] : []
  },
  recordEntryModel,
)
await model(
  (tx) => real.paymentIsKnown(tx, ''),
  function paymentIsKnown(tx, [paymentId]) {
    return tx.get('payment', paymentId) ? [{}] : []
  },
)
/** Of a payment that the statement before has locked. */
export const refundsOfPayment = (tx: Transaction, [paymentId]: readonly any[]) =>
  refundsOf(tx, paymentId).map(toRefund)
await model(
  (tx) => real.lockPayment(tx, ''),
  async function lockOrdersOfPayment(tx, [paymentId]) {
    const payment = tx.get('payment', paymentId)
    return payment
      ? tx.lockWhere(
          'order',
          (row) => row.checkoutId === payment.checkoutId,
          (a, b) => (a.id < b.id ? -1 : 1),
        )
      : []
  },
  async function lockPayment(tx, [paymentId]) {
    const row = await tx.lock('payment', paymentId)
    return row ? [row] : []
  },
  refundsOfPayment,
)
await model(
  (tx) =>
    real.insertRefund(tx, {
      id: '',
      paymentId: '',
      orderId: null,
      amountPaise: 1,
      reason: 'sold-out',
      state: 'scheduled',
    }),
  async function insertRefund(tx, [id, paymentId, orderId, amountPaise, reason, state, providerRefundId]) {
    const row: Refund = {
      id,
      paymentId,
      orderId,
      amountPaise,
      reason,
      state,
      providerRefundId,
      replacedBy: null,
      askedAt: null,
      acceptedAt: providerRefundId === null ? null : tx.now,
      createdAt: tx.now,
      updatedAt: tx.now,
    }
    await tx.insert('refund', row)
    await refundsFitPayment(tx, row)
    return []
  },
  recordEntryModel,
)
await model(
  (tx) => real.paiseRefundedAtProvider(tx, ''),
  function paiseRefundedAtProvider(tx, [paymentId]) {
    const known = refundsOf(tx, paymentId).filter(
      ({ providerRefundId, state }) =>
        providerRefundId !== null && (state === 'accepted' || state === 'processed'),
    )
    return [{ paise: known.reduce((sum, { amountPaise }) => sum + amountPaise, 0) }]
  },
)
await model(
  (tx) => real.recordReplacement(tx, [''], ''),
  async function recordReplacement(tx, [id, replacedIds]) {
    await tx.updateWhere(
      'refund',
      (row) =>
        replacedIds.includes(row.id) || (row.replacedBy !== null && replacedIds.includes(row.replacedBy)),
      () => ({ replacedBy: id }),
    )
    return []
  },
)
await model(
  (tx) => real.findRefund(tx, ''),
  function findRefund(tx, [refundId]) {
    const row = tx.get('refund', refundId)
    return row ? [toRefund(row)] : []
  },
)
await model(
  (tx) =>
    real.updateRefund(
      tx,
      {
        id: '',
        paymentId: '',
        orderId: null,
        amountPaise: 1,
        reason: 'sold-out',
        state: 'scheduled',
        providerRefundId: null,
        byHand: false,
        touched: false,
      },
      { state: 'processed', providerRefundId: '' },
    ),
  async function updateRefund(tx, [state, providerRefundId, , refundId]) {
    const [row] = await tx.updateWhere(
      'refund',
      (one) => one.id === refundId,
      (one) => ({
        state,
        providerRefundId,
        updatedAt: tx.now,
        acceptedAt: one.providerRefundId === providerRefundId ? one.acceptedAt : tx.now,
      }),
    )
    if (row) await refundsFitPayment(tx, row)
    return []
  },
  recordEntryModel,
)
await model(
  (tx) => real.markRefundRequested(tx, ''),
  async function markRefundRequested(tx, [refundId]) {
    const rows = await tx.updateWhere(
      'refund',
      (row) => row.id === refundId && row.state === 'scheduled' && row.providerRefundId === null,
      () => ({ askedAt: tx.now, updatedAt: tx.now }),
    )
    return rows.map(() => ({}))
  },
)
await model(
  (tx) => real.clearRefundRequested(tx, ''),
  async function clearRefundRequested(tx, [refundId]) {
    await tx.updateWhere(
      'refund',
      (row) => row.id === refundId,
      () => ({ askedAt: null, updatedAt: tx.now }),
    )
    return []
  },
)
await model(
  (tx) => real.staleRefunds(tx, 0),
  function staleRefunds(tx, [seconds]) {
    return tx
      .rows('refund')
      .filter(
        (row) =>
          (row.state === 'scheduled' || row.state === 'accepted') && row.updatedAt < tx.now - seconds * 1_000,
      )
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, 50)
      .map(({ id }) => ({ id }))
  },
)
await model(
  (tx) => real.touchRefund(tx, ''),
  async function touchRefund(tx, [refundId]) {
    await tx.updateWhere(
      'refund',
      (row) => row.id === refundId,
      () => ({ updatedAt: tx.now }),
    )
    return []
  },
)
await model(
  (tx) => insertUnmatched(tx, { id: '', providerOrderId: '', event: '' }),
  async function insertUnmatched(tx, [id, providerOrderId, event]) {
    const rows = await tx.updateWhere(
      'unmatched',
      (row) => row.providerOrderId === providerOrderId,
      (row) => ({
        event,
        times: row.times + 1,
        lastSeenAt: tx.now,
        resolvedAt: null,
        nextCheckAt: tx.now + minute,
      }),
    )
    if (rows.length > 0) return []
    await tx.insert('unmatched', {
      id,
      providerOrderId,
      event,
      times: 1,
      lastSeenAt: tx.now,
      nextCheckAt: tx.now,
      resolvedAt: null,
    })
    return []
  },
)
await model(
  (tx) => takeDueUnmatched(tx, 0),
  async function takeDueUnmatched(tx, [limit]) {
    const due = tx
      .rows('unmatched')
      .filter((row) => row.nextCheckAt !== null && row.nextCheckAt <= tx.now && row.resolvedAt === null)
      .filter((row) => tx.store.tryLock(tx, `unmatched ${row.id}`))
      .sort((a, b) => (a.nextCheckAt ?? 0) - (b.nextCheckAt ?? 0))
      .slice(0, limit)
    const rows = await tx.updateWhere(
      'unmatched',
      (row) => due.some(({ id }) => id === row.id),
      (row) => ({
        nextCheckAt:
          row.lastSeenAt > tx.now - 7 * day ? tx.now + Math.max(tx.now - row.lastSeenAt, minute) : null,
      }),
    )
    return rows.map(({ providerOrderId }) => ({ providerOrderId }))
  },
)
await model(
  (tx) => markSettled(tx, ''),
  async function markSettled(tx, [providerOrderId]) {
    await tx.updateWhere(
      'unmatched',
      (row) => row.providerOrderId === providerOrderId && row.resolvedAt === null,
      () => ({ resolvedAt: tx.now }),
    )
    return []
  },
)
