/** Checkout, payment and orders (specification §3, §4, §7; api-rules §3). */
import { z } from 'zod'
import { addressBody, deliveryAddress } from './address.ts'
import { cancelBody, cancellationReply } from './cancellation.ts'
import { claimStates } from './claim-words.ts'
import { complaintStates } from './complaint-words.ts'
import { businessBuyer, documentsOfOrder } from './document.ts'
import { endpoint } from './endpoint.ts'
import { file, externalId, id, message, page, searchText } from './fields.ts'
import { readOrderNumber } from './order-number.ts'
import { deliveryWishes, recipient, shownRecipient, wishesReply } from './recipient.ts'
import { orderRefund } from './refund.ts'
import { orderReturns } from './returns.ts'
import { sellersOrderFilters, sellersOrderTabs } from './shipment.ts'

export const selectAddress = 'Please select Delivery address'
export const pricesChanged = 'Prices have changed. Please review your cart.'
export const orderPlaced = 'Order placed successfully'
export const paymentSuccessful = 'Payment Successful!'
export const paymentBeingRefunded = 'Your order could not be placed. Your payment is being refunded.'
export const heldTooLong =
  'These items were kept for you for 30 minutes. Other buyers come first now. Please try again later.'
export const accountLeaves = 'Your account is going to be deleted. To buy something, keep it: see Your Data.'
export const cartEmpty = 'Your Cart is Empty'

export const orderStatus = z.enum(['pending', 'processing', 'shipped', 'completed', 'cancelled', 'refunded'])

export const orderReply = z.object({
  id: z.string(),
  /** The short number that people say and mails name, such as 7K3M-9QTX; the id stays the key of the API. */
  number: z.string(),
  product: z.object({ name: z.string(), imageUrl: z.string() }),
  quantity: z.number().int(),
  /** What the buyer pays for it. */
  amount: z.number(),
  /** The discount that `amount` is without, and what of it the shop bears; null for an order without one. */
  coupon: z.object({ code: z.string(), discount: z.number(), byShop: z.number() }).nullable(),
  /** What of the amount is the charge for delivery; left out where delivery is in the price. */
  delivery: z.number().optional(),
  deliveryAddress,
  awbNumber: z.string().nullable(),
  courierName: z.string().nullable(),
  shipmentLabelUrl: z.string().nullable(),
  /** The courier's word; Cancelled for an order that ended before a courier had it. */
  shipmentStatus: z.string().nullable(),
  shipmentId: z.string().nullable(),
  deliveryDate: z.iso.datetime().nullable(),
  /** The courier's tracking page of this parcel; null from 7 days after delivery on. */
  trackingUrl: z.string().nullable(),
  /** The day by which it was promised to arrive; null where the courier had not said how long it needs, and of lost goods. */
  promisedBy: z.iso.date().nullable(),
  /** A cancelled order is 'cancelled' until the refund is made, then 'refunded'. */
  status: orderStatus,
  /** One sentence for this reader where `status` does not say everything, for example about a cancellation; else null. */
  statusNote: z.string().nullable(),
  sellerEmail: z.string(),
  createdAt: z.iso.datetime(),
  /** Rupees that were paid twice for this purchase and are refunded; null if none. */
  paidTwiceRefund: z.number().nullable(),
  cancellation: cancellationReply,
  /** Each refund of the order, oldest first. The amounts add up to what was refunded of it. */
  refunds: z.array(orderRefund),
  /** Its invoice and its credit notes. */
  documents: documentsOfOrder,
  /** The returns of the order, and what may still be returned. */
  returns: orderReturns,
})
export type Order = z.output<typeof orderReply>

/** One step of an order's story. `detail` says more, such as the courier's reason; `place` is where the courier was. */
const orderStep = z.object({
  at: z.iso.datetime(),
  title: z.string(),
  detail: z.string().nullable(),
  place: z.string().nullable(),
  kind: z.enum(['step', 'problem', 'money', 'end']),
})
export type OrderStep = z.output<typeof orderStep>

/** An order on its own page: all that became of it, oldest first. */
export const orderPageReply = orderReply.extend({
  steps: z.array(orderStep),
  /** Who receives it. */
  recipient: shownRecipient,
  ...wishesReply,
  /** The orders in the same parcel. */
  together: z.array(z.object({ number: z.string(), product: z.string() })),
  /** The courier's delivery scan, with the address of its proof where it has one; null before the delivery. */
  proof: z
    .object({ at: z.iso.datetime(), place: z.string().nullable(), url: z.string().nullable() })
    .nullable(),
  /** The product where it can be bought again; null where it is not on sale. */
  buyAgain: z.string().nullable(),
  /** Whether address and recipient can be changed: the courier was not asked for the parcel. */
  deliveryChangeable: z.boolean(),
  /** Whether its buyer may say that it did not come although the courier calls it delivered. */
  claimable: z.boolean(),
  /** What they said, and what was decided. */
  claim: z
    .object({ state: z.enum(claimStates), decideBy: z.iso.date(), reason: z.string().nullable() })
    .nullable(),
  /** Complaints of its buyer about it, newest first, with our last answer. */
  complaints: z.array(
    z.object({ number: z.string(), state: z.enum(complaintStates), answer: z.string().nullable() }),
  ),
})
export type OrderPage = z.output<typeof orderPageReply>

/** An order as its seller sees it: with the name of the recipient, and the day by which the promise needs its hand-over. */
export const sellersOrderReply = orderReply.extend({
  customerName: z.string(),
  ...wishesReply,
  handOverBy: z.iso.date().nullable(),
  /** The day on which the courier comes for the parcel; null before it has said so. */
  pickupOn: z.iso.date().nullable(),
  /** The courier is asked for its parcel once the seller says that it is ready. */
  waitsForSeller: z.boolean(),
})
export type SellersOrder = z.output<typeof sellersOrderReply>

/** A cart line as sent by the client: product and quantity. Prices are always read from the database. */
const expectedLine = z.object({ productId: id, quantity: z.number().int().min(1) })
const cartList = z.array(expectedLine).max(500)
const customer = ['CUSTOMER'] as const
export const orderNumber = z
  .string()
  .max(20)
  .transform((typed, context) => {
    const number = readOrderNumber(typed)
    if (number !== null) return number
    context.addIssue({ code: 'custom', message: 'This is no number of an order.' })
    return z.NEVER
  })

const paymentBody = z.object({
  amountInPaise: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  addressId: id.optional(),
  /** Of a business that wants its GST number on the invoices. */
  business: businessBuyer.optional(),
  ...deliveryWishes,
})

/** Where a parcel goes instead, and to whom. */
export const changeDeliveryBody = addressBody.extend({ recipient })
/** The form of it. */
export const changeDeliveryForm = addressBody.extend(recipient.shape)

export const order = {
  check: endpoint({
    method: 'POST',
    path: '/private/order/check',
    roles: customer,
    mutates: false,
    summary:
      "Read prices and stock of the caller's own cart again. status is the string 'true' if every item is available; otherwise msg names the product, also one that the courier does not bring to the address (the default one without `addressId`).",
    query: z.object({ addressId: id.optional() }),
    body: cartList,
    bodyMax: 200_000,
    reply: z.object({ status: z.enum(['true', 'false']), msg: z.string() }),
  }),
  payment: endpoint({
    method: 'GET',
    path: '/private/order/payment/{amountInPaise}',
    roles: customer,
    mutates: true,
    summary:
      'Freeze the cart, hold its stock for 15 minutes and return the payment order id; a repeated call returns the same id. 409 if the amount is not the total, 429 for more than 10 unpaid tries a minute or 60 an hour, and if the same goods were held for 30 minutes within an hour.',
    params: z.object({ amountInPaise: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    query: z.object({ addressId: id.optional() }),
    reply: z.string(),
  }),
  paymentByPost: endpoint({
    method: 'POST',
    path: '/private/order/payment',
    roles: customer,
    summary:
      'The same as `order.payment`, by POST. `business` puts name and GST number of the buyer’s business on the invoices. `recipient` is who receives the parcel, `note` what the seller reads, `gift` asks for a parcel without prices; orders keep all three.',
    body: paymentBody,
    reply: z.string(),
  }),
  verifyPayment: endpoint({
    method: 'POST',
    path: '/private/order/payment/verify',
    roles: customer,
    summary:
      'Verify with the provider the three fields that the payment widget returned. 409 if the money is refunded, for example because the same goods were bought with another payment; 503 with Retry-After while the provider does not respond, 429 for more than 60 calls a minute.',
    costly: ['mail'],
    limits: [{ max: 60, seconds: 60 }],
    body: z.object({
      razorpay_order_id: externalId(100),
      razorpay_payment_id: externalId(100),
      razorpay_signature: externalId(200),
    }),
    reply: z.object({ status: z.literal('true'), msg: z.string() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/private/order/create',
    roles: customer,
    summary:
      'The orders of the paid checkout, one for each cart line; of the one that `razorpay_order_id` names where it is given, else of the newest that shares a product with `items`. A repeated call returns the same orders. 429 for more than 60 calls a minute.',
    costly: ['mail'],
    limits: [{ max: 60, seconds: 60 }],
    body: z.object({
      items: cartList,
      addressId: id.nullish(),
      razorpay_order_id: externalId(100).optional(),
    }),
    bodyMax: 200_000,
    reply: z.array(orderReply),
  }),
  changeDelivery: endpoint({
    method: 'POST',
    path: '/private/order/delivery/{id}',
    roles: customer,
    summary:
      'Change address and recipient of an order of the caller, and of all orders in its parcel, until the courier is asked for it. 409 with the reason afterwards, for an address in another state (its tax differs), and for a pin code to which the courier does not deliver; 429 for more than 30 an hour.',
    costly: ['mail'],
    limits: [{ max: 30, seconds: 3_600 }],
    params: z.object({ id }),
    body: changeDeliveryBody,
    reply: message,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/private/order/cancel/{id}',
    roles: customer,
    summary:
      'Cancel an order of the caller, or some of its pieces, within its time and before the parcel is handed over; the price is refunded. Returns the order. 409 with the reason afterwards, for more pieces than are left, and if `of` is not what is left; 400 where the rest would keep the bulk price of more pieces; 429 for more than 60 an hour.',
    costly: ['mail'],
    limits: [{ max: 60, seconds: 3_600 }],
    params: z.object({ id }),
    body: cancelBody,
    reply: orderReply,
  }),
  /** Lists the orders of a customer (the page My Orders); the names of this and the next one follow the paths. */
  getCustomer: endpoint({
    method: 'GET',
    path: '/private/order/get/customer',
    roles: customer,
    summary: 'The orders of the caller, newest first.',
    query: page,
    reply: z.array(orderReply),
    paged: true,
  }),
  page: endpoint({
    method: 'GET',
    path: '/private/order/page/{number}',
    roles: customer,
    summary:
      'One order of the caller by its number, with its story: each scan of the courier, cancellations, returns, refunds. 404 for another customer’s order.',
    params: z.object({ number: orderNumber }),
    reply: orderPageReply,
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/order/get/seller',
    roles: ['SELLER'],
    areas: ['orders'],
    summary:
      'The orders of the caller’s products, newest first, cancelled and refunded ones included; filtered by shipment status, by `Refunded` (in whole or in part), by the tabs `handed-over` and `attention` (stopped by the courier, or looked after by the shop), and by words of product, customer, place and the order’s numbers. shipmentLabelUrl is a path of this server.',
    query: page.extend({
      search: searchText.optional(),
      status: z
        .enum(sellersOrderFilters, { error: `Status is one of ${sellersOrderFilters.join(', ')}.` })
        .optional(),
      tab: z.enum(sellersOrderTabs, { error: `Tab is one of ${sellersOrderTabs.join(', ')}.` }).optional(),
    }),
    reply: z.array(sellersOrderReply),
    paged: true,
  }),
  label: endpoint({
    method: 'GET',
    path: '/private/order/label/{id}',
    roles: ['SELLER'],
    areas: ['orders'],
    summary: 'The shipping label of an order of the caller, a PDF.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
}
