/** The people of a run, and the record of every call that they made. */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../sandbox/random.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { eventually } from '../setup/buying.ts'
import { type Answer, createClient, type TestClient } from '../setup/client.ts'
import { type Admin, addAdmin, signedIn } from '../setup/people.ts'
import { addProduct, addSubcategory, testAddress, type TestProduct } from '../setup/products.ts'
import { addSeller, type Seller } from '../setup/sellers.ts'
import type { Mail, TestShop } from '../setup/shop.ts'
import type { Cluster } from './cluster.ts'

export interface Call {
  at: number
  who: string
  method: string
  path: string
  body?: unknown
  /** 0 where no answer came. */
  status: number
  answer: unknown
}

export interface Person extends TestClient {
  name: string
  email: string
  random: () => number
}

/** What the people and the checks need of a cluster, whoever made it. */
export type Place = Pick<Cluster, 'url' | 'db' | 'kit'>

export interface World {
  cluster: Place
  /** What helpers of tests need of a shop. */
  shop: TestShop
  buyers: Person[]
  sellers: (Person & { id: string })[]
  admin: Person & { id: string }
  products: TestProduct[]
  /** Units of each product at the beginning. */
  stock: number
  history: Call[]
  /** What a success was answered for: it must be there at the end. */
  acknowledged: {
    orders: Set<string>
    cancelled: Set<string>
    returns: Set<string>
    payouts: Map<string, string>
    /** The orders that order/create answered right after this order of the provider was verified; none where it refused. */
    bought: Map<string, string[]>
  }
  random: () => number
}

/** Longer than any answer of a healthy node takes; a person does not wait longer either. */
const patienceMs = 6_000

export interface WorldOptions {
  seed: number
  buyers: number
  products?: number
  stock?: number
}

/** Signs everybody up, while nothing is faulty yet. */
export async function peopleWorld(
  cluster: Place,
  { seed, buyers, products = 4, stock = 100_000 }: WorldOptions,
): Promise<World> {
  const random = seededRandom(seed)
  const history: Call[] = []
  const shop = shopOf(cluster)
  const person = <T extends { email: string }>(name: string, client: TestClient & T): Person & T => ({
    ...client,
    ...recorded(client, name, history),
    name,
    random: seededRandom(Math.floor(random() * 2 ** 32)),
  })
  const admin = person<Admin>('admin', await addAdmin(shop))
  const sellers: World['sellers'] = []
  for (let n = 0; n < 2; n += 1) sellers.push(person<Seller>(`seller ${n}`, await addSeller(shop)))
  const subcategory = await addSubcategory(shop, 'Brushes')
  const list: TestProduct[] = []
  for (let n = 0; n < products; n += 1)
    list.push(
      await addProduct(shop, {
        name: `Brush ${n}`,
        units: stock,
        pricePaise: 14_900 + n * 1_050,
        seller: sellers[n % 2] as unknown as Seller,
        subcategory,
      }),
    )
  // The second seller is paid through the provider, the first one by bank file.
  await admin.post(`/public/admin/sellers/${sellers[1]?.id}/route-account`)
  const people: Person[] = []
  for (let n = 0; n < buyers; n += 1) {
    const buyer = await signedIn(shop, `buyer-${n}@faults.hariyali.test`)
    await buyer.post('/private/address/add', testAddress)
    people.push(person(`buyer ${n}`, buyer))
  }
  return {
    cluster,
    shop,
    buyers: people,
    sellers,
    admin,
    products: list,
    stock,
    history,
    acknowledged: {
      orders: new Set(),
      cancelled: new Set(),
      returns: new Set(),
      payouts: new Map(),
      bought: new Map(),
    },
    random,
  }
}

function shopOf(cluster: Place): TestShop {
  const mail = (to: string, count = 1) =>
    eventually<Mail[]>(
      () => cluster.kit(`/dev/mailbox.json?to=${encodeURIComponent(to)}`, undefined, 'GET'),
      (mails) => mails.length >= count,
    )
  const { url, db } = cluster
  let customers = 0
  const shop = { url, db, mail, kit: cluster.kit, client: () => createClient(url) } as TestShop
  shop.customer = (name = 'customer') => signedIn(shop, `${name}-${(customers += 1)}@faults.hariyali.test`)
  return shop
}

/** The same client; a call that gets no answer is recorded, and answers status 0 instead of throwing. */
function recorded(client: TestClient, who: string, history: Call[]): Pick<TestClient, 'get' | 'post'> {
  async function call(
    method: string,
    path: string,
    body: unknown,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const entry: Call = {
      at: Date.now(),
      who,
      method,
      path,
      ...(body !== undefined && { body }),
      status: 0,
      answer: null,
    }
    history.push(entry)
    const patience = new AbortController()
    const nobody = sleep(patienceMs, undefined, { signal: patience.signal }).then((): Answer => ({
      status: 0,
      body: 'no answer in time',
      headers: new Headers(),
    }))
    nobody.catch(() => {})
    const answer = await Promise.race([
      ask().catch((error: unknown): Answer => ({ status: 0, body: String(error), headers: new Headers() })),
      nobody,
    ])
    patience.abort()
    entry.status = answer.status
    entry.answer = method === 'GET' && answer.status === 200 ? undefined : answer.body
    return answer
  }
  return {
    get: (path, headers) => call('GET', path, undefined, () => client.get(path, headers)),
    post: (path, body, headers) => call('POST', path, body, () => client.post(path, body, headers)),
  }
}

/**
 * Moves unpaid checkouts that are older than `seconds` three hours into the past, because an account that opens sixty of them in an
 * hour is refused.
 */
export async function forgetAttempts({ db }: Place, seconds: number): Promise<void> {
  await db.query(sql`
    update checkout set created_at = created_at - interval '3 hours', hold_ended_at = hold_ended_at - interval '3 hours'
    where state in ('expired', 'replaced', 'refunded')
      and created_at between now() - interval '2 hours' and now() - ${seconds} * interval '1 second'`)
}

/** Statuses after which a person presses again: no answer, too busy, a fault of the server. */
export const passing = new Set([0, 500, 502, 503, 504])

/** Makes a call again while its outcome is unknown or the shop is busy, as a person would; six seconds at most. */
export async function insist(ask: () => Promise<Answer>, tries = 12): Promise<Answer> {
  for (let left = tries; ; left -= 1) {
    const answer = await ask()
    if (!passing.has(answer.status) || left <= 1) return answer
    await sleep(150)
  }
}
