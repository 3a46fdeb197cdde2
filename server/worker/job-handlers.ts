import { processPaymentWebhook } from '../checkout/handle-payment-webhook.ts'
import { makeDocument, readDocumentFile } from '../invoices/show-document.ts'
import { deliverMail } from '../mail/queue-mail.ts'
import { removePictureFiles } from '../media/remove-unused.ts'
import { bookParcel } from '../orders/book-parcel.ts'
import { cancelParcel } from '../orders/cancel-parcel.ts'
import { flagOrdersInDoubt } from '../orders/flag-orders-in-doubt.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { refreshProductsOf } from '../catalogue/save-product.ts'
import { bookPickup } from '../returns/book-pickup.ts'
import { bookReplacement } from '../returns/book-replacement.ts'
import { cancelReplacement } from '../returns/cancel-replacement.ts'
import { cancelPickup } from '../returns/cancel-pickup.ts'
import { checkTransfer, sendPayout } from '../settlements/route-payouts.ts'
import { continueRun } from '../settlements/run-settlement.ts'
import type { Shop } from '../shop.ts'

/** Starts a worker for every queue, with the handler of its jobs. */
export async function startJobWorkers(shop: Shop): Promise<void> {
  await shop.jobs.work({
    'send-mail': ({ sealed }) => deliverMail(shop, sealed, (id) => readDocumentFile(shop, id)),
    'refund-payment': ({ refundId }) => sendRefund(shop, refundId),
    'payment-webhook': (webhook) => processPaymentWebhook(shop, webhook),
    'flag-orders-in-doubt': (given) => flagOrdersInDoubt(shop, given),
    'refresh-seller-search': ({ sellerId }) => refreshProductsOf(shop, sellerId),
    'book-parcel': ({ orderId }) => bookParcel(shop, orderId),
    'cancel-parcel': ({ cancellationId }) => cancelParcel(shop, cancellationId),
    'make-document': ({ documentId }) => makeDocument(shop, documentId),
    'book-return-pickup': ({ returnId }) => bookPickup(shop, returnId),
    'book-replacement': ({ replacementId }) => bookReplacement(shop, replacementId),
    'cancel-replacement': ({ replacementId }) => cancelReplacement(shop, replacementId),
    'cancel-return-pickup': ({ returnId }) => cancelPickup(shop, returnId),
    'remove-picture': ({ key }) => removePictureFiles(shop, key),
    'settle-sellers': ({ runId }) => continueRun(shop, runId),
    'send-payout': ({ payoutId }) => sendPayout(shop, payoutId),
    'check-transfer': ({ transferId }) => checkTransfer(shop, transferId),
  })
}
