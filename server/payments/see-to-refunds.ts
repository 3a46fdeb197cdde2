/** Refunds that hang, and what a person does about them. */
import type { AdminRefund } from '../../contract/admin-money.ts'
import { rupees } from '../../contract/money.ts'
import { record } from '../audit/record.ts'
import { idPage } from '../db/id-page.ts'
import type { Page } from '../http/call.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { countRefunds, lockRefund, type RefundFilter, refunds, settleByHand } from './trouble-queries.ts'

/** Refuses ('invalid') a cursor that is none. */
export async function listRefunds(
  { db }: Pick<Shop, 'db'>,
  asked: RefundFilter & { limit: number; cursor?: string | undefined },
): Promise<Page<AdminRefund>> {
  const page = await idPage(asked, {
    rows: (limit, before) => refunds(db, asked, limit, before),
    count: () => countRefunds(db, asked),
  })
  return {
    ...page,
    items: page.items.map(({ amountPaise, createdAt, updatedAt, ...row }) => ({
      ...row,
      amount: rupees(amountPaise),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
  }
}

/** Another round of tries under the same key. Refuses: not-found; conflict for one that ended. */
export async function retryRefund(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw notFound('There is no such refund.')
    if (refund.state === 'processed') throw new Refusal('conflict', 'This refund was made already.')
    if (refund.state === 'failed')
      throw new Refusal(
        'conflict',
        'The provider refused this refund for good. Pay it by hand, then mark it as paid.',
      )
    await shop.jobs.send(tx, 'refund-payment', { refundId: id })
    await record(tx, 'refund-retried', { to: { kind: 'refund', id, name: refund.paymentId } })
  })
}

/** Somebody gave the money back by another way. Refuses: not-found; conflict for one that has not failed. */
export async function settleRefund(shop: Shop, id: string, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw notFound('There is no such refund.')
    if (refund.state !== 'failed')
      throw new Refusal('conflict', 'Only a refund that failed is settled by hand.')
    await settleByHand(tx, id, note)
    await record(tx, 'refund-settled', { to: { kind: 'refund', id, name: refund.paymentId }, note })
  })
}
