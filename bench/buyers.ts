/** People who buy: by the calls that the pages make. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, createClient, type TestClient } from '../tests/setup/client.ts'
import type { BenchShop } from './shops.ts'

export interface Buyers {
  people: readonly TestClient[]
  /** Where payments are made. */
  kit: TestClient
  /** What there is to buy. */
  ids: readonly string[]
}

/** Signs up so many buyers, and fills the stock. */
export async function openBuyers(shop: BenchShop, count: number): Promise<Buyers> {
  await shop.client.query('update product set units = 100000')
  const kit = createClient(shop.controlUrl)
  const people = await Promise.all(Array.from({ length: count }, (_, i) => signUp(shop.url, kit, i)))
  return { people, kit, ids: (await productsOf(shop.url)).map(({ id }) => id) }
}

export async function productsOf(url: string): Promise<{ id: string; categoryId: number }[]> {
  const found = await createClient(url).get('/public/product/search/bamboo?limit=100')
  return found.body
}

async function signUp(url: string, kit: TestClient, i: number): Promise<TestClient> {
  const client = createClient(url)
  const email = `buyer-${i}@bench.hariyali.test`
  const password = 'a-good-password'
  const names = { firstName: 'Bench', lastName: 'Buyer', mobile: '9000000000' }
  await client.post('/auth/customer/signup', { ...names, email, password })
  let otp: string | undefined
  while (!otp) {
    const [mail] = (await kit.get(`/dev/mailbox.json?to=${email}`)).body
    otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    if (!otp) await sleep(50)
  }
  await client.post('/auth/verify-otp', { email, otp })
  const { status } = await client.post('/auth/login', { email, password })
  if (status !== 200) throw new Error(`log-in: ${status}`)
  const place = { city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }
  await client.post('/private/address/add', { street: '12 Bench Street', ...place })
  return client
}

export interface Bought {
  /** Milliseconds of each purchase from the cart to the order. */
  ms: number[]
  orders: string[]
}

/** Each buyer buys one thing after the other until it is `over`, and begins one at most each `everyMs`. */
export async function buyUntil(
  over: () => boolean,
  { people, kit, ids }: Buyers,
  everyMs = 0,
): Promise<Bought> {
  const done: Bought = { ms: [], orders: [] }
  await Promise.all(
    people.map(async (client, number) => {
      for (let turn = number; !over(); turn += people.length) {
        const began = performance.now()
        done.orders.push(...(await buyOne(client, kit, ids[turn % ids.length] ?? '')))
        done.ms.push(performance.now() - began)
        await sleep(Math.max(0, began + everyMs - performance.now()))
      }
    }),
  )
  return done
}

/** Buys one thing and returns the orders. What a busy shop refuses is asked again, as the pages do. */
async function buyOne(client: TestClient, kit: TestClient, id: string): Promise<string[]> {
  await insist(() => client.post('/private/cart/add', { id, quantity: 1 }))
  const { body: items } = await insist(() => client.get('/private/cart/get'))
  const lines = items as { productId: string; price: number; quantity: number }[]
  const paise = lines.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  const wanted = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  await insist(() => client.post('/private/order/check', wanted))
  const { body: paymentId } = await insist(() => client.get(`/private/order/payment/${paise}`))
  const paid = await kit.post(`/dev/payments/${paymentId}`, { outcome: 'paid' })
  await insist(() => client.post('/private/order/payment/verify', paid.body))
  const order = { items, addressId: null, razorpay_order_id: paymentId }
  const { body } = await insist(() => client.post('/private/order/create', order))
  return body.map((made: { id: string }) => made.id)
}

/** Asks again after 503. Throws for any other answer that is no success. */
async function insist(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if (answer.status === 200) return answer
    if (answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(50)
  }
}

/** Waits until no job waits, is worked, or begins within the seconds for which webhooks are collected. */
export async function untilJobsDone({ client }: BenchShop): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`
      select exists (select from pgboss.job
        where state in ('created', 'retry', 'active') and start_after < now() + interval '5 seconds') as found`)
    if (!rows[0].found) return
    await sleep(100)
  }
}

/** The header of a person who is signed in. */
export const cookieOf = ({ cookies }: TestClient): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
