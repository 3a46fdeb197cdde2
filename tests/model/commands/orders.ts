/** What happens to orders after the purchase: cancelled, carried, refunded, returned. */
import fc from 'fast-check'
import { partOf } from '../../../contract/part-of.ts'
import { courierWebhook } from '../../setup/parcels.ts'
import { askBody } from '../../setup/returns.ts'
import { billParcel, chargeWeights, reassignParcel, weighParcel } from '../../setup/weights.ts'
import { command, done, type ModelCommand, often, type Real } from '../command.ts'
import { type Model, nth, type Order } from '../model.ts'
import { observe } from '../observe.ts'

const back = fc.nat(2)
const hasOrder = (model: Model) => model.orders.length > 0

/**
 * The price of some pieces with the charge for their delivery, at most what is not refunded yet and does not stay with the seller.
 * Where the last pieces did not arrive, what stayed comes back.
 */
function reverseAndRefundOrder(order: Order, units: number, arrived = true): void {
  const of = (paise: number) => partOf(paise, order.units - order.left, units, order.units)
  let pricePaise = of(order.paise - order.deliveryPaise) + of(order.deliveryPaise)
  if (!arrived && units === order.left) {
    pricePaise += order.keptPaise
    order.keptPaise = 0
  }
  order.left -= units
  const leftPaise = Math.max(0, order.paise - order.refundedPaise - order.keptPaise)
  order.refundedPaise += Math.min(pricePaise, leftPaise)
}

const cancelOrder = command({
  name: 'CancelOrder',
  params: fc.record({ which: back, units: fc.constantFrom(undefined, 1, 2) }),
  can: hasOrder,
  async run({ which, units }, model, { world }) {
    const order = nth(model.orders, which)
    const { client } = world.buyers[order.attempt.buyer]!
    if (!done(await client.post(`/private/order/cancel/${order.id}`, units === undefined ? {} : { units })))
      return
    const cancelled = units ?? order.left
    reverseAndRefundOrder(order, cancelled)
    model.unsold[order.product]! += cancelled
  },
})

const cancelTwice = command({
  name: 'CancelTwiceAtOnce',
  params: fc.record({ which: back }),
  can: hasOrder,
  async run({ which }, model, { world }) {
    const order = nth(model.orders, which)
    const { client } = world.buyers[order.attempt.buyer]!
    const press = () => client.post(`/private/order/cancel/${order.id}`, { units: 1, of: order.left })
    const answers = (await Promise.all([press(), press()])).filter(done)
    if (answers.length > 1) throw new Error('two presses cancelled two pieces')
    if (answers.length === 0) return
    reverseAndRefundOrder(order, 1)
    model.unsold[order.product]! += 1
  },
})

const cannotDeliver = command({
  name: 'SellerCannotDeliver',
  params: fc.record({ which: back, units: fc.constantFrom(undefined, 1) }),
  can: hasOrder,
  async run({ which, units }, model, { world }) {
    const order = nth(model.orders, which)
    const seller = world.sellers[world.products[order.product]!.seller]!
    const path = `/private/order/cannot-deliver/${order.id}`
    if (!done(await seller.post(path, { units, reason: 'damaged' }))) return
    // The seller does not have the pieces: they are not on sale again.
    reverseAndRefundOrder(order, units ?? order.left)
  },
})

export const bookParcel = command({
  name: 'BookParcel',
  params: fc.record({ which: back }),
  can: hasOrder,
  async run({ which }, model, { world, before }) {
    const { id: orderId } = nth(model.orders, which)
    const shipmentId = before.orders.find(({ id }) => id === orderId)?.shipmentId
    if (shipmentId) await world.workJob('continue-shipment', { shipmentId, orderId })
  },
})

/** Codes of the courier: shipped, in transit, delivered, cancelled, back to the seller, lost. */
const codes = { shipped: 6, travels: 18, delivered: 7, cancelled: 8, returns: 10, lost: 12 } as const

export const courierSays = command({
  name: 'CourierSays',
  params: fc.record({
    which: back,
    word: fc.constantFrom(
      'delivered',
      'delivered',
      'delivered',
      'shipped',
      'travels',
      'cancelled',
      'returns',
      'lost',
    ),
  }),
  can: hasOrder,
  async run({ which, word }, model, { world, before }) {
    const order = nth(model.orders, which)
    const name = before.orders.find(({ id }) => id === order.id)?.reference ?? order.id
    const body = { order_id: `4711_${name}`, shipment_status_id: codes[word], shipment_status: word }
    if (!done(await courierWebhook(world.shop, body)) || word === 'cancelled') return
    // What was bought together travels together.
    const shipmentId = before.orders.find(({ id }) => id === order.id)?.shipmentId
    const mates = before.orders.filter(
      (one) => one.id === order.id || (shipmentId && one.shipmentId === shipmentId),
    )
    for (const { id } of mates) model.orders.find((one) => one.id === id)!.fetched = true
  },
})

const refundOrder = command({
  name: 'AdministratorRefundsOrder',
  params: fc.record({ which: back }),
  can: hasOrder,
  async run({ which }, model, { world }) {
    const order = nth(model.orders, which)
    const path = `/public/admin/orders/${order.id}/refund`
    if (!done(await world.admin.post(path, { note: 'It does not arrive.' }))) return
    if (!order.fetched) model.unsold[order.product]! += order.left
    order.left = 0
    order.keptPaise = 0
    order.refundedPaise = order.paise
  },
})

const refundPart = command({
  name: 'AdministratorRefundsPart',
  params: fc.record({
    which: back,
    units: fc.option(fc.constant(1)),
    bears: fc.constantFrom('seller', 'shop'),
  }),
  can: hasOrder,
  async run({ which, units, bears }, model, { world }) {
    const order = nth(model.orders, which)
    const what = units === null ? { amount: 1 } : { units }
    const left = (order.paise - order.refundedPaise) / 100
    const path = `/public/admin/orders/${order.id}/refund-part`
    if (!done(await world.admin.post(path, { ...what, bears, left, note: 'We agreed on it.' }))) return
    if (units === null) order.refundedPaise += Math.min(100, order.paise - order.refundedPaise)
    else reverseAndRefundOrder(order, units, bears === 'seller')
  },
})

export const askReturn = command({
  name: 'AskForReturn',
  params: fc.record({
    which: back,
    units: fc.integer({ min: 1, max: 2 }),
    reason: fc.constantFrom('damaged', 'damaged', 'changed-mind'),
    wanted: fc.constantFrom('refund', 'exchange'),
  }),
  can: hasOrder,
  async run({ which, units, reason, wanted }, model, { world }) {
    const order = nth(model.orders, which)
    done(
      await world.buyers[order.attempt.buyer]!.client.post(
        `/private/order/${order.id}/return`,
        askBody({ units, reason, wanted }),
      ),
    )
  },
})

/** One move of a return by the person whose it is. Refunds are counted by the comparison, which finds those of the clock too. */
export const moveReturn = command({
  name: 'MoveReturn',
  params: fc.record({
    which: back,
    move: fc.constantFrom(
      'accept',
      'receive',
      'refund',
      'exchange',
      'dispute',
      'withdraw',
      'decide-refund',
      'decide-reject',
      'decide-accept',
      'decide-receive',
      'decide-exchange',
    ),
    restock: fc.boolean(),
  }),
  can: hasOrder,
  async run({ which, move, restock }, _, { world, before }: Real) {
    if (before.returns.length === 0) return
    const { id, customerId, sellerId } = nth(before.returns, which)
    const seller = world.sellers.find((one) => one.id === sellerId)
    const path = `/private/returns/${id}/${move}`
    const note = 'We have looked at it.'
    if (move.startsWith('decide-'))
      done(
        await world.admin.post(`/public/admin/returns/${id}/decide`, {
          decision: move.slice('decide-'.length),
          note,
        }),
      )
    else if (move === 'withdraw')
      done(await world.buyers.find((one) => one.id === customerId)!.client.post(path))
    else
      done(
        await seller!.post(
          path,
          ['refund', 'exchange'].includes(move) ? { restock } : move === 'dispute' ? { note } : undefined,
        ),
      )
  },
})

const courierOfReturn = command({
  name: 'CourierSaysOfReturn',
  params: fc.record({ which: back, word: fc.constantFrom('shipped', 'delivered', 'cancelled', 'lost') }),
  can: hasOrder,
  async run({ which, word }, _, { world, before }) {
    if (before.returns.length === 0) return
    const name = `R-${nth(before.returns, which).id}`
    done(
      await courierWebhook(world.shop, {
        order_id: name,
        shipment_status_id: codes[word],
        shipment_status: word,
      }),
    )
  },
})

/** An event that the courier tells of a replacement, whether it has the parcel, had it, or was never asked for it. */
const courierOfReplacement = command({
  name: 'CourierSaysOfReplacement',
  params: fc.record({
    which: back,
    word: fc.constantFrom('shipped', 'travels', 'delivered', 'delivered', 'cancelled', 'returns', 'lost'),
  }),
  can: (model) => model.exchanges.size > 0,
  async run({ which, word }, model, { world, before }) {
    const replaced = before.returns.filter(({ replacement }) => replacement !== null)
    if (replaced.length === 0) return
    const { id, replacement } = nth(replaced, which)
    const body = {
      order_id: `X-${replacement!.id}`,
      shipment_status_id: codes[word],
      shipment_status: word,
    }
    if (!done(await courierWebhook(world.shop, body)) || word === 'cancelled') return
    // What is told of a parcel that nobody asked for, or after its end, moves no goods.
    if (replacement!.booked && !replacement!.ended) model.exchanges.get(id)!.fetched = true
  },
})

/**
 * The courier weighs a parcel, by its tracking or its bill; the days to dispute it pass, or do not. Buyers, stock and payments have
 * nothing to do with it: the ledger and the invariants say what sellers pay.
 */
const courierWeighs = command({
  name: 'CourierWeighs',
  params: fc.record({
    which: back,
    grams: fc.constantFrom(100, 400, 1_200, 1_900, 2_600),
    rupees: fc.option(fc.constantFrom(42, 99)),
    first: fc.boolean(),
    daysPass: fc.boolean(),
  }),
  can: hasOrder,
  async run({ which, grams, rupees, first, daysPass }, model, { world: { shop } }) {
    const { id } = nth(model.orders, which)
    if (rupees === null) await weighParcel(shop, id, grams)
    else await billParcel(shop, id, { grams, rupees, first })
    if (daysPass) await chargeWeights(shop)
  },
})

const courierReassigns = command({
  name: 'CourierReassigns',
  params: fc.record({ which: back }),
  can: hasOrder,
  run: async ({ which }, model, { world }) => reassignParcel(world.shop, nth(model.orders, which).id),
})

/**
 * A person says what became of a parcel, also of one whose pieces were cancelled. What never left is with its seller, and pieces of
 * it that had left the stock as carried are counted in it again.
 */
const personCorrects = command({
  name: 'PersonCorrectsParcel',
  params: fc.record({
    which: back,
    outcome: fc.constantFrom('delivered', 'delivered', 'returned', 'lost', 'never-left'),
  }),
  can: hasOrder,
  async run({ which, outcome }, model, { world, before }) {
    const { id: orderId } = nth(model.orders, which)
    const body = { outcome, reason: 'Both say so.', evidence: 'A photo.' }
    if (!done(await world.admin.post(`/public/admin/orders/${orderId}/outcome`, body))) return
    const now = await observe(world.shop)
    const shipmentId = now.orders.find(({ id }) => id === orderId)?.shipmentId
    if (!shipmentId) return
    for (const { id, restocked } of now.orders.filter((one) => one.shipmentId === shipmentId)) {
      const order = model.orders.find((one) => one.id === id)!
      order.fetched = outcome !== 'never-left'
      const was = before.orders.find((one) => one.id === id)?.restocked ?? 0
      if (!order.fetched) model.unsold[order.product]! += restocked - was
    }
  },
})

export const orderCommands: fc.Arbitrary<ModelCommand>[] = [
  cancelOrder,
  cancelTwice,
  cannotDeliver,
  bookParcel,
  ...often(4, courierSays),
  courierWeighs,
  courierReassigns,
  personCorrects,
  refundOrder,
  refundPart,
  ...often(2, askReturn),
  ...often(3, moveReturn),
  courierOfReturn,
  ...often(2, courierOfReplacement),
]
