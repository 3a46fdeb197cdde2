/** The endpoints for what needs an administrator: timers, refunds, unmatched payments, failed jobs, unsent mail and broken invariants. */
import { admin } from '../../contract/admin.ts'
import { formatAmount, paise, rupees } from '../../contract/money.ts'
import type { Registrar } from '../platform/http/register.ts'
import { listFailedJobs, retryFailedJob } from './failed-jobs.ts'
import { listUnsentMail, readUnsentMail, retryUnsentMail } from './unsent-mail.ts'
import { listBrokenInvariants } from './invariants/list-broken.ts'
import { releaseParcel } from '../fulfilment/dispatch/stop-suspended.ts'
import { correctionFacts, correctParcel } from '../fulfilment/orders/correct-parcel.ts'
import { refundOrder } from '../fulfilment/orders/refund-order.ts'
import { showKeptPromises } from '../fulfilment/promise/kept-promises.ts'
import { refundPart } from '../fulfilment/orders/refund-part.ts'
import { answerFacts, refundFacts } from '../money/payments/refund-facts.ts'
import { answerRefund, listRefunds, retryRefund, settleRefund } from '../money/payments/manage-refunds.ts'
import {
  listUnmatchedPayments,
  resolveUnmatchedPayment,
  unmatchedFacts,
} from '../money/payments/unmatched-payments.ts'
import type { Shop } from '../platform/shop.ts'
import { findAccounts } from '../people/identity/list-customers.ts'
import { listTimers } from '../platform/timers/list-timers.ts'

export function workRoutes(shop: Shop, route: Registrar): void {
  route(admin.timers, () => listTimers(shop))
  route(admin.keptPromises, () => showKeptPromises(shop))
  route(admin.refunds, (context) => listRefunds(shop, context.query, findAccounts(shop).buyers))
  route(admin.retryRefund, async (context) => {
    await retryRefund(shop, context.params.id)
    return { msg: 'The refund is tried again now.' }
  })
  route(
    admin.settleRefund,
    async (context) => {
      await settleRefund(shop, context.params.id, context.body.note)
      return { msg: 'The refund is settled.' }
    },
    (tx, { params, body }) => refundFacts(tx, params.id, [{ label: 'What was done', value: body.note }]),
  )
  route(
    admin.answerRefund,
    async (context) => {
      await answerRefund(shop, context.params.id, context.body)
      return { msg: 'Thank you. Refunds that waited for this are sent now.' }
    },
    (tx, { params, body }) => answerFacts(tx, params.id, body),
  )
  route(admin.refundOrder, async (context) => {
    const { pricePaise, givenNowPaise } = await refundOrder(shop, context.params.id, context.body.note)
    const [price, now] = [pricePaise, givenNowPaise].map((paise) => formatAmount(rupees(paise)))
    return {
      msg:
        givenNowPaise === pricePaise
          ? `The order is refunded: ${price} goes back.`
          : `The order is refunded: ${now} of ${price} goes back now, the rest went back at the payment provider before.`,
    }
  })
  route(admin.refundPart, async (context) => {
    const { units, amount, bears, left, note } = context.body
    const part = { what: units === undefined ? { paise: paise(amount ?? 0) } : { units }, bears }
    const refunded = await refundPart(shop, context.params.id, part, { leftPaise: paise(left), note })
    return {
      msg:
        refunded.paise === 0
          ? 'Nothing goes back now: this was refunded at the payment provider before.'
          : `${formatAmount(rupees(refunded.paise))} goes back to the customer.`,
    }
  })
  route(
    admin.correctParcel,
    async (context) => {
      await correctParcel(shop, context.params.id, context.body)
      return { msg: 'The parcel is corrected.' }
    },
    (tx, { params, body }) => correctionFacts(tx, params.id, body),
  )
  route(admin.releaseParcel, async (context) => {
    await releaseParcel(shop, context.params.id, context.body.note)
    return { msg: 'The parcel goes on.' }
  })
  route(admin.unmatchedPayments, (context) => listUnmatchedPayments(shop, context.query))
  route(
    admin.resolvePayment,
    async (context) => {
      await resolveUnmatchedPayment(shop, context.params.providerOrder, context.body.note)
      return { msg: 'The payment is seen to.' }
    },
    (tx, { params, body }) => unmatchedFacts(tx, params.providerOrder, body.note),
  )
  route(admin.failedJobs, (context) => listFailedJobs(shop, context.query))
  route(admin.retryJob, async (context) => {
    await retryFailedJob(shop, context.params.id)
    return { msg: 'The job is tried again now.' }
  })
  route(admin.brokenInvariants, () => listBrokenInvariants(shop))
  route(admin.unsentMail, (context) => listUnsentMail(shop, context.query))
  route(admin.readMail, (context) => readUnsentMail(shop, context.params.id))
  route(admin.retryMail, async (context) => {
    await retryUnsentMail(shop, context.params.id)
    return { msg: 'The mail is sent again now.' }
  })
}
