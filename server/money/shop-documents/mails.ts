/** The mail that brings an invoice or a credit note of the shop. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import { findShopDocument } from './queries.ts'
import { monthInWords } from './rules.ts'

export async function queueShopDocumentMail(
  shop: Shop,
  tx: Tx,
  id: string,
  to: { email: string; name: string },
): Promise<void> {
  const document = await findShopDocument(tx, id)
  if (!document) throw new Error(`no document ${id} of the shop`)
  const { kind, serial, month, orderNumber, grossPaise, taxablePaise } = document
  const { brandName, publicUrl, supportEmail } = shop.config
  const noun = kind === 'invoice' ? 'invoice' : 'credit note'
  const text = orderNumber
    ? 'You have paid for the way back of goods that you returned. The invoice for that is attached. There is nothing you need to pay.'
    : kind === 'invoice'
      ? 'Attached is our invoice for commission and the carriage of your parcels. The amount is taken off your statements already: there is nothing you need to pay.'
      : 'Attached is our credit note for commission that we have given back because of returns. Your statements have the amount already.'
  await queueMail(shop, tx, {
    id: `shop-document-${id}`,
    to: to.email,
    subject: `Your ${noun} ${serial} from ${brandName}`,
    heading: `Your ${noun} ${serial}`,
    paragraphs: [`Hello ${to.name},`, text],
    rows: [
      month && ['Month', monthInWords(month)],
      orderNumber && ['Order', orderNumber],
      ['Without GST', formatAmount(rupees(taxablePaise))],
      ['With GST', formatAmount(rupees(grossPaise))],
    ],
    link: orderNumber
      ? { label: 'See your orders', url: `${publicUrl}/my-orders` }
      : { label: 'See your invoices', url: `${publicUrl}/earnings/invoices` },
    footer: `If something is not right, please write to ${supportEmail}.`,
    documentIds: [id],
  })
}
