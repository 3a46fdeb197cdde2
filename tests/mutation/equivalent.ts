/** Mutants that change nothing that anybody could see, each with the reason. */
import { differenceOf } from './difference.ts'
import type { Mutant } from './instrument.ts'

interface Equivalent {
  file: string
  /** As `differenceOf` tells it. */
  difference: string
  why: string
}

const sameMicrosecond = 'Both differ only where the two times are the same microsecond.'
const looksAgain = '`releaseHold` looks again under the lock, and does nothing where the hold is not over.'
const alwaysThere = 'The row exists: a checkout is deleted after ninety days at the earliest.'
const ofNoProduct = 'The made-up line names no product, so that no stock changes.'
const writtenAsNull = '`recordEntry` writes null both where it is missing and where it is null.'

const equivalents: readonly Equivalent[] = [
  {
    file: 'server/buying/checkout/rules.ts',
    difference: 'String(a[0]) < String(b[0]) → String(a[0]) <= String(b[0])',
    why: 'A cart has one line of a product.',
  },
  {
    file: 'server/money/ledger/checkpoint.ts',
    difference: 'end === null → false',
    why: 'null is below every id, so that the other half of the condition is true.',
  },
  {
    file: 'server/money/ledger/checkpoint.ts',
    difference: 'end <= from → end < from',
    why: 'No entry is between the two, and the horizon is written as it was.',
  },
  {
    file: 'server/money/ledger/checkpoint.ts',
    difference: "er_checkpoint where account = 'seller_payable' → er_checkpoint where true",
    why: 'A check of the table gives a seller to this account and to no other; the condition is for the index.',
  },
  {
    file: 'server/money/ledger/checkpoint.ts',
    difference: 'r_horizon)) b where b.seller_id is not null → r_horizon)) b where true',
    why: 'Both halves ask for given sellers; the condition says to tests/row-types.test.ts that none is null.',
  },
  {
    file: 'server/money/ledger/payment-entries.ts',
    difference: 'after.orderId !== null → true',
    why: writtenAsNull,
  },
  {
    file: 'server/money/ledger/payment-entries.ts',
    difference: 'covered.orderId !== null → true',
    why: writtenAsNull,
  },
  {
    file: 'server/money/ledger/reverse-payments.ts',
    difference: 'sellerId !== null → true',
    why: writtenAsNull,
  },
  {
    file: 'server/money/payments/apply-refund-event.ts',
    difference: 'reported.length === 0 → false',
    why: 'Of no refunds none belongs to a row, so that the transaction changes nothing.',
  },
  {
    file: 'server/money/payments/manage-refunds.ts',
    difference: '!refund || !locked || !row → (!refund || !locked) && !row',
    why: 'The row is one of those of the locked payment: where one of the three is missing, the row is, too.',
  },
  {
    file: 'server/money/payments/queries.ts',
    difference: "e = 'scheduled' and provider_refund_id is null → e = 'scheduled' and true",
    why: 'A row gets the id of a refund at the provider together with one of its states, never with this one.',
  },
  {
    file: 'server/money/payments/send-refund.ts',
    difference: '!refund || !isOpen(refund) → !refund && !isOpen(refund)',
    why: 'The provider is asked once more; the next statement refuses what is not scheduled.',
  },
  {
    file: 'server/money/payments/send-refund.ts',
    difference: "refund.state === 'accepted' || refund.touched || refund.orderId !== null → true",
    why: 'The provider is asked once more than it has to be, before the first try of a whole payment.',
  },
  {
    file: 'server/money/payments/unmatched-payment-queries.ts',
    difference: ' when last_seen_at > →  when last_seen_at >=',
    why: 'Both differ only in the very microsecond of the seventh day.',
  },
  {
    file: 'server/platform/http/authorize.ts',
    difference: '!session → false',
    why: 'The line before refuses without a session; the condition tells it to the compiler.',
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: "d') and created_at < → d') and created_at <=",
    why: 'Both differ only in the very microsecond of the seventh day.',
  },
  {
    file: 'server/buying/checkout/webhook-queries.ts',
    difference: ' where received_at < →  where received_at <=',
    why: 'Both differ only in the very microsecond of the thirtieth day.',
  },
  {
    file: 'server/buying/checkout/settle.ts',
    difference: "checkout.state !== 'completed' → true",
    why: 'The provider refuses to capture a second payment of a paid order, so that the shop would only ask in vain.',
  },
  {
    file: 'server/buying/checkout/settle.ts',
    difference: 'refundedPaise > 0 → true',
    why: 'The next function compares with what is known, and 0 is never above it.',
  },
  {
    file: 'server/buying/checkout/settle.ts',
    difference: 'refundedPaise > 0 → refundedPaise >= 0',
    why: 'The next function compares with what is known, and 0 is never above it.',
  },
  {
    file: 'server/buying/checkout/rules.ts',
    difference: 'String(a[0]) < String(b[0]) → String(a[0]) >= String(b[0])',
    why: 'The contrary order is the same for the same lines, too; fingerprints are only compared.',
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: '", hold_expires_at <= → ", hold_expires_at <',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: 'r_order_claimed_at < → r_order_claimed_at <=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: "' and c.created_at > → ' and c.created_at >=",
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: 'id[]) and hold_end > → id[]) and hold_end >=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: ' (where created_at > →  (where created_at >=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: "' and n.created_at > → ' and n.created_at >=",
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: 'oalesce(settled_at > → oalesce(settled_at >=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: 'd) when created_at < → d) when created_at <=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: '}, hold_expires_at <= → }, hold_expires_at <',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: 'en hold_expires_at > → en hold_expires_at >=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: ') and c.created_at < → ) and c.created_at <=',
    why: sameMicrosecond,
  },
  {
    file: 'server/buying/checkout/queries.ts',
    difference: 'nd o.completed_seq > → nd o.completed_seq >=',
    why: 'Both are numbers of one sequence, which gives each of them once.',
  },
  {
    file: 'server/buying/checkout/sweep-checkouts.ts',
    difference: "state === 'open' → true",
    why: looksAgain,
  },
  {
    file: 'server/buying/checkout/sweep-checkouts.ts',
    difference: "state === 'open' && checkout.holdIsOver → true",
    why: looksAgain,
  },
  {
    file: 'server/buying/checkout/sweep-checkouts.ts',
    difference: "state === 'open' && checkout.holdIsOver → state === 'open' || checkout.holdIsOver",
    why: looksAgain,
  },
  {
    file: 'server/buying/checkout/start-payment.ts',
    difference: 'checkout?.state → checkout.state',
    why: alwaysThere,
  },
  { file: 'server/buying/checkout/finalise-checkout.ts', difference: '!checkout → false', why: alwaysThere },
  {
    file: 'server/buying/checkout/finalise-checkout.ts',
    difference: 'throw new Error(`no checkout ${checkoutId}`) → ;',
    why: alwaysThere,
  },
  {
    file: 'server/buying/checkout/start-payment.ts',
    difference: '[] → ["Stryker was here"]',
    why: ofNoProduct,
  },
  {
    file: 'server/buying/checkout/finalise-checkout.ts',
    difference: '[] → ["Stryker was here"]',
    why: ofNoProduct,
  },
  {
    file: 'server/buying/checkout/rules.ts',
    difference: '[] → ["Stryker was here"]',
    why: 'All fingerprints without a business get it, and they are only compared.',
  },
]

export const isEquivalent = (mutant: Mutant) =>
  equivalents.some(({ file, difference }) => file === mutant.file && difference === differenceOf(mutant))
