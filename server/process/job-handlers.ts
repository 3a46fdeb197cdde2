import { processPaymentWebhook } from '../buying/checkout/handle-payment-webhook.ts'
import { giveCouponBack } from '../buying/coupons/give-coupon-back.ts'
import { makeDocument, readDocumentFile } from '../money/invoices/show-document.ts'
import { findShopDocumentFile, makeShopDocument } from '../money/shop-documents/show-documents.ts'
import { deliverMail } from '../platform/mail/queue-mail.ts'
import { removePictureFiles } from '../platform/media/remove-unused.ts'
import { applyKeptWebhook } from '../fulfilment/shipments/handle-courier-webhook.ts'
import { continueShipment } from '../fulfilment/shipments/sweep-shipments.ts'
import { flagOrdersInDoubt } from '../fulfilment/orders/flag-orders-in-doubt.ts'
import { sendRefund } from '../money/payments/send-refund.ts'
import { atItsSecond } from '../catalogue/at-its-second.ts'
import { followHolidays } from '../catalogue/holidays/holidays.ts'
import { offerDueListings } from '../catalogue/listing-states/change-state.ts'
import { changeDuePrices } from '../catalogue/prices/change-due-prices.ts'
import { changeDueHomePage } from '../catalogue/home-page/arrange-home-page.ts'
import { refreshProductsOf } from '../catalogue/products/save-product.ts'
import { kinds } from '../fulfilment/returns/kinds.ts'
import { checkDispute } from '../money/disputes/import-dispute.ts'
import { chargeBack } from '../fulfilment/disputes/charge-back.ts'
import { checkSettlement } from '../money/provider/read-settlements.ts'
import { checkTransfer, sendPayout } from '../money/settlements/route-payouts.ts'
import { continueRun } from '../money/settlements/run-settlement.ts'
import { reconcileHold } from '../administration/hold/reconcile-hold.ts'
import { runImport } from '../selling/imports/run-import.ts'
import { newId } from '../platform/db/ids.ts'
import { isHeld, isHeldUntilCommit } from '../platform/hold/held.ts'
import { waitingJobs } from '../platform/hold/waiting-jobs.ts'
import type { JobName, JobPayloads, Jobs } from '../platform/jobs/queue.ts'
import type { Shop } from '../platform/shop.ts'

type Handlers = Parameters<Jobs['work']>[0]

/** A job that waits is looked at again after so many seconds, and at the release. */
const waitSeconds = 300

/** Before its handler a job that waits looks whether the shop is held, and is queued again: a job that fails loses a try. */
function waitingWhileHeld(shop: Shop, handlers: Handlers): Handlers {
  const wrapped: Partial<Record<JobName, unknown>> = { ...handlers }
  for (const name of waitingJobs) {
    const handle = handlers[name] as (payload: JobPayloads[JobName]) => Promise<void>
    wrapped[name] = async (payload: JobPayloads[JobName]) => {
      if (!(await isHeld(shop.db))) return handle(payload)
      // A release hastens what waits: a job that is stored behind it would wait for nothing.
      const waits = await shop.db.transaction(async (tx) => {
        const held = await isHeldUntilCommit(tx)
        if (held) await shop.jobs.send(tx, name, payload, { key: newId(), seconds: waitSeconds })
        return held
      })
      if (!waits) await handle(payload)
    }
  }
  return wrapped as Handlers
}

/** Starts a worker for every queue, with the handler of its jobs. */
export async function startJobWorkers(shop: Shop): Promise<void> {
  const readFile = async (id: string) => (await findShopDocumentFile(shop, id)) ?? readDocumentFile(shop, id)
  const deliver = ({ sealed }: { sealed: string }) => deliverMail(shop, sealed, readFile)
  const handlers: Handlers = {
    'send-mail': deliver,
    'send-notice': deliver,
    'refund-payment': ({ refundId }) => sendRefund(shop, refundId),
    'payment-webhook': (webhook) => processPaymentWebhook(shop, webhook),
    'give-coupon-back': ({ checkoutId }) => giveCouponBack(shop, checkoutId),
    'flag-orders-in-doubt': (given) => flagOrdersInDoubt(shop, given),
    'import-products': ({ importId }) => runImport(shop, importId),
    'refresh-seller-search': ({ sellerId }) => refreshProductsOf(shop, { sellerId }),
    'refresh-attribute-search': ({ attributeId }) => refreshProductsOf(shop, { attributeId }),
    'change-prices': ({ at }) => atItsSecond(shop.db, at, () => changeDuePrices(shop)),
    'end-holidays': ({ at }) => atItsSecond(shop.db, at, () => followHolidays(shop)),
    'offer-listings': ({ at }) => atItsSecond(shop.db, at, () => offerDueListings(shop)),
    'change-home-page': ({ at }) => atItsSecond(shop.db, at, () => changeDueHomePage(shop)),
    'continue-shipment': ({ shipmentId }) => continueShipment(shop, kinds, shipmentId),
    'make-document': async ({ documentId }) => {
      if (!(await makeShopDocument(shop, documentId))) await makeDocument(shop, documentId)
    },
    'remove-picture': ({ key }) => removePictureFiles(shop, key),
    'settle-sellers': ({ runId }) => continueRun(shop, runId),
    'send-payout': ({ payoutId }) => sendPayout(shop, payoutId),
    'check-transfer': ({ transferId }) => checkTransfer(shop, transferId),
    'check-dispute': ({ disputeId }) => checkDispute(shop, disputeId),
    'check-provider-settlement': ({ settlementId }) => checkSettlement(shop, settlementId),
    'charge-back': ({ disputeId }) => chargeBack(shop, disputeId),
    'reconcile-hold': ({ holdId }) => reconcileHold(shop, holdId),
    'courier-webhook': (webhook) => applyKeptWebhook(shop, kinds, webhook),
  }
  await shop.jobs.work(waitingWhileHeld(shop, handlers))
}
