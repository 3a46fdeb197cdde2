/** Texts of the mails about an order: it is cancelled or refunded, or goes to another address; a seller's stock is low. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import { sellersReasons } from '../../../contract/cancellation.ts'
import { isGone } from '../shipments/courier-rules.ts'
import { markLowStockNotified } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { findContact } from '../../people/identity/accounts.ts'
import type { MailRow } from '../../platform/mail/layout.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { SellersWhy } from './cancel-queries.ts'
import { unitsLeft } from './cancel-rules.ts'
import { orderLink, orderRows, sellersOrders } from './mail-parts.ts'
import { fateOf } from './parcel-words.ts'
import type { NewDelivery } from './change-delivery-queries.ts'
import type { RefundedPart } from './refund-part.ts'
import type { OrderToRefund } from './refund-queries.ts'

const sellersProducts = ({ config }: Shop) => ({
  label: 'See your products',
  url: `${config.publicUrl}/manage-products`,
})

const wayOfTheMoney =
  'The money goes to the card or account it came from, usually within 5 to 7 working days. There is nothing you need to do.'

/**
 * What goes back now. It is less than the price where some of it was refunded at the payment provider before: a buyer must not
 * wait for more than is under way.
 */
function moneyWords(paise: number, givenPaise: number): string {
  const before = formatAmount(rupees(paise - givenPaise))
  if (givenPaise === paise) return `We are refunding ${formatAmount(rupees(paise))}.`
  return givenPaise === 0
    ? `${before} were refunded to you before, so that nothing more is refunded.`
    : `We are refunding ${formatAmount(rupees(givenPaise))}; the other ${before} were refunded to you before.`
}

const undeliverable = 'One of your orders cannot be delivered, and the buyer gets the money back.'

/**
 * Tells the buyer that the remaining price of the order is refunded. Tells the seller, whose list omits the order from now on,
 * whether the units are counted in the stock again.
 */
export async function queueOrderRefundedMails(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  { isNotPickedUp, givenPaise }: { isNotPickedUp: boolean; givenPaise: number },
): Promise<void> {
  const leftPaise = order.amountPaise - order.refundedPaise
  const price = formatAmount(rupees(leftPaise))
  const whole =
    order.refundedPaise === 0 ? `${price} in full` : `${price}, which is all that is left of its price`
  const back = givenPaise === leftPaise ? `We are refunding ${whole}.` : moneyWords(leftPaise, givenPaise)
  const code = order.shipmentStatusCode
  const fate = code !== null && isGone(code) ? fateOf(code) : null
  await queueMail(shop, tx, {
    id: `refund-of-order-${order.id}`,
    to: order.buyerEmail,
    subject: `Your ${shop.config.brandName} order is refunded`,
    heading: `Sorry, ${order.buyerName}`,
    paragraphs: [
      `${fate ? `Your parcel ${fate}` : 'Your order cannot be delivered'}. ${back}`,
      givenPaise > 0 && wayOfTheMoney,
    ],
    rows: orderRows(order),
    link: orderLink(shop, order.number),
  })
  await queueMail(shop, tx, {
    id: `refund-told-to-seller-${order.id}`,
    to: order.sellerEmail,
    subject: `A ${shop.config.brandName} order is refunded`,
    heading: `Hello ${order.sellerName},`,
    paragraphs: fate
      ? [
          `A parcel of yours ${fate}, and the buyer gets the money back. You are paid for it all the same unless the courier brings it back to you.`,
        ]
      : isNotPickedUp
        ? [
            `${undeliverable} Please do not hand over its parcel any more.`,
            'The goods never left you, so they are counted in your stock again.',
          ]
        : [
            undeliverable,
            'Your stock is unchanged: if the goods come back to you, please count them in yourself.',
          ],
    rows: orderRows(order),
    link: sellersProducts(shop),
  })
}

const pieces = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`)

/** Tells buyer and seller of a cancellation. `order` is as it was before; of `paise`, its price, `givenPaise` go back now. */
export async function queueOrderCancelledMails(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  { units, paise, givenPaise, why }: { units: number; paise: number; givenPaise: number; why?: SellersWhy },
): Promise<void> {
  const left = unitsLeft(order) - units
  const id = `${order.id}-${left}`
  const { brandName } = shop.config
  const price = formatAmount(rupees(givenPaise))
  const what = left > 0 ? `${pieces(units)} of your order` : 'your order'
  const money = `${moneyWords(paise, givenPaise)}${givenPaise > 0 ? ` ${wayOfTheMoney}` : ''}`
  const rows: MailRow[] = [
    ['Product', order.productName],
    ['Cancelled', pieces(units)],
    why && ['Reason', sellersReasons[why.reason]],
    why?.note && ['The seller writes', why.note],
    left > 0 && ['Still on order', pieces(left)],
    ['Order', order.number],
  ]
  await queueMail(shop, tx, {
    id: `cancelled-${id}`,
    to: order.buyerEmail,
    subject:
      left > 0 ? `A part of your ${brandName} order is cancelled` : `Your ${brandName} order is cancelled`,
    heading: left > 0 ? 'A part of your order is cancelled' : 'Your order is cancelled',
    paragraphs: [
      `Hello ${order.buyerName},`,
      why
        ? `We are sorry: the seller cannot deliver ${what}. ${money}`
        : `You have cancelled ${what}. ${money}`,
      left > 0 && `The other ${pieces(left)} will be sent to you as planned.`,
    ],
    rows: [...rows, ['Refund', price]],
    link: orderLink(shop, order.number),
  })
  await queueMail(shop, tx, {
    id: `cancelled-told-to-seller-${id}`,
    to: order.sellerEmail,
    subject: left > 0 ? `A part of a ${brandName} order is cancelled` : `A ${brandName} order is cancelled`,
    heading: `Hello ${order.sellerName},`,
    paragraphs: [
      left > 0
        ? `${why ? 'You have' : 'A buyer has'} cancelled ${pieces(units)} of an order. Please send ${pieces(left)} only, with the new shipping label: the parcel is booked again, and an earlier label is not valid any more.`
        : `${why ? 'You have' : 'A buyer has'} cancelled an order. Please do not hand over its parcel any more: its shipping label is not valid.`,
      `${units === 1 ? 'The piece is' : 'The pieces are'} ${why ? 'not counted in your stock again: put on sale what you have.' : 'counted in your stock again.'}`,
    ],
    rows,
    link: left > 0 ? sellersOrders(shop) : sellersProducts(shop),
  })
}

/**
 * Tells the buyer, and the seller if the sale is reversed or a parcel has to be changed. `order` is as it was before;
 * `refundedPaise` is the total refunded afterwards.
 */
export async function queuePartRefundedMails(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  {
    what,
    bears,
    paise,
    givenPaise,
    refundedPaise,
  }: RefundedPart & { paise: number; givenPaise: number; refundedPaise: number },
): Promise<void> {
  const { brandName } = shop.config
  const id = `${order.id}-${refundedPaise}`
  const price = formatAmount(rupees(paise))
  const units = 'units' in what ? what.units : 0
  const rows: MailRow[] = [
    ['Product', order.productName],
    units > 0 && ['Refunded', pieces(units)],
    ['Refund', formatAmount(rupees(givenPaise))],
    ['Order', order.number],
  ]
  const whatFor = units > 0 ? `${pieces(units)} of your order` : 'your order'
  await queueMail(shop, tx, {
    id: `part-refund-${id}`,
    to: order.buyerEmail,
    subject: `A refund for your ${brandName} order`,
    heading: 'You get money back',
    paragraphs: [
      `Hello ${order.buyerName},`,
      givenPaise === paise
        ? `We are refunding ${price} for ${whatFor}. ${wayOfTheMoney}`
        : `You get ${price} for ${whatFor}. ${moneyWords(paise, givenPaise)}${givenPaise > 0 ? ` ${wayOfTheMoney}` : ''}`,
    ],
    rows,
    link: orderLink(shop, order.number),
  })
  const text = sellersText(order, units, bears, price)
  if (text === null) return
  await queueMail(shop, tx, {
    id: `part-refund-told-to-seller-${id}`,
    to: order.sellerEmail,
    subject: `A refund for a ${brandName} order`,
    heading: `Hello ${order.sellerName},`,
    paragraphs: [
      text,
      units > 0 && 'Your stock is unchanged: if you have the goods, please count them in yourself.',
    ],
    rows,
    link: sellersOrders(shop),
  })
}

/** Null where the seller loses nothing and has nothing to do. */
function sellersText(order: OrderToRefund, units: number, bears: RefundedPart['bears'], price: string) {
  if (order.sold)
    return bears === 'seller'
      ? `Our team has refunded ${price} of an order to its buyer. It is taken from what you get for this order${order.hasShopsPart ? ', with the part that the shop had paid for the buyer' : ''}; the fees for it are refunded to you.`
      : null
  if (units === 0) return null
  const left = unitsLeft(order) - units
  return left > 0
    ? `Our team has cancelled ${pieces(units)} of an order. Please send ${pieces(left)} only, with the shipping label that is shown with the order.`
    : 'Our team has cancelled an order, and the buyer gets the money back. Please do not hand over its parcel any more.'
}

/** To the account, whoever has changed it. */
export async function queueDeliveryChangedMail(
  shop: Shop,
  tx: Tx,
  order: OrderToRefund,
  { street, city, state, pinCode, recipient }: NewDelivery,
): Promise<void> {
  await queueMail(shop, tx, {
    id: `delivery-changed-${newId()}`,
    to: order.buyerEmail,
    subject: `Your ${shop.config.brandName} order goes to another address`,
    heading: 'Your parcel goes to another address',
    paragraphs: [
      `Hello ${order.buyerName},`,
      'The delivery of your order was changed. If you did not do this, please change your password and write to us.',
    ],
    rows: [
      ['Order', order.number],
      ['Recipient', recipient.name],
      ['Address', `${street}, ${city}, ${state} - ${pinCode}`],
    ],
    link: orderLink(shop, order.number),
  })
}

/**
 * One mail for each time that a product falls below the limit (specification §9), by a sale or by a replacement. Call it when
 * the caller's work can no longer fail: the mail is queued in its transaction.
 */
export async function queueLowStockMails(shop: Shop, tx: Tx, productIds: readonly string[]): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const low = await markLowStockNotified(tx, productIds)
  for (const [sellerId, products] of Map.groupBy(low, (product) => product.sellerId)) {
    const { email, name } = await findContact(tx, sellerId)
    await queueMail(shop, tx, {
      id: `low-stock-${newId()}`,
      to: email,
      subject: `Your stock is running low - ${brandName}`,
      heading: 'Your stock is running low',
      paragraphs: [`Hello ${name},`, 'There is little left of what you sell:'],
      rows: products.map(
        (product) =>
          [
            product.name,
            product.units > 0
              ? `${product.units} ${product.units === 1 ? 'item' : 'items'} left`
              : 'Out of Stock',
          ] as const,
      ),
      link: { label: 'Manage products', url: `${publicUrl}/manage-products` },
    })
  }
}
