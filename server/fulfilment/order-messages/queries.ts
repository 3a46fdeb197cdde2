/** SQL of messages about orders. */
import { orderMessageLimits } from '../../../contract/order-message-limits.ts'
import { lockCustomer } from '../../people/lock-customer.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { ThreadFacts } from './rules.ts'

export type Side = 'buyer' | 'seller'
/** Who calls, on which side of an order. */
export interface Writer {
  accountId: string
  side: Side
}

const isOf = ({ accountId, side }: Writer): Sql =>
  side === 'buyer' ? sql`o.customer_id = ${accountId}` : sql`o.seller_id = ${accountId}`

export interface ThreadRow extends ThreadFacts {
  orderId: string
  number: string
  product: string
  productId: string
  sellerId: string
  other: string
  otherEmail: string
  messages: MessageJson[]
}

interface MessageJson {
  id: string
  by: Side
  at: string
  words: string
  read: boolean
}

const messagesOfOrder = (
  orderId: Sql,
): Sql => sql`(select coalesce(json_agg(json_build_object('id', m.id, 'by', m.by,
  'at', m.created_at, 'words', m.words, 'read', m.read_at is not null) order by m.created_at, m.id), '[]')
  from order_message m where m.order_id = ${orderId})`

/** Undefined for an order of others. */
export async function findThread(
  db: Queryable,
  writer: Writer,
  orderId: string,
): Promise<ThreadRow | undefined> {
  const { side } = writer
  const own = sql`select count(*) from order_message m where m.order_id = o.id and m.by = ${side}`
  const [row] = await db.query<ThreadRow>(sql`
    select o.id as "orderId", o.number, o.product_name as product, o.product_id as "productId", o.seller_id as "sellerId",
      ${side === 'buyer' ? sql`s.company_name as other, s.email` : sql`b.first_name as other, b.email`} as "otherEmail",
      (b.email like '%@deleted.invalid' or s.email like '%@deleted.invalid') as "isLeft",
      ${side === 'buyer' ? sql`s.suspended_at` : sql`b.suspended_at`} is not null as "isSuspended",
      o.status not in ('pending', 'processing', 'shipped')
        and greatest(coalesce(o.delivery_date, o.updated_at), case when o.status <> 'completed' then o.updated_at end,
          (select max(r.updated_at) from return_request r where r.order_id = o.id)) < now() - ${orderMessageLimits.daysAfter} * interval '1 day'
        and not exists (select from return_request r where r.order_id = o.id and r.is_open) as over,
      (${own}) as own,
      (${own} and m.created_at > coalesce((select max(l.created_at) from order_message l
        where l.order_id = o.id and l.by <> ${side}), '-infinity')) as "inARow",
      ${messagesOfOrder(sql`o.id`)} as messages
    from orders o join buyer b on b.id = o.customer_id join seller_party s on s.id = o.seller_id
    where o.id = ${orderId} and ${isOf(writer)}`)
  return row
}

/**
 * Of two messages at once the second one sees the first, and none is written while its buyer's account is deleted. Locks nothing of
 * an order of others.
 */
export async function lockThread(tx: Tx, writer: Writer, orderId: string): Promise<void> {
  await lockCustomer(
    tx,
    sql`(select o.customer_id from orders o where o.id = ${orderId} and ${isOf(writer)})`,
  )
  await tx.query(sql`select from orders o where o.id = ${orderId} and ${isOf(writer)} for no key update`)
}

export async function isOrderOf(db: Queryable, writer: Writer, orderId: string): Promise<boolean> {
  return (await db.query(sql`select from orders o where o.id = ${orderId} and ${isOf(writer)}`)).length === 1
}

export async function insertMessage(
  tx: Tx,
  message: { orderId: string; sellerId: string; by: Side; words: string },
): Promise<string> {
  const id = newId()
  await tx.query(sql`
    insert into order_message (id, order_id, seller_id, by, words)
    values (${id}, ${message.orderId}, ${message.sellerId}, ${message.by}, ${message.words})`)
  return id
}

/** Those of the other side, up to one of them. */
export async function setSeen(
  db: Queryable,
  { orderId, side, last }: { orderId: string; side: Side; last: string },
): Promise<void> {
  await db.query(sql`
    update order_message m set read_at = now()
    where m.order_id = ${orderId} and m.by <> ${side} and m.read_at is null
      and m.created_at <= (select l.created_at from order_message l where l.id = ${last} and l.order_id = ${orderId})`)
}

export interface ListedRow {
  id: string
  orderId: string
  number: string
  product: string
  buyer: string
  words: string
  by: Side
  at: Date
  unread: number
}

const unread = sql`n.order_id = m.order_id and n.by = 'buyer' and n.read_at is null`
/** The newest message of each order of a seller. */
const newestOf = (
  sellerId: string,
  unreadOnly: boolean,
): Sql => sql`m.seller_id = ${sellerId} and not exists (
    select from order_message n where n.order_id = m.order_id and (n.created_at, n.id) > (m.created_at, m.id))
  ${unreadOnly ? sql`and exists (select from order_message n where n.seller_id = ${sellerId} and ${unread})` : emptySql}`

export async function listSellersRows(
  db: Queryable,
  { sellerId, unreadOnly }: SellersFilter,
  limit: number,
  before: string,
): Promise<ListedRow[]> {
  return db.query(sql`
    select m.id, m.order_id as "orderId", o.number, o.product_name as product, b.first_name as buyer, m.words,
      m.by, m.created_at as at, (select count(*) from order_message n where ${unread}) as unread
    from order_message m join orders o on o.id = m.order_id join buyer b on b.id = o.customer_id
    where ${newestOf(sellerId, unreadOnly)} and m.id < ${before} order by m.id desc limit ${limit}`)
}

export interface SellersFilter {
  sellerId: string
  unreadOnly: boolean
}

export async function countSellers(db: Queryable, { sellerId, unreadOnly }: SellersFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      unreadOnly
        ? sql`select count(distinct order_id) as count from order_message
            where seller_id = ${sellerId} and by = 'buyer' and read_at is null`
        : sql`select count(distinct order_id) as count from order_message where seller_id = ${sellerId}`,
    ),
  ).count
}

/** Deletes at most `limit` messages that are three years old. */
export async function deleteOldRows(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from order_message where id in (
      select id from order_message where created_at < now() - interval '3 years' limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
