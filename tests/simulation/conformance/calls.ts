/** Calls of the query functions with arguments by chance, among few customers, products and ids, so that they meet. */
import { findAddress, findDefaultAddress } from '../../../server/people/addresses/queries.ts'
import { cartLines, deleteLinesOf } from '../../../server/buying/cart/queries.ts'
import {
  findChangedPrices,
  lockStock,
  markLowStock,
  returnUnits,
  takeUnits,
} from '../../../server/catalogue/products/stock-queries.ts'
import * as checkout from '../../../server/buying/checkout/queries.ts'
import { insertWebhookEvent } from '../../../server/buying/checkout/webhook-queries.ts'
import type { Tx } from '../../../server/platform/db/client.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import { findContactRow } from '../../../server/people/identity/queries.ts'
import { recordEntry } from '../../../server/money/ledger/record-entry.ts'
import { lockCustomer } from '../../../server/people/lock-customer.ts'
import * as payments from '../../../server/money/payments/queries.ts'
import * as unmatched from '../../../server/money/payments/unmatched-payment-queries.ts'
import { consumeLimit } from '../../../server/platform/rate-limit.ts'
import type { Random } from '../random.ts'
import { boughtOrders, orderCalls } from './order-calls.ts'
import type { People } from './twin.ts'

export type Call = (tx: Tx) => Promise<unknown>

/** What earlier calls may have left: ids of it may name nothing, too. */
export interface Known {
  people: People
  checkouts: string[]
  refunds: string[]
  orders: string[]
}

const byId = <Row extends object>(rows: Row[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** One call, chosen by `random`. Its arguments are fixed here, so that both databases get the same. */
export function chooseCall(random: Random, known: Known): Call {
  const customer = random.pick(known.people.customers)
  const products = known.people.products.filter(() => random.chance(0.6))
  const quantities = products.map(() => 1 + random.below(3))
  const of = random.pick(known.checkouts) ?? newId()
  const payment = `pay-${random.below(6)}`
  const order = `order-${random.below(12)}`
  const refund = random.pick(known.refunds) ?? newId()
  const choices: (() => Call)[] = [
    () => newCheckout(random, known, customer),
    () => purchase(random, known, customer),
    () => purchase(random, known, customer),
    () => newRefund(random, known, payment),
    () => newRefund(random, known, payment),
    () => changedRefund(random, refund),
    () => changedRefund(random, refund),
    () => (tx) => lockCustomer(tx, customer),
    () => (tx) => checkout.lockOpenCheckout(tx, customer),
    () => (tx) => checkout.lockForSettlement(tx, of),
    () => (tx) => checkout.isBoughtByOtherCheckout(tx, of),
    () => (tx) => checkout.lockOpenHold(tx, of),
    () => {
      const lines = products.map((productId) => ({
        productId,
        pricePaise: random.pick([29_900, 34_900]) ?? 0,
      }))
      return (tx) => findChangedPrices(tx, lines)
    },
    () => (tx) => checkout.checkoutLines(tx, of),
    () => (tx) => checkout.extendHold(tx, of, 900),
    () => (tx) => checkout.claimProviderOrder(tx, of),
    () => async (tx) =>
      // The use cases store the order of a checkout that exists.
      (await checkout.findCheckout(tx, of)) &&
      checkout.storeProviderOrder(tx, of, { id: order, keyId: 'key' }),
    () => (tx) => checkout.countUnpaidAttempts(tx, { customerId: customer, networkHash: 'n' }, products),
    () => newState(random, of),
    () => newState(random, of),
    () => (tx) => checkout.findCheckoutByProviderOrder(tx, order, undefined),
    () => (tx) => checkout.findCheckoutByProviderOrder(tx, order, customer),
    () => (tx) => checkout.recentCheckouts(tx, customer),
    // Each state of a checkout has its own next check, so that they are taken often.
    ...Array.from({ length: 3 }, () => () => async (tx: Tx) => byId(await checkout.takeDueCheckouts(tx, 50))),
    () => {
      const event = `event-${random.below(9)}`
      return (tx) => insertWebhookEvent(tx, 'payment', event)
    },
    () => (tx) => cartLines(tx, customer),
    () => (tx) => deleteLinesOf(tx, customer, products.slice(0, 1)),
    () => {
      const address = random.pick(known.people.addresses)
      return (tx) => findAddress(tx, customer, address)
    },
    () => (tx) => findDefaultAddress(tx, customer),
    () => (tx) => lockStock(tx, products),
    () => async (tx) => byId((await takeUnits(tx, products, quantities)).map((id) => ({ id }))),
    () => (tx) => returnUnits(tx, products, quantities),
    () => async (tx) => byId(await markLowStock(tx, products, 10)),
    () => {
      const account = random.pick([customer, known.people.seller])
      return (tx) => findContactRow(tx, account)
    },
    () => {
      const limits = ['one', 'two'].map((key) => ({ key, max: 1_000, seconds: 60 }))
      return (tx) => consumeLimit(tx, limits)
    },
    () => {
      const outcome = random.pick(['order', 'refund'] as const)
      return async (tx) =>
        (await checkout.findCheckout(tx, of)) &&
        payments.insertPayment(tx, { id: payment, checkoutId: of, amountPaise: 59_800, outcome })
    },
    () => (tx) => payments.paymentIsKnown(tx, payment),
    () => (tx) => payments.lockPayment(tx, payment),
    () => (tx) => payments.findRefund(tx, refund),
    () => (tx) => payments.markRefundRequested(tx, refund),
    () => (tx) => payments.clearRefundRequested(tx, refund),
    () => async (tx) => byId(await payments.staleRefunds(tx, 120)),
    () => (tx) => payments.touchRefund(tx, refund),
    () => {
      const row = { id: newId(), providerOrderId: order, event: 'payment.captured' }
      return (tx) => unmatched.insertUnmatched(tx, row)
    },
    () => async (tx) => byId(await unmatched.takeDueUnmatched(tx, 50)),
    () => (tx) => unmatched.markSettled(tx, order),
    () => {
      const key = `test:${random.below(9)}`
      const postings = [
        { account: 'claims', amountPaise: 5 },
        { account: 'bank', amountPaise: -5 },
      ] as const
      return (tx) => recordEntry(tx, { key, kind: 'test', postings })
    },
    ...orderCalls(random, known, customer, of),
  ]
  return random.pick(choices)()
}

function newCheckout(random: Random, known: Known, customerId: string): Call {
  const id = newId()
  known.checkouts.push(id)
  // Two checkouts may have all products in common, or none.
  const first = random.below(known.people.products.length)
  const chosen = known.people.products.filter((_, index) => index === first || random.chance(0.3))
  const lines = chosen.map((productId, index) => ({
    lineNo: index + 1,
    productId,
    sellerId: known.people.seller,
    name: 'Soap',
    image: '/media/p/one.webp',
    pricePaise: 29_900,
    quantity: 1 + random.below(2),
  }))
  const address = { id: newId(), street: 'Home', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }
  const row = { id, customerId, totalPaise: 59_800, fingerprint: 'f', networkHash: 'n', address, lines }
  return async (tx) => {
    await checkout.insertCheckout(tx, { ...row, business: undefined }, 900)
    // The order of the provider is claimed by then.
    return checkout.claimProviderOrder(tx, id)
  }
}

/** A checkout that is bought in the same transaction; an open one of the customer gives way to it. */
function purchase(random: Random, known: Known, customerId: string): Call {
  const insert = newCheckout(random, known, customerId)
  const id = known.checkouts.at(-1) ?? ''
  const place = boughtOrders(random, known, id)
  return async (tx) => {
    const open = await checkout.lockOpenCheckout(tx, customerId)
    if (open) await checkout.setState(tx, open.id, 'expired', 60)
    await insert(tx)
    await checkout.setState(tx, id, 'completed', 600)
    await checkout.countConfirmationMail(tx, id)
    return place(tx)
  }
}

function newState(random: Random, id: string): Call {
  const state = random.pick(['completed', 'expired', 'replaced', 'refunded', 'abandoned'] as const)
  const seconds = random.pick([null, 60, 600])
  return (tx) => checkout.setState(tx, id, state, seconds)
}

function newRefund(random: Random, known: Known, paymentId: string): Call {
  const id = newId()
  const before = known.refunds.slice(-2)
  known.refunds.push(id)
  const row = { id, paymentId, orderId: null, amountPaise: random.pick([10_000, 29_900, 59_800]) }
  const reason = random.pick(['sold-out', 'at-provider'] as const)
  const state = random.pick(['scheduled', 'failed', 'accepted'] as const)
  const made = state === 'accepted' ? { providerRefundId: `refund-${random.below(9)}` } : {}
  return async (tx) => {
    if (!(await payments.paymentIsKnown(tx, paymentId))) return false
    await payments.insertRefund(tx, { ...row, reason, state, ...made })
    await payments.recordReplacement(tx, before, id)
    return payments.paiseRefundedAtProvider(tx, paymentId)
  }
}

function changedRefund(random: Random, id: string): Call {
  const state = random.pick(['scheduled', 'accepted', 'processed', 'failed', 'replaced'] as const)
  const providerRefundId = random.pick([null, `refund-${random.below(9)}`])
  return async (tx) => {
    const row = await payments.findRefund(tx, id)
    if (row) await payments.updateRefund(tx, row, { state, providerRefundId })
  }
}
