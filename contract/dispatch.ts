/** What a seller packs: shipments that the courier has not fetched, and what the seller says about them. */
import { z } from 'zod'
import { sellersCancelBody } from './cancellation.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { file, id, page } from './fields.ts'
import { limits } from './limits.ts'
import { sellersOrderReply } from './order.ts'

const seller = ['SELLER'] as const

export const dispatchTabs = ['to-pack', 'ready'] as const
export type DispatchTab = (typeof dispatchTabs)[number]

const amount = (what: string, max: number) => {
  const words = `${what} is a number above 0, at most ${max.toLocaleString('en-IN')}.`
  return z.number({ error: words }).positive(words).max(max, words)
}
const side = (what: string) =>
  amount(what, limits.sideMaxCm).min(limits.sideMinCm, `${what} is at least ${limits.sideMinCm} cm.`)

/** A packed parcel, outside measures. */
export const parcelSize = z.object({
  weightGrams: amount('Weight', limits.weightMaxGrams),
  lengthCm: side('Length'),
  widthCm: side('Width'),
  heightCm: side('Height'),
})
export type ParcelSize = z.output<typeof parcelSize>

/** The same as it follows from products, which may be smaller than what a courier takes. */
const sizeReply = z.object({
  weightGrams: z.number(),
  lengthCm: z.number(),
  widthCm: z.number(),
  heightCm: z.number(),
})

/** What one buyer bought at one time: one parcel with one label. */
const shipmentReply = z.object({
  id: z.string(),
  /** Its seller has said that it is packed. */
  isPacked: z.boolean(),
  /** The courier is asked for it once its seller says so, with the size that they measured. */
  waitsForSeller: z.boolean(),
  hasLabel: z.boolean(),
  /** The day on which the courier comes for it; null before it has said so. */
  pickupOn: z.iso.date().nullable(),
  size: sizeReply,
  /** The earliest day by which the promises of its orders need the hand-over; null where nothing was promised. */
  handOverBy: z.iso.date().nullable(),
  /** That day is over. */
  isLate: z.boolean(),
  /** Oldest first. */
  orders: z.array(sellersOrderReply),
})
export type DispatchShipment = z.output<typeof shipmentReply>

/** Each call may ask the courier for many labels. */
// A call reads up to fifty labels from the courier.
const papersLimits = [
  { max: 6, seconds: 60 },
  { max: 500, seconds: 86_400 },
] as const

const someShipments = z.object({
  ids: z
    .string()
    .regex(
      /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:,(?!$)|$)){1,50}$/,
      `Ids of 1 to ${limits.dispatchMax} parcels, with commas between them.`,
    ),
})

export const dispatch = {
  list: endpoint({
    method: 'GET',
    path: '/private/shipments',
    roles: seller,
    areas: ['orders'],
    summary:
      'The shipments of the caller that the courier has not fetched, oldest first: those to pack, or those that are ready. Each has its orders.',
    query: page.extend({
      tab: z.enum(dispatchTabs, { error: `Tab is one of ${dispatchTabs.join(', ')}.` }).default('to-pack'),
    }),
    reply: z.array(shipmentReply),
    paged: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/private/shipments/counts',
    roles: seller,
    areas: ['orders'],
    summary:
      'How many shipments of the caller are to be packed, are late of these and of those that are ready, and are ready; and how many orders need attention.',
    reply: z.object({
      toPack: z.number().int(),
      late: z.number().int(),
      ready: z.number().int(),
      attention: z.number().int(),
    }),
  }),
  ready: endpoint({
    method: 'POST',
    path: '/private/shipments/ready',
    roles: seller,
    areas: ['orders'],
    limits: workLimits,
    summary:
      'Say of shipments of the caller that they are packed. One that waited for that is booked with the size given, else with that of its products; of others the size stays as it was sent. Returns the ids of those that are ready now, without those that were cancelled or fetched meanwhile. 400 for a size far from that of the products, until `isSure` says that it was measured. 404 if the caller has none of them.',
    body: z.object({
      shipments: z

        .array(
          z.object({
            id,
            size: parcelSize.optional(),
            /** The seller has measured it, however far it is from what follows from the products. */
            isSure: z.boolean().optional(),
          }),
        )
        .min(1, 'Please choose a parcel.')
        .max(limits.dispatchMax, `At most ${limits.dispatchMax} parcels at a time.`),
    }),
    reply: z.object({ ready: z.array(z.string()) }),
  }),
  papers: endpoint({
    method: 'GET',
    path: '/private/shipments/papers',
    roles: seller,
    areas: ['orders'],
    costly: ['render'],
    limits: papersLimits,
    summary:
      'Shipping label and packing slip of shipments of the caller, one page for each, in the order of their ids: a PDF. 404 if the caller has none of them, 409 if one of them has no label.',
    query: someShipments,
    reply: file,
    file: 'application/pdf',
  }),
  manifest: endpoint({
    method: 'GET',
    path: '/private/shipments/manifest',
    roles: seller,
    areas: ['orders'],
    costly: ['render'],
    limits: papersLimits,
    summary:
      'The courier’s manifest of shipments of the caller, which its driver signs: a PDF. A parcel that is on an earlier manifest gets that one again. 404 if the caller has none of them, 409 if one of them has no label.',
    query: someShipments,
    reply: file,
    file: 'application/pdf',
  }),
  cannotDeliver: endpoint({
    method: 'POST',
    path: '/private/order/cannot-deliver/{id}',
    roles: seller,
    areas: ['orders'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Cancel an order of the caller’s products, or some of its pieces, because they cannot be delivered. The price is refunded, the buyer is told the reason, and the pieces are not put on sale again. Returns the order. 409 once the parcel is handed over, for more pieces than are left, and if `of` is not what is left.',
    params: z.object({ id }),
    body: sellersCancelBody,
    reply: sellersOrderReply,
  }),
}
