/** Checking out and the orders that come of it (specification §3, §4, §7; api-rules §3). */
import { z } from 'zod'
import { deliveryAddress } from './address.ts'
import { endpoint } from './endpoint.ts'
import { file, foreignId, id, page, searchText } from './fields.ts'
import { shipmentStatuses } from './shipment.ts'

export const selectAddress = 'Please select Delivery address'
export const pricesChanged = 'Prices have changed. Please review your cart.'
export const orderPlaced = 'Order placed successfully'
export const paymentSuccessful = 'Payment Successful!'
export const heldTooLong =
  'These items were kept for you for 30 minutes. Other buyers come first now. Please try again later.'
export const cartEmpty = 'Your Cart is Empty'

export const orderStatus = z.enum(['pending', 'processing', 'shipped', 'completed', 'cancelled', 'refunded'])

export const orderReply = z.object({
  id: z.string(),
  product: z.object({ name: z.string(), imageUrl: z.string() }),
  quantity: z.number().int(),
  amount: z.number(),
  deliveryAddress,
  awbNumber: z.string().nullable(),
  courierName: z.string().nullable(),
  shipmentLabelUrl: z.string().nullable(),
  shipmentStatus: z.string().nullable(),
  shipmentId: z.string().nullable(),
  deliveryDate: z.iso.datetime().nullable(),
  /** The courier's page of this parcel, until 7 days after delivery. */
  trackingUrl: z.string().nullable(),
  status: orderStatus,
  sellerEmail: z.string(),
  createdAt: z.iso.datetime(),
  /** In rupees: what was paid for this purchase beside its price and goes back; null where nothing was. */
  paidTwiceRefund: z.number().nullable(),
})
export type Order = z.output<typeof orderReply>

/** As its seller sees it: with the name that the parcel goes to. */
export const sellersOrderReply = orderReply.extend({ customerName: z.string() })
export type SellersOrder = z.output<typeof sellersOrderReply>

/** A line as the client holds it; only product and quantity are looked at, never the price. */
const expectedLine = z.object({ productId: id, quantity: z.number().int().min(1) })
const cartList = z.array(expectedLine).max(500)
const customer = ['CUSTOMER'] as const

const paymentBody = z.object({
  amountInPaise: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  addressId: id.optional(),
})

export const order = {
  check: endpoint({
    method: 'POST',
    path: '/private/order/check',
    roles: customer,
    mutates: false,
    summary:
      "Re-read prices and stock for the caller's own cart. status is the string 'true' when all is fine.",
    body: cartList,
    reply: z.object({ status: z.enum(['true', 'false']), msg: z.string() }),
  }),
  payment: endpoint({
    method: 'GET',
    path: '/private/order/payment/{amountInPaise}',
    roles: customer,
    mutates: true,
    summary:
      'Freeze the cart, hold its stock for 15 minutes and answer the payment order id: the same one when asked again. 409 when the amount is not the total, 429 for more than 10 unpaid tries a minute or 60 an hour, and when the same goods were held for 30 minutes within an hour.',
    params: z.object({ amountInPaise: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    query: z.object({ addressId: id.optional() }),
    reply: z.string(),
  }),
  paymentByPost: endpoint({
    method: 'POST',
    path: '/private/order/payment',
    roles: customer,
    mutates: true,
    summary: 'The same by POST.',
    body: paymentBody,
    reply: z.string(),
  }),
  verifyPayment: endpoint({
    method: 'POST',
    path: '/private/order/payment/verify',
    roles: customer,
    mutates: true,
    summary:
      'Verify the three fields that the payment widget gave, with the provider. 409 when the money goes back, for example because the same goods were bought with another payment; 503 with Retry-After while the provider does not answer, 429 for more than 60 calls a minute.',
    body: z.object({
      razorpay_order_id: foreignId(100),
      razorpay_payment_id: foreignId(100),
      razorpay_signature: foreignId(200),
    }),
    reply: z.object({ status: z.literal('true'), msg: z.string() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/private/order/create',
    roles: customer,
    mutates: true,
    summary:
      'The orders of the paid checkout, one a line. Asked again it answers the same orders. 429 for more than 60 calls a minute that have to ask the provider.',
    body: z.object({ items: cartList, addressId: id.nullish() }),
    reply: z.array(orderReply),
  }),
  getCustomer: endpoint({
    method: 'GET',
    path: '/private/order/get/customer',
    roles: customer,
    mutates: false,
    summary: 'The orders of the caller, newest first.',
    query: page,
    reply: z.array(orderReply),
    paged: true,
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/order/get/seller',
    roles: ['SELLER'],
    mutates: false,
    summary:
      'The orders of the caller’s products, newest first; by shipment status and by words of product, customer, place and the order’s numbers. shipmentLabelUrl is a path of this server.',
    query: page.extend({
      search: searchText.optional(),
      status: z
        .enum(shipmentStatuses, { error: `Status is one of ${shipmentStatuses.join(', ')}.` })
        .optional(),
    }),
    reply: z.array(sellersOrderReply),
    paged: true,
  }),
  label: endpoint({
    method: 'GET',
    path: '/private/order/label/{id}',
    roles: ['SELLER'],
    mutates: false,
    summary: 'The shipping label of an order of the caller, a PDF.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
}
