/** Simulated buyers: each buys one product per second and retries refused calls. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type TestClient } from '../tests/setup/client.ts'

export interface Purchases {
  orders: string[]
  /** Duration of each purchase from cart to order, without the time of the payment provider. */
  ms: number[]
  /** Number of 503 replies to checkout calls before and after the payment was captured. */
  refusedPaying: number
  refusedAfterPaying: number
}

const everyMs = 1_000
const againMs = 50

/** Buys the products in turn until `over`; returns the orders that the shop confirmed. */
export async function keepBuying(
  client: TestClient,
  ids: readonly string[],
  over: () => boolean,
): Promise<Purchases> {
  const done: Purchases = { orders: [], ms: [], refusedPaying: 0, refusedAfterPaying: 0 }
  const patient = async (
    call: () => Promise<{ status: number; body: any }>,
    refused?: 'refusedPaying' | 'refusedAfterPaying',
  ) => {
    for (;;) {
      const answer = await call()
      if (answer.status !== 503) return answer
      if (refused) done[refused] += 1
      await sleep(againMs)
    }
  }
  for (let turn = 0; !over(); turn += 1) {
    const began = performance.now()
    const id = ids[turn % ids.length] ?? ''
    const added = await patient(() => client.post('/private/cart/add', { id, quantity: 1 }))
    // Sold out.
    if (added.status === 409) {
      await sleep(againMs)
      continue
    }
    if (added.status !== 200) throw new Error(`cart/add: ${added.status} ${JSON.stringify(added.body)}`)
    const { body: cart } = await patient(() => client.get('/private/cart/get'))
    const paise = cart.reduce(
      (sum: number, line: any) => sum + Math.round(line.price * 100) * line.quantity,
      0,
    )
    const { status, body: orderId } = await patient(
      () => client.get(`/private/order/payment/${paise}`),
      'refusedPaying',
    )
    if (status !== 200) throw new Error(`order/payment: ${status} ${JSON.stringify(orderId)}`)
    // Subtract this call: the stand-in is reached through the shop's port, a real provider is not.
    const asked = performance.now()
    const paid = await patient(() => client.post(`/dev/payments/${orderId}`, { outcome: 'paid' }))
    const paying = performance.now() - asked
    await patient(() => client.post('/private/order/payment/verify', paid.body), 'refusedAfterPaying')
    const made = await patient(
      () => client.post('/private/order/create', { items: cart, addressId: null }),
      'refusedAfterPaying',
    )
    if (made.status !== 200) throw new Error(`order/create: ${made.status} ${JSON.stringify(made.body)}`)
    done.orders.push(...made.body.map((order: { id: string }) => order.id))
    const took = performance.now() - began
    done.ms.push(took - paying)
    await sleep(Math.max(0, everyMs - took))
  }
  return done
}

/** `mailboxUrl`: where the stand-in's mailbox answers, where it is not the shop itself. */
export async function signUpBuyer(url: string, i: number, mailboxUrl = url): Promise<TestClient> {
  const client = createClient(url)
  const mailbox = createClient(mailboxUrl)
  const email = `overload-${i}@bench.hariyali.test`
  const signup = {
    firstName: 'Bench',
    lastName: 'Buyer',
    email,
    mobile: '9000000000',
    password: 'a-good-password',
  }
  await client.post('/auth/customer/signup', signup)
  let otp: string | undefined
  while (!otp) {
    const [mail] = (await mailbox.get(`/dev/mailbox.json?to=${email}`)).body
    otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    if (!otp) await sleep(50)
  }
  await client.post('/auth/verify-otp', { email, otp })
  const { status } = await client.post('/auth/login', { email, password: signup.password })
  if (status !== 200) throw new Error(`log-in: ${status}`)
  await client.post('/private/address/add', {
    street: '12 Bench Street',
    city: 'Jaipur',
    state: 'Rajasthan',
    pinCode: '302001',
  })
  return client
}
