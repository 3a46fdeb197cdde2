/** One list of everything about money that needs an administrator: payouts, runs, reconciliation, refunds, sellers in debt. */
import type { MoneyException } from '../../../contract/admin-ledger.ts'
import { formatAmount, paise, rupees } from '../../../contract/money.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayOf } from '../../platform/calendar.ts'
import { type ExceptionRow, listExceptionRows } from './exception-queries.ts'

/** At most 50 of each kind, oldest first. */
export async function listExceptions({ db, config }: Shop): Promise<MoneyException[]> {
  const rows = await listExceptionRows(db, {
    limit: 50,
    today: dayOf(new Date()),
    debtPaise: paise(config.sellerDebtAlert),
  })
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    text: texts[row.kind](row.detail),
    seller: row.seller,
    amount: row.paise === null ? null : rupees(row.paise),
    since: row.since.toISOString(),
  }))
}

const texts: Record<ExceptionRow['kind'], (detail: string) => string> = {
  'payout-failed': (note) => `A payout was not made: ${note} Correct the cause, then make it again.`,
  'payout-waits': (state) =>
    state === 'sending'
      ? 'The payment provider has not made this payout for more than a day.'
      : 'This payout has been waiting for the bank for more than three days.',
  'payout-partly-back': (transferId) =>
    `A part of this payout was reversed at the payment provider (transfer ${transferId}), and the seller has the rest. The ledger owes the seller this part again. Reverse the rest there, too: the payout then counts as come back, and can be made again.`,
  'payout-twice': (transfers) =>
    `This settlement was paid twice (${transfers}). The seller owes the amount, and their next settlement deducts it.`,
  'payout-paid-late': (reference) =>
    `Another payout of this settlement was paid after it had failed, and ${reference} is on its way. Stop it at the bank or the provider; otherwise its seller owes it.`,
  'refund-unmatched': (state) =>
    `A refund that was made at the payment provider ${state === 'failed' ? 'has failed' : 'may be one of several'}. Say under Refunds what it was for. Until then no other refund of the payment is sent.`,
  'refund-twice': (paymentId) =>
    `Money of the payment ${paymentId} went back twice, at the shop's expense. See Refunds.`,
  'run-unfinished': (upTo) =>
    `The settlement up to ${upTo} has not ended within an hour. It goes on by itself; see the log for why it stopped.`,
  reconciliation: (what) => `The payment provider and the ledger differ: ${what}.`,
  'provider-balance': (sums) => {
    const [there, here] = sums.split(' ').map((sum) => formatAmount(rupees(Number(sum))))
    return `The payment provider holds ${there} by its own balance, and ${here} by the ledger, less what is on its way. Look under Reconciliation and Unmatched payments for what only one side has; a correction by the provider is booked when it settles it. This line goes by itself when both are equal.`
  },
  'refund-late': (state) =>
    state === 'failed' ? 'A refund failed. See Refunds.' : 'A refund is late. See Refunds.',
  'dispute-missed': (until) =>
    `A dispute had to be answered until ${until}, and was not: the bank decides without the shop, for the buyer as a rule. See Disputes.`,
  'dispute-unplaced': (paymentId) =>
    `${paymentId ? `A bank disputes the payment ${paymentId}, which the shop does not know` : 'The payment provider reports a dispute that the shop cannot read'}. Answer it in the dashboard of the payment provider. This line goes when the dispute is placed or won, or after half a year.`,
  'dispute-paid-twice': (paymentId) =>
    `A bank took this amount of the payment ${paymentId} though it was refunded before: the shop bears it. Contest it at the payment provider with the confirmation of the refund, or ask the buyer.`,
  'dispute-changed': (state) =>
    `The payment provider now says that this dispute is ${state}, after another end that the shop has counted. Ask the provider, and correct the difference by hand.`,
  'seller-owes': (alert) =>
    alert
      ? `This seller owes the shop more than ${formatAmount(rupees(Number(alert)))}: more was taken back than they have sold since.`
      : 'This seller owes the shop money for more than four weeks: their sales since then did not cover it.',
  'orders-without-terms': (orders) =>
    `Placed before the shop kept the terms of a sale: ${orders}. No settlement pays for that: settle with the seller by hand. This line goes a year after the purchase.`,
  'payouts-stopped': () =>
    'Payouts of this seller are stopped: after a change of their details somebody said by the link in the mail that it was not they, or an administrator stopped them. Ask the seller by telephone, then release the payouts under Balances, or keep them stopped.',
  'account-unreadable': (reference) =>
    `The payout ${reference} stayed out of the bank file: none of the shop’s keys opens the account number. Set APP_SECRET_OLD to the key that sealed it, or have the seller enter the number again; then make another bank file.`,
  'seller-came-back': (companies) =>
    `This seller has the PAN of a seller who has left (${companies}) and owes the shop this amount. It is not deducted from their sales by itself: claim it from them, or stop their payouts.`,
  'seller-suspended': (reason) =>
    `This seller is suspended, and nothing is paid out to them. What is due goes into the first settlement after the suspension ends. Reason: ${reason}`,
}
