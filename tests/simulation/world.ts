/** Banks, time and failing machines: what happens to the simulated shop from outside. */
import { handlePaymentWebhook } from '../../server/buying/checkout/handle-payment-webhook.ts'
import { sweepUnmatched } from '../../server/buying/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../../server/buying/checkout/sweep-checkouts.ts'
import { sweepRefunds } from '../../server/money/payments/sweep-refunds.ts'
import type { Shop } from '../../server/platform/shop.ts'
import { Buyers } from './buyers.ts'
import { endIdleTransactions } from './node-database.ts'
import type { Webhook } from './payment-provider.ts'
import { nodes, type SimulatedShop } from './simulated-shop.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** The shop looks for late payments for a week; the world gets old enough for the three days of the banks, not for more. */
const oldest = 4 * day

export class World {
  readonly shop: SimulatedShop
  readonly buyers: Buyers
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
    this.buyers = new Buyers(shop, products)
  }

  /** Something happens, chosen by the seed. */
  async act(): Promise<void> {
    const { random } = this.shop
    const { buyers } = this
    const buyer = random.pick(buyers.all)
    const chosen = random.below(112)
    if (chosen < 16) await buyers.askForPayment(buyer)
    else if (chosen < 38) await buyers.pay(buyer)
    else if (chosen < 44) await buyers.verify(buyer)
    else if (chosen < 50) await buyers.create(buyer)
    else if (chosen < 64) await this.deliverWebhook()
    else if (chosen < 71) await this.sweep(random.below(nodes))
    else if (chosen < 83) await this.shop.workJob(random.below(nodes))
    else if (chosen < 89) await this.passTime()
    else if (chosen < 94) this.hearOfBank()
    else if (chosen < 96) this.arriveLate()
    else if (chosen < 97) this.finishRefund()
    else if (chosen < 98) buyers.changeQuantity(buyer)
    else if (chosen < 100) buyers.fillCartAgain(buyer)
    else if (chosen < 109) await buyers.cancel(buyer)
    else this.giveBackByHand()
  }

  /** Where processes may end in this run, one does at one of a hundred and fifty steps. */
  mayCrash(): void {
    if (this.crashes && this.shop.random.below(150) === 0) this.crash()
  }

  /** In any order; some come again, some never. */
  private async deliverWebhook(): Promise<void> {
    const { random, provider } = this.shop
    const { webhooks } = provider
    if (webhooks.length === 0) return
    const index = random.below(webhooks.length)
    const webhook = webhooks[index]
    if (!webhook) return
    if (!webhook.mustArrive && !random.chance(0.3)) webhooks.splice(index, 1)
    if (random.chance(0.15)) return
    await this.bring(webhook)
  }

  private async bring(webhook: Webhook): Promise<void> {
    const body = Buffer.from(JSON.stringify(webhook))
    await this.shop.request(
      `take the webhook ${webhook.event} of ${webhook.paymentId}`,
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

  private giveBackByHand(): void {
    const { random, provider, scheduler } = this.shop
    const payment = random.pick(provider.payments.filter(({ status }) => status === 'captured'))
    if (!payment) return
    const left = payment.amountPaise - provider.refundedOf(payment.id)
    if (left === 0) return
    const paise = random.pick([left, Math.min(left, 10_000)])
    scheduler.note(`${paise} paise of ${payment.id} are given back in the dashboard`)
    provider.giveBackByHand(payment, paise)
  }

  /** Lets all that runs come to its end. */
  private async finish(): Promise<void> {
    while (await this.shop.scheduler.step());
  }

  /**
   * The faults stop: what is on its way arrives or is lost for good, the banks say their last word, and for two days the timers
   * and the queue do their work. No webhook comes any more but those of money that was given back in the dashboard.
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
    const { webhooks } = provider
    for (const webhook of webhooks.filter(({ mustArrive }) => mustArrive)) {
      await this.bring(webhook)
      await this.finish()
    }
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
