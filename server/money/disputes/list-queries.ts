/** SQL of the administrator's list of disputes, and of their answer. Paise. */
import type { DisputeKind, DisputeState } from '../../../contract/admin-disputes.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import { bearer } from './queries.ts'

export interface ListedDispute {
  id: string
  no: number
  paymentId: string
  amountPaise: number
  takenPaise: number
  twicePaise: number
  kind: DisputeKind
  reasonCode: string
  phase: string
  state: DisputeState
  respondBy: Date | null
  raisedAt: Date
  customerEmail: string
  answer: 'accepted' | 'contested' | null
  answerWords: string | null
  answeredAt: Date | null
}

export interface DisputeFilter {
  show: 'open' | 'all'
  q?: string | undefined
}

const from = sql`from dispute d join payment p on p.id = d.payment_id join purchase c on c.id = p.checkout_id`
const where = ({ show, q }: DisputeFilter) => sql`
  where ${show === 'open' ? sql`d.is_open` : sql`true`}
    ${q ? sql`and (d.id = ${q} or d.payment_id = ${q} or c.buyer_email = ${q.toLowerCase()})` : emptySql}`
const columns = sql`d.id, d.no, d.payment_id as "paymentId", d.amount_paise as "amountPaise", d.taken_paise as "takenPaise",
  d.twice_paise as "twicePaise", d.kind, d.reason_code as "reasonCode", d.phase, d.state, d.respond_by as "respondBy",
  d.raised_at as "raisedAt", c.buyer_email as "customerEmail", d.answer, d.answer_words as "answerWords",
  d.answered_at as "answeredAt"`

export async function listDisputeRows(
  db: Queryable,
  filter: DisputeFilter,
  limit: number,
  before: number,
): Promise<ListedDispute[]> {
  return db.query(sql`
    select ${columns} ${from} ${where(filter)} and d.no < ${before} order by d.no desc limit ${limit}`)
}

export const countDisputes = (db: Queryable, filter: DisputeFilter): Promise<number> =>
  countRows(db, sql`select ${from} ${where(filter)}`)

export async function findDisputeRow(db: Queryable, id: string): Promise<ListedDispute | undefined> {
  const [row] = await db.query<ListedDispute>(sql`select ${columns} ${from} where d.id = ${id}`)
  return row
}

export interface DisputeOrderRow {
  id: string
  number: string
  product: string
  seller: string
  amountPaise: number
  refundedPaise: number
  sharePaise: number
  deliveredAt: Date | null
  bears: 'seller' | 'shop'
  documents: { id: string; number: string }[]
}

export async function listOrderRows(db: Queryable, id: string): Promise<DisputeOrderRow[]> {
  return db.query(sql`
    select o.id, o.number, o.product_name as product, s.company_name as seller, o.amount_paise as "amountPaise",
      o.refunded_paise as "refundedPaise", n.share_paise as "sharePaise", o.delivery_date as "deliveredAt",
      ${bearer} as bears,
      (select coalesce(json_agg(json_build_object('id', t.id, 'number', t.serial) order by t.issued_at), '[]')
        from tax_document t where t.order_id = o.id) as documents
    from dispute_order n join placed_order o on o.id = n.order_id join payee s on s.id = o.seller_id
    where n.dispute_id = ${id} order by o.id`)
}

export async function listRefundRowsOf(
  db: Queryable,
  paymentId: string,
): Promise<{ at: Date; paise: number; state: string; reference: string | null }[]> {
  return db.query(sql`
    select created_at as at, amount_paise as paise, state, provider_refund_id as reference from refund
    where payment_id = ${paymentId} and state <> 'replaced' order by created_at limit 100`)
}

/** Locked; whether an answer is being sent: longer ago than a minute no request to the provider is under way. */
export async function lockToAnswer(
  tx: Tx,
  id: string,
): Promise<{ state: DisputeState; amountPaise: number; isBeingAnswered: boolean } | undefined> {
  const [row] = await tx.query<{ state: DisputeState; amountPaise: number; isBeingAnswered: boolean }>(sql`
    select state, amount_paise as "amountPaise",
      coalesce(answered_at > now() - interval '1 minute', false) as "isBeingAnswered"
    from dispute where id = ${id} for update`)
  return row
}

export async function saveAnswer(
  tx: Tx,
  id: string,
  answer: 'accepted' | 'contested',
  words: string | null,
): Promise<void> {
  await tx.query(sql`
    update dispute set answer = ${answer}, answer_words = ${words}, answered_at = now() where id = ${id}`)
}

/** After the provider refused, or did not respond: another answer can be sent at once, and the next sweep asks what it knows. */
export async function clearAnswer(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update dispute set answer = null, answer_words = null, answered_at = null, asked_at = now() - interval '1 day'
    where id = ${id}`)
}
