/** The administrator's list of disputes, and one of them with its orders. */
import type { AdminDispute, DisputeDetail } from '../../../contract/admin-disputes.ts'
import { rupees } from '../../../contract/money.ts'
import { type CursorFormat, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  countDisputes,
  type DisputeFilter,
  findDisputeRow,
  type ListedDispute,
  listDisputeRows,
  listOrderRows,
  listRefundRowsOf,
} from './list-queries.ts'

const cursor: CursorFormat<{ no: number }, number> = {
  start: Number.MAX_SAFE_INTEGER,
  write: ({ no }) => String(no),
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
}

/** Refuses ('invalid') a malformed cursor. */
export async function listDisputes(
  { db }: Pick<Shop, 'db'>,
  query: DisputeFilter & PageRequest,
): Promise<Page<AdminDispute>> {
  return keysetPage(query, cursor, {
    rows: (limit, before) => listDisputeRows(db, query, limit, before),
    count: () => countDisputes(db, query),
    toItem: toAdminDispute,
  })
}

/** Refuses: not-found. */
export async function showDispute(
  { db }: Pick<Shop, 'db'>,
  id: string,
): Promise<Omit<DisputeDetail, 'evidence'>> {
  const row = await findDisputeRow(db, id)
  if (!row) throw notFound('There is no such dispute.')
  const orders = await listOrderRows(db, id)
  return {
    ...toAdminDispute(row),
    answerWords: row.answerWords,
    twice: rupees(row.twicePaise),
    orders: orders.map(({ amountPaise, refundedPaise, sharePaise, deliveredAt, ...order }) => ({
      ...order,
      amount: rupees(amountPaise),
      refunded: rupees(refundedPaise),
      share: rupees(sharePaise),
      deliveredAt: deliveredAt?.toISOString() ?? null,
    })),
  }
}

/** What of the payment went back, or is going back: evidence for the bank. */
export const listRefundsOf = ({ db }: Pick<Shop, 'db'>, paymentId: string) => listRefundRowsOf(db, paymentId)

const toAdminDispute = (row: ListedDispute): AdminDispute => ({
  id: row.id,
  paymentId: row.paymentId,
  amount: rupees(row.amountPaise),
  taken: rupees(row.takenPaise),
  kind: row.kind,
  reasonCode: row.reasonCode,
  phase: row.phase,
  state: row.state,
  respondBy: row.respondBy?.toISOString() ?? null,
  needsAnswer: row.state === 'open' || row.state === 'action-required',
  raisedAt: row.raisedAt.toISOString(),
  customerEmail: row.customerEmail,
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
})
