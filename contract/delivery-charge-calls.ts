/** The charge for delivery as the cart reads it, and as an administrator sets it. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { message } from './fields.ts'
import { typedDecimal } from './numbers.ts'

const deliveryRule = z.object({ charge: z.number(), freeFrom: z.number().nullable() })

/** What a form leaves blank is left out. */
const blank = z.literal('').transform(() => undefined)

export const deliveryChargeBody = z.object({
  charge: typedDecimal('The charge', 1, 10_000),
  freeFrom: blank.or(typedDecimal('The sum', 1, 1_000_000)).optional(),
})
export type DeliveryChargeInput = z.output<typeof deliveryChargeBody>

export const deliveryCharge = {
  ofCart: endpoint({
    method: 'GET',
    path: '/private/cart/delivery-charge',
    roles: ['CUSTOMER'],
    summary:
      'What a purchase pays for delivery in rupees, and from which sum after discounts it is free; null where delivery is in the prices.',
    reply: deliveryRule.nullable(),
  }),
}

const ADMIN = ['ADMIN'] as const

export const adminDeliveryCharge = {
  deliveryCharge: endpoint({
    method: 'GET',
    path: '/public/admin/delivery-charge',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'The charge for delivery; null where delivery is in the prices.',
    reply: deliveryRule.nullable(),
  }),
  setDeliveryCharge: endpoint({
    method: 'POST',
    path: '/public/admin/delivery-charge',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Change the charge for delivery',
    summary:
      'Charge each purchase for delivery below a sum, or always. It holds for payments that begin from then on. Needs a recent login.',
    body: deliveryChargeBody,
    reply: message,
  }),
  removeDeliveryCharge: endpoint({
    method: 'POST',
    path: '/public/admin/delivery-charge/remove',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Charge nothing for delivery',
    summary:
      'Delivery is in the prices again, for payments that begin from then on. Needs a recent login. 404 where nothing is charged.',
    reply: message,
  }),
}
