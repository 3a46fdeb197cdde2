/** Texts of the mails about an order: its parcel is shipped, out for delivery or delivered; it is refunded. */
import { formatAmount, rupees } from '../../contract/money.ts'
import type { ShipmentStatus } from '../../contract/shipment.ts'
import type { Tx } from '../db/client.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Shop } from '../shop.ts'
import type { OrderToRefund } from './refund-queries.ts'
import type { TrackedOrder } from './tracking-queries.ts'

const shipped = {
  id: 'shipped',
  subject: 'is on its way',
  heading: 'Your parcel is on its way',
  text: 'The seller has handed your parcel to the courier.',
}
const parcelMailTexts: Partial<Record<ShipmentStatus, typeof shipped>> = {
  Shipped: shipped,
  'In Transit': shipped,
  'Out for Delivery': {
    id: 'out-for-delivery',
    subject: 'arrives today',
    heading: 'Your parcel is out for delivery',
    text: 'The courier is bringing your parcel today.',
  },
  Delivered: {
    id: 'delivered',
    subject: 'is delivered',
    heading: 'Your parcel is delivered',
    text: 'The courier has delivered your parcel. We hope you like it.',
  },
}

/**
 * At most one mail for each step. `before` is the order before the change: 'In Transit' after 'Shipped' sends no second mail.
 * The invoice is attached.
 */
export async function queueParcelMail(
  shop: Shop,
  tx: Tx,
  before: TrackedOrder,
  status: ShipmentStatus,
  invoiceId: string | undefined,
): Promise<void> {
  const mail = parcelMailTexts[status]
  const known = before.shipmentStatus === 'Shipped' && status === 'In Transit'
  if (!mail || known) return
  await queueMail(shop, tx, {
    id: `${mail.id}-${before.id}`,
    to: before.buyerEmail,
    subject: `Your ${shop.config.brandName} order ${mail.subject}`,
    heading: mail.heading,
    paragraphs: [
      `Hello ${before.buyerName},`,
      mail.text,
      ...(invoiceId ? ['The invoice of the seller is attached.'] : []),
    ],
    rows: [
      ['Product', `${before.productName} × ${before.quantity}`],
      ['Order', before.number],
      ...(before.courierName ? ([['Courier', before.courierName]] as const) : []),
      ...(before.awbNumber ? ([['AWB Number', before.awbNumber]] as const) : []),
    ],
    link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
    ...(invoiceId && { documentId: invoiceId }),
  })
}

/**
 * Tells the buyer that the whole price of the order is refunded. Tells the seller, whose list no longer shows the order, whether
 * the units are counted in the stock again.
 */
export async function queueOrderRefundedMails(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  isNotPickedUp: boolean,
): Promise<void> {
  const price = formatAmount(rupees(order.amountPaise))
  await queueMail(shop, tx, {
    id: `refund-of-order-${order.id}`,
    to: order.buyerEmail,
    subject: `Your ${shop.config.brandName} order is refunded`,
    heading: `Sorry, ${order.buyerName}`,
    paragraphs: [
      `Your order cannot be delivered. We are giving back ${price} in full.`,
      'The money goes to the card or account it came from, usually within 5 to 7 working days. There is nothing you need to do.',
    ],
    rows: [
      ['Product', `${order.productName} × ${order.quantity}`],
      ['Order', order.number],
    ],
    link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
  })
  await queueMail(shop, tx, {
    id: `refund-told-to-seller-${order.id}`,
    to: order.sellerEmail,
    subject: `A ${shop.config.brandName} order is refunded`,
    heading: `Hello ${order.sellerName},`,
    paragraphs: [
      'One of your orders cannot be delivered, and the buyer gets the money back. Please do not hand over its parcel any more.',
      isNotPickedUp
        ? 'The goods never left you, so they are counted in your stock again.'
        : 'Your stock is unchanged: if the goods come back to you, please count them in yourself.',
    ],
    rows: [
      ['Product', `${order.productName} × ${order.quantity}`],
      ['Order', order.number],
    ],
    link: { label: 'See your products', url: `${shop.config.publicUrl}/manage-products` },
  })
}
