/** What the buyer is told by e-mail: one confirmation a purchase, or that the money goes back. */
import { formatAmount, rupees } from '../../contract/money.ts'
import type { Tx } from '../db/client.ts'
import { findContact } from '../identity/find-contact.ts'
import { composeMail } from '../mail/layout.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { PaymentRefundReason } from '../payments/refund-reason.ts'
import type { Shop } from '../shop.ts'
import type { CheckoutLine, CheckoutRow } from './queries.ts'

const rowOf = (line: CheckoutLine) =>
  [`${line.name} × ${line.quantity}`, formatAmount(rupees(line.pricePaise * line.quantity))] as const

/** The mail's id comes from the checkout, so that a mail sent again after a crash is recognised as the same one. */
export async function queueOrderConfirmation(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
): Promise<void> {
  const { email, name } = await findContact(tx, checkout.customerId)
  await queueMail(shop, tx, {
    id: `order-${checkout.id}`,
    ...composeMail({
      to: email,
      brandName: shop.config.brandName,
      subject: `Your ${shop.config.brandName} order is placed`,
      heading: `Thank you, ${name}!`,
      paragraphs: [
        'We received your payment and your order is placed. The sellers will get your parcels ready.',
      ],
      rows: [...lines.map(rowOf), ['Total paid', formatAmount(rupees(checkout.totalPaise))]],
      link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
      footer: 'Delivery is included in the price.',
    }),
  })
}

const reasons: Record<PaymentRefundReason, string> = {
  'sold-out': 'While your payment was on its way, something in your order sold out.',
  'paid-twice': 'Your order was paid twice.',
  'amount-differs': 'The amount that was paid is not the total of your order.',
  'cart-replaced': 'You bought these items with another payment, and that order is placed.',
}

/** Once a payment, whichever of several payments of one checkout it is. */
export async function queueRefundNotice(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
  reason: PaymentRefundReason,
  payment: { id: string; amountPaise: number },
): Promise<void> {
  const { email, name } = await findContact(tx, checkout.customerId)
  await queueMail(shop, tx, {
    id: `refund-${payment.id}`,
    ...composeMail({
      to: email,
      brandName: shop.config.brandName,
      subject: `Your ${shop.config.brandName} payment is being refunded`,
      heading: `Sorry, ${name}`,
      paragraphs: [
        `${reasons[reason]} We are giving back ${formatAmount(rupees(payment.amountPaise))} in full.`,
        'The money goes to the card or account it came from, usually within 5 to 7 working days. There is nothing you need to do.',
      ],
      rows: lines.map(rowOf),
      link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
    }),
  })
}
