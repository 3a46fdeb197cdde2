/** SQL of questions about products. */
import { limits } from '../../../contract/limits.ts'
import { type QuestionFault, questionLimits, type QuestionPart } from '../../../contract/question-words.ts'
import { type Queryable, type Readable, singleRow, type Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { OpenQuestions } from './rules.ts'

export interface ShownRow {
  id: string
  at: Date
  words: string
  answer: string
  answeredAt: Date
  /** Of the whole list, up to `limits.countFiltered`. */
  total: number
}

/** One page of what everybody sees of a product's questions, with their number: one statement. */
export async function questionsOfProduct(
  db: Readable,
  productId: string,
  limit: number,
  before: string,
): Promise<ShownRow[]> {
  return db.query(sql`
    select q.id, q.created_at as at, q.words, q.answer, q.answered_at as "answeredAt",
      (select count(*) from (select from shown_question s where s.product_id = ${productId}
        limit ${limits.countFiltered}) as counted) as total
    from shown_question q where q.product_id = ${productId} and q.id < ${before} order by q.id desc limit ${limit}`)
}

export interface AskedProduct {
  id: string
  name: string
  imageUrl: string
  edition: number
  sellerId: string
  seller: string
  sellerEmail: string
}

/** Undefined for a product that is not on sale. */
export async function findAskedProduct(db: Queryable, id: string): Promise<AskedProduct | undefined> {
  const [row] = await db.query<AskedProduct>(sql`
    select p.id, p.name, p.images[1] as "imageUrl", p.edition, p.seller_id as "sellerId", s.company_name as seller,
      s.email as "sellerEmail"
    from goods_on_sale p join seller_party s on s.id = p.seller_id where p.id = ${id}`)
  return row
}

/** What the seller, the asker or an administrator may know of a question. */
export interface QuestionRow {
  id: string
  at: Date
  words: string
  answer: string | null
  answeredAt: Date | null
  answerNo: number
  declined: boolean
  removedPart: QuestionPart | null
  removedFor: QuestionFault | null
  productId: string
  productName: string
  productImage: string
  seller: string
  changeable: boolean
}

const columns = sql`q.id, q.created_at as at, q.words, q.answer, q.answered_at as "answeredAt", q.answer_no as "answerNo",
      q.declined_at is not null as declined, q.removed_part as "removedPart", q.removed_for as "removedFor",
      p.id as "productId", p.name as "productName", p.images[1] as "productImage", p.seller_company as seller,
      coalesce(q.removed_at is null and q.answered_at > now() - ${questionLimits.changeHours} * interval '1 hour', false) as changeable`

/** The newest ones of a customer about a product. */
export async function ownQuestions(
  db: Queryable,
  customerId: string,
  productId: string,
): Promise<QuestionRow[]> {
  return db.query(sql`
    select ${columns} from question q join goods p on p.id = q.product_id
    where q.customer_id = ${customerId} and q.product_id = ${productId} order by q.id desc limit 20`)
}

/** One that everybody sees, or of which this account is the asker or the seller. */
export async function findQuestion(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<QuestionRow | undefined> {
  const [row] = await db.query<QuestionRow>(sql`
    select ${columns} from question q join goods p on p.id = q.product_id
    where q.id = ${id} and (${accountId}::uuid in (q.customer_id, q.seller_id)
      or exists (select from shown_question s where s.id = q.id))`)
  return row
}

export async function countOpen(
  db: Queryable,
  customerId: string,
  productId: string,
): Promise<OpenQuestions> {
  return singleRow(
    await db.query<OpenQuestions>(sql`
      select count(*) filter (where product_id = ${productId}) as "ofProduct", count(*) as all
      from open_question where customer_id = ${customerId}`),
  )
}

/** Whether the customer has an open question about the product in these words. */
export async function hasAsked(
  db: Queryable,
  { customerId, productId, words }: { customerId: string; productId: string; words: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    select from open_question where customer_id = ${customerId} and product_id = ${productId} and words = ${words}`)
  return rows.length > 0
}

export async function insertQuestion(
  tx: Tx,
  customerId: string,
  { id: productId, sellerId, edition }: AskedProduct,
  words: string,
): Promise<string> {
  const id = newId()
  await tx.query(sql`
    insert into question (id, product_id, seller_id, edition, customer_id, words)
    values (${id}, ${productId}, ${sellerId}, ${edition}, ${customerId}, ${words})`)
  return id
}

export interface LockedQuestion {
  id: string
  words: string
  answerNo: number
  declined: boolean
  removed: boolean
  waits: boolean
  answerReported: boolean
  changeable: boolean
  version: number
  customerId: string | null
  sellerId: string
  productId: string
  productName: string
  productGone: boolean
  /** Of the asker; null for an erased account. */
  email: string | null
  sellerEmail: string
}

/** A question with those to whom mail about it goes. Of two writers the second one finds what the first one did. */
async function lockWhere(tx: Tx, condition: Sql): Promise<LockedQuestion | undefined> {
  const [locked] = await tx.query<{ id: string }>(
    sql`select q.id from question q where ${condition} for no key update of q`,
  )
  if (!locked) return undefined
  const [row] = await tx.query<LockedQuestion>(sql`
    select q.id, q.words, q.answer_no as "answerNo", q.declined_at is not null as declined, q.removed_at is not null as removed,
      q.waits_since is not null as waits, q.waits_since is not null and exists (select from question_report r
        where r.question_id = q.id and r.about = 'answer') as "answerReported",
      coalesce(q.answered_at > now() - ${questionLimits.changeHours} * interval '1 hour', true) as changeable, q.version,
      q.customer_id as "customerId", q.seller_id as "sellerId", p.id as "productId", p.name as "productName",
      p.deleted_at is not null as "productGone", b.email, s.email as "sellerEmail"
    from question q join product p on p.id = q.product_id join seller_party s on s.id = q.seller_id
    left join buyer b on b.id = q.customer_id
    where q.id = ${locked.id}`)
  return row
}

export const lockQuestion = (tx: Tx, id: string) => lockWhere(tx, sql`q.id = ${id}`)

/** Locks nothing of another seller's. */
export const lockQuestionOf = (tx: Tx, sellerId: string, id: string) =>
  lockWhere(tx, sql`q.id = ${id} and q.seller_id = ${sellerId}`)

/** One that this account may read. */
export const lockReadable = (tx: Tx, accountId: string, id: string) =>
  lockWhere(
    tx,
    sql`q.id = ${id} and (${accountId}::uuid in (q.customer_id, q.seller_id)
      or exists (select from shown_question s where s.id = q.id))`,
  )

/** An answer that was ever reported waits for a person again: who reported it cannot do so twice. */
export async function setAnswer(tx: Tx, id: string, words: string): Promise<void> {
  await tx.query(sql`
    update question set answer = ${words}, answered_at = coalesce(answered_at, now()), answer_no = answer_no + 1,
      version = version + 1, waits_since = case when exists (
        select from question_report where question_id = ${id} and about = 'answer') then coalesce(waits_since, now())
        else waits_since end
    where id = ${id}`)
}

export async function setDeclined(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update question set declined_at = now() where id = ${id}`)
}

/** False where this account has reported this part of the question before. */
export async function insertReport(
  tx: Tx,
  id: string,
  accountId: string,
  { about, reason, words }: { about: QuestionPart; reason: QuestionFault; words: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into question_report (question_id, account_id, about, reason, words)
    values (${id}, ${accountId}, ${about}, ${reason}, ${words})
    on conflict do nothing returning 1`)
  return rows.length === 1
}

/** Nobody has to look at it any more. */
export async function endWait(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update question set waits_since = null where id = ${id}`)
}

export async function setRemoved(
  tx: Tx,
  id: string,
  { part, reason }: { part: QuestionPart; reason: QuestionFault },
): Promise<void> {
  await tx.query(sql`
    update question set removed_part = ${part}, removed_for = ${reason}, removed_at = now(), waits_since = null
    where id = ${id}`)
}

/** Those that wait for an answer, the oldest first. */
export async function openOfSeller(
  db: Queryable,
  sellerId: string,
  limit: number,
  after: string,
): Promise<QuestionRow[]> {
  return db.query(sql`
    select ${columns} from open_question q join goods p on p.id = q.product_id
    where q.seller_id = ${sellerId} and q.id > ${after} order by q.id limit ${limit}`)
}

export async function answeredOfSeller(
  db: Queryable,
  sellerId: string,
  limit: number,
  before: string,
): Promise<QuestionRow[]> {
  return db.query(sql`
    select ${columns} from question q join goods p on p.id = q.product_id
    where q.seller_id = ${sellerId} and q.answer is not null and q.id < ${before} order by q.id desc limit ${limit}`)
}

/** Counts up to `limits.countFiltered`. */
export async function countOfSeller(
  db: Queryable,
  sellerId: string,
  show: 'open' | 'answered',
): Promise<number> {
  const rows =
    show === 'open'
      ? sql`select from open_question where seller_id = ${sellerId}`
      : sql`select from question where seller_id = ${sellerId} and answer is not null`
  return countRows(db, rows)
}

/** Deletes at most `limit` questions that nobody has answered for a year. */
export async function deleteUnanswered(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from question where id in (
      select id from question where answer is null and created_at < now() - interval '1 year'
      order by created_at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
