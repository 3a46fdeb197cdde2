/**
 * Returns of a delivered order: a buyer asks, the seller accepts or refuses, an administrator decides disputes (specification §7,
 * docs/money.md).
 */
import { z } from 'zod'
import { endpoint, formLimits, workLimits } from './endpoint.ts'
import { digits, file, id, message, page, searchText, text } from './fields.ts'
import { limits } from './limits.ts'
import { fallBackReasons, returnActors, returnReasons, returnStates, returnWishes } from './return-words.ts'
import { uploadSettings } from './settings.ts'

/** One return with its history. Amounts are rupees. */
export const orderReturn = z.object({
  id: z.string(),
  units: z.number().int(),
  reason: z.enum(returnReasons),
  words: z.string(),
  state: z.enum(returnStates),
  wanted: z.enum(returnWishes),
  /** Why a wanted exchange became a refund; null for others. */
  fellBack: z.enum(fallBackReasons).nullable(),
  /** The parcel of the replacement; null until there is one, and where the exchange became a refund. `labelUrl` is not for the buyer. */
  replacement: z
    .object({
      awbNumber: z.string().nullable(),
      courierName: z.string().nullable(),
      trackingUrl: z.string().nullable(),
      labelUrl: z.string().nullable(),
    })
    .nullable(),
  /** When a timer accepts the return, refunds it, or asks an administrator. */
  dueAt: z.iso.datetime().nullable(),
  /** What the buyer gets back; of an exchange, what they get if it is not possible. */
  refund: z.number(),
  /** GST included. */
  wayBack: z.object({ amount: z.number(), paidBy: z.enum(['buyer', 'seller']) }),
  /** The payment provider's id of the refund; null until it has the refund, and where it was paid by hand. */
  refundReference: z.string().nullable(),
  refundDone: z.boolean(),
  /** The refund waits until the buyer's bank has decided about the payment. */
  refundWaits: z.boolean(),
  awbNumber: z.string().nullable(),
  courierName: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Where the buyer has to send the goods; null otherwise. */
  sendTo: z.string().nullable(),
  /** Ids for `returns.photo`. */
  photos: z.array(z.string()),
  steps: z.array(
    z.object({
      state: z.enum(returnStates),
      at: z.iso.datetime(),
      by: z.enum(returnActors),
      note: z.string().nullable(),
    }),
  ),
})
export type OrderReturn = z.output<typeof orderReturn>

/** The returns of an order, and how many pieces may still be returned until when. */
export const orderReturns = z.object({
  /** Null for an order that is not delivered, and after that time. */
  until: z.iso.datetime().nullable(),
  units: z.number().int(),
  requests: z.array(orderReturn),
})
export type OrderReturns = z.output<typeof orderReturns>

export const listedReturn = orderReturn.extend({
  createdAt: z.iso.datetime(),
  order: z.object({
    id: z.string(),
    number: z.string(),
    quantity: z.number().int(),
    productName: z.string(),
    imageUrl: z.string(),
  }),
  customerName: z.string(),
})
export type ListedReturn = z.output<typeof listedReturn>

const units = digits('Please say how many pieces.').pipe(
  z
    .number({ error: 'Please say how many pieces.' })
    .int('Please say how many pieces.')
    .min(1, 'Please say how many pieces.')
    .max(limits.orderQuantityMax, 'Please say how many pieces.'),
)

export const returnPhotosMax = 5
export const returnWordsMax = 1_000

export const askReturnBody = z.object({
  units,
  reason: z.enum(returnReasons, { error: 'Please choose a reason.' }),
  words: z
    .string()
    .trim()
    .max(returnWordsMax, `At most ${returnWordsMax} characters.`)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\u0000'),
      'This text has characters that cannot be stored.',
    ),
  wanted: z.enum(returnWishes, { error: 'Please choose a refund or an exchange.' }).default('refund'),
  photos: z.array(id).max(returnPhotosMax, `At most ${returnPhotosMax} photos.`),
})

/** What the form of a return has to know. */
export const returnOptions = z.object({
  number: z.string(),
  productName: z.string(),
  imageUrl: z.string(),
  /** How many pieces may be returned. */
  units: z.number().int(),
  until: z.iso.datetime(),
  /** Whether 'changed-mind' is accepted. */
  changeOfMind: z.boolean(),
  /** How many pieces can be exchanged now; 0 where the policy does not allow it or the product is not available. */
  exchangeUnits: z.number().int(),
  /** For the asked number of pieces: what is refunded, and what the way back costs a buyer who only changed their mind. */
  refund: z.number(),
  refundChangedMind: z.number(),
  wayBackChangedMind: z.number(),
  /** The charge for delivery, which is not refunded to a buyer who only changed their mind; left out where there was none. */
  deliveryKept: z.number().optional(),
  answerDays: z.number().int(),
  sendDays: z.number().int(),
  refundDays: z.number().int(),
  upload: uploadSettings,
})
export type ReturnOptions = z.output<typeof returnOptions>

const count = z.number().int()

/** The periods of products whose category has no return policy of its own. */
const generalPeriods = z.object({
  /** 0: orders cannot be cancelled. */
  cancelMinutes: count,
  /** 0: products cannot be returned. */
  returnDays: count,
  answerDays: count,
  sendDays: count,
  refundDays: count,
  /** Whether some category has other periods. */
  othersDiffer: z.boolean(),
})
export type GeneralPeriods = z.output<typeof generalPeriods>

/** Rupees, GST included. Of an exchange only `replacement` and `wayBack` are not 0. */
export const returnCost = z.object({
  /** `price` and the ways less `fees` and `taxes`. */
  total: z.number(),
  price: z.number(),
  /** Commission and its GST, which the seller gets back; so TCS and TDS. */
  fees: z.number(),
  taxes: z.number(),
  replacement: z.number(),
  /** 0 where the buyer pays it; charged only if the courier carries the goods. */
  wayBack: z.number(),
})
export type ReturnCost = z.output<typeof returnCost>

const note = text(500, 'Please say why.')
const params = z.object({ id })
const CUSTOMER = ['CUSTOMER'] as const
const SELLER = ['SELLER'] as const

export const returns = {
  periods: endpoint({
    method: 'GET',
    path: '/public/periods',
    roles: ['visitor'],
    summary:
      'How long orders may be cancelled and returned today, where the category has no return policy of its own.',
    reply: generalPeriods,
  }),
  options: endpoint({
    method: 'GET',
    path: '/private/order/{id}/return',
    roles: CUSTOMER,
    summary:
      'How many pieces of an order of the caller may be returned, and what is refunded for `units` of them. 409 for an order that cannot be returned, with the reason.',
    params,
    query: z.object({ units: units.default(1) }),
    reply: returnOptions,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/private/order/{id}/return',
    roles: CUSTOMER,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Ask for the return of pieces of a delivered order. `photos` are ids of pictures that the caller has just uploaded for it. 409 outside of the return window, for more pieces than are left, for a reason that the order’s terms do not accept, and for an exchange of what cannot be exchanged; 429 after 20 returns of one order.',
    params,
    body: askReturnBody,
    reply: message.extend({ id: z.string() }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/private/returns/{id}/withdraw',
    roles: CUSTOMER,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Withdraw a return of the caller that is not accepted yet, or that the caller still has to send.',
    params,
    reply: message,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/private/returns/photos/{id}',
    roles: ['CUSTOMER', 'SELLER', 'ADMIN'],
    areas: ['orders'],
    duties: ['support', 'finance'],
    summary:
      'A photo of a return, for its buyer, the seller of the order and administrators; or of a scale, for the seller who disputes a weight and administrators. 404 for everybody else.',
    params,
    reply: z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>), name: z.string() }),
    file: 'image/avif',
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/returns/seller',
    roles: SELLER,
    areas: ['orders'],
    summary:
      'The returns of the caller’s orders, newest first, optionally of one state, or of orders that `search` finds as in the list of orders.',
    query: page.extend({
      search: searchText.optional(),
      state: z.enum(returnStates, { error: 'There is no such state.' }).optional(),
    }),
    reply: z.array(listedReturn),
    paged: true,
  }),
  cost: endpoint({
    method: 'GET',
    path: '/private/returns/{id}/cost',
    roles: SELLER,
    areas: ['orders'],
    summary:
      'What a return of the caller’s orders takes from their settlements: its refund, or what its exchange costs, if the courier carries the goods.',
    params,
    reply: returnCost,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/private/returns/{id}/accept',
    roles: SELLER,
    areas: ['orders'],
    costly: ['mail'],
    limits: workLimits,
    summary: 'Accept a return: the courier is asked to fetch it.',
    params,
    reply: message,
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/private/returns/{id}/dispute',
    roles: SELLER,
    areas: ['orders'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Ask an administrator to decide, instead of accepting the return or after goods came back that are not as they should be.',
    params,
    body: z.object({ note }),
    reply: message,
  }),
  receive: endpoint({
    method: 'POST',
    path: '/private/returns/{id}/receive',
    roles: SELLER,
    areas: ['orders'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Mark the goods as received. They are refunded automatically when the time to inspect them is over.',
    params,
    reply: message,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/private/returns/{id}/refund',
    roles: SELLER,
    areas: ['orders'],
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Refund received goods now, also instead of an exchange; with `restock` they are counted in the stock again.',
    params,
    body: z.object({ restock: z.boolean() }),
    reply: message,
  }),
  exchange: endpoint({
    method: 'POST',
    path: '/private/returns/{id}/exchange',
    roles: SELLER,
    areas: ['orders'],
    costly: ['mail', 'render'],
    limits: workLimits,
    summary:
      'Send the replacement of received goods: the courier is asked to fetch it. With `restock` the returned goods are counted in the stock again. The exchange becomes a refund if no replacement is available.',
    params,
    body: z.object({ restock: z.boolean() }),
    reply: message,
  }),
  label: endpoint({
    method: 'GET',
    path: '/private/returns/{id}/label',
    roles: SELLER,
    areas: ['orders'],
    summary: 'The shipping label of the replacement of a return of the caller’s orders, a PDF.',
    params,
    reply: file,
    file: 'application/pdf',
  }),
}
