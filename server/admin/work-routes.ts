/** The calls about what hangs: money, jobs and mail. */
import { admin } from '../../contract/admin.ts'
import { formatAmount, rupees } from '../../contract/money.ts'
import type { Registrar } from '../http/register.ts'
import { listFailedJobs, retryFailedJob } from '../jobs/failed-jobs.ts'
import { listUnsentMail, readUnsentMail, retryUnsentMail } from '../mail/unsent-mail.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { listRefunds, retryRefund, settleRefund } from '../payments/see-to-refunds.ts'
import { listUnmatched, resolveUnmatched } from '../payments/unmatched-payments.ts'
import type { Shop } from '../shop.ts'

export function workRoutes(shop: Shop, on: Registrar): void {
  on(admin.refunds, (call) => listRefunds(shop, call.query))
  on(admin.retryRefund, async (call) => {
    await retryRefund(shop, call.params.id)
    return { msg: 'The refund is tried again now.' }
  })
  on(admin.settleRefund, async (call) => {
    await settleRefund(shop, call.params.id, call.body.note)
    return { msg: 'The refund is settled.' }
  })
  on(admin.refundOrder, async (call) => {
    const { pricePaise, givenNowPaise } = await refundOrder(shop, call.params.id, call.body.note)
    const [price, now] = [pricePaise, givenNowPaise].map((paise) => formatAmount(rupees(paise)))
    return {
      msg:
        givenNowPaise === pricePaise
          ? `The order is refunded: ${price} goes back.`
          : `The order is refunded: ${now} of ${price} goes back now, the rest went back at the payment provider before.`,
    }
  })
  on(admin.unmatchedPayments, (call) => listUnmatched(shop, call.query))
  on(admin.resolvePayment, async (call) => {
    await resolveUnmatched(shop, call.params.providerOrder, call.body.note)
    return { msg: 'The payment is seen to.' }
  })
  on(admin.failedJobs, (call) => listFailedJobs(shop, call.query))
  on(admin.retryJob, async (call) => {
    await retryFailedJob(shop, call.params.id)
    return { msg: 'The job is tried again now.' }
  })
  on(admin.unsentMail, (call) => listUnsentMail(shop, call.query))
  on(admin.readMail, (call) => readUnsentMail(shop, call.params.id))
  on(admin.retryMail, async (call) => {
    await retryUnsentMail(shop, call.params.id)
    return { msg: 'The mail is sent again now.' }
  })
}
