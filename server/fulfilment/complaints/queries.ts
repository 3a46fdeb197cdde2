/** SQL of complaints: making, reading and moving one. The lists are in list-queries.ts. */
import {
  type ComplaintCategory,
  type ComplaintState,
  dueSoonHours,
} from '../../../contract/complaint-words.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** A mailed link works for so many days; the next mail has a new one. */
const linkDays = 60

/** Whom the complaint is of: an account, or whoever has the mailed link. */
export type Complainant = { accountId: string } | { linkHash: Buffer }

const isOf = (who: Complainant): Sql =>
  'accountId' in who
    ? sql`c.account_id = ${who.accountId}`
    : sql`c.id = (select l.complaint_id from complaint_link l
        where l.token_hash = ${who.linkHash} and l.created_at > now() - ${linkDays} * interval '1 day')`

export async function findPerson(
  db: Queryable,
  accountId: string,
): Promise<{ name: string; email: string } | undefined> {
  const [row] = await db.query<{ name: string; email: string }>(sql`
    select b.first_name || ' ' || b.last_name as name, b.email from buyer b where b.id = ${accountId}
    union all select s.company_name, s.email from seller_party s where s.id = ${accountId}`)
  return row
}

export async function findSubjectOrder(
  db: Queryable,
  customerId: string,
  number: string,
): Promise<Subject | undefined> {
  const [row] = await db.query<Subject>(sql`
    select o.id as "orderId", o.product_id as "productId", o.seller_id as "sellerId" from orders o
    where o.customer_id = ${customerId} and o.number = ${number}`)
  return row
}

/** A product that people can see. */
export async function findSubjectProduct(db: Queryable, productId: string): Promise<Subject | undefined> {
  const [row] = await db.query<Subject>(sql`
    select null as "orderId", g.id as "productId", g.seller_id as "sellerId" from goods g where g.id = ${productId} and g.on_sale`)
  return row
}

interface LinkWanted {
  id: string
  number: string
  accountId: string | null
  email: string
  /** As in ComplaintFacts. */
  unproven: boolean
}

/** The complaint of this number, if it came from this address. */
export async function findLinkWanted(
  db: Queryable,
  { email, number }: { email: string; number: string },
): Promise<LinkWanted | undefined> {
  const [row] = await db.query<LinkWanted>(sql`
    select id, number, account_id as "accountId", email, account_id is null and link_opened_at is null as unproven
    from complaint where number = ${number} and email = ${email}`)
  return row
}

/** Whether its owner cannot log in, or will not be able to soon: they read their complaints by links, as a visitor does. */
export async function needsLink(db: Queryable, accountId: string): Promise<boolean> {
  return (await db.query(sql`select from suspended_account where id = ${accountId}`)).length > 0
}

export interface Subject {
  orderId: string | null
  productId: string | null
  sellerId: string | null
}

interface NewComplaint extends Subject {
  accountId: string | null
  name: string
  email: string
  category: ComplaintCategory
  words: string
  answerHours: number
  decideDays: number
  /** Null: the seller is not asked. */
  sellerHours: number | null
  /** Of the messages that buyer and seller wrote to each other about the order. */
  reportsMessages: boolean
}

/** With its first message. */
export async function insertComplaint(tx: Tx, made: NewComplaint): Promise<MadeComplaint> {
  const row = singleRow(
    await tx.query<MadeComplaint>(sql`
      insert into complaint (id, account_id, name, email, category, order_id, product_id, seller_id, answer_by, decide_by,
        seller_answer_by, reports_messages)
      values (${newId()}, ${made.accountId}, ${made.name}, ${made.email}, ${made.category}, ${made.orderId}, ${made.productId},
        ${made.sellerId}, now() + ${made.answerHours}::int * interval '1 hour',
        now() + ${made.decideDays}::int * interval '1 day', now() + ${made.sellerHours}::int * interval '1 hour',
        ${made.reportsMessages})
      returning id, number, answer_by as "answerBy", decide_by as "decideBy", seller_answer_by as "sellerAnswerBy"`),
  )
  await insertMessage(tx, { complaintId: row.id, kind: 'person', author: null, words: made.words })
  return row
}

export interface MadeComplaint {
  id: string
  number: string
  answerBy: Date
  decideBy: Date
  sellerAnswerBy: Date | null
}

export type MessageKind = 'person' | 'desk' | 'note' | 'to-seller' | 'seller'

export async function insertMessage(
  tx: Tx,
  message: { complaintId: string; kind: MessageKind; author: string | null; words: string },
): Promise<string> {
  const id = newId()
  await tx.query(sql`
    insert into complaint_message (id, complaint_id, kind, author, words)
    values (${id}, ${message.complaintId}, ${message.kind}, ${message.author}, ${message.words})`)
  return id
}

export async function insertLink(tx: Tx, complaintId: string, tokenHash: Buffer): Promise<void> {
  await tx.query(
    sql`insert into complaint_link (token_hash, complaint_id) values (${tokenHash}, ${complaintId})`,
  )
}

/** What decides what may be done with a complaint, and whom its mails reach. */
export interface ComplaintFacts {
  id: string
  number: string
  state: ComplaintState
  accountId: string | null
  email: string
  sellerId: string | null
  sellerAsked: boolean
  sellerEmail: string | null
  solvedAt: Date | null
  reopenedAt: Date | null
  satisfied: boolean | null
  escalated: boolean
  /** Of a visitor who has opened no mailed link: the address may be somebody else's. */
  unproven: boolean
  /** It was closed without an answer, because nobody seemed to be behind it. */
  dismissed: boolean
  decideBy: Date
  /** How many the person wrote, with the complaint itself, and how many the seller. */
  personMessages: number
  sellerMessages: number
  /** The newest one. */
  lastMessage: string
  /** By the clock of the database. */
  now: Date
}

/** Locked: of two acts on one complaint the second one sees what the first one did. */
async function lock(tx: Tx, which: Sql): Promise<ComplaintFacts | undefined> {
  const [locked] = await tx.query<{ id: string }>(sql`select c.id from complaint c where ${which} for update`)
  if (!locked) return undefined
  // A second statement, which sees the messages that were committed while this one waited for the lock.
  return singleRow(
    await tx.query<ComplaintFacts>(sql`
      select c.id, c.number, c.state, c.account_id as "accountId", c.email, c.seller_id as "sellerId",
        c.seller_answer_by is not null as "sellerAsked", s.email as "sellerEmail", c.solved_at as "solvedAt",
        c.reopened_at as "reopenedAt", c.satisfied, c.escalated_at is not null as escalated,
        c.account_id is null and c.link_opened_at is null as unproven, c.dismissed_at is not null as dismissed,
        c.decide_by as "decideBy",
        (select count(*) from complaint_message m where m.complaint_id = c.id and m.kind = 'person') as "personMessages",
        (select count(*) from complaint_message m where m.complaint_id = c.id and m.kind = 'seller') as "sellerMessages",
        (select m.id from complaint_message m where m.complaint_id = c.id order by m.created_at desc, m.id desc limit 1)
          as "lastMessage",
        now() as now
      from complaint c left join seller_party s on s.id = c.seller_id where c.id = ${locked.id}`),
  )
}

export const lockComplaint = (tx: Tx, id: string): Promise<ComplaintFacts | undefined> =>
  lock(tx, sql`c.id = ${id}`)

/** Undefined for a complaint of somebody else. `id` is undefined for a mailed link, which names one complaint. */
export const lockOwnComplaint = (
  tx: Tx,
  who: Complainant,
  id: string | undefined,
): Promise<ComplaintFacts | undefined> =>
  lock(tx, id === undefined ? isOf(who) : sql`c.id = ${id} and ${isOf(who)}`)

/** Undefined for a complaint about which this seller was not asked. */
export const lockSellersComplaint = (
  tx: Tx,
  sellerId: string,
  id: string,
): Promise<ComplaintFacts | undefined> =>
  lock(tx, sql`c.id = ${id} and c.seller_id = ${sellerId} and c.seller_answer_by is not null`)

/** The desk answers, and waits for the person or not. */
export async function setAnswered(tx: Tx, id: string, state: 'open' | 'waiting'): Promise<void> {
  await tx.query(sql`
    update complaint set state = ${state}, answered_at = coalesce(answered_at, now()) where id = ${id}`)
}

export async function setSolved(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update complaint set state = 'solved', solved_at = now(), answered_at = coalesce(answered_at, now()) where id = ${id}`)
}

/** Nobody is behind it. */
export async function setDismissed(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update complaint set state = 'closed', solved_at = now(), closed_at = now(), dismissed_at = now(),
      answered_at = coalesce(answered_at, now()) where id = ${id}`)
}

/** Who complains has written. */
export async function setOpen(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update complaint set state = 'open' where id = ${id}`)
}

/** The clock of the decision begins anew. One that was dismissed can be opened again once more when it is solved. */
export async function setReopened(tx: Tx, id: string, decideDays: number): Promise<void> {
  await tx.query(sql`
    update complaint set state = 'open', solved_at = null, closed_at = null, dismissed_at = null, satisfied = null,
      reopened_at = case when dismissed_at is null then now() end,
      decide_by = now() + ${decideDays}::int * interval '1 day'
    where id = ${id}`)
}

export async function setSatisfied(tx: Tx, id: string, satisfied: boolean): Promise<void> {
  await tx.query(sql`update complaint set satisfied = ${satisfied} where id = ${id}`)
}

/** Returns until when the seller answers. */
export async function setSellerAsked(tx: Tx, id: string, hours: number): Promise<Date> {
  return singleRow(
    await tx.query<{ until: Date }>(sql`
      update complaint set seller_answer_by = now() + ${hours}::int * interval '1 hour', seller_answered_at = null
      where id = ${id} returning seller_answer_by as until`),
  ).until
}

export async function setSellerAnswered(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update complaint set seller_answered_at = now() where id = ${id}`)
}

export async function setAssigned(
  tx: Tx,
  id: string,
  to: { id: string; email: string } | null,
): Promise<void> {
  await tx.query(sql`
    update complaint set assigned_to = ${to?.id ?? null}, assigned_name = ${to?.email ?? null} where id = ${id}`)
}

export async function setEscalated(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update complaint set escalated_at = now() where id = ${id}`)
}

/**
 * Notes that a visitor has the mail, and so the address. Returns, the first time, how many mails with a link the address got about it
 * today.
 */
export async function noteLinkOpened(
  db: Queryable,
  linkHash: Buffer,
): Promise<{ email: string; mails: number } | undefined> {
  const [row] = await db.query<{ email: string; mails: number }>(sql`
    update complaint c set link_opened_at = now()
    where c.link_opened_at is null and c.id = (select l.complaint_id from complaint_link l where l.token_hash = ${linkHash})
    returning c.email, case when c.account_id is null then (select count(*)::int from complaint_link l
      where l.complaint_id = c.id and l.created_at > now() - interval '1 day') else 0 end as mails`)
  return row
}

interface Ended {
  id: string
  number: string
  accountId: string | null
  email: string
  /** It has not been opened again before. */
  canReopen: boolean
}

/** Solves at most `limit` complaints whose maker has not answered the desk for so long. */
export async function solveSilent(tx: Tx, days: number, limit: number): Promise<Ended[]> {
  return tx.query(sql`
    update complaint set state = 'solved', solved_at = now() where id in (
      select c.id from complaint c where c.state = 'waiting' and not exists (
        select from complaint_message m where m.complaint_id = c.id and m.created_at > now() - ${days}::int * interval '1 day')
      limit ${limit} for update of c skip locked)
    returning id, number, account_id as "accountId", email, reopened_at is null as "canReopen"`)
}

/** Closes at most `limit` complaints that nobody has decided within a year after the end of their clock. */
export async function closeForgotten(
  tx: Tx,
  limit: number,
): Promise<{ id: string; number: string; accountId: string | null; email: string }[]> {
  return tx.query(sql`
    update complaint set state = 'closed', solved_at = now(), closed_at = now(), answered_at = coalesce(answered_at, now())
    where id in (
      select id from complaint where due_at < 'infinity' and decide_by < now() - interval '1 year'
      limit ${limit} for update skip locked)
    returning id, number, account_id as "accountId", email`)
}

/** Closes at most `limit` complaints that were solved so long ago that they cannot be opened again. */
export async function closeOld(
  tx: Tx,
  days: number,
  limit: number,
): Promise<{ id: string; number: string }[]> {
  return tx.query(sql`
    update complaint set state = 'closed', closed_at = now() where id in (
      select id from complaint where state = 'solved' and solved_at < now() - ${days}::int * interval '1 day'
      limit ${limit} for update skip locked)
    returning id, number`)
}

export interface WaitingComplaints {
  open: number
  /** Their clock ends within 24 hours, or is over. */
  dueSoon: number
  late: number
}

export async function countWaiting(db: Queryable): Promise<WaitingComplaints> {
  return singleRow(
    await db.query<WaitingComplaints>(sql`
      select count(*) as open, count(*) filter (where due_at < now() + ${dueSoonHours} * interval '1 hour') as "dueSoon",
        count(*) filter (where due_at < now()) as late
      from complaint where due_at < 'infinity'`),
  )
}

/** Deletes at most `limit` complaints that were closed three years ago, with their messages and links. */
export async function deleteOldRows(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from complaint where id in (
      select id from complaint where state = 'closed' and closed_at < now() - interval '3 years' limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

/** One complaint as the person who made it reads it. */
export interface OwnComplaintRow {
  id: string
  number: string
  category: ComplaintCategory
  state: ComplaintState
  order: string | null
  product: string | null
  words: string
  createdAt: Date
  decideBy: Date
}

export interface ShownComplaintRow extends OwnComplaintRow {
  answerBy: Date
  answeredAt: Date | null
  solvedAt: Date | null
  reopenedAt: Date | null
  dismissed: boolean
  satisfied: boolean | null
  sellerAsked: boolean
  now: Date
  messages: { kind: 'person' | 'desk'; at: string; words: string }[]
}

/** The first message, which is the complaint itself. */
export const firstWords = sql`(select m.words from complaint_message m where m.complaint_id = c.id
  order by m.created_at, m.id limit 1)`

export const subjectColumns = sql`c.id, c.number, c.category, c.state,
  (select o.number from orders o where o.id = c.order_id) as "order",
  (select g.name from goods g where g.id = c.product_id) as product`

export const ownColumns = sql`${subjectColumns}, c.created_at as "createdAt", c.decide_by as "decideBy"`

/** By its number, or by a mailed link. */
export async function findOwnComplaint(
  db: Queryable,
  who: Complainant,
  number?: string,
): Promise<ShownComplaintRow | undefined> {
  const [row] = await db.query<ShownComplaintRow>(sql`
    select ${ownColumns}, ${firstWords} as words, c.answer_by as "answerBy", c.answered_at as "answeredAt",
      c.solved_at as "solvedAt", c.reopened_at as "reopenedAt", c.dismissed_at is not null as dismissed, c.satisfied,
      c.seller_answer_by is not null as "sellerAsked", now() as now,
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'at', m.created_at, 'words', m.words)
        order by m.created_at, m.id), '[]') from complaint_message m where m.complaint_id = c.id and m.kind in ('person', 'desk')) as messages
    from complaint c where ${number === undefined ? isOf(who) : sql`c.number = ${number} and ${isOf(who)}`}`)
  return row
}

/** For the page of an order `o`: the complaints of its buyer about it. */
export const complaintsOfOrder = sql`(select coalesce(json_agg(json_build_object('number', c.number, 'state', c.state,
    'answer', (select m.words from complaint_message m where m.complaint_id = c.id and m.kind = 'desk'
      order by m.created_at desc, m.id desc limit 1)) order by c.id desc), '[]')
  from complaint c where c.order_id = o.id and c.account_id = o.customer_id)`
