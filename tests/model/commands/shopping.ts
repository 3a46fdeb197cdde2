/** Carts, addresses, and attempts to pay. */
import fc from 'fast-check'
import { deliveryPaiseFor } from '../../../contract/delivery-charge.ts'
import { cartOf, create } from '../../setup/buying.ts'
import type { Answer } from '../../setup/client.ts'
import { testAddress } from '../../setup/products.ts'
import { command, done, type ModelCommand, often, type Real } from '../command.ts'
import { Difference } from '../compare.ts'
import type { Line, Model } from '../model.ts'
import { observe } from '../observe.ts'
import { coupons } from '../world.ts'
import { letMinutesPass } from './time.ts'

/** Mostly the first: things have to happen to the same buyer and product before they can go wrong. */
export const buyer = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 2)
export const product = fc.constantFrom(3, 3, 3, 3, 3, 0, 1, 2, 4)
const address = fc.constantFrom(0 as const, 1 as const)

interface Cart {
  lines: Line[]
  totalPaise: number
}

/** The cart as the buyer sees it. */
async function seenCart({ world }: Real, who: number): Promise<Cart> {
  const lines = (await cartOf(world.buyers[who]!.client)).map(({ productId, price, quantity }) => ({
    product: world.products.findIndex(({ id }) => id === productId),
    units: quantity,
    paise: Math.round(price * 100),
  }))
  const { body: coupon } = await world.buyers[who]!.client.get('/private/cart/coupon')
  const savingPaise = Math.round((coupon?.saving ?? 0) * 100)
  const goodsPaise = lines.reduce((sum, { units, paise }) => sum + units * paise, -savingPaise)
  const { body: rule } = await world.buyers[who]!.client.get('/private/cart/delivery-charge')
  return { lines, totalPaise: goodsPaise + deliveryPaiseFor(rule, goodsPaise) }
}

const askToPay = (
  { world }: Real,
  who: number,
  { totalPaise }: Cart,
  where: 0 | 1,
): Promise<Answer<string>> => {
  const { client, addresses } = world.buyers[who]!
  return client.get(`/private/order/payment/${Math.max(1, totalPaise)}?addressId=${addresses[where]}`)
}

/** The order of the provider that the buyer was given: a new attempt, or the existing one. */
function learnAttempt(model: Model, who: number, cart: Cart, answer: Answer<string>): string | null {
  return done(answer) ? learnOrder(model, who, cart, answer.body) : null
}

function learnOrder(model: Model, who: number, cart: Cart, orderId: string): string {
  if (!model.attempts.some((attempt) => attempt.orderId === orderId))
    model.attempts.push({
      buyer: who,
      orderId,
      ...cart,
      openedAtStep: model.step,
      openedAtMinute: model.minute,
      boughtAtStep: null,
      held: [],
    })
  const tries = model.attempts.filter(
    (one) => one.buyer === who && one.boughtAtStep === null && one.openedAtMinute > model.minute - 1,
  )
  if (tries.length > 10)
    throw new Difference(`a buyer got ${tries.length} orders of the provider in a minute`)
  return orderId
}

const addToCart = command({
  name: 'AddToCart',
  params: fc.record({ who: buyer, what: product, units: fc.integer({ min: 1, max: 3 }) }),
  async run({ who, what, units }, _, { world }) {
    const { client } = world.buyers[who]!
    const { id } = world.products[what]!
    done(await client.post('/private/cart/add', { id, quantity: units }))
  },
})

export const editQuantity = command({
  name: 'EditQuantity',
  params: fc.record({ who: buyer, what: product, units: fc.integer({ min: 1, max: 10 }) }),
  async run({ who, what, units }, _, { world }) {
    done(
      await world.buyers[who]!.client.post('/private/cart/edit', {
        id: world.products[what]!.id,
        quantity: units,
      }),
    )
  },
})

const removeFromCart = command({
  name: 'RemoveFromCart',
  params: fc.record({ who: buyer }),
  async run({ who }, _, { world }) {
    const { client } = world.buyers[who]!
    const [line] = (await client.get('/private/cart/get')).body as { cartItemId: string }[]
    if (line) done(await client.delete(`/private/cart/remove/${line.cartItemId}`))
  },
})

export const chooseCoupon = command({
  name: 'ChooseCoupon',
  params: fc.record({ who: buyer, code: fc.constantFrom(...coupons, null) }),
  async run({ who, code }, _, { world }) {
    const { client } = world.buyers[who]!
    const path = '/private/cart/coupon'
    done(await (code === null ? client.delete(path) : client.post(path, { code })))
  },
})

const editAddress = command({
  name: 'EditAddress',
  params: fc.record({ who: buyer, where: address, house: fc.nat(3) }),
  async run({ who, where, house }, _, { world }) {
    const { client, addresses } = world.buyers[who]!
    done(
      await client.post(`/private/address/edit/${addresses[where]}`, {
        ...testAddress,
        street: `${house} New Street`,
      }),
    )
  },
})

const checkCart = command({
  name: 'CheckCart',
  params: fc.record({ who: buyer }),
  async run({ who }, _, { world }) {
    done(await world.buyers[who]!.client.post('/private/order/check', []))
  },
})

/** A cart that can be paid for, which random steps seldom make: it is filled where it is empty. */
export const startPayment = command({
  name: 'StartPayment',
  params: fc.record({ who: buyer, where: address, what: product }),
  async run({ who, where, what }, model, real) {
    let cart = await seenCart(real, who)
    if (cart.lines.length === 0) {
      done(
        await real.world.buyers[who]!.client.post('/private/cart/add', {
          id: real.world.products[what]!.id,
          quantity: 1,
        }),
      )
      cart = await seenCart(real, who)
    }
    learnAttempt(model, who, cart, await askToPay(real, who, cart, where))
  },
})

/** The buyer keeps the hold: they ask again before it ends. */
export const renewHold = command({
  name: 'AskAgainBeforeTheHoldEnds',
  params: fc.record({ who: buyer, where: address }),
  can: (model) => model.attempts.length > 0,
  async run({ who, where }, model, real) {
    await letMinutesPass(model, real, 14)
    const cart = await seenCart(real, who)
    if (cart.lines.length > 0) learnAttempt(model, who, cart, await askToPay(real, who, cart, where))
  },
})

/** Two tabs ask at once, while the provider is slow: for one address both have to get the same order. */
export const startPaymentTwice = command({
  name: 'StartPaymentInTwoTabs',
  params: fc.record({ who: buyer, first: address, second: address }),
  async run({ who, first, second }, model, real) {
    const cart = await seenCart(real, who)
    if (cart.lines.length === 0) return
    await real.world.shop.kit('/sandbox/payments/faults', {
      call: 'orders.create',
      fault: 'slow',
      ms: 40,
      times: 2,
    })
    const answers = await Promise.all([askToPay(real, who, cart, first), askToPay(real, who, cart, second)])
    await real.world.shop.kit('/sandbox/payments/faults', undefined, 'DELETE')
    const ids = new Set(
      answers.map((answer) => learnAttempt(model, who, cart, answer)).filter((id) => id !== null),
    )
    // An order that no tab was given can be paid all the same, as from the provider's own page.
    for (const { orderId, customerId } of (await observe(real.world.shop)).checkouts)
      if (customerId === real.world.buyers[who]!.id) learnOrder(model, who, cart, orderId)
    if (first === second && ids.size > 1)
      throw new Difference('two tabs of one cart got two orders of the provider')
  },
})

export const askWithoutEnd = command({
  name: 'AskWithoutEnd',
  params: fc.record({ who: buyer }),
  async run({ who }, model, real) {
    const cart = await seenCart(real, who)
    if (cart.lines.length === 0) return
    for (let i = 0; i < 12; i += 1)
      learnAttempt(model, who, cart, await askToPay(real, who, cart, i % 2 === 0 ? 0 : 1))
  },
})

const createOrders = command({
  name: 'CreateOrders',
  params: fc.record({ who: buyer }),
  async run({ who }, _, { world }) {
    done(await create(world.buyers[who]!.client, []))
  },
})

export const shoppingCommands: fc.Arbitrary<ModelCommand>[] = [
  addToCart,
  addToCart,
  editQuantity,
  removeFromCart,
  ...often(4, chooseCoupon),
  editAddress,
  checkCart,
  ...often(8, startPayment),
  ...often(3, renewHold),
  ...often(2, startPaymentTwice),
  askWithoutEnd,
  createOrders,
]
