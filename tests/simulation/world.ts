/** Buyers, banks and the weather: what happens to the simulated shop from outside. */
import { createOrders } from '../../server/checkout/create-orders.ts'
import { handlePaymentWebhook } from '../../server/checkout/handle-payment-webhook.ts'
import { startPayment } from '../../server/checkout/start-payment.ts'
import { sweepUnmatched } from '../../server/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../../server/checkout/sweep-checkouts.ts'
import { verifyPayment } from '../../server/checkout/verify-payment.ts'
import { sweepRefunds } from '../../server/payments/sweep-refunds.ts'
import type { Shop } from '../../server/shop.ts'
import { endIdleTransactions } from './node-database.ts'
import type { BookedPayment } from './payment-provider.ts'
import { nodes, type SimulatedShop } from './simulated-shop.ts'

interface Buyer {
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

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** The shop looks for late payments for a week; the world gets old enough for the three days of the banks, not for more. */
const oldest = 4 * day

export class World {
  readonly shop: SimulatedShop
  readonly buyers: Buyer[] = []
  readonly promises: Promises = { providerOrders: new Set(), successful: new Set(), orders: new Set() }
  /** Pieces of each product at the begin. */
  readonly pieces = new Map<string, number>()
  private readonly beginning: number
  private readonly sweeping = new Set<string>()
  private readonly crashes: boolean

  constructor(shop: SimulatedShop) {
    this.shop = shop
    const { random, scheduler } = shop
    this.beginning = scheduler.now
    shop.provider.faultsPerMille = random.pick([0, 30, 100])
    shop.connectionLossPerMille = random.pick([0, 0, 5, 15])
    this.crashes = random.chance(0.6)
    const table = shop.store.committed.bind(shop.store)
    table('seller').set('seller-1', { id: 'seller-1', email: 'seller@example.test', name: 'Bamboo Works' })
    const products = Array.from({ length: 1 + random.below(2) }, (_, index) => `product-${index + 1}`)
    for (const [index, id] of products.entries()) {
      const units = 1 + random.below(4)
      this.pieces.set(id, units)
      const pricePaise = [29_900, 34_900][index] as number
      const stock = { units, withheldUnits: 0, lowStockTold: random.chance(0.5) }
      table('product').set(id, { id, sellerId: 'seller-1', name: id, pricePaise, ...stock })
    }
    for (let number = 1; number <= 2 + random.below(2); number += 1) {
      const id = `buyer-${number}`
      table('customer').set(id, { id, email: `${id}@example.test`, name: 'Asha' })
      const addresses = ['home', 'office'].map((street) => `${id}-${street}`)
      for (const [index, address] of addresses.entries())
        table('address').set(address, {
          id: address,
          customerId: id,
          street: address,
          isDefault: index === 0,
        })
      const buyer = { id, addresses, providerOrders: [], paid: [], intents: 0 }
      this.buyers.push(buyer)
      this.fillCart(buyer)
    }
  }

  /** Something happens, chosen by the seed. */
  async act(): Promise<void> {
    const { random } = this.shop
    const buyer = random.pick(this.buyers)
    const chosen = random.below(100)
    if (chosen < 16) await this.askForPayment(buyer)
    else if (chosen < 38) await this.pay(buyer)
    else if (chosen < 44) await this.verify(buyer)
    else if (chosen < 50) await this.create(buyer)
    else if (chosen < 64) await this.deliverWebhook()
    else if (chosen < 71) await this.sweep(random.below(nodes))
    else if (chosen < 83) await this.shop.workJob(random.below(nodes))
    else if (chosen < 89) await this.passTime()
    else if (chosen < 94) this.hearOfBank()
    else if (chosen < 96) this.arriveLate()
    else if (chosen < 97) this.finishRefund()
    else if (chosen < 98) this.changeQuantity(buyer)
    else this.fillCartAgain(buyer)
  }

  /** The buyers come, each with a cart. */
  async begin(): Promise<void> {
    for (const buyer of this.buyers) if (this.shop.random.chance(0.8)) await this.askForPayment(buyer)
  }

  /** Where processes may end in this run, one does at one of a hundred and fifty steps. */
  mayCrash(): void {
    if (this.crashes && this.shop.random.below(150) === 0) this.crash()
  }

  private fillCart(buyer: Buyer): void {
    const { random, scheduler, store } = this.shop
    const wanted = [...this.pieces.keys()].filter((_, index) => index === 0 || random.chance(0.6))
    for (const productId of wanted) {
      const id = `${buyer.id} ${productId}`
      const quantity = 1 + random.below(2)
      const line = { id, customerId: buyer.id, productId, quantity, addedAt: scheduler.now }
      store.committed('cartLine').set(id, line)
    }
    buyer.intents += 1
  }

  /** He has seen that his purchase is done, and wants the same once more. */
  private fillCartAgain(buyer: Buyer): void {
    const { store } = this.shop
    const isEmpty = ![...store.committed('cartLine').values()].some((line) => line.customerId === buyer.id)
    const seen = buyer.paid.some(({ id }) => this.promises.successful.has(id))
    if (!isEmpty || !seen || buyer.intents > 1) return
    this.shop.scheduler.note(`${buyer.id} fills the cart once more`)
    this.fillCart(buyer)
  }

  private changeQuantity(buyer: Buyer): void {
    const rows = this.shop.store.committed('cartLine')
    for (const line of rows.values())
      if (line.customerId === buyer.id) rows.set(line.id, { ...line, quantity: 3 - line.quantity })
  }

  /** A request to a node; where that node crashes, nobody answers. */
  private async request<T>(
    label: string,
    call: (shop: Shop) => Promise<T>,
    onAnswer: (answer: T) => void,
  ): Promise<void> {
    const { random, scheduler } = this.shop
    const node = random.below(nodes)
    scheduler.note(`node ${node} is asked to ${label}`)
    const answer = async () => {
      const made = await call(this.shop.nodes[node] as Shop)
      await scheduler.park(node, `answers: ${label}`)
      return made
    }
    await scheduler.spawn(node, answer, (made, error) => {
      scheduler.note(`node ${node} answers (${label}): ${error ? String(error) : 'done'}`)
      if (error) this.shop.expect(error, label)
      else onAnswer(made as T)
    })
  }

  private async askForPayment(buyer: Buyer): Promise<void> {
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
    await this.request(
      `start the payment of ${customerId} to ${addressId}`,
      (shop) => startPayment(shop, asked),
      (providerOrder) => {
        this.promises.providerOrders.add(providerOrder)
        if (!buyer.providerOrders.includes(providerOrder)) buyer.providerOrders.push(providerOrder)
      },
    )
  }

  private async pay(buyer: Buyer): Promise<void> {
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

  private async verify(buyer: Buyer, paid?: BookedPayment): Promise<void> {
    const { random } = this.shop
    const payment = paid ?? random.pick(buyer.paid)
    if (!payment) return
    const { id, orderId } = payment
    const answer = {
      razorpay_order_id: orderId,
      razorpay_payment_id: id,
      razorpay_signature: `${orderId}|${id}`,
    }
    await this.request(
      `verify ${id}`,
      (shop) => verifyPayment(shop, buyer.id, answer),
      () => this.promises.successful.add(id),
    )
  }

  private async create(buyer: Buyer): Promise<void> {
    await this.request(
      `create the orders of ${buyer.id}`,
      (shop) => createOrders(shop, buyer.id, []),
      (orders) => {
        for (const { id } of orders) this.promises.orders.add(id)
      },
    )
  }

  /** In any order; some come again, some never. */
  private async deliverWebhook(): Promise<void> {
    const { random, provider } = this.shop
    const { webhooks } = provider
    if (webhooks.length === 0) return
    const index = random.below(webhooks.length)
    const webhook = webhooks[index]
    if (!random.chance(0.3)) webhooks.splice(index, 1)
    if (random.chance(0.15)) return
    const body = Buffer.from(JSON.stringify(webhook))
    await this.request(
      `take the webhook ${webhook?.event} of ${webhook?.paymentId}`,
      (shop) => handlePaymentWebhook(shop, body, new Headers()),
      () => {},
    )
  }

  /** Runs the timers of a node, each unless it still runs. */
  async sweep(node: number): Promise<void> {
    if (this.shop.safeguards.sweeps === false) return
    const { scheduler } = this.shop
    const timers = { sweepCheckouts, sweepUnmatched, sweepRefunds }
    for (const [name, timer] of Object.entries(timers)) {
      const key = `${node} ${name}`
      if (this.sweeping.has(key)) continue
      this.sweeping.add(key)
      scheduler.note(`node ${node} begins to ${name}`)
      await scheduler.spawn(
        node,
        () => timer(this.shop.nodes[node] as Shop),
        (_, error) => {
          this.sweeping.delete(key)
          if (error) this.shop.expect(error, name)
        },
      )
    }
  }

  private async passTime(): Promise<void> {
    const { random, scheduler, provider } = this.shop
    const ms = random.pick([20 * second, 70 * second, 5 * minute, 16 * minute, 16 * minute, 2 * hour, day])
    if (scheduler.now + ms - this.beginning > oldest) return
    // Mostly everything has ended by then; else processes were stopped in the middle of it.
    if (random.chance(0.7)) await this.finish()
    scheduler.note(`${ms / 1_000} s pass`)
    endIdleTransactions(this.shop.store, ms)
    await scheduler.freeze(ms)
    provider.expire()
  }

  private crash(): void {
    const node = this.shop.random.below(nodes)
    this.shop.crash(node)
    for (const key of this.sweeping) if (key.startsWith(`${node} `)) this.sweeping.delete(key)
  }

  /** The bank confirms what it was asked, or what it called failed before, at most three days late. */
  private hearOfBank(): void {
    const { random, provider, scheduler } = this.shop
    const open = provider.payments.filter(
      ({ status, madeAt }) =>
        status === 'created' || (status === 'failed' && madeAt > scheduler.now - 3 * day),
    )
    const payment = random.pick(open)
    if (!payment) return
    const status = random.pick(['authorized', 'authorized', 'captured', 'failed'] as const)
    scheduler.note(`the bank says of ${payment.id}: ${status}`)
    provider.confirm(payment, status)
  }

  private arriveLate(): void {
    const { random, provider } = this.shop
    const [late] = provider.late.splice(random.below(Math.max(1, provider.late.length)), 1)
    late?.()
  }

  private finishRefund(): void {
    const { random, provider } = this.shop
    const refund = random.pick(provider.refunds.filter(({ state }) => state === 'accepted'))
    if (refund) provider.finishRefund(refund, random.chance(0.9) ? 'processed' : 'failed')
  }

  /** Lets all that runs come to its end. */
  private async finish(): Promise<void> {
    while (await this.shop.scheduler.step());
  }

  /**
   * The faults stop: what is on its way arrives or is lost for good, the banks say their last word, and for two days the timers
   * and the queue do their work. No webhook comes any more.
   */
  async comeToRest(): Promise<void> {
    const { shop } = this
    const { provider, random, scheduler } = shop
    provider.faultsPerMille = 0
    shop.connectionLossPerMille = 0
    scheduler.note('the faults stop')
    await this.finish()
    for (const late of provider.late.splice(0)) if (random.chance(0.5)) late()
    for (const payment of provider.payments)
      if (payment.status === 'created') provider.confirm(payment, random.pick(['failed', 'authorized']))
    for (let round = 0; round < 2; round += 1) {
      await scheduler.freeze(25 * hour)
      await this.sweep(0)
      await this.finish()
      for (let tries = 0; shop.store.committed('job').size > 0 && tries < 20; tries += 1) {
        while (await shop.workJob(0)) await this.finish()
        await scheduler.freeze(10 * minute)
      }
      for (const refund of provider.refunds)
        if (refund.state === 'accepted') provider.finishRefund(refund, 'processed')
    }
    await this.sweep(0)
    await this.finish()
  }
}
