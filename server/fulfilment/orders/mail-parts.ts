/** What several mails about an order have. */
import type { MailRow } from '../../platform/mail/layout.ts'
import type { Shop } from '../../platform/shop.ts'

/** To the page of an order. */
export const orderLink = ({ config }: Shop, number: string) => ({
  label: 'See your order',
  url: `${config.publicUrl}/my-orders/${number}`,
})

export const sellersOrders = ({ config }: Shop) => ({
  label: 'See your orders',
  url: `${config.publicUrl}/manage-orders`,
})

interface NamedOrder {
  productName: string
  quantity: number
  number: string
}

export const orderRows = ({ productName, quantity, number }: NamedOrder): MailRow[] => [
  ['Product', `${productName} × ${quantity}`],
  ['Order', number],
]
