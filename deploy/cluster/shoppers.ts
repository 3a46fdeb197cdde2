/** Buyers who buy one thing after the other through the load balancer, and retry until each purchase is done. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../tests/setup/client.ts'
import { passing, type Person, type World } from '../../tests/faults/world.ts'

interface Purchase {
  began: number
  /** When its orders were acknowledged; undefined while they are not. */
  ended?: number
  /** Calls without a usable response; the buyer retried after each. */
  retries: number
  /** Why the buyer could not go on: a refusal that a retry does not change, or no response in `patienceMs`. */
  failed?: string
}

export interface Shoppers {
  purchases: Purchase[]
  /** Calls by status, and when. */
  calls: { at: number; status: number }[]
  /** Waits until a purchase that began after `since` has ended; returns when, undefined after `seconds`. */
  firstDone(since: number, seconds: number): Promise<number | undefined>
  /** Lets each shopper finish the purchase in progress. */
  stop(): Promise<void>
}

/** A buyer who has retried for so long gives up. */
const patienceMs = 120_000
const pauseMs = 200
/** The quickest purchase: the shop refuses an account that completes more than 60 payments a minute, repeated calls included. */
const purchaseMs = 1_500

interface CartLine {
  productId: string
  price: number
  quantity: number
}

export function startShoppers(world: World): Shoppers {
  let going = true
  const purchases: Purchase[] = []
  const calls: Shoppers['calls'] = []
  const lives = world.buyers.map(async (buyer) => {
    while (going) {
      const purchase: Purchase = { began: Date.now(), retries: 0 }
      purchases.push(purchase)
      await buy(world, buyer, purchase, calls).then(
        () => (purchase.ended = Date.now()),
        (error: unknown) => {
          const words = error instanceof Error ? error.message : String(error)
          purchase.failed = `${new Date().toISOString()} ${words}`
        },
      )
      await sleep(Math.max(20, purchase.began + purchaseMs - Date.now()))
    }
  })
  return {
    purchases,
    calls,
    async firstDone(since, seconds) {
      for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(20)) {
        const ends = purchases.flatMap(({ began, ended }) => (began > since && ended ? [ended] : []))
        if (ends.length > 0) return Math.min(...ends)
      }
      return undefined
    },
    async stop() {
      going = false
      await Promise.all(lives)
    },
  }
}

/** One purchase; each call is repeated until it succeeds. Throws where a refusal ends it. */
async function buy(world: World, buyer: Person, purchase: Purchase, calls: Shoppers['calls']): Promise<void> {
  const end = Date.now() + patienceMs
  const press = async (what: string, ask: () => Promise<Answer>, accepts: readonly number[] = [200]) => {
    for (;;) {
      const answer = await ask()
      calls.push({ at: Date.now(), status: answer.status })
      if (accepts.includes(answer.status)) return answer
      const words = `${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
      if (!passing.has(answer.status)) throw new Error(words)
      if (Date.now() > end)
        throw new Error(`no response in ${patienceMs / 1_000} s, the last one to ${words}`)
      purchase.retries += 1
      await sleep(pauseMs)
    }
  }
  const product = world.products[Math.floor(buyer.random() * world.products.length)]
  await press('add', () => buyer.post('/private/cart/add', { id: product?.id, quantity: 1 }))
  const { order, lines } = await startPaying(buyer, press)
  const paid: unknown = await world.cluster.kit(`/dev/payments/${order}`, { outcome: 'paid' })
  await press('verify', () => buyer.post('/private/order/payment/verify', paid))
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { body } = await press('create', () =>
    buyer.post('/private/order/create', { items, addressId: null }),
  )
  const ids = (body as { id: string }[]).map(({ id }) => id)
  for (const id of ids) world.acknowledged.orders.add(id)
  world.acknowledged.bought.set(order, ids)
}

type Press = (what: string, ask: () => Promise<Answer>, accepts?: readonly number[]) => Promise<Answer>

async function startPaying(buyer: Person, press: Press): Promise<{ order: string; lines: CartLine[] }> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { body } = await press('cart', () => buyer.get('/private/cart/get'))
    const lines = body as CartLine[]
    const paise = lines.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
    const started = await press('payment', () => buyer.get(`/private/order/payment/${paise}`), [200, 409])
    // 409: what the buyer saw has changed; they look at the cart again.
    if (started.status === 200) return { order: started.body as string, lines }
  }
  throw new Error('payment: the cart changed five times')
}
