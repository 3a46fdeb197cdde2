/** What people do, one piece of a life after the other: each flow may be cut short by a fault at any call, and goes on or gives up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/platform/db/sql.ts'
import { adminPassword } from '../setup/people.ts'
import { dayAgo } from '../setup/settling.ts'
import { insist, type Person, type World } from './world.ts'

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!

interface CartLine {
  productId: string
  price: number
  quantity: number
  cartItemId?: string
}

const cartOf = async (buyer: Person): Promise<CartLine[]> => {
  const { body } = await insist(() => buyer.get('/private/cart/get'))
  return Array.isArray(body) ? body : []
}
const totalOf = (lines: readonly CartLine[]) =>
  lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0)

/** Puts one or two products into the cart and starts to pay. Returns the provider's order, or undefined where nothing came of it. */
async function begin(world: World, buyer: Person): Promise<{ order: string; lines: CartLine[] } | undefined> {
  const wanted = 1 + Math.floor(buyer.random() * 2)
  for (let n = 0; n < wanted; n += 1)
    await insist(() =>
      buyer.post('/private/cart/add', { id: pick(world.products, buyer.random).id, quantity: 1 }),
    )
  for (let tries = 0; tries < 3; tries += 1) {
    const lines = await cartOf(buyer)
    if (lines.length === 0) return undefined
    const started = await insist(() => buyer.get(`/private/order/payment/${totalOf(lines)}`))
    if (started.status === 200) return { order: started.body as string, lines }
    if (started.status !== 409) return undefined
  }
  return undefined
}

const paying = [
  'plain',
  'plain',
  'plain',
  'closed',
  'late',
  'twice',
  'other-amount',
  'late-webhook',
  'expired',
] as const

/** A purchase in one of the ways in which people and banks make one. Returns the orders that were acknowledged. */
export async function purchase(
  world: World,
  buyer: Person,
  way = pick(paying, buyer.random),
): Promise<string[]> {
  const begun = await begin(world, buyer)
  if (!begun) return []
  const { order, lines } = begun
  const pay = (more: object) =>
    world.cluster.kit(`/dev/payments/${order}`, { outcome: 'paid', ...more }).catch(() => undefined)
  if (way === 'late') await pay({ outcome: 'failed', reason: 'payment_timed_out' })
  if (way === 'expired') await endHoldsOf(world, buyer)
  const answer = await pay({
    ...(way === 'closed' && { outcome: 'paid-and-closed' }),
    ...(way === 'late' && { late: true }),
    ...(way === 'other-amount' && { amount: totalOf(lines) - 100 }),
    ...(way === 'late-webhook' && { webhooks: 'late:1500' }),
  })
  if (way === 'twice') await pay({ again: true })
  if (!answer || way === 'closed') return []
  const verified = await insist(() => buyer.post('/private/order/payment/verify', answer), 4)
  const { status, ids } = await createOrders(world, buyer, lines)
  if (verified.status === 200 && (status === 200 || status === 409)) world.acknowledged.bought.set(order, ids)
  return ids
}

async function createOrders(
  world: World,
  buyer: Person,
  lines: readonly CartLine[],
): Promise<{ status: number; ids: string[] }> {
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const created = await insist(() => buyer.post('/private/order/create', { items, addressId: null }))
  const { status } = created
  if (status !== 200) return { status, ids: [] }
  const ids = (created.body as { id: string }[]).map(({ id }) => id)
  for (const id of ids) world.acknowledged.orders.add(id)
  return { status, ids }
}

/** The hold of the buyer's checkout ends before they pay. */
async function endHoldsOf({ cluster }: World, { email }: Person): Promise<void> {
  await cluster.db.query(sql`
    update checkout c set hold_expires_at = now() - interval '1 second', next_check_at = now()
    from account a where a.id = c.customer_id and a.email = ${email} and c.state = 'open'`)
  await sleep(300)
}

/** Two tabs of one buyer pay for the cart at once; the cart changes between them. */
export async function twoTabs(world: World, buyer: Person): Promise<void> {
  const tabs = await Promise.all([begin(world, buyer), begin(world, buyer)])
  await Promise.all(
    tabs.map(async (tab) => {
      if (!tab) return
      const answer = await world.cluster
        .kit(`/dev/payments/${tab.order}`, { outcome: 'paid' })
        .catch(() => undefined)
      if (answer) await insist(() => buyer.post('/private/order/payment/verify', answer), 4)
    }),
  )
}

/** Paid twice in the widget, and everything that settles money is called at once: what one of them does, the others must see. */
export async function rush(world: World, buyer: Person): Promise<void> {
  const begun = await begin(world, buyer)
  if (!begun) return
  const pay = (more: object) =>
    world.cluster.kit(`/dev/payments/${begun.order}`, { outcome: 'paid', ...more })
  const answers = [await pay({ webhooks: 'duplicate' }), await pay({ again: true, webhooks: 'duplicate' })]
  const verify = (answer: unknown) => buyer.post('/private/order/payment/verify', answer)
  await Promise.all([
    ...[...answers, ...answers, ...answers].map(verify),
    createOrders(world, buyer, begun.lines),
    endHoldsOf(world, buyer),
  ])
}

/** A buyer begins to pay and leaves; they return on another day, after the time is over. */
export async function abandon(world: World, buyer: Person): Promise<void> {
  if (!(await begin(world, buyer))) return
  await endHoldsOf(world, buyer)
  await sleep(1_200)
}

/** An order is cancelled right after it was placed, in two clicks. */
export async function cancel(world: World, buyer: Person): Promise<void> {
  const [id] = await purchase(world, buyer, 'plain')
  if (!id) return
  const press = () => insist(() => buyer.post(`/private/order/cancel/${id}`, {}))
  for (const { status } of await Promise.all([press(), press()]))
    if (status === 200) world.acknowledged.cancelled.add(id)
}

/** Moves the parcel with this reference once the courier has it; false where it has not within some seconds. */
async function move({ cluster }: World, reference: string, status: string): Promise<boolean> {
  const moved = await cluster.kit(`/dev/shipments/${reference}`, { status }).catch(() => undefined)
  return moved !== undefined
}

async function untilRow({ cluster }: World, statement: () => ReturnType<typeof sql>): Promise<boolean> {
  for (let tries = 0; tries < 60; tries += 1) {
    const rows = await cluster.db.query(statement()).catch(() => [])
    if (rows.length > 0) return true
    await sleep(100)
  }
  return false
}

/** An order is delivered. */
export async function deliver(world: World, buyer: Person): Promise<string | undefined> {
  const [id] = await purchase(world, buyer, 'plain')
  if (!id) return undefined
  if (!(await untilRow(world, () => sql`select from orders where id = ${id} and awb_number is not null`)))
    return undefined
  for (const status of ['Shipped', 'Delivered']) if (!(await move(world, id, status))) return undefined
  const completed = () => sql`select from orders where id = ${id} and status = 'completed'`
  return (await untilRow(world, completed)) ? id : undefined
}

/** A delivered order comes back: asked for, accepted, fetched, received, refunded. */
export async function returnPieces(world: World, buyer: Person): Promise<void> {
  const id = await deliver(world, buyer)
  if (!id) return
  const wish = { units: 1, reason: 'damaged', words: '', photos: [] }
  const asked = await insist(() => buyer.post(`/private/order/${id}/return`, wish))
  if (asked.status !== 200) return
  const request: string = asked.body.id
  world.acknowledged.returns.add(request)
  const [owner] = await world.cluster.db.query<{ sellerId: string }>(
    sql`select seller_id as "sellerId" from orders where id = ${id}`,
  )
  const seller = world.sellers.find((one) => one.id === owner?.sellerId)
  if (!seller) return
  await insist(() => seller.post(`/private/returns/${request}/accept`))
  const inState = (state: string) => () =>
    sql`select from return_request where id = ${request} and state = ${state}`
  if (!(await untilRow(world, inState('pickup-booked')))) return
  await move(world, `R-${request}`, 'Delivered')
  if (!(await untilRow(world, inState('received')))) return
  await insist(() => seller.post(`/private/returns/${request}/refund`, { restock: seller.random() < 0.5 }))
}

/** An administrator refunds a part of an order. */
export async function refundPart(world: World, buyer: Person): Promise<void> {
  const [id] = await purchase(world, buyer, 'plain')
  if (!id) return
  const [row] = await world.cluster.db.query<{ paise: number }>(
    sql`select amount_paise - refunded_paise as paise from orders where id = ${id}`,
  )
  if (!row || row.paise < 1_000) return
  await confirmAdmin(world)
  const body = { amount: 5, left: row.paise / 100, bears: 'shop', note: 'A scratched cup.' }
  await insist(() => world.admin.post(`/public/admin/orders/${id}/refund-part`, body))
}

const confirmAdmin = ({ admin }: World) =>
  insist(() => admin.post('/private/session/confirm', { password: adminPassword }))

/** What was delivered is settled as if it were long ago, and paid: by bank file and through the provider. */
export async function settleSellers(world: World, buyer: Person): Promise<void> {
  await deliver(world, buyer)
  await aWeekPasses(world)
  await confirmAdmin(world)
  const started = await insist(() => world.admin.post('/public/admin/settlement-runs', { upTo: dayAgo(1) }))
  const [newest] = await world.cluster.db.query<{ id: string }>(
    sql`select id from settlement_run order by up_to desc limit 1`,
  )
  const id: unknown = started.body?.id ?? newest?.id
  if (typeof id !== 'string') return
  if (!(await untilRow(world, () => sql`select from settlement_run where id = ${id} and state = 'done'`)))
    return
  await insist(() => world.admin.post(`/public/admin/settlement-runs/${id}/bank-file`))
  const { body: payouts } = await insist(() => world.admin.get(`/public/admin/payouts?runId=${id}`))
  if (!Array.isArray(payouts)) return
  for (const payout of payouts as { id: string; method: string; state: string }[]) {
    if (payout.method !== 'bank') continue
    const utr = `FAULT${payout.id.replaceAll('-', '').slice(-15).toUpperCase()}`
    const paid = await insist(() => world.admin.post(`/public/admin/payouts/${payout.id}/paid`, { utr }))
    if (paid.status === 200) world.acknowledged.payouts.set(payout.id, utr)
  }
}

/** Earlier runs lie further back, and what was delivered is due: the timer settles all sellers again. */
async function aWeekPasses({ cluster: { db }, sellers }: World): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`
      update orders set delivery_date = delivery_date - interval '400 days'
      where delivery_date > now() - interval '300 days' and status = 'completed' and seller_id = any(${sellers.map(({ id }) => id)}::uuid[])`)
    // In two steps, because no two runs may have one day in between.
    await tx.query(sql`update settlement_run set up_to = up_to + 100000 where state = 'done'`)
    await tx.query(sql`update settlement_run set up_to = up_to - 100008 where up_to > current_date + 50000`)
  })
}

/** Stock and price change while others buy. */
export async function reprice(world: World): Promise<void> {
  const n = Math.floor(world.random() * world.products.length)
  const product = world.products[n]
  const seller = world.sellers[n % 2]
  if (!product || !seller) return
  const form = await insist(() => seller.get(`/private/product/edit/get-form/${product.id}`))
  if (form.status !== 200) return
  const price = (14_900 + Math.floor(world.random() * 20) * 50) / 100
  await insist(() => seller.post(`/private/product/edit/${product.id}`, { ...form.body, price }), 2)
}

type Flow = (world: World, buyer: Person) => Promise<unknown>
/** Flows by name; the purchase is the most frequent one. */
export const flows: Record<string, Flow> = {
  purchase: (world, buyer) => purchase(world, buyer),
  again: (world, buyer) => purchase(world, buyer),
  rush,
  'at the last moment': (world, buyer) => purchase(world, buyer, 'expired'),
  abandon,
  'two tabs': twoTabs,
  cancel,
  'return pieces': returnPieces,
  'refund a part': refundPart,
  'settle sellers': settleSellers,
  reprice,
}
