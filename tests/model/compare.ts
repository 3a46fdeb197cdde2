/** Compares the shop with the model after a command, and with the payment provider at the end. */
import { partOf } from '../../contract/part-of.ts'
import { brokenInvariants } from '../setup/invariants.ts'
import { heldMinutes, isSamePurchase, type Model, type Payment } from './model.ts'
import { observe, type Observed } from './observe.ts'
import type { World } from './world.ts'

/** A difference between the model and the shop, in words that name the rule. */
export class Difference extends Error {}

function demand(holds: boolean, rule: string, ...facts: unknown[]): asserts holds {
  if (!holds) throw new Difference(`${rule}: ${JSON.stringify(facts)}`)
}

/** `before` is what was stored before the command. Returns what is stored after it. Throws a Difference. */
export async function compare(model: Model, world: World, before: Observed): Promise<Observed> {
  const now = await observe(world.shop)
  learnOutcomes(model, world, before, now)
  learnExchanges(model, now)
  learnReturns(model, world, now)
  learnStrays(model, before, now)
  learnUnpaid(model, now)
  for (const [index, { id }] of world.products.entries()) {
    const unsold = now.products.find((product) => product.id === id)?.unsold
    demand(unsold === model.unsold[index], 'pieces of a product appeared or were lost', {
      product: index,
      unsold,
      expected: model.unsold[index],
    })
  }
  compareOrders(model, now)
  comparePayments(model, now)
  for (const buyer of world.buyers.keys())
    for (const product of world.products.keys())
      demand(
        heldMinutes(model, buyer, product) <= 31,
        'a buyer kept goods from others for more than 30 minutes in an hour',
        {
          buyer,
          product,
        },
      )
  // Minutes pass here without the timers, which are commands of their own.
  const broken = (await brokenInvariants(world.shop.db)).filter(
    ({ invariant }) => invariant !== 'nobody asks the provider whether it was paid',
  )
  demand(broken.length === 0, 'an invariant is broken', ...broken)
  return now
}

/** The courier has fetched a parcel with cancelled pieces: they are not in the stock. */
function learnStrays(model: Model, before: Observed, now: Observed): void {
  for (const { id, restocked } of now.orders) {
    const gone = (before.orders.find((one) => one.id === id)?.restocked ?? 0) - restocked
    if (gone <= 0) continue
    const order = model.orders.find((one) => one.id === id)!
    demand(order.fetched, 'cancelled pieces left the stock, and no courier has them', id)
    model.unsold[order.product]! -= gone
  }
}

/** An order whose whole payment went back in the provider's dashboard is not sent: it ends, and its pieces are in the stock again. */
function learnUnpaid(model: Model, now: Observed): void {
  for (const { id, left, paymentId } of now.orders) {
    const order = model.orders.find((one) => one.id === id)!
    const payment = now.payments.find((one) => one.id === paymentId)!
    const isGone = order.payment.strayPaise > 0 && payment.refundedPaise >= payment.paise
    if (left > 0 || order.left === 0 || order.fetched || !isGone) continue
    model.unsold[order.product]! += order.left
    order.left = 0
    order.refundedPaise = order.paise
  }
}

/** Payments of which the shop has heard by this command: each becomes the orders of its attempt or goes back. */
function learnOutcomes(model: Model, world: World, before: Observed, now: Observed): void {
  const heard = now.payments.filter(({ id }) => model.paymentOf(id)?.outcome === null)
  for (const { id } of now.payments)
    demand(model.paymentOf(id) !== undefined, 'a payment that nobody made', id)
  for (const { id, outcome, paise } of heard) {
    const payment = model.paymentOf(id)!
    const { attempt } = payment
    demand(!payment.failed, 'a payment that the bank refused', id)
    demand(paise === payment.paise, 'a payment of another amount', id, paise)
    payment.outcome = outcome
    if (outcome !== 'order') continue
    demand(attempt.boughtAtStep === null, 'one attempt was bought twice', attempt.orderId)
    demand(paise === attempt.totalPaise, 'orders for another amount than their price', attempt.orderId)
    attempt.boughtAtStep = model.step
    const twin = model.attempts.find((other) => other.boughtAtStep !== null && isSamePurchase(attempt, other))
    demand(!twin, 'the same goods were bought and charged twice', attempt.orderId, twin?.orderId)
    for (const line of attempt.lines) model.unsold[line.product]! -= line.units
    for (const order of now.orders.filter(({ paymentId }) => paymentId === id))
      model.orders.push({
        id: order.id,
        attempt,
        payment,
        product: world.products.findIndex((product) => product.id === order.productId),
        paise: order.paise,
        deliveryPaise: order.deliveryPaise,
        keptPaise: 0,
        units: order.units,
        left: order.units,
        refundedPaise: 0,
        fetched: false,
      })
    const sum = now.orders.filter(({ paymentId }) => paymentId === id).length
    demand(sum === attempt.lines.length, 'other orders than the lines that were paid for', attempt.orderId)
  }
  // Of several at once any may be the first.
  if (heard.length === 1) demandOrder(model, world, { before, now }, model.paymentOf(heard[0]!.id)!)
}

/** A payment of the right amount while its hold lasts is not sent back, unless the goods were bought with another one. */
function demandOrder(
  model: Model,
  world: World,
  { before, now }: { before: Observed; now: Observed },
  payment: Payment,
): void {
  const { attempt } = payment
  if (payment.outcome === 'order' || payment.paise !== attempt.totalPaise || attempt.boughtAtStep !== null)
    return
  const checkout = before.checkouts.find(({ orderId }) => orderId === attempt.orderId)
  if (checkout?.state !== 'open' || checkout.holdMinutes < 1) return
  // The provider's clock does not go forward with the minutes of a step. A payment before many of them counts as late there: it
  // buys only what is on sale at the same price.
  const holdMinutes = now.checkouts.find(({ orderId }) => orderId === attempt.orderId)?.holdMinutes ?? 0
  const isUnchanged = attempt.lines.every(
    ({ product, paise }) =>
      !model.deleted.has(product) &&
      !model.suspended.has(product % 2) &&
      now.products.find(({ id }) => id === world.products[product]?.id)?.paise === paise,
  )
  if (holdMinutes < -14 && !isUnchanged) return
  const bought = model.attempts.some((other) => other.boughtAtStep !== null && isSamePurchase(attempt, other))
  demand(bought, 'a payment in time went back', attempt.orderId)
}

/** Refunds of returns, which a person or the clock makes. */
function learnReturns(model: Model, world: World, now: Observed): void {
  for (const one of now.returns.filter(({ state }) => state === 'refunded')) {
    if (model.refundedReturns.has(one.id)) continue
    model.refundedReturns.add(one.id)
    const order = model.orders.find(({ id }) => id === one.orderId)
    demand(order !== undefined, 'a return of an order that there is not', one.id)
    const units = Math.min(one.units, order.left)
    const deliveryPaise = partOf(order.deliveryPaise, order.units - order.left, units, order.units)
    const isKept = one.reason === 'changed-mind'
    if (isKept) order.keptPaise += deliveryPaise
    const goodsPaise = partOf(order.paise - order.deliveryPaise, order.units - order.left, units, order.units)
    const pricePaise = goodsPaise + (isKept ? 0 : deliveryPaise)
    demand(one.refundPaise <= pricePaise, 'a return refunded more than its price', one.id)
    order.left -= units
    order.refundedPaise += one.refundPaise
    if (one.restocked && one.wanted === 'refund') model.unsold[order.product]! += units
  }
}

const ends = ['exchanged', 'refunded', 'rejected', 'withdrawn']

/**
 * Exchanges: pieces leave the stock when the returned ones are back, and come back to it if no courier has had them. Called before
 * the refunds are learnt, so that an order still has what a refund takes from it.
 */
function learnExchanges(model: Model, now: Observed): void {
  for (const one of now.returns.filter(({ wanted }) => wanted === 'exchange')) {
    const known = model.exchanges.get(one.id) ?? {
      held: false,
      restocked: false,
      fetched: false,
      ended: false,
    }
    model.exchanges.set(one.id, known)
    const order = model.orders.find(({ id }) => id === one.orderId)
    demand(order !== undefined, 'an exchange of an order that there is not', one.id)
    if (known.ended) continue
    if (!known.held && one.replacement) {
      known.held = true
      model.unsold[order.product]! -= one.units
    }
    if (!known.restocked && one.restocked) {
      known.restocked = true
      model.unsold[order.product]! += one.units
    }
    known.ended = ends.includes(one.state)
    if (!known.ended) continue
    if (one.state === 'exchanged') {
      demand(known.held && known.fetched, 'a replacement that nobody sent was delivered', one.id)
      const open = now.returns.filter(
        ({ orderId, state, id }) => orderId === one.orderId && id !== one.id && !ends.includes(state),
      )
      const asked = open.reduce((sum, { units }) => sum + units, one.units)
      demand(order.left >= asked, 'pieces were replaced and returned', { left: order.left, asked })
    } else if (known.held && !known.fetched) model.unsold[order.product]! += one.units
    if (one.state === 'refunded')
      demand(one.fellBack !== null, 'an exchange was refunded and nobody said why', one.id)
  }
}

function compareOrders(model: Model, now: Observed): void {
  demand(now.orders.length === model.orders.length, 'orders appeared or were lost')
  for (const order of model.orders) {
    const stored = now.orders.find(({ id }) => id === order.id)
    demand(
      stored?.left === order.left && stored.refundedPaise === order.refundedPaise,
      'an order has other pieces returned, or money refunded, than was agreed',
      { stored, left: order.left, refundedPaise: order.refundedPaise },
    )
  }
}

/** Each buyer was charged for what they got, less what was refunded. */
function comparePayments(model: Model, now: Observed): void {
  for (const payment of model.payments) {
    const stored = now.payments.find(({ id }) => id === payment.id)
    if (payment.outcome === null) continue
    demand(stored !== undefined, 'a payment was lost', payment.id)
    const agreed = model.orders
      .filter((order) => order.payment === payment)
      .reduce((sum, { refundedPaise }) => sum + refundedPaise, 0)
    const least = payment.outcome === 'refund' ? payment.paise : agreed
    const most = Math.min(payment.paise, least + payment.strayPaise)
    demand(
      stored.refundedPaise >= least && stored.refundedPaise <= most,
      'another amount of a payment is refunded than was agreed',
      { id: payment.id, refunded: stored.refundedPaise, least, most },
    )
  }
}

/** At the end, when nothing is under way: the provider has no money of which the shop does not know, and has refunded the same. */
export async function compareWithProvider(model: Model, { shop }: World, now: Observed): Promise<void> {
  const api = shop.running.shop.payments
  for (const attempt of new Set(model.payments.map((payment) => payment.attempt))) {
    const taken = (await api.paymentsOf(attempt.orderId)).filter(
      ({ status }) => status === 'captured' || status === 'refunded',
    )
    for (const { id, status } of taken) {
      const stored = now.payments.find((payment) => payment.id === id)
      if (!stored) {
        // The provider itself gave it back before anybody heard of it.
        demand(status === 'refunded', 'captured money without an order and without a refund', id)
        continue
      }
      const given = (await api.refundsOf(id)).filter(({ state }) => state !== 'failed')
      const paise = given.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
      demand(paise === stored.refundedPaise, 'shop and provider disagree on what was refunded', {
        id,
        paise,
        stored,
      })
    }
  }
}
