/**
 * Events of one purchase at the same moment, on a real PostgreSQL: each step begins after a random delay, and each change of a
 * row takes some milliseconds, so that transactions meet. `INTERLEAVINGS_SEED` repeats the delays of a run.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../sandbox/random.ts'
import { processPaymentWebhook } from '../server/buying/checkout/handle-payment-webhook.ts'
import { sweepCheckouts } from '../server/buying/checkout/sweep-checkouts.ts'
import { answerRefund } from '../server/money/payments/manage-refunds.ts'
import { sendRefund } from '../server/money/payments/send-refund.ts'
import { sweepRefunds } from '../server/money/payments/sweep-refunds.ts'
import { sql } from '../server/platform/db/sql.ts'
import { comeToRest, findBroken } from './faults/check.ts'
import { forgetAttempts, type Person, peopleWorld, type World } from './faults/world.ts'
import { addSecondAddress, create, eventually, ordersOf, pay, startPaying, verify } from './setup/buying.ts'
import type { Answer } from './setup/client.ts'
import { endRateLimits, makeCheckoutsDue } from './setup/clock.ts'
import { nightly } from './setup/nightly.ts'
import { bookParcelOf } from './setup/parcels.ts'
import { addProduct, putInCart, unitsOf } from './setup/products.ts'
import { paymentFault, paymentLedger, resetPayments } from './setup/providers.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'

const seed = Number(process.env['INTERLEAVINGS_SEED'] ?? Math.floor(Math.random() * 1_000_000))
const rounds = Array.from({ length: 12 }, (_, round) => round)
const random = seededRandom(seed)

describe(
  `at the same moment (INTERLEAVINGS_SEED=${seed})`,
  nightly(
    'A minute. Single moments of these races are tests beside the code (race.test.ts, settle.test.ts).',
  ),
  () => {
    let shop: TestShop
    let world: World
    beforeAll(async () => {
      shop = await startTestShop({ courier: true, sweepSeconds: 1 })
      world = await peopleWorld(shop, { seed, buyers: 4 })
      await shop.db.execute(`
        create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(0.005); return new; end $$;
        create trigger take_time before update on checkout for each row execute function take_time();
        create trigger take_time before update on product for each row execute function take_time();
        create trigger take_time before update on orders for each row execute function take_time();
        create trigger take_time before insert on payment for each row execute function take_time();
        create trigger take_time before insert or update on refund for each row execute function take_time();`)
    })
    // An account opens at most ten checkouts a minute.
    beforeEach(() => Promise.all([resetPayments(shop), endRateLimits(shop), forgetAttempts(shop, 0)]))
    afterEach(async () => {
      expect(await comeToRest(world)).toEqual([])
      expect(await findBroken(world)).toEqual([])
    })
    afterAll(() => shop.stop())

    /** Runs the steps at once. None may get a 5xx. */
    async function atOnce(...steps: (() => Promise<unknown>)[]): Promise<unknown[]> {
      const answers = await Promise.all(
        steps.map(async (step) => {
          await sleep(random() * 60)
          return step()
        }),
      )
      const failed = answers.filter((answer) => ((answer as Answer | undefined)?.status ?? 200) >= 500)
      expect(failed).toEqual([])
      return answers
    }

    const nextBuyer = (round: number): Person => world.buyers[round % world.buyers.length]!

    /** The cart has so many pieces of this product and nothing else. */
    async function fillCart(buyer: Person, productId: string, units: number): Promise<void> {
      await forgetAttempts(shop, 0)
      for (const { cartItemId } of (await buyer.get('/private/cart/get')).body)
        await buyer.delete(`/private/cart/remove/${cartItemId}`)
      await putInCart(buyer, productId, units)
    }

    /** The buyer has a cart of so many pieces and starts to pay: the order of the provider. */
    async function begin(buyer: Person, units = 2): Promise<string> {
      await fillCart(buyer, world.products[0]!.id, units)
      const { status, body } = await startPaying(buyer)
      expect(status).toBe(200)
      return body
    }
    async function bought(buyer: Person, units = 2): Promise<{ id: string; paymentId: string }> {
      const orderId = await begin(buyer, units)
      const answer = await pay(shop, orderId)
      expect((await verify(buyer, answer)).status).toBe(200)
      const [order] = await ordersOf(buyer)
      return { id: order.id, paymentId: answer.razorpay_payment_id }
    }

    /** The hold of this order of the provider is over, and the sweep is due for it. */
    const endHold = (orderId: string) =>
      shop.db.query(sql`
        update checkout set hold_expires_at = now() - interval '1 second', next_check_at = now()
        where provider_order_id = ${orderId}`)
    const webhookOf = (orderId: string, paymentId: string) => () =>
      processPaymentWebhook(shop.running.shop, {
        event: 'order.paid',
        providerOrderId: orderId,
        providerPaymentId: paymentId,
      })
    const sweep = () => sweepCheckouts(shop.running.shop)
    const outcomesOf = (orderIds: string[]) =>
      shop.db.query<{ outcome: string }>(sql`
        select p.outcome from payment p join checkout c on c.id = p.checkout_id
        where c.provider_order_id = any(${orderIds}::text[]) order by 1`)

    test('verify, webhook and sweep of one payment', async () => {
      for (const round of rounds) {
        const buyer = nextBuyer(round)
        const orderId = await begin(buyer)
        const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
        await makeCheckoutsDue(shop)
        await atOnce(
          () => verify(buyer, answer),
          () => verify(buyer, answer),
          () => create(buyer, []),
          webhookOf(orderId, answer.razorpay_payment_id),
          webhookOf(orderId, answer.razorpay_payment_id),
          sweep,
        )
        expect(await outcomesOf([orderId])).toEqual([{ outcome: 'order' }])
      }
    })

    test('a payment, the end of its hold and a changed cart', async () => {
      for (const round of rounds) {
        const buyer = nextBuyer(round)
        const orderId = await begin(buyer)
        await endHold(orderId)
        // The sweep reads that nobody has paid, and goes on after somebody has.
        await paymentFault(shop, 'orders.payments', 'slow-answer', { ms: 250, times: 2 })
        const payLate = async () => verify(buyer, await pay(shop, orderId, 'paid', { webhooks: 'none' }))
        const changeCart = async () => {
          await putInCart(buyer, world.products[1]!.id)
          return startPaying(buyer)
        }
        if (round % 2 === 0) await atOnce(payLate, sweep, sweep, () => startPaying(buyer), changeCart)
        else {
          await atOnce(sweep, sweep, changeCart)
          await payLate()
        }
        expect(await outcomesOf([orderId])).toEqual([{ outcome: 'order' }])
      }
    })

    test('two buyers and the last piece', async () => {
      for (const round of rounds) {
        const last = await addProduct(shop, { name: `Last ${round}`, units: 1 })
        const [one, two] = [nextBuyer(round), nextBuyer(round + 1)]
        for (const buyer of [one, two]) await fillCart(buyer, last.id, 1)
        const started = await Promise.all(
          [one, two].map(async (buyer) => {
            await sleep(random() * 20)
            return startPaying(buyer)
          }),
        )
        expect(started.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
        const [winner, loser] = started[0]!.status === 200 ? [one, two] : [two, one]
        const orderId = started.find(({ status }) => status === 200)!.body
        // The hold ends, the other buyer holds the piece if they are quick enough, and both pay.
        const late = await pay(shop, orderId, 'paid', { webhooks: 'none' })
        await endHold(orderId)
        await atOnce(
          () => verify(winner, late),
          sweep,
          async () => {
            const { status, body } = await startPaying(loser)
            return status === 200
              ? verify(loser, await pay(shop, body, 'paid', { webhooks: 'none' }))
              : undefined
          },
        )
        await eventually(
          () =>
            shop.db.query<{ units: number }>(sql`
              select quantity as units from orders where product_id = ${last.id} and status <> 'refunded'`),
          (sold) => sold.length === 1,
        )
        expect(await unitsOf(shop, last.id)).toBe(0)
      }
    })

    test('a late payment and a payment in time of the same goods', async () => {
      for (const round of rounds) {
        const buyer = nextBuyer(round)
        const [home, work] = await twoAddresses(buyer)
        const first = await begin(buyer)
        const { pricePaise } = world.products[0]!
        const ask = (address: string) =>
          buyer.get<string>(`/private/order/payment/${pricePaise * 2}?addressId=${address}`)
        const others = [await ask(work), await ask(home)].map(({ body }) => body)
        const orderIds = [...new Set([first, ...others])]
        const answers = []
        for (const orderId of orderIds) answers.push(await pay(shop, orderId, 'paid', { webhooks: 'none' }))
        // One of them twice.
        answers.push(await pay(shop, orderIds.at(-1)!, 'paid', { webhooks: 'none', again: true }))
        await makeCheckoutsDue(shop)
        await atOnce(
          ...answers.map((answer) => () => verify(buyer, answer)),
          ...answers.map((answer) => webhookOf(answer.razorpay_order_id, answer.razorpay_payment_id)),
          sweep,
        )
        const outcomes = (await outcomesOf(orderIds)).map(({ outcome }) => outcome)
        expect(outcomes).toEqual(['order', ...answers.slice(1).map(() => 'refund')])
      }
    })

    const addresses = new Map<Person, [string, string]>()
    async function twoAddresses(buyer: Person): Promise<[string, string]> {
      const known = addresses.get(buyer) ?? (await addSecondAddress(buyer))
      addresses.set(buyer, known)
      return known
    }

    test('refunds of one payment, their webhooks and the dashboard', async () => {
      for (const round of rounds) {
        const buyer = nextBuyer(round)
        const { id, paymentId } = await bought(buyer, 3)
        const strayPaise = round % 2 === 0 ? 100 : 0
        const cancelOne = () => buyer.post(`/private/order/cancel/${id}`, { units: 1 })
        const inDashboard = () =>
          shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: strayPaise }).catch(() => {})
        const sendAgain = async () => {
          const refunds = await shop.db.query<{ id: string }>(
            sql`select id from refund where payment_id = ${paymentId}`,
          )
          for (const refund of refunds) await sendRefund(shop.running.shop, refund.id).catch(() => {})
        }
        // The provider is slow, so that several workers send the same refund; some responses are lost.
        await paymentFault(shop, 'refunds.create', round % 3 === 0 ? 'lost-answer' : 'slow', {
          ms: 100,
          times: 6,
        })
        await cancelOne()
        await shop.db.query(sql`
          update refund set updated_at = now() - interval '1 minute' where payment_id = ${paymentId}`)
        await atOnce(
          sendAgain,
          sendAgain,
          sendAgain,
          () => sweepRefunds(shop.running.shop),
          // A refund of the same amount would have the money of one that was made twice.
          ...(strayPaise > 0 ? [cancelOne, cancelOne, inDashboard] : []),
        )
        await resetPayments(shop)
        await sendAgain()
        const given = await eventually(
          async () =>
            (await paymentLedger(shop)).refunds
              .filter((refund) => refund.payment_id === paymentId && refund.status !== 'failed')
              .reduce((sum, { amount }) => sum + amount, 0),
          (paise) => paise > 0,
        )
        const [order] = await shop.db.query<{ agreed: number }>(
          sql`select refunded_paise as agreed from orders where id = ${id}`,
        )
        expect(given, 'refunded beyond what was agreed').toBeLessThanOrEqual(order!.agreed + strayPaise)
      }
      // What is refunded in the dashboard waits for a person where it may be for several, and so do the other refunds.
      await eventually(
        async () => {
          const strays = await shop.db.query<{ id: string }>(
            sql`select id from refund where attention = 'unmatched'`,
          )
          for (const { id } of strays)
            await answerRefund(shop.running.shop, id, { answer: 'gift', note: 'A gift.' })
          return shop.db.query(sql`select from refund where state in ('scheduled', 'accepted')`)
        },
        (waiting) => waiting.length === 0,
      )
    })

    test('pieces are cancelled twice while their parcel is booked', async () => {
      for (const round of rounds) {
        const buyer = nextBuyer(round)
        const { id } = await bought(buyer, 3)
        const answers = await atOnce(
          () => buyer.post(`/private/order/cancel/${id}`, { units: 2 }),
          () => buyer.post(`/private/order/cancel/${id}`, { units: 2 }),
          () => bookParcelOf(shop, id),
          () => bookParcelOf(shop, id),
          () =>
            world.admin.post(`/public/admin/orders/${id}/refund-part`, {
              units: 2,
              left: (world.products[0]!.pricePaise * 3) / 100,
              bears: 'shop',
              note: 'A scratched cup.',
            }),
        )
        const done = answers.filter((answer) => (answer as Answer | undefined)?.status === 200)
        expect(done).toHaveLength(1)
      }
    })
  },
)
