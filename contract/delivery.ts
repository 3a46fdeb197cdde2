/** Whether and when goods arrive at a pin code, and where that is. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, pinCode } from './fields.ts'
import { limits } from './limits.ts'

const pin = pinCode('Pin code is required.')

const estimate = z.object({
  productId: z.string(),
  /** Null: the courier has not said, and the general period stands. */
  delivered: z.boolean().nullable(),
  /** The day by which it arrives if it is ordered now; null unless it is delivered. */
  by: z.iso.date().nullable(),
})
export type DeliveryEstimate = z.output<typeof estimate>

const place = z.object({ city: z.string(), state: z.string() })
export type PinPlace = z.output<typeof place>

export const delivery = {
  estimate: endpoint({
    method: 'POST',
    path: '/public/delivery',
    roles: ['visitor'],
    mutates: false,
    limits: [{ max: 300, seconds: 60 }],
    summary: `Whether and by which day products arrive at a pin code if they are ordered now; at most ${limits.estimatesMax} of them. Unknown products are left out. 429 for more than 300 calls a minute.`,
    body: z.object({
      pinCode: pin,
      items: z
        .array(
          z.object({
            productId: id,
            quantity: z.number().int().min(1).max(limits.cartQuantityMax).default(1),
          }),
        )
        .max(limits.estimatesMax),
    }),
    reply: z.array(estimate),
  }),
  ofProducts: endpoint({
    method: 'GET',
    path: '/public/delivery/{pinCode}',
    roles: ['visitor'],
    limits: [{ max: 300, seconds: 60 }],
    summary: `The same for one piece of each, at most ${limits.estimatesMax} ids with commas between. 429 for more than 300 calls a minute.`,
    params: z.object({ pinCode: pin }),
    query: z.object({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id).max(limits.estimatesMax)),
    }),
    reply: z.array(estimate),
  }),
  place: endpoint({
    method: 'GET',
    path: '/public/pin/{pinCode}',
    roles: ['visitor'],
    limits: [{ max: 300, seconds: 60 }],
    summary:
      'City (the district) and state of a pin code; null for one that is not known. Data: GeoNames, CC BY 4.0. 429 for more than 300 calls a minute.',
    params: z.object({ pinCode: pin }),
    reply: place.nullable(),
  }),
}
