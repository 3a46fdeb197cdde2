/** Many buyers at once, on two nodes: for the last unit of one product, and for mixed carts of many. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/platform/db/sql.ts'
import type { Answer, TestClient } from '../setup/client.ts'
import { endHolds } from '../setup/clock.ts'
import { manyCustomersWithCart } from '../setup/crowd.ts'
import { addProduct } from '../setup/products.ts'
import { forgetAttempts, type Place, type World } from './world.ts'

/**
 * Everybody presses at once. A node that is overloaded tells some to come again, and they do. An answer that never came is
 * status 0.
 */
const allAtOnce = (buyers: readonly TestClient[], path: (index: number) => string): Promise<Answer[]> =>
  Promise.all(buyers.map((buyer, index) => press(buyer, path(index))))

async function press(buyer: TestClient, path: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await buyer
      .get(path)
      .catch((error: unknown): Answer => ({ status: 0, body: String(error), headers: new Headers() }))
    if (answer.status !== 503 || !answer.headers.has('retry-after') || tries === 60) return answer
    await sleep(500)
  }
}

const countsOf = (answers: readonly Answer[]): string =>
  Object.entries(Object.groupBy(answers, ({ status }) => status))
    .map(([status, all]) => `${all?.length} × ${status}`)
    .join(', ')

/** The holds of a round end, and the sweeps bring their units back. */
async function untilStockIsBack({ db }: Place, productId: string, units: number): Promise<void> {
  await endHolds({ db })
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await db.query<{ units: number }>(sql`select units from product where id = ${productId}`)
    if (row?.units === units) return
    await sleep(50)
  }
  throw new Error('the units of expired holds did not come back')
}

/** `count` buyers race for one unit, `rounds` times: one holds it, and the others are told that it is sold out. */
export async function raceForLastUnit(world: World, count: number, rounds: number): Promise<string[]> {
  const product = await addProduct(world.shop, { name: 'Last Brush', units: 1 })
  const buyers = await manyCustomersWithCart(world.shop, count, product)
  const faults: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    // A person does not race fifty times in an hour, and would be refused.
    await forgetAttempts(world.cluster, 0)
    const answers = await allAtOnce(buyers, () => `/private/order/payment/${product.pricePaise}`)
    const winners = answers.filter(({ status }) => status === 200).length
    const refused = answers.filter(({ status }) => status === 409).length
    if (winners !== 1 || winners + refused !== count) faults.push(`round ${round + 1}: ${countsOf(answers)}`)
    await untilStockIsBack(world.cluster, product.id, 1)
  }
  return faults
}

/** `count` buyers pay at once for carts of five of `products` products, in any order: nobody is shown a deadlock. */
export async function raceWithMixedCarts(world: World, products: number, count: number): Promise<string[]> {
  const list = [await addProduct(world.shop, { name: 'Mixed Brush 0', units: 20 })]
  for (let n = 1; n < products; n += 1)
    list.push(await addProduct(world.shop, { name: `Mixed Brush ${n}`, units: 20, pricePaise: 14_900 }))
  const buyers = await manyCustomersWithCart(world.shop, count, list[0]!)
  const totals = await Promise.all(
    buyers.map(async (buyer) => {
      for (let more = 0; more < 4; more += 1) {
        const one = list[Math.floor(world.random() * products)]!
        await buyer.post('/private/cart/add', { id: one.id, quantity: 1 })
      }
      const { body } = await buyer.get('/private/cart/get')
      return (body as { price: number; quantity: number }[]).reduce(
        (sum, line) => sum + Math.round(line.price * 100) * line.quantity,
        0,
      )
    }),
  )
  const answers = await allAtOnce(buyers, (index) => `/private/order/payment/${totals[index]}`)
  const faults = answers.some(({ status }) => status !== 200 && status !== 409) ? [countsOf(answers)] : []
  const short = await world.cluster.db.query<{ id: string }>(sql`
    select p.id from product p where p.name like 'Mixed Brush %' and p.units
      + (select coalesce(sum(h.quantity), 0) from held_units h where h.product_id = p.id) <> 20`)
  return [...faults, ...short.map(({ id }) => `stock of ${id} is wrong`)]
}
