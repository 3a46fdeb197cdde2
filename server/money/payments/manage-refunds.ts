/** Lists refunds, retries one and settles one by hand. */
import type { AdminRefund, adminMoney, RefundAnswer } from '../../../contract/admin-money.ts'
import { utr } from '../../../contract/admin-settlements.ts'
import type { Query } from '../../../contract/endpoint.ts'
import { readOrderNumber } from '../../../contract/order-number.ts'
import { asAdopting } from '../../platform/hold/adopting.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { paiseTakenTwice } from '../disputes/queries.ts'
import { refuseDisputed } from '../disputes/refuse-disputed.ts'
import { applyRefundEvent, replaceRefund } from './apply-refund-event.ts'
import { toAdminRefund } from './present.ts'
import { ProviderRefused, ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import {
  findRefund,
  lockPayment,
  markAttention,
  recordReplacement,
  type RefundRow,
  sumOfRefundedOrders,
  updateRefund,
} from './queries.ts'
import { mayBeMeant } from './rules.ts'
import {
  countRefunds,
  lockRefund,
  type RefundFilter,
  listRefundRows,
  settleByHand,
  type LockedRefund,
} from './refund-queries.ts'

/** `q` is an order's number, a payment's id, or a buyer's e-mail, name or mobile. Refuses ('invalid') a malformed cursor. */
export async function listRefunds(
  { db }: Pick<Shop, 'db'>,
  query: Query<typeof adminMoney.refunds>,
  buyers: (text: string) => Promise<string[]>,
): Promise<Page<AdminRefund>> {
  const q = query.q?.trim()
  const filter: RefundFilter = { show: query.show, of: q ? await searched(q, buyers) : undefined }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listRefundRows(db, filter, limit, before),
    count: () => countRefunds(db, filter),
    toItem: toAdminRefund,
  })
}

async function searched(
  q: string,
  buyers: (text: string) => Promise<string[]>,
): Promise<NonNullable<RefundFilter['of']>> {
  const number = readOrderNumber(q)
  if (number) return { number }
  return q.startsWith('pay_') ? { paymentId: q } : { customers: await buyers(q) }
}

/**
 * Queues another round of tries under the same idempotency key. Refuses: not-found; conflict for a refund that is done, failed
 * or replaced, or whose payment is disputed.
 */
export async function retryRefund(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw notFound('There is no such refund.')
    refuseDone(refund)
    if (refund.state === 'failed')
      throw new Refusal(
        'conflict',
        'The provider refused this refund for good. Pay it by hand, then mark it as paid.',
      )
    await refuseDisputed(tx, refund.paymentId)
    await shop.jobs.send(tx, 'refund-payment', { refundId: id })
    await record(tx, 'refund-retried', { target: { kind: 'refund', id, name: refund.paymentId } })
  })
}

/**
 * Marks a late refund as paid outside of the provider; the shop does not send it any more. The provider is asked first whether
 * it made the refund. Refuses: not-found; unavailable while the provider does not respond; conflict for a refund that is not
 * late, that the provider made meanwhile, that is being sent at this moment, or whose payment is disputed, and for a note with a
 * UTR that paid something else; invalid for a note with the word UTR and no UTR after it.
 */
export async function settleRefund(shop: Shop, id: string, note: string): Promise<void> {
  const utrs = utrsIn(note)
  const known = await findRefund(shop.db, id)
  if (!known) throw notFound('There is no such refund.')
  try {
    await applyRefundEvent(shop, known.paymentId)
  } catch (error) {
    // A provider that does not know the payment has not refunded it.
    if (error instanceof ProviderUnavailable)
      throw new Refusal(
        'unavailable',
        'The payment provider does not say whether it made this refund. Please try again in a moment.',
      )
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.warn({ err: error, refundId: id }, 'the provider shows no refunds of this payment')
  }
  // It has been paid: a held shop records it, too, so that nobody pays it again after the release.
  const settling = asAdopting(shop).db.transaction(async (tx) => {
    const locked = await lockPayment(tx, known.paymentId)
    const refund = await lockRefund(tx, id)
    const row = locked?.refunds.find((one) => one.id === id)
    if (!refund || !locked || !row) throw notFound('There is no such refund.')
    await requireAsAsked(tx)
    refuseDone(refund)
    await refuseDisputed(tx, known.paymentId)
    if (
      locked.refunds.some((one) => one.attention === 'unmatched' && (one.state !== 'failed' || one.id === id))
    )
      throw new Refusal(
        'conflict',
        'A refund of this payment was made at the payment provider, and nobody has said what it was for. Do that first.',
      )
    if (!refund.late) throw new Refusal('conflict', 'Only a refund that failed or hangs is settled by hand.')
    if (refund.isInFlight)
      throw new Refusal(
        'conflict',
        'The provider is being asked for this refund at this moment. Please try again in a minute.',
      )
    const others = locked.refunds.filter(
      (one) => one.id !== id && ['scheduled', 'accepted', 'processed'].includes(one.state),
    )
    const activePaise = others.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
    const takenPaise = await paiseTakenTwice(tx, known.paymentId)
    if (activePaise + takenPaise + refund.amountPaise > locked.payment.amountPaise)
      throw new Refusal('conflict', 'Other refunds have paid this money already.')
    await settleByHand(tx, row, note, utrs)
    await record(tx, 'refund-settled', { target: { kind: 'refund', id, name: refund.paymentId }, note })
  })
  try {
    await settling
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'money_transfer_pkey') throw error
    const words = 'A UTR in this note was used for another payout or refund already.'
    throw new Refusal('conflict', words, { fields: { note: words } })
  }
}

/** The UTRs that a note names: what follows the word, and whatever has their form. */
function utrsIn(note: string): string[] {
  const afterWord = /\bUTR\b(?: (?:no|number))?[^A-Za-z0-9]*([A-Za-z0-9]+)/gi
  const named = [...note.matchAll(afterWord)]
    .map(([, after = '']) => after.toUpperCase())
    .filter((one) => /\d/.test(one))
  for (const one of named) {
    const words = utr.safeParse(one).error?.issues[0]?.message
    if (words) throw new Refusal('invalid', words, { fields: { note: words } })
  }
  // Four letters of the bank, then mostly digits.
  const formed = note.toUpperCase().match(/\b[A-Z]{4}[A-Z0-9]\d{5,17}\b/g) ?? []
  return [...new Set([...named, ...formed.filter((one) => utr.safeParse(one).success)])]
}

/**
 * An administrator says what a refund at the provider was for, or that they have seen that money went back twice. Refunds of the
 * payment that waited are sent. Refuses: not-found; conflict where nobody asks any more, or the answer does not fit.
 */
export async function answerRefund(
  shop: Shop,
  id: string,
  { answer, refundId, note }: RefundAnswer,
): Promise<void> {
  const known = await findRefund(shop.db, id)
  if (!known) throw notFound('There is no such refund.')
  await shop.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, known.paymentId)
    const row = locked?.refunds.find((one) => one.id === id)
    await requireAsAsked(tx)
    if (!locked || !row?.attention)
      throw new Refusal('conflict', 'This refund does not wait for an answer any more.')
    if ((row.attention === 'twice') !== (answer === 'seen'))
      throw new Refusal('conflict', 'This is no answer for this refund.')
    const { owedPaise } = await sumOfRefundedOrders(tx, locked.payment.checkoutId, null)
    const leftWithout = (one: RefundRow) => Math.max(0, owedPaise - sumOfOthers(locked.refunds, one))
    if (answer === 'refund') {
      const meant = locked.refunds.find((one) => one.id === refundId && one.id !== id)
      if (!meant || !mayBeMeant(meant))
        throw new Refusal('conflict', 'This refund does not wait for money any more. Please choose again.')
      await giveTo(shop, tx, row, meant, leftWithout(meant))
    }
    if (answer === 'void') {
      if (row.state !== 'failed')
        throw new Refusal('conflict', 'The money of this refund has moved, so it was for something.')
      if (leftWithout(row) > 0)
        throw new Refusal('conflict', 'A refunded order counts on this money: it is owed to the buyer.')
      await updateRefund(tx, row, { state: 'replaced', providerRefundId: row.providerRefundId })
    }
    await markAttention(tx, id, null)
    for (const waiting of locked.refunds)
      if (waiting.state === 'scheduled') await shop.jobs.send(tx, 'refund-payment', { refundId: waiting.id })
    const target = { kind: 'refund' as const, id, name: row.paymentId }
    await record(tx, 'refund-explained', {
      target,
      note: `${answer}${refundId ? ` ${refundId}` : ''}: ${note}`,
    })
  })
}

const sumOfOthers = (rows: readonly RefundRow[], row: RefundRow) =>
  rows.reduce(
    (sum, { id, state, amountPaise }) => sum + (id === row.id || state === 'replaced' ? 0 : amountPaise),
    0,
  )

/** The refund at the provider has the money of the row that was meant, except what the orders are owed beyond it. */
async function giveTo(
  shop: Shop,
  tx: Tx,
  row: RefundRow,
  meant: RefundRow,
  leftPaise: number,
): Promise<void> {
  // It was paid twice: the one at the provider stays at the shop's expense.
  if (meant.byHand || leftPaise >= meant.amountPaise) return
  if (!(await replaceRefund(shop, tx, meant, leftPaise))) await recordReplacement(tx, [meant.id], row.id)
}

function refuseDone({ state }: LockedRefund): void {
  if (state === 'processed') throw new Refusal('conflict', 'This refund was made already.')
  if (state === 'replaced')
    throw new Refusal('conflict', 'Another refund of the same payment took the place of this one.')
}
