/**
 * Defects of money and stock that the shop had, or that one of its safeguards prevents, each as the text that brings it back.
 * defects.test.ts puts them back one at a time: the named test has to find each.
 */
export interface Defect {
  /** What goes wrong. */
  name: string
  /** A text that the sources of the server have once. */
  find: string
  /** What stands in its place. */
  put: string
  /** The test that finds it: a file, and the beginning of its title. */
  file: string
  test: string
  /** What that test says then. */
  says: RegExp
}

const model = 'tests/model/sequences.test.ts'
const interleavings = 'tests/interleavings.test.ts'

export const defects: readonly Defect[] = [
  {
    name: 'a buyer who pays for a replaced attempt as well buys and pays twice',
    find: "if (await isBoughtByOtherCheckout(tx, checkout.id)) return 'cart-replaced'",
    put: '',
    file: model,
    test: 'an earlier attempt that was replaced is paid after a later one',
    says: /the same goods were bought and charged twice/,
  },
  {
    name: 'another amount than the price buys',
    find: "if (payment.amountPaise !== checkout.totalPaise) return 'amount-differs'",
    put: '',
    file: model,
    test: 'another amount is paid than the price',
    says: /orders for another amount than their price/,
  },
  {
    name: 'a checkout whose money goes back keeps its pieces',
    find: "if (checkout.state === 'open') await returnStock(tx, lines)",
    put: '',
    file: model,
    test: 'another amount is paid than the price',
    says: /pieces of a product appeared or were lost/,
  },
  {
    name: 'a checkout that was replaced while the provider made its order is never looked at again',
    find: "next_check_at = coalesce(next_check_at, now() + interval '1 minute')",
    put: 'next_check_at = next_check_at',
    file: model,
    test: 'the provider answers after the attempt was replaced',
    says: /500/,
  },
  {
    name: 'a hold that is renewed counts from the beginning again',
    find: 'update checkout set hold_expires_at = now() + ${holdSeconds} * interval',
    put: 'update checkout set created_at = now(), hold_expires_at = now() + ${holdSeconds} * interval',
    file: model,
    test: 'a hold is renewed before it ends, again and again',
    says: /a buyer kept goods from others for more than 30 minutes in an hour/,
  },
  {
    name: 'attempts that were replaced do not count for the limits',
    find: "c.state <> 'completed' and c.created_at > now() - interval '2 hours'",
    put: "c.state not in ('completed', 'replaced') and c.created_at > now() - interval '2 hours'",
    file: model,
    test: 'a buyer asks for payment without end',
    says: /a buyer got 11 orders of the provider in a minute/,
  },
  {
    name: 'pieces that the seller has withdrawn during a hold go back on sale',
    find: 'set units = p.units + w.quantity - least(p.units + w.quantity, p.withheld_units)',
    put: 'set units = p.units + w.quantity',
    file: model,
    test: 'the seller withdraws the pieces during a hold',
    says: /pieces of a product appeared or were lost/,
  },
  {
    name: 'the pieces of a replacement are not taken from the stock',
    find: 'const missing = await holdStock(tx, [{ productId, quantity: units }])',
    put: 'const missing = []',
    file: model,
    test: 'the pieces of an exchange come back',
    says: /pieces of a product appeared or were lost/,
  },
  {
    name: 'the pieces of a replacement that is not sent do not come back to the stock',
    find: 'await returnStock(tx, [{ productId: row.productId, quantity: ended.units }])',
    put: '',
    file: model,
    test: 'an exchange whose pieces came back is refunded',
    says: /pieces of a product appeared or were lost/,
  },
  {
    name: 'of two payments of one order the late one is settled first, and both go back',
    find: 'payments.toSorted((a, b) => isLate(a) - isLate(b) || madeAt(a) - madeAt(b))',
    put: 'payments',
    file: 'server/buying/checkout/late-price.test.ts',
    test: 'of two payments the one that was made in time buys, though the provider lists the late one first',
    says: /\+ +"status": "refunded"/,
  },
  {
    name: 'a price that changes between its comparison and the purchase does not count',
    find: 'order by p.id for no key update of p',
    put: 'order by p.id',
    file: 'server/buying/checkout/late-price.test.ts',
    test: 'a price that changes while a late payment is settled counts',
    says: /expected 200 to be 409/,
  },
  {
    name: 'a payment without a readable time buys at the price of weeks ago',
    find: 'if (!createdAt) return true',
    put: 'if (!createdAt) return false',
    file: 'server/buying/checkout/late-price.test.ts',
    test: 'a payment whose time is missing goes back where the price has changed',
    says: /expected 'pending' to be 'refunded'/,
  },
  {
    name: 'a late payment of a checkout that no sweep has closed buys what is not on sale any more',
    find: 'isLate ? await lockAndCompare(tx, lines) : null',
    put: "null as 'price' | null",
    file: 'server/buying/checkout/late-price.test.ts',
    test: 'a late payment buys nothing that is not on sale any more',
    says: /expected 200 to be 409/,
  },
  {
    name: 'an authorized payment that the provider captures itself is taken for one that was never made',
    find: 'current = (await shop.payments.payment(current.id)) ?? current',
    put: '',
    file: 'server/buying/checkout/provider-answers.test.ts',
    test: 'an authorized payment that the provider itself captures in the meantime is a purchase',
    says: /expected 409 to be 200/,
  },
  {
    name: 'a payment that is recorded already is settled again, and its order loses its money',
    find: 'if (await recordPayment.isKnown(tx, captured.id)) return checkout.state',
    put: '',
    file: interleavings,
    test: 'verify, webhook and sweep of one payment',
    says: /500|exceed it|money of kept orders refunded/,
  },
  {
    name: 'two payments of one buyer are settled at once, and both buy',
    find: 'select 1 from customer where account_id = ${customerId} for no key update',
    put: 'select 1 from customer where account_id = ${customerId}',
    file: interleavings,
    test: 'a late payment and a payment in time of the same goods',
    says: /one purchase paid twice and kept|to deeply equal \[ 'order', 'refund'/,
  },
  {
    name: 'a hold that was paid for or renewed meanwhile is released, and its pieces are counted twice',
    find: "where id = ${checkoutId} and state = 'open' for update",
    put: 'where id = ${checkoutId}',
    file: interleavings,
    test: 'a payment, the end of its hold and a changed cart',
    says: /stock of \S+ \d+ \+ \d+ held \+ \d+ sold is not/,
  },
  {
    name: 'a piece is sold that is not there',
    find: 'p.units >= w.quantity and ${onSale} returning p.id',
    put: '${onSale} returning p.id',
    file: interleavings,
    test: 'two buyers and the last piece',
    says: /500/,
  },
  {
    name: 'pieces that two tabs cancel at once are refunded twice',
    find: 'perform from orders where checkout_id = checkout order by id for no key update;',
    put: 'perform from orders where checkout_id = checkout order by id;',
    file: interleavings,
    test: 'pieces are cancelled twice while their parcel is booked',
    says: /500/,
  },
  {
    name: 'a refund that several workers send at once is made under several keys',
    find: 'await shop.payments.refund({ key: refundId, paymentId, amountPaise })',
    put: 'await shop.payments.refund({ key: crypto.randomUUID(), paymentId, amountPaise })',
    file: interleavings,
    test: 'refunds of one payment, their webhooks and the dashboard',
    says: /refunded beyond what was agreed/,
  },
  {
    name: 'a refund that failed and was made anew is missing in the ledger where both are told at once',
    find: 'const before = rows.get(row.id) ?? row',
    put: 'const before = row',
    file: 'server/money/payments/refunds.test.ts',
    test: 'that failed after it was made, and was made anew, is in the ledger as made',
    says: /\+ +"account": "refunds"/,
  },
  {
    name: 'a refund that bears the key of one row goes to another row of the same amount',
    find: 'const row = rows.find((one) => one.id === refund.receipt && one.amountPaise === refund.amountPaise)',
    put: 'const row = rows.find((one) => one.amountPaise === refund.amountPaise)',
    file: 'server/money/payments/rules.test.ts',
    test: 'with the key of a row whose own refund failed pays that row',
    says: /pairs: \[ \[ 'other', 'r1' \] \]/,
  },
  {
    name: 'a payment whose webhook was lost is never found',
    find: 'const state = await settle(shop, checkout)',
    put: 'const { state } = checkout',
    file: model,
    test: 'a buyer asks for payment without end',
    says: /captured money without an order and without a refund/,
  },
  {
    name: 'a hold that is over keeps its pieces',
    find: "if (state === 'open' && checkout.holdIsOver) await releaseHold(shop, checkout.id, 'over')",
    put: '',
    file: model,
    test: 'the seller withdraws the pieces during a hold',
    says: /hold outlived its time/,
  },
  {
    name: 'a node that stands still keeps what it has locked',
    find: 'idle_in_transaction_session_timeout = ${limits.idleInTransaction}',
    put: 'idle_in_transaction_session_timeout = 0',
    file: 'server/platform/db/client.test.ts',
    test: 'limits locks, pauses and statements of requests',
    says: /\[ 5000, \+0, 30000 \]/,
  },
  {
    name: 'a job is sent though what caused it was undone',
    find: '...(bundled && {',
    put: 'db: { executeSql }, ...(bundled && {',
    file: 'server/platform/jobs/queue.test.ts',
    test: 'a job exists when the transaction that sent it was kept',
    says: /\+ +"key": "undone"/,
  },
  {
    name: 'an event of the provider that arrives twice is worked twice',
    find: 'if (eventId && !(await insertWebhookEvent(tx, provider, eventId))) return',
    put: '',
    file: 'server/buying/checkout/webhooks.test.ts',
    test: 'what tells of taken or refunded money makes a job, and each event only once',
    says: /\+ +"payment.captured"/,
  },
  {
    name: 'order/create answers the orders of an earlier purchase where the clocks of two nodes differ',
    find: 'order by coalesce(completed_seq, opened_seq) desc limit 5',
    put: 'order by id desc limit 5',
    file: 'server/buying/checkout/create-orders.test.ts',
    test: 'that names nothing answers the newest purchase, whatever the clock of its node said',
    says: /- +"name": "Neem Comb"/,
  },
  {
    name: 'a restored shop goes on at once, and pays everybody again',
    find: 'await hold(session, manifest)',
    put: '',
    file: 'server/administration/hold/restored.test.ts',
    test: 'a restored shop shows its catalogue',
    says: /null/,
  },
  {
    name: 'a held shop asks the provider for a refund by a path that does not look whether it is held',
    find: 'await requireNotHeld(db)',
    put: '',
    file: 'server/administration/hold/restored.test.ts',
    test: 'a restored shop shows its catalogue',
    says: /resolved|did not match|paused/,
  },
]
