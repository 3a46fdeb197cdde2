/** Buyers with carts, tabs and cards: what they ask of the shop, and what it has promised to them. */
import { createOrders } from '../../server/buying/checkout/create-orders.ts'
import { startPayment } from '../../server/buying/checkout/start-payment.ts'
import { verifyPayment } from '../../server/buying/checkout/verify-payment.ts'
import { cancelOrder } from '../../server/fulfilment/orders/cancel-order.ts'
import type { BookedPayment } from './payment-provider.ts'
import type { SimulatedShop } from './simulated-shop.ts'

export interface Buyer {
  id: string
  addresses: string[]
  /** Orders of the provider that a tab of his got from the shop. */
  providerOrders: string[]
  /** What his widget answered. */
  paid: BookedPayment[]
  /** How often he wanted to buy what is in the cart. */
  intents: number
}

/** What the shop has promised to somebody. */
export interface Promises {
  providerOrders: Set<string>
  /** Payments for which 'Payment Successful!' was said. */
  successful: Set<string>
  orders: Set<string>
}

export class Buyers {
  readonly all: Buyer[] = []
  readonly promises: Promises = { providerOrders: new Set(), successful: new Set(), orders: new Set() }
  private readonly shop: SimulatedShop
  private readonly products: readonly string[]

  constructor(shop: SimulatedShop, products: readonly string[]) {
    this.shop = shop
    this.products = products
    const { random, store } = shop
    for (let number = 1; number <= 2 + random.below(2); number += 1) {
      const id = `buyer-${number}`
      store.committed('customer').set(id, { id, email: `${id}@example.test`, name: 'Asha' })
      const addresses = ['home', 'office'].map((street) => `${id}-${street}`)
      for (const [index, street] of addresses.entries())
        store.committed('address').set(street, { id: street, customerId: id, street, isDefault: index === 0 })
      const buyer = { id, addresses, providerOrders: [], paid: [], intents: 0 }
      this.all.push(buyer)
      this.fillCart(buyer)
    }
  }

  /** Each comes with a cart, and most go to pay. */
  async begin(): Promise<void> {
    for (const buyer of this.all) if (this.shop.random.chance(0.8)) await this.askForPayment(buyer)
  }

  private fillCart(buyer: Buyer): void {
    const { random, scheduler, store } = this.shop
    const wanted = this.products.filter((_, index) => index === 0 || random.chance(0.6))
    for (const productId of wanted) {
      const id = `${buyer.id} ${productId}`
      const quantity = 1 + random.below(2)
      const line = { id, customerId: buyer.id, productId, quantity, addedAt: scheduler.now + random.below(9) }
      store.committed('cartLine').set(id, line)
    }
    buyer.intents += 1
  }

  /** He has seen that his purchase is done, and wants the same once more. */
  fillCartAgain(buyer: Buyer): void {
    const { store } = this.shop
    const isEmpty = ![...store.committed('cartLine').values()].some((line) => line.customerId === buyer.id)
    const seen = buyer.paid.some(({ id }) => this.promises.successful.has(id))
    if (!isEmpty || !seen || buyer.intents > 1) return
    this.shop.scheduler.note(`${buyer.id} fills the cart once more`)
    this.fillCart(buyer)
  }

  changeQuantity(buyer: Buyer): void {
    const rows = this.shop.store.committed('cartLine')
    for (const line of rows.values())
      if (line.customerId === buyer.id) rows.set(line.id, { ...line, quantity: 3 - line.quantity })
  }

  async askForPayment(buyer: Buyer): Promise<void> {
    const { random, store } = this.shop
    const amountInPaise = [...store.committed('cartLine').values()]
      .filter((line) => line.customerId === buyer.id)
      .reduce(
        (sum, line) =>
          sum + line.quantity * (store.committed('product').get(line.productId)?.pricePaise ?? 0),
        0,
      )
    const addressId = random.pick(buyer.addresses)
    const { id: customerId } = buyer
    const asked = { customerId, ip: '10.0.0.1', amountInPaise, addressId, business: undefined }
    await this.shop.request(
      `start the payment of ${customerId} to ${addressId}`,
      (shop) => startPayment(shop, asked),
      (providerOrder) => {
        this.promises.providerOrders.add(providerOrder)
        if (!buyer.providerOrders.includes(providerOrder)) buyer.providerOrders.push(providerOrder)
      },
    )
  }

  async pay(buyer: Buyer): Promise<void> {
    const { random, provider, scheduler } = this.shop
    const known = random.pick(buyer.providerOrders)
    const order = provider.orders.find(({ id }) => id === known)
    if (!order) return this.askForPayment(buyer)
    // One of forty pays another amount than was asked for.
    const amountPaise = random.below(40) === 0 ? order.amountPaise - 100 : order.amountPaise
    const status = random.pick([
      'captured',
      'captured',
      'authorized',
      'authorized',
      'created',
      'failed',
    ] as const)
    const payment = provider.pay(order.id, amountPaise, status)
    scheduler.note(`${buyer.id} pays ${payment.id} of ${order.id}: ${status}`)
    buyer.paid.push(payment)
    if (status !== 'failed' && random.chance(0.6)) await this.verify(buyer, payment)
  }

  async verify(buyer: Buyer, paid?: BookedPayment): Promise<void> {
    const { random } = this.shop
    const payment = paid ?? random.pick(buyer.paid)
    if (!payment) return
    const { id, orderId } = payment
    const answer = {
      razorpay_order_id: orderId,
      razorpay_payment_id: id,
      razorpay_signature: `${orderId}|${id}`,
    }
    await this.shop.request(
      `verify ${id}`,
      (shop) => verifyPayment(shop, buyer.id, answer),
      () => this.promises.successful.add(id),
    )
  }

  /** He cancels an order, or a piece of it, where he still may. */
  async cancel(buyer: Buyer): Promise<void> {
    const { random, store } = this.shop
    const own = [...store.committed('order').values()].filter(
      ({ checkoutId }) => store.committed('checkout').get(checkoutId)?.customerId === buyer.id,
    )
    const order = random.pick(own)
    if (!order) return
    const units = random.pick([undefined, 1])
    await this.shop.request(
      `cancel ${units ?? 'all'} of an order of ${buyer.id}`,
      (shop) => cancelOrder(shop, buyer.id, order.id, { units }),
      () => {},
    )
  }

  async create(buyer: Buyer): Promise<void> {
    await this.shop.request(
      `create the orders of ${buyer.id}`,
      (shop) => createOrders(shop, buyer.id, { items: [] }),
      (orders) => {
        for (const { id } of orders) this.promises.orders.add(id)
      },
    )
  }
}
