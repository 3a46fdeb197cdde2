/** SQL of the lists of complaints: of who made them, of sellers and of administrators. */
import {
  type ComplaintCategory,
  complaintStates,
  type ComplaintState,
  dueSoonHours,
} from '../../../contract/complaint-words.ts'
import type { complaintShows } from '../../../contract/admin-complaints.ts'
import { type Queryable, singleRow } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { firstWords, type MessageKind, ownColumns, type OwnComplaintRow, subjectColumns } from './queries.ts'

export async function listOwnRows(
  db: Queryable,
  accountId: string,
  limit: number,
  before: string,
): Promise<OwnComplaintRow[]> {
  return db.query(sql`
    select ${ownColumns}, left(${firstWords}, 200) as words from complaint c
    where c.account_id = ${accountId} and c.id < ${before} order by c.id desc limit ${limit}`)
}

export async function countOwn(db: Queryable, accountId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from complaint where account_id = ${accountId}`,
    ),
  ).count
}

export interface SellersRow {
  id: string
  number: string
  category: ComplaintCategory
  state: ComplaintState
  order: string | null
  product: string | null
  answerBy: Date
  late: boolean
  messages: { kind: 'person' | 'to-seller' | 'seller'; at: string; words: string }[]
}

/** The seller reads only the person's first message: what follows is between the person and the desk. */
export async function listSellersRows(
  db: Queryable,
  sellerId: string,
  limit: number,
  before: string,
): Promise<SellersRow[]> {
  return db.query(sql`
    select ${subjectColumns}, c.seller_answer_by as "answerBy",
      c.state in ('open', 'waiting') and c.seller_answered_at is null and c.seller_answer_by < now() as late,
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'at', m.created_at, 'words', m.words)
        order by m.created_at, m.id), '[]') from complaint_message m where m.complaint_id = c.id and (m.kind in ('to-seller', 'seller')
          or m.id = (select f.id from complaint_message f where f.complaint_id = c.id
            order by f.created_at, f.id limit 1))) as messages
    from complaint c where c.seller_id = ${sellerId} and c.seller_answer_by is not null and c.id < ${before}
    order by c.id desc limit ${limit}`)
}

export async function countSellers(db: Queryable, sellerId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from complaint where seller_id = ${sellerId} and seller_answer_by is not null`),
  ).count
}

export interface DeskRow {
  id: string
  number: string
  category: ComplaintCategory
  state: ComplaintState
  /** The end of its clock to the microsecond, or `infinity`, for the cursor. */
  dueText: string
  dueAt: Date | null
  due: 'late' | 'soon' | 'later'
  escalated: boolean
  assignedTo: string | null
  name: string
  email: string
  order: string | null
  product: string | null
  seller: string | null
  sellersAnswer: 'none' | 'awaited' | 'late' | 'given'
  words: string
  createdAt: Date
}

export interface DeskFilter {
  show: (typeof complaintShows)[number]
  category?: ComplaintCategory | undefined
  q?: string | undefined
  /** Only those that are assigned to this administrator. */
  assignedTo?: string | undefined
}

export interface DuePosition {
  due: string
  id: string
}

const deskColumns = sql`c.id, c.number, c.category, c.state, case when c.due_at < 'infinity' then to_char(c.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') else 'infinity' end as "dueText",
  case when c.due_at < 'infinity' then c.due_at end as "dueAt",
  case when c.due_at < now() then 'late' when c.due_at < now() + ${dueSoonHours} * interval '1 hour' then 'soon' else 'later' end as due,
  c.escalated_at is not null as escalated, c.assigned_name as "assignedTo", c.name, c.email,
  (select o.number from orders o where o.id = c.order_id) as "order",
  (select g.name from goods g where g.id = c.product_id) as product,
  (select s.company_name from company s where s.id = c.seller_id) as seller,
  case when c.seller_answer_by is null then 'none' when c.seller_answered_at is not null then 'given'
    when c.state in ('open', 'waiting') and c.seller_answer_by < now() then 'late' else 'awaited' end as "sellersAnswer",
  c.created_at as "createdAt"`

function shown(show: DeskFilter['show']): Sql {
  if (show === 'all') return sql`true`
  if (show === 'todo') return sql`c.due_at < 'infinity'`
  if (show === 'due') return sql`c.due_at < now() + ${dueSoonHours} * interval '1 hour'`
  // The clocks of all others have no end, and the index has few before it.
  if (show === 'open' || show === 'waiting') return sql`c.due_at < 'infinity' and c.state = ${show}`
  return sql`c.state = ${show}`
}

/** `q` is the number of a complaint or an order, or an e-mail, each of them whole. */
const matches = ({ show, category, q, assignedTo }: DeskFilter): Sql => sql`
  ${shown(show)} ${category ? sql`and c.category = ${category}` : emptySql}
  ${assignedTo ? sql`and c.assigned_to = ${assignedTo}` : emptySql}
  ${
    q
      ? sql`and (c.number = upper(${q}) or c.email = lower(${q}) or c.order_id = (select o.id from orders o where o.number = upper(${q})))`
      : emptySql
  }`

export async function countDeskByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: DeskFilter['show']) =>
    countedState(state, sql`from complaint c where ${shown(state)}`)
  return db.query<StateCount>(
    complaintStates.reduce((all, state) => sql`${all} union all ${counted(state)}`, counted('due')),
  )
}

export async function listDeskRows(
  db: Queryable,
  filter: DeskFilter,
  limit: number,
  { due, id }: DuePosition,
): Promise<DeskRow[]> {
  return db.query(sql`
    select ${deskColumns}, left(${firstWords}, 300) as words from complaint c
    where ${matches(filter)} and (c.due_at > ${due}::timestamptz or c.due_at = ${due}::timestamptz and c.id < ${id})
    order by c.due_at, c.id desc limit ${limit}`)
}

export const countDesk = (db: Queryable, filter: DeskFilter): Promise<number> =>
  countRows(db, sql`select from complaint c where ${matches(filter)}`)

export interface DeskPageRow extends DeskRow {
  by: 'account' | 'visitor' | 'visitor-not-seen'
  answerBy: Date
  answeredAt: Date | null
  decideBy: Date
  solvedAt: Date | null
  reopenedAt: Date | null
  satisfied: boolean | null
  messages: { id: string; kind: MessageKind; author: string | null; at: string; words: string }[]
  /** What buyer and seller wrote to each other about its order, until it was solved. */
  orderMessages: { by: 'buyer' | 'seller'; at: string; words: string }[]
}

export async function findDeskRow(db: Queryable, id: string): Promise<DeskPageRow | undefined> {
  const [row] = await db.query<DeskPageRow>(sql`
    select ${deskColumns}, ${firstWords} as words,
      case when c.account_id is not null or c.email = '' then 'account'
        when c.link_opened_at is null then 'visitor-not-seen' else 'visitor' end as by,
      c.answer_by as "answerBy", c.answered_at as "answeredAt", c.decide_by as "decideBy", c.solved_at as "solvedAt",
      c.reopened_at as "reopenedAt", c.satisfied,
      (select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'author', m.author, 'at', m.created_at, 'words', m.words)
        order by m.created_at, m.id), '[]') from complaint_message m where m.complaint_id = c.id) as messages,
      (select coalesce(json_agg(json_build_object('by', m.by, 'at', m.created_at, 'words', m.words) order by m.created_at, m.id), '[]')
        from order_message m where m.order_id = c.order_id and c.reports_messages
          and m.created_at <= coalesce(c.solved_at, 'infinity')) as "orderMessages"
    from complaint c where c.id = ${id}`)
  return row
}

export interface FiguresRow {
  month: string
  received: number
  answeredInTime: number
  solvedInTime: number
  open: number
  satisfied: number
  rated: number
}

/** By months of India, the newest first. */
export async function readFigures(db: Queryable): Promise<FiguresRow[]> {
  return db.query(sql`
    select to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(*) as received,
      count(*) filter (where answered_at <= answer_by) as "answeredInTime",
      count(*) filter (where solved_at <= decide_by) as "solvedInTime",
      count(*) filter (where solved_at is null) as open,
      count(*) filter (where satisfied) as satisfied, count(satisfied) as rated
    from complaint where created_at > now() - interval '24 months' and dismissed_at is null group by 1 order by 1 desc limit 25`)
}
