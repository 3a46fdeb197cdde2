/** Buyer and seller of an order write to each other, see what was written, and report it. */
import { withoutContacts } from '../../../contract/contacts.ts'
import type { ListedThread, OrderThread } from '../../../contract/order-messages.ts'
import { consumeLimit } from '../../platform/rate-limit.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Party } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { reportMessages } from '../complaints/make-complaint.ts'
import { queueMessageMail } from './mails.ts'
import {
  countSellers,
  deleteOldRows,
  findThread,
  insertMessage,
  isOrderOf,
  listSellersRows,
  lockThread,
  setSeen,
  type ThreadRow,
  type Writer,
} from './queries.ts'
import { writeRefusal } from './rules.ts'

const writerOf = ({ accountId, role }: Party): Writer => ({
  accountId,
  side: role === 'SELLER' ? 'seller' : 'buyer',
})
const noSuchOrder = () => notFound('There is no such order of yours.')

/** Messages of one person a day: a seller has many orders. */
const perDay = { buyer: 50, seller: 500 } as const

/** Refuses ('not-found') an order of others. */
export async function showThread({ db }: Shop, account: Party, orderId: string): Promise<OrderThread> {
  const writer = writerOf(account)
  const thread = await findThread(db, writer, orderId)
  if (!thread) throw noSuchOrder()
  return toThread(thread, writer)
}

function toThread(thread: ThreadRow, { side }: Writer): OrderThread {
  const { number, product, other, messages } = thread
  return {
    orderId: thread.orderId,
    number,
    product,
    other,
    messages: messages.map(({ id, by, at, words }) => ({
      id,
      by: by === side ? 'you' : 'other',
      at: new Date(at).toISOString(),
      words: by === side ? words : withoutContacts(words),
    })),
    closed: writeRefusal(thread),
  }
}

/**
 * What was sent twice, or by two clicks, is stored once. Refuses: not-found for an order of others; conflict where no more can be
 * written; too-often.
 */
export async function sendMessage(shop: Shop, account: Party, orderId: string, words: string): Promise<void> {
  const writer = writerOf(account)
  const { accountId, side } = writer
  await consumeLimit(
    shop.db,
    [{ key: `order-message:${accountId}`, max: perDay[side], seconds: 86_400 }],
    'You have written as many messages today as one can. Please go on tomorrow.',
  )
  await shop.db.transaction(async (tx) => {
    await lockThread(tx, writer, orderId)
    const thread = await findThread(tx, writer, orderId)
    if (!thread) throw noSuchOrder()
    const newest = thread.messages.at(-1)
    if (newest?.by === side && newest.words === words) return
    const refusal = writeRefusal(thread)
    if (refusal) throw new Refusal('conflict', refusal)
    const { sellerId, number, product } = thread
    const id = await insertMessage(tx, { orderId, sellerId, by: side, words })
    if (!thread.messages.some(({ by, read }) => by === side && !read))
      await queueMessageMail(shop, tx, { id, by: side, to: thread.otherEmail, orderId, number, product })
  })
}

/** Refuses ('not-found') an order of others. */
export async function seeMessages(
  { db }: Shop,
  account: Party,
  orderId: string,
  last: string,
): Promise<void> {
  const writer = writerOf(account)
  if (!(await isOrderOf(db, writer, orderId))) throw noSuchOrder()
  await setSeen(db, { orderId, side: writer.side, last })
}

/**
 * Returns the number of the complaint. Refuses: not-found for an order of others; conflict where the other side wrote nothing, and
 * while a complaint of the same person about them is open; too-often.
 */
export async function reportThread(
  shop: Shop,
  account: Party,
  orderId: string,
  words: string,
): Promise<string> {
  const writer = writerOf(account)
  const thread = await findThread(shop.db, writer, orderId)
  if (!thread) throw noSuchOrder()
  if (thread.messages.every(({ by }) => by === writer.side))
    throw new Refusal('conflict', 'The other side has written nothing about this order.')
  const { productId, sellerId } = thread
  const { number } = await reportMessages(shop, writer.accountId, {
    // The desk asks a seller nothing about the seller's own report.
    subject: { orderId, productId, sellerId: writer.side === 'buyer' ? sellerId : null },
    category: writer.side === 'buyer' ? 'seller' : 'order',
    words,
  })
  return number
}

/** Refuses ('invalid') a malformed cursor. */
export const listSellersThreads = (
  { db }: Shop,
  sellerId: string,
  { show, ...query }: PageRequest & { show: 'all' | 'unread' },
): Promise<Page<ListedThread>> => {
  const filter = { sellerId, unreadOnly: show === 'unread' }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listSellersRows(db, filter, limit, before),
    count: () => countSellers(db, filter),
    toItem: ({ id: _, by, at, words, ...row }) => ({
      ...row,
      words: (by === 'seller' ? words : withoutContacts(words)).slice(0, 200),
      by: by === 'seller' ? ('you' as const) : ('other' as const),
      at: at.toISOString(),
    }),
  })
}

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteOldMessages = ({ db }: Pick<Shop, 'db'>, limit: number) => deleteOldRows(db, limit)
