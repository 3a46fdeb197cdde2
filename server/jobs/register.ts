/** Every job and who does it. */
import { processPaymentWebhook } from '../checkout/handle-payment-webhook.ts'
import { deliverMail } from '../mail/queue-mail.ts'
import { removePictureFiles } from '../media/remove-unused.ts'
import { bookParcel } from '../orders/book-parcel.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { refreshSellerSearch } from '../sellers/refresh-search.ts'
import type { Shop } from '../shop.ts'

/** Begins to work all jobs of the shop. */
export async function workJobs(shop: Shop): Promise<void> {
  await shop.jobs.work({
    'send-mail': ({ sealed }) => deliverMail(shop, sealed),
    'refund-payment': ({ refundId }) => sendRefund(shop, refundId),
    'payment-webhook': (webhook) => processPaymentWebhook(shop, webhook),
    'refresh-seller-search': ({ sellerId }) => refreshSellerSearch(shop, sellerId),
    'book-parcel': ({ orderId }) => bookParcel(shop, orderId),
    'remove-picture': ({ key }) => removePictureFiles(shop, key),
  })
}
