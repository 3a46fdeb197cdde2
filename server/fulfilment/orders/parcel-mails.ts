/** Texts of the mails about a parcel: it is shipped, out for delivery or delivered; it will not arrive; a person corrects what became of it. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ParcelOutcome } from '../../../contract/admin-money.ts'
import type { ShipmentStatus } from '../../../contract/shipment.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { MailRow } from '../../platform/mail/layout.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { TrackedOrder } from './forward-queries.ts'
import { orderLink, orderRows, sellersOrders } from './mail-parts.ts'
import { fateOf, moneyOfGone, parcelWords } from './parcel-words.ts'

const shipped = {
  id: 'shipped',
  subject: ['order is on its way', 'orders are on their way'],
  ...parcelWords.Shipped,
} as const

interface ParcelMail {
  id: string
  /** The end of the subject for a parcel of one order, and for one of several. */
  subject: readonly [string, string]
  heading: string
  text: string
}

const parcelMailTexts: Partial<Record<ShipmentStatus, ParcelMail>> = {
  Shipped: shipped,
  'In Transit': shipped,
  'Out for Delivery': {
    id: 'out-for-delivery',
    subject: ['order arrives today', 'orders arrive today'],
    ...parcelWords['Out for Delivery'],
  },
  Delivered: {
    id: 'delivered',
    subject: ['order is delivered', 'orders are delivered'],
    heading: parcelWords.Delivered.heading,
    text: `${parcelWords.Delivered.text} We hope you like it.`,
  },
  RTO: {
    id: 'going-back',
    subject: ['order could not be delivered', 'orders could not be delivered'],
    ...parcelWords.RTO,
  },
}

/**
 * At most one mail for each step of a parcel, which names the orders that it moved: `first` and `others`, of one buyer, as they
 * were `before` the change. 'In Transit' after 'Shipped' sends no second mail. Their invoices are attached.
 */
export async function queueParcelMail(
  shop: Shop,
  tx: Tx,
  { first, others }: { first: TrackedOrder; others: readonly TrackedOrder[] },
  { before, status }: { before: ShipmentStatus | null; status: ShipmentStatus },
  documentIds: readonly string[],
): Promise<void> {
  const mail = parcelMailTexts[status]
  const known = before === 'Shipped' && status === 'In Transit'
  if (!mail || known) return
  const [ofOne, ofSeveral] = mail.subject
  await queueMail(shop, tx, {
    id: `${mail.id}-${first.id}`,
    to: first.buyerEmail,
    subject: `Your ${shop.config.brandName} ${others.length === 0 ? ofOne : ofSeveral}`,
    heading: mail.heading,
    paragraphs: [
      `Hello ${first.buyerName},`,
      mail.text,
      documentIds.length === 1 && 'The invoice of the seller is attached.',
      documentIds.length > 1 && 'The invoices of the seller are attached.',
    ],
    rows: [
      ...[first, ...others].flatMap(orderRows),
      first.courierName && ['Courier', first.courierName],
      first.awbNumber && ['AWB Number', first.awbNumber],
    ],
    link: orderLink(shop, first.number),
    documentIds,
  })
}

const paidAllTheSame =
  'Our team looks after the buyer. You are paid for it all the same unless the courier brings it back to you, also when the buyer gets the money back. There is nothing you need to do.'

/** The courier says that a parcel with these orders will not arrive: to their buyer and to their seller. */
export async function queueGoneMails(
  shop: Shop,
  tx: Tx,
  { first, others }: { first: TrackedOrder; others: readonly TrackedOrder[] },
  code: number,
): Promise<void> {
  const { brandName } = shop.config
  const fate = fateOf(code)
  const rows = [first, ...others].flatMap(orderRows)
  await queueMail(shop, tx, {
    id: `gone-${first.id}-${code}`,
    to: first.buyerEmail,
    subject: `Your ${brandName} parcel ${fate}`,
    heading: `Your parcel ${fate}`,
    paragraphs: [`Hello ${first.buyerName},`, moneyOfGone],
    rows,
    link: orderLink(shop, first.number),
  })
  await queueMail(shop, tx, {
    id: `gone-told-to-seller-${first.id}-${code}`,
    to: first.sellerEmail,
    subject: `A ${brandName} parcel ${fate}`,
    heading: `Hello ${first.sellerName},`,
    paragraphs: [`A parcel of yours ${fate}.`, paidAllTheSame],
    rows,
    link: sellersOrders(shop),
  })
}

const outcomeWords: Record<ParcelOutcome, { buyer: string; seller: string }> = {
  delivered: {
    buyer: 'Our team has found out that this parcel was delivered to you.',
    seller: 'Our team has found out that this parcel was delivered to the buyer.',
  },
  returned: {
    buyer: 'Our team has found out that this parcel is back with the seller.',
    seller: 'Our team has found out that this parcel is back with you: please count the goods in.',
  },
  lost: {
    buyer: 'Our team has found out that this parcel is lost.',
    seller: 'Our team has found out that this parcel is lost.',
  },
  'never-left': {
    buyer: 'Our team has found out that the courier never had this parcel.',
    seller: 'Our team has found out that the courier never had this parcel: please keep the goods.',
  },
}

/** Tells buyer and seller what became of a parcel. `paise` are given to the seller of a refunded order, or taken back. */
export async function queueCorrectedMails(
  shop: Shop,
  tx: Tx,
  order: TrackedOrder,
  { outcome, paise, reason }: { outcome: ParcelOutcome; paise: number; reason: string },
): Promise<void> {
  const { brandName } = shop.config
  const id = newId()
  const rows: MailRow[] = [
    ['Product', order.productName],
    ['Order', order.number],
    order.awbNumber && ['AWB Number', order.awbNumber],
  ]
  const money = formatAmount(rupees(Math.abs(paise)))
  const notRefunded = order.status !== 'refunded'
  const isLost = outcome === 'lost'
  await queueMail(shop, tx, {
    id: `corrected-${id}`,
    to: order.buyerEmail,
    subject: `News of your ${brandName} order`,
    heading: 'What became of your parcel',
    paragraphs: [
      `Hello ${order.buyerName},`,
      outcomeWords[outcome].buyer,
      notRefunded && isLost && moneyOfGone,
      notRefunded &&
        !isLost &&
        outcome !== 'delivered' &&
        'What does not arrive is refunded; we are looking after it.',
      'If this is not so, please write to our support.',
    ],
    rows,
    link: orderLink(shop, order.number),
  })
  await queueMail(shop, tx, {
    id: `corrected-told-to-seller-${id}`,
    to: order.sellerEmail,
    subject: `News of a ${brandName} order`,
    heading: `Hello ${order.sellerName},`,
    paragraphs: [
      outcomeWords[outcome].seller,
      `The reason: ${reason}`,
      notRefunded && isLost && paidAllTheSame,
      paise > 0 && `You get ${money} for it with your next settlement.`,
      paise < 0 && `The ${money} that you got for it are taken back with your next settlement.`,
    ],
    rows,
    link: sellersOrders(shop),
  })
}
