import { markLowStockNotified } from '../catalogue/low-stock.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { findContact } from '../identity/find-contact.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Shop } from '../shop.ts'

/**
 * One mail for each time that a product falls below the limit (specification §9), by a sale or by a replacement. Call it when the
 * caller's act can no longer fail: the mail is queued in its transaction.
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
          [product.name, product.units > 0 ? `${product.units} items left` : 'Out of Stock'] as const,
      ),
      link: { label: 'Manage products', url: `${publicUrl}/manage-products` },
    })
  }
}
