/** Messages that buyer and seller of an order write to each other. Either may report them to our team. */
import { z } from 'zod'
import { endpoint, formLimits } from './endpoint.ts'
import { id, message, page, text } from './fields.ts'
import { orderMessageLimits } from './order-message-limits.ts'

export const orderMessageBody = z.object({
  words: text(orderMessageLimits.length, 'Please write something.'),
})
export const messagesReportBody = z.object({
  words: text(orderMessageLimits.length, 'Please say what is wrong.'),
})

const thread = z.object({
  orderId: z.string(),
  /** The number of the order. */
  number: z.string(),
  product: z.string(),
  /** The company of the seller, or the first name of the buyer. */
  other: z.string(),
  /** Oldest first. E-mail addresses and telephone numbers of the other side are hidden. */
  messages: z.array(
    z.object({ id: z.string(), by: z.enum(['you', 'other']), at: z.iso.datetime(), words: z.string() }),
  ),
  /** Why the caller cannot write now; null where they can. */
  closed: z.string().nullable(),
})
export type OrderThread = z.output<typeof thread>

const listedThread = z.object({
  orderId: z.string(),
  number: z.string(),
  product: z.string(),
  /** The first name of the buyer. */
  buyer: z.string(),
  /** The beginning of the newest message. */
  words: z.string(),
  by: z.enum(['you', 'other']),
  at: z.iso.datetime(),
  /** Messages that the caller has not seen. */
  unread: z.number().int(),
})
export type ListedThread = z.output<typeof listedThread>

const people = ['CUSTOMER', 'SELLER'] as const
/** The id of the order. */
const params = z.object({ id })

export const orderMessages = {
  read: endpoint({
    method: 'GET',
    path: '/private/order-messages/{id}',
    roles: people,
    areas: ['orders'],
    summary: 'What buyer and seller of an order wrote to each other. 404 for an order of others.',
    params,
    reply: thread,
  }),
  send: endpoint({
    method: 'POST',
    path: '/private/order-messages/{id}',
    roles: people,
    areas: ['orders'],
    costly: ['mail'],
    limits: formLimits,
    summary: `Write to the other side of an order, at most ${orderMessageLimits.inARow} times before they answer. They get a mail that there is a message, and no other one until they have seen it. The words of the newest message, sent again, are stored once. 409 from ${orderMessageLimits.daysAfter} days after the end of the order on.`,
    params,
    body: orderMessageBody,
    reply: message,
  }),
  see: endpoint({
    method: 'POST',
    path: '/private/order-messages/{id}/seen',
    roles: people,
    areas: ['orders'],
    summary: 'The caller has seen the messages of the other side up to `last`, the id of one of them.',
    params,
    body: z.object({ last: id }),
    reply: message,
  }),
  report: endpoint({
    method: 'POST',
    path: '/private/order-messages/{id}/report',
    roles: people,
    areas: ['orders'],
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Report the messages of the other side: a complaint, with which our team reads all messages about the order. 409 while one of the caller about them is open, and where the other side wrote nothing; 429 as for complaints.',
    params,
    body: messagesReportBody,
    reply: message.extend({ number: z.string() }),
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/seller-messages',
    roles: ['SELLER'],
    areas: ['orders'],
    summary:
      'The orders about which buyers and the caller wrote to each other, by the newest message; `show=unread` those with messages that the caller has not seen.',
    query: page.extend({ show: z.enum(['all', 'unread']).default('all') }),
    reply: z.array(listedThread),
    paged: true,
  }),
}
