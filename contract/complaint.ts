/** Complaints: made, read and answered by who complains, with an account or by a mailed link, and answered by sellers. */
import { z } from 'zod'
import { complaintCategories, complaintLength, complaintStates } from './complaint-words.ts'
import { endpoint, formLimits, visitorLimits } from './endpoint.ts'
import { email, id, message, page, text } from './fields.ts'
import { limits } from './limits.ts'

const words = text(complaintLength, 'Please write something.')
const category = z.enum(complaintCategories, { error: 'Please choose what it is about.' })
/** The number of an order as people type it; an empty field is none. */
const order = z.string().trim().max(20, 'This is no number of an order.').optional()

export const complaintForm = z.object({
  category,
  order,
  words: text(complaintLength, 'Please say what happened.'),
})
export const complaintBody = complaintForm.extend({ product: id.optional() })

export const visitorForm = z.object({
  name: text(limits.nameLength, 'Please enter your name.'),
  email: email('Please enter your email.'),
  category,
  words: text(complaintLength, 'Please say what happened.'),
})
export const visitorBody = visitorForm.extend({ product: id.optional() })

export const complaintReplyBody = z.object({ words })
const satisfied = z.boolean()
const number = z.string().regex(/^[\w-]{1,20}$/, 'This is not a complaint number.')
/** The random part of a mailed link. */
const token = z.string().max(100)

const madeReply = z.object({
  number: z.string(),
  answerBy: z.iso.datetime(),
  decideBy: z.iso.datetime(),
  /** Whether a mail acknowledges it: an address gets a few a day. */
  mailed: z.boolean(),
})
export const linkForm = z.object({ email: email('Please enter your email.') })

export const listedComplaint = z.object({
  id: z.string(),
  number: z.string(),
  category: z.enum(complaintCategories),
  state: z.enum(complaintStates),
  order: z.string().nullable(),
  product: z.string().nullable(),
  /** The first words of the complaint. */
  words: z.string(),
  createdAt: z.iso.datetime(),
  decideBy: z.iso.datetime(),
})
export type ListedComplaint = z.output<typeof listedComplaint>

export const shownComplaint = listedComplaint.extend({
  answerBy: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  messages: z.array(z.object({ by: z.enum(['you', 'desk']), at: z.iso.datetime(), words: z.string() })),
  /** Whether they may write now: of a solved complaint, that opens it again. */
  answerable: z.boolean(),
  /** They have written as much about it as one may. */
  full: z.boolean(),
  reopenUntil: z.iso.datetime().nullable(),
  satisfied: z.boolean().nullable(),
  /** The seller was asked, and reads the first words. */
  sellerAsked: z.boolean(),
})
export type ShownComplaint = z.output<typeof shownComplaint>

export const sellersComplaint = z.object({
  id: z.string(),
  number: z.string(),
  category: z.enum(complaintCategories),
  order: z.string().nullable(),
  product: z.string().nullable(),
  answerBy: z.iso.datetime(),
  late: z.boolean(),
  /** Their answer is asked for. */
  answerable: z.boolean(),
  /** They have written as much about it as one may. */
  full: z.boolean(),
  /** The complaint itself, and what desk and seller wrote to each other. */
  messages: z.array(
    z.object({ by: z.enum(['person', 'desk', 'you']), at: z.iso.datetime(), words: z.string() }),
  ),
})
export type SellersComplaint = z.output<typeof sellersComplaint>

const people = ['CUSTOMER', 'SELLER'] as const
const byId = z.object({ id })
/** Answers of one person: the database counts them for each complaint, too. */
const answerLimits = [
  { max: 10, seconds: 60 },
  { max: 100, seconds: 86_400 },
] as const
/** Visitors of one network; the database limits addresses and networks by day. */
const linkLimits = [{ max: 60, seconds: 60 }] as const

export const complaint = {
  make: endpoint({
    method: 'POST',
    path: '/private/complaints',
    roles: people,
    areas: ['owner'],
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Make a complaint, about an order or a product where one is given. It gets a number, and a mail acknowledges it. 404 for an order of somebody else; 429 for more than 5 a day.',
    body: complaintBody,
    reply: madeReply,
  }),
  makeAsVisitor: endpoint({
    method: 'POST',
    path: '/public/complaints',
    roles: ['visitor'],
    costly: ['mail'],
    limits: visitorLimits,
    summary:
      'Make a complaint without an account. The acknowledgement, which has none of the typed words, goes to the address with a link by which the complaint is read, three times a day. From the fourth complaint a day for an address on, or the 31st for a network, 429 with a challenge: the call is repeated with a proof of work, up to 1,000 times a network.',
    body: visitorBody,
    reply: madeReply,
  }),
  list: endpoint({
    method: 'GET',
    path: '/private/complaints',
    roles: people,
    areas: ['owner'],
    summary: 'The complaints of the caller, newest first.',
    query: page,
    reply: z.array(listedComplaint),
    paged: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/private/complaints/{number}',
    roles: people,
    areas: ['owner'],
    summary: 'One complaint of the caller with its answers. 404 for another person’s.',
    params: z.object({ number }),
    reply: shownComplaint,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/private/complaints/{id}/reply',
    roles: people,
    areas: ['owner'],
    limits: answerLimits,
    summary:
      'Write more to the desk. A solved complaint opens again by it, once, within 14 days; 409 afterwards and for a closed one.',
    params: byId,
    body: complaintReplyBody,
    reply: message,
  }),
  rate: endpoint({
    method: 'POST',
    path: '/private/complaints/{id}/satisfied',
    roles: people,
    areas: ['owner'],
    limits: answerLimits,
    summary: 'Say once whether the solution satisfies. 409 for a complaint that is not solved, or rated.',
    params: byId,
    body: z.object({ satisfied }),
    reply: message,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/public/complaints/link',
    roles: ['visitor'],
    costly: ['mail'],
    limits: visitorLimits,
    summary:
      'Mail a new link to a complaint to the address that it came from, at most three a day. The reply is the same for a number or an address that does not fit.',
    body: linkForm.extend({ number }),
    reply: message,
  }),
  readByLink: endpoint({
    method: 'POST',
    path: '/public/complaints/read',
    roles: ['visitor'],
    limits: linkLimits,
    summary: 'The complaint of a mailed link, as `complaint.read`. 404 for an unknown token.',
    body: z.object({ token }),
    reply: shownComplaint,
  }),
  replyByLink: endpoint({
    method: 'POST',
    path: '/public/complaints/reply',
    roles: ['visitor'],
    limits: linkLimits,
    summary: 'The same as `complaint.reply`, by the token of a mailed link.',
    body: complaintReplyBody.extend({ token }),
    reply: message,
  }),
  rateByLink: endpoint({
    method: 'POST',
    path: '/public/complaints/satisfied',
    roles: ['visitor'],
    limits: linkLimits,
    summary: 'The same as `complaint.rate`, by the token of a mailed link.',
    body: z.object({ token, satisfied }),
    reply: message,
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/seller-complaints',
    roles: ['SELLER'],
    areas: ['orders'],
    summary:
      'Complaints about orders and products of the caller that the desk asks them about, newest first, without name and address of who complains.',
    query: page,
    reply: z.array(sellersComplaint),
    paged: true,
  }),
  answerAsSeller: endpoint({
    method: 'POST',
    path: '/private/seller-complaints/{id}/answer',
    roles: ['SELLER'],
    areas: ['orders'],
    limits: answerLimits,
    summary:
      'Answer the desk. 404 for a complaint about which the caller was not asked; 409 once it is solved.',
    params: byId,
    body: complaintReplyBody,
    reply: message,
  }),
}
