/** What sellers are told by e-mail when a purchase is complete: their new order, and what is running low. */
import { formatAmount, rupees } from '../../contract/money.ts'
import { markLowStockNotified } from '../catalogue/low-stock.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { findContact } from '../identity/find-contact.ts'
import { composeMail } from '../mail/layout.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Shop } from '../shop.ts'
import type { CheckoutLine, CheckoutRow } from './queries.ts'

/** One mail a seller and purchase, with the seller's own lines only. */
export async function queueNewOrderMails(
  shop: Shop,
  tx: Tx,
  checkout: CheckoutRow,
  lines: readonly CheckoutLine[],
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  for (const [sellerId, own] of Map.groupBy(lines, (line) => line.sellerId)) {
    const { email, name } = await findContact(tx, sellerId)
    await queueMail(shop, tx, {
      id: `new-order-${checkout.id}-${sellerId}`,
      ...composeMail({
        to: email,
        brandName,
        subject: `You have a new order - ${brandName}`,
        heading: 'You have a new order',
        paragraphs: [
          `Hello ${name},`,
          'A customer bought from you. The courier is booked by itself: the shipping label shows on Manage Orders within minutes.',
        ],
        rows: own.map(
          (line) =>
            [
              `${line.name} × ${line.quantity}`,
              formatAmount(rupees(line.pricePaise * line.quantity)),
            ] as const,
        ),
        link: { label: 'Manage orders', url: `${publicUrl}/manage-orders` },
      }),
    })
  }
}

/** Once for each fall below the limit (specification §9), when the sale is certain. */
export async function queueLowStockMails(shop: Shop, tx: Tx, lines: readonly CheckoutLine[]): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const low = await markLowStockNotified(
    tx,
    lines.map((line) => line.productId),
  )
  for (const [sellerId, products] of Map.groupBy(low, (product) => product.sellerId)) {
    const { email, name } = await findContact(tx, sellerId)
    await queueMail(shop, tx, {
      id: `low-stock-${newId()}`,
      ...composeMail({
        to: email,
        brandName,
        subject: `Your stock is running low - ${brandName}`,
        heading: 'Your stock is running low',
        paragraphs: [`Hello ${name},`, 'There is little left of what you sell:'],
        rows: products.map(
          (product) =>
            [product.name, product.units > 0 ? `${product.units} items left` : 'Out of Stock'] as const,
        ),
        link: { label: 'Manage products', url: `${publicUrl}/manage-products` },
      }),
    })
  }
}
