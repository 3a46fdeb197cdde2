/** What must be true when the faults have stopped and the timers have run: each broken rule is a sentence. */
import type { Tables } from './tables.ts'
import type { World } from './world.ts'

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)

export function findBrokenRules(world: World): string[] {
  const { shop } = world
  return [
    ...new Set(shop.broken),
    ...moneyRules(world),
    ...orderRules(world),
    ...stockRules(world),
    ...promiseRules(world),
    ...mailRules(world),
  ]
}

const rowsOf = <Name extends keyof Tables>(world: World, table: Name): Tables[Name][] => [
  ...world.shop.store.committed(table).values(),
]

/** Captured money is an order or goes back, and the ledger says the same as the provider's books. */
function moneyRules(world: World): string[] {
  const { provider, store } = world.shop
  const broken: string[] = []
  const entries = rowsOf(world, 'entry')
  for (const taken of provider.payments.filter(({ wasCaptured }) => wasCaptured)) {
    const payment = store.committed('payment').get(taken.id)
    if (!payment) {
      if (provider.refundedOf(taken.id) < taken.amountPaise)
        broken.push(`money without order or refund: ${taken.id} is not known`)
      continue
    }
    const checkout = store.committed('checkout').get(payment.checkoutId)
    const refunds = rowsOf(world, 'refund').filter((row) => row.paymentId === taken.id)
    const back = provider.refundedOf(taken.id)
    const byHand = sum(refunds.filter(({ state }) => state === 'failed').map((row) => row.amountPaise))
    if (back > taken.amountPaise) broken.push(`more given back than was paid: ${taken.id}`)
    if (payment.outcome === 'order') {
      if (checkout?.state !== 'completed' || checkout.totalPaise !== taken.amountPaise)
        broken.push(`payment that bought nothing: ${taken.id}`)
      broken.push(...givenBackRules(world, payment, { back, byHand, refunds }))
    } else {
      if (back + byHand !== taken.amountPaise)
        broken.push(`money without order or refund: ${taken.id}, ${back} of ${taken.amountPaise} went back`)
    }
    const atProvider = sum(
      entries
        .filter(({ paymentId }) => paymentId === taken.id)
        .map(({ postings }) => postings['provider'] ?? 0),
    )
    if (atProvider !== taken.amountPaise - back)
      broken.push(
        `the ledger says ${atProvider} of ${taken.id}, the provider has ${taken.amountPaise - back}`,
      )
  }
  for (const { id } of rowsOf(world, 'payment'))
    if (!provider.payments.some((taken) => taken.id === id && taken.wasCaptured))
      broken.push(`payment that was not captured: ${id}`)
  for (const { id, postings } of entries)
    if (sum(Object.values(postings)) !== 0) broken.push(`unbalanced entry: ${id}`)
  return broken
}

/** Of a payment that bought orders goes back what was cancelled of them; what somebody gave back by hand counts towards it. */
function givenBackRules(
  world: World,
  { id, checkoutId }: Tables['payment'],
  { back, byHand, refunds }: { back: number; byHand: number; refunds: Tables['refund'][] },
): string[] {
  const orders = rowsOf(world, 'order').filter((row) => row.checkoutId === checkoutId)
  const owed = sum(orders.map(({ refundedPaise }) => refundedPaise))
  const stray = sum(
    world.shop.provider.refunds
      .filter((row) => row.paymentId === id && row.receipt === null)
      .map(({ amountPaise }) => amountPaise),
  )
  const broken: string[] = []
  const given = back + byHand
  if (given < Math.max(owed, stray) || given > owed + stray)
    broken.push(`money of an order given back: ${id}, ${given} for ${owed} cancelled and ${stray} by hand`)
  const kept = sum(
    orders.map((row) => (row.amountPaise / row.quantity) * (row.quantity - row.cancelledUnits)),
  )
  const owedToBuyer = -sum(
    rowsOf(world, 'entry').map(({ paymentId, postings }) =>
      paymentId === id ? (postings['buyer'] ?? 0) : 0,
    ),
  )
  if (owedToBuyer !== kept) broken.push(`the ledger owes ${owedToBuyer} for orders of ${kept}: ${id}`)
  const recorded = sum(refunds.map(({ state, amountPaise }) => (state === 'replaced' ? 0 : amountPaise)))
  const left = orders.filter((row) => row.refundedPaise < row.amountPaise)
  const least = Math.min(...left.map((row) => row.amountPaise - row.refundedPaise))
  if (least <= recorded - owed && left.some(({ needsAttention }) => needsAttention === null))
    broken.push(`money of kept orders given back, and nobody is told: ${id}`)
  return broken
}

/** One purchase for one intent, its orders as they were paid, and a next look for what is open. */
function orderRules(world: World): string[] {
  const broken: string[] = []
  const orders = rowsOf(world, 'order')
  const lines = rowsOf(world, 'checkoutLine')
  const payments = rowsOf(world, 'payment')
  const checkouts = rowsOf(world, 'checkout')
  for (const { id, state, totalPaise, providerOrderId, nextCheckAt } of checkouts) {
    const own = orders.filter(({ checkoutId }) => checkoutId === id)
    const bought = payments.filter(({ checkoutId, outcome }) => checkoutId === id && outcome === 'order')
    if (state === 'open') broken.push(`a hold outlived its time: ${id}`)
    if (state === 'completed') {
      if (bought.length !== 1) broken.push(`${bought.length} payments bought one checkout: ${id}`)
      if (sum(own.map(({ amountPaise }) => amountPaise)) !== totalPaise)
        broken.push(`orders differ from what was paid: ${id}`)
      if (own.length !== lines.filter(({ checkoutId }) => checkoutId === id).length)
        broken.push(`another number of orders than of lines: ${id}`)
    } else if (own.some(({ status }) => status !== 'refunded')) broken.push(`orders that nobody paid: ${id}`)
    if (providerOrderId && nextCheckAt === null && (state === 'expired' || state === 'replaced'))
      broken.push(`no next look: ${id}`)
  }
  for (const buyer of world.buyers.all) {
    for (const productId of world.pieces.keys()) {
      const purchases = checkouts.filter(
        ({ id, state, customerId }) =>
          state === 'completed' &&
          customerId === buyer.id &&
          lines.some((line) => line.checkoutId === id && line.productId === productId),
      )
      if (purchases.length > buyer.intents)
        broken.push(`charged ${purchases.length} times for ${buyer.intents} purchases: ${buyer.id}`)
    }
  }
  return broken
}

function stockRules(world: World): string[] {
  const broken: string[] = []
  const { store } = world.shop
  const orders = rowsOf(world, 'order').map(({ productId, quantity, cancelledUnits }) => ({
    productId,
    quantity: quantity - cancelledUnits,
  }))
  const lines = rowsOf(world, 'checkoutLine')
  for (const [productId, pieces] of world.pieces) {
    const units = store.committed('product').get(productId)?.units ?? 0
    const ofProduct = (rows: { productId: string; quantity: number }[]) =>
      sum(rows.filter((row) => row.productId === productId).map(({ quantity }) => quantity))
    const held = ofProduct(
      lines.filter(({ checkoutId }) => store.committed('checkout').get(checkoutId)?.state === 'open'),
    )
    const sold = ofProduct(orders)
    if (units < 0) broken.push(`units below zero: ${productId}`)
    if (sold > pieces) broken.push(`${sold} of ${pieces} pieces sold: ${productId}`)
    if (units + held + sold !== pieces)
      broken.push(
        `pieces lost or made: ${productId} had ${pieces}, now ${units} + ${held} held + ${sold} sold`,
      )
  }
  return broken
}

/** What was answered to somebody is still true. */
function promiseRules(world: World): string[] {
  const { shop } = world
  const { promises } = world.buyers
  const stored = new Set(rowsOf(world, 'checkout').map(({ providerOrderId }) => providerOrderId))
  const order = shop.store.committed('order')
  const payment = shop.store.committed('payment')
  return [
    ...[...promises.providerOrders]
      .filter((id) => !stored.has(id))
      .map((id) => `answered and not stored: ${id}`),
    ...[...promises.successful]
      .filter(
        (id) =>
          shop.store.committed('checkout').get(payment.get(id)?.checkoutId ?? '')?.state !== 'completed',
      )
      .map((id) => `called successful, and no order: ${id}`),
    ...[...promises.orders]
      .filter((id) => !order.has(id))
      .map((id) => `an order that was answered is lost: ${id}`),
  ]
}

/** Each purchase and each payment that goes back has its mail, and no second one. */
function mailRules(world: World): string[] {
  const { mailbox } = world.shop
  const wanted = [
    ...rowsOf(world, 'checkout')
      .filter(({ state }) => state === 'completed')
      .map(({ id }) => `order-${id}`),
    ...rowsOf(world, 'payment')
      .filter(({ outcome }) => outcome === 'refund')
      .map(({ id }) => `refund-${id}`),
  ]
  return [
    ...wanted.filter((id) => !mailbox.has(id)).map((id) => `no mail: ${id}`),
    ...[...mailbox].filter(([, jobs]) => jobs.size > 1).map(([id]) => `two mails: ${id}`),
    ...rowsOf(world, 'order')
      .filter(({ id }) => {
        const told = [...mailbox.keys()].filter((mail) => mail.startsWith(`cancelled-${id}-`))
        return told.length !== rowsOf(world, 'cancellation').filter(({ orderId }) => orderId === id).length
      })
      .map(({ id }) => `not one mail for each cancellation: ${id}`),
    ...[...mailbox.keys()]
      .filter((id) => /^(order|refund)-/.test(id) && !wanted.includes(id))
      .map((id) => `a mail about nothing: ${id}`),
  ]
}
