/** Texts of the mails about a purchase: the order confirmation or the refund to the buyer, the new order to each seller. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { findContact } from '../../people/identity/accounts.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { OrderOfLine } from '../../fulfilment/orders/place-orders.ts'
import type { PaymentRefundReason } from '../../money/payments/refund-reason.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CheckoutLine, type CheckoutRow, countConfirmationMail } from './queries.ts'

/** Each order by its line. */
type OrdersOfLines = ReadonlyMap<number, OrderOfLine>

const tableRow = (line: CheckoutLine) =>
  [`${line.name} × ${line.quantity}`, formatAmount(rupees(line.pricePaise * line.quantity))] as const

/** What a coupon takes off `lines`; nothing for a purchase without one. */
const couponRows = ({ couponCode }: CheckoutRow, lines: readonly CheckoutLine[]) => {
  const paise = lines.reduce((sum, line) => sum + line.discountPaise, 0)
  return paise === 0 ? [] : [[`Coupon ${couponCode}`, `−${formatAmount(rupees(paise))}`] as const]
}

/** The charge for delivery of `lines`; nothing where it is in the prices. */
const deliveryRows = (lines: readonly CheckoutLine[]) => {
  const paise = lines.reduce((sum, line) => sum + line.deliveryPaise, 0)
  return paise === 0 ? [] : [['Delivery', formatAmount(rupees(paise))] as const]
}

/** The same with the order that was made from the line, and what was promised of it. */
const orderRow = (line: CheckoutLine, orders: OrdersOfLines, promised?: 'delivery' | 'hand-over') => {
  const [name, price] = tableRow(line)
  const { number = '', promise } = orders.get(line.lineNo) ?? {}
  const day = promise && (promised === 'delivery' ? promise.promisedBy : promise.handOverBy)
  const by =
    promised && day ? `, ${promised === 'delivery' ? 'delivery' : 'hand over'} by ${dayInWords(day)}` : ''
  return [`${name} (order ${number}${by})`, price] as const
}

/** The order confirmation. Its id is made from the checkout's, so that a mail sent again after a crash has the same Message-ID. */
export async function queueOrderConfirmationMail(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  orders: OrdersOfLines,
): Promise<void> {
  const { email, name } = await findContact(tx, checkout.customerId)
  await countConfirmationMail(tx, checkout.id)
  const charges = deliveryRows(lines)
  await queueMail(shop, tx, {
    id: `order-${checkout.id}`,
    awaited: true,
    to: email,
    subject: `Your ${shop.config.brandName} order is placed`,
    heading: `Thank you, ${name}!`,
    paragraphs: [
      'We received your payment and your order is placed. The sellers will get your parcels ready.',
    ],
    rows: [
      ...lines.map((line) => orderRow(line, orders, 'delivery')),
      ...couponRows(checkout, lines),
      ...charges,
      ['Total paid', formatAmount(rupees(checkout.totalPaise))],
    ],
    link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
    ...(charges.length === 0 && { footer: 'Delivery is included in the price.' }),
  })
}

const refundReasons: Record<PaymentRefundReason, string> = {
  'sold-out': 'While your payment was on its way, something in your order sold out.',
  'paid-twice': 'Your order was paid twice.',
  'amount-differs': 'The amount that was paid is not the total of your order.',
  'price-changed':
    'You paid after the time for which the items were kept for you, and their price, your discount or the delivery charge had changed.',
  'cart-replaced': 'You bought these items with another payment, and that order is placed.',
  'coupon-used': 'While your payment was on its way, your coupon was used for another purchase.',
  'account-deleted': 'You asked us to delete your account before the payment arrived.',
}

const paidAgainWithoutOrder = 'You paid once more for items that could not be ordered any more.'

/**
 * One mail for each refunded payment; a checkout can have several payments. `amountPaise` is the amount paid. `orders` are the
 * refunded orders, which only show the buyer that the payment was refunded.
 */
export async function queuePaymentRefundedMail(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  reason: PaymentRefundReason,
  payment: { id: string; amountPaise: number },
  orders?: OrdersOfLines,
): Promise<void> {
  const { email, name } = await findContact(tx, checkout.customerId)
  const hasNoOrder = reason === 'paid-twice' && checkout.state === 'refunded'
  await queueMail(shop, tx, {
    id: `refund-${payment.id}`,
    awaited: true,
    to: email,
    subject: `Your ${shop.config.brandName} payment is being refunded`,
    heading: `Sorry, ${name}`,
    paragraphs: [
      `${hasNoOrder ? paidAgainWithoutOrder : refundReasons[reason]} We are refunding ${formatAmount(rupees(payment.amountPaise))} in full.`,
      'The money goes to the card or account it came from, usually within 5 to 7 working days. There is nothing you need to do.',
    ],
    rows: [
      ...lines.map((line) => (orders ? orderRow(line, orders) : tableRow(line))),
      ...couponRows(checkout, lines),
      ...deliveryRows(lines),
    ],
    link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
  })
}

/** One mail for each seller of the purchase, with that seller's lines only. */
export async function queueNewOrderMails(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  orders: OrdersOfLines,
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  for (const [sellerId, own] of Map.groupBy(lines, (line) => line.sellerId)) {
    const { email, name } = await findContact(tx, sellerId)
    await queueMail(shop, tx, {
      id: `new-order-${checkout.id}-${sellerId}`,
      to: email,
      subject: `You have a new order - ${brandName}`,
      heading: 'You have a new order',
      paragraphs: [
        `Hello ${name},`,
        'A customer bought from you. The courier is booked by itself: the shipping label shows on Manage Orders within minutes.',
      ],
      rows: [
        ...own.map((line) => orderRow(line, orders, 'hand-over')),
        ...couponRows(checkout, own),
        ...deliveryRows(own),
      ],
      link: { label: 'Manage orders', url: `${publicUrl}/manage-orders` },
    })
  }
}
