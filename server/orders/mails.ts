/** What the buyer hears while a parcel is on its way: shipped, out for delivery, delivered; each at most once. */
import type { ShipmentStatus } from '../../contract/shipment.ts'
import type { Tx } from '../db/client.ts'
import { composeMail } from '../mail/layout.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Shop } from '../shop.ts'
import type { MovingParcel } from './parcel-queries.ts'

const shipped = {
  id: 'shipped',
  subject: 'is on its way',
  heading: 'Your parcel is on its way',
  text: 'The seller has handed your parcel to the courier.',
}
const words: Partial<Record<ShipmentStatus, typeof shipped>> = {
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

/** `before` is the order as it was: a parcel that was told to be on its way is not told so again. */
export async function queueParcelMail(
  shop: Shop,
  tx: Tx,
  before: MovingParcel,
  status: ShipmentStatus,
): Promise<void> {
  const mail = words[status]
  const known = before.shipmentStatus === 'Shipped' && status === 'In Transit'
  if (!mail || known) return
  await queueMail(shop, tx, {
    id: `${mail.id}-${before.id}`,
    ...composeMail({
      to: before.buyerEmail,
      brandName: shop.config.brandName,
      subject: `Your ${shop.config.brandName} order ${mail.subject}`,
      heading: mail.heading,
      paragraphs: [`Hello ${before.buyerName},`, mail.text],
      rows: [
        ['Product', `${before.productName} × ${before.quantity}`],
        ...(before.courierName ? ([['Courier', before.courierName]] as const) : []),
        ...(before.awbNumber ? ([['AWB Number', before.awbNumber]] as const) : []),
      ],
      link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
    }),
  })
}
