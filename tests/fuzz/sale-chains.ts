/** What buyers and their sellers do: purchases, cancellations, returns and exchanges. */
import { sweepCheckouts } from '../../server/buying/checkout/sweep-checkouts.ts'
import { sweepReturns } from '../../server/fulfilment/returns/sweep-returns.ts'
import { pay } from '../setup/buying.ts'
import { endHolds, endReturnClock } from '../setup/clock.ts'
import { uploadedPhoto } from '../setup/pictures.ts'
import { moveReturnParcel, returnOf } from '../setup/returns.ts'
import { courierSays, daysAgo } from '../setup/settling.ts'
import type { TestShop } from '../setup/shop.ts'
import type { Person } from './cast.ts'
import { call, type Chain, listOf, type Stage, untilJobsRest } from './steps.ts'

export async function* purchase({ shop, cast, random }: Stage): Chain {
  const buyer = random.pick(cast.buyers)
  const lines = random.int(1, 2)
  if (random.chance(0.4)) yield call(buyer, 'address.add')
  for (let n = 0; n < lines; n += 1) yield call(buyer, 'cart.add')
  const filled = listOf(yield call(buyer, 'cart.get'))
  if (filled.length > 0 && random.chance(0.3))
    yield call(buyer, 'cart.edit', { body: { id: filled[0].productId, quantity: random.int(1, 4) } })
  if (filled.length > 1 && random.chance(0.2))
    yield call(buyer, 'cart.remove', { params: { cartItemId: filled[1].cartItemId } })
  const items = listOf(yield call(buyer, 'cart.get')).filter((line) => line.available)
  const paise = items.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0)
  if (paise === 0) return
  yield call(buyer, 'order.check', {
    body: items.map(({ productId, quantity }) => ({ productId, quantity })),
  })
  const asked = random.chance(0.7)
    ? yield call(buyer, 'order.payment', { params: { amountInPaise: paise } })
    : yield call(buyer, 'order.paymentByPost', { body: { amountInPaise: paise } })
  if (asked.status !== 200) return
  if (random.chance(0.1)) {
    await endHolds(shop)
    await sweepCheckouts(shop.running.shop)
  }
  const answer = await pay(shop, String(asked.body), random.chance(0.9) ? 'paid' : 'failed').catch(() => null)
  if (!answer) return
  yield call(buyer, 'order.verifyPayment', { body: answer })
  yield call(buyer, 'order.create', { body: { items, addressId: null } })
  yield call(buyer, 'order.getCustomer')
}

/** The order moves on at the courier as far as it may. */
export async function deliver(shop: TestShop, order: { id: string }, days: number): Promise<void> {
  await courierSays(shop, order.id, 'shipped', daysAgo(days + 2)).catch(() => {})
  await courierSays(shop, order.id, 'delivered', daysAgo(days)).catch(() => {})
}

export async function* afterSale({ shop, cast, random }: Stage): Chain {
  const buyer = random.pick(cast.buyers)
  const orders = listOf(yield call(buyer, 'order.getCustomer', { query: { limit: 200 } }))
  const open = orders.find(({ status }) => status === 'pending' || status === 'processing')
  if (open && random.chance(0.25)) {
    yield call(buyer, 'order.cancel', { params: { id: open.id }, body: {} })
    return
  }
  const order = open ?? orders.find(({ returns }) => returns.units > 0)
  if (!order) return
  if (open) await deliver(shop, order, 0)
  const seller = cast.sellers.find(({ email }) => email === order.sellerEmail)
  if (!seller) return
  const params = { id: order.id as string }
  yield call(seller, 'earnings.order', { params })
  yield call(buyer, 'returns.options', { params })
  const wanted = random.pick(['refund', 'exchange'])
  const photos = random.chance(0.3) ? await photoOf(buyer) : []
  const made = yield call(buyer, 'returns.ask', {
    params,
    body: { units: 1, photos, wanted, reason: random.pick(['damaged', 'wrong-item', 'changed-mind']) },
  })
  // A broken request may be taken as another one: HEAD, for example, is answered without a body.
  const id = made.status === 200 ? (made.body as { id?: string } | undefined)?.id : undefined
  yield call(buyer, 'order.getCustomer')
  yield call(seller, 'returns.getSeller')
  for (const one of photos) {
    yield call(random.pick([buyer, seller, cast.admin]), 'returns.photo', { params: { id: one } })
    yield call(random.pick(cast.people), 'returns.photo')
  }
  if (id) yield* handleReturn({ shop, cast, random, number: 0 }, id, buyer, seller)
}

/** A photo that this buyer has just uploaded; none if the upload is refused, as without a session. */
async function photoOf({ client }: Person): Promise<string[]> {
  return uploadedPhoto(client).then(
    (id) => [id],
    () => [],
  )
}

/** Waits a moment for the job that asks the courier to fetch the goods. */
async function isBooked(shop: TestShop, id: string): Promise<boolean> {
  await untilJobsRest(shop)
  return (await returnOf(shop, id))?.state === 'pickup-booked'
}

async function* handleReturn(
  { shop, cast, random }: Stage,
  id: string,
  buyer: Person,
  seller: Person,
): Chain {
  const params = { id }
  const way = random.int(1, 6)
  if (way === 1) {
    yield call(buyer, 'returns.withdraw', { params })
    return
  }
  if (way === 2) {
    yield call(seller, 'returns.dispute', { params })
    yield call(cast.admin, 'admin.returns')
    yield call(cast.admin, 'admin.decideReturn', { params })
  } else if (way === 3) {
    await endReturnClock(shop, id)
    await sweepReturns(shop.running.shop)
  } else {
    yield call(seller, 'returns.accept', { params })
    if (await isBooked(shop, id)) await moveReturnParcel(shop, id, 'Delivered').catch(() => {})
  }
  yield call(seller, 'returns.receive', { params })
  yield call(seller, random.pick(['returns.refund', 'returns.exchange']), { params })
  yield call(seller, 'returns.getSeller')
  yield call(cast.admin, 'admin.returns', { query: { show: 'all' } })
  yield call(buyer, 'order.getCustomer')
}
