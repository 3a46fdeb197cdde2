/** The two shops that `bench large` compares, with the people who call them: on one PostgreSQL, each with stand-ins of its own. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../server/platform/db/client.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createClient, type TestClient } from '../tests/setup/client.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { signUpBuyer } from './buyers.ts'
import type { KeptDatabases } from './kept-databases.ts'
import { adminEmail, password } from './large-shop.ts'
import { pinTo } from './pin.ts'
import { buy, startShop, startStandIns } from './purchase-rig.ts'
import type { ShopTask } from './shop-process.ts'

export interface ComparedShop {
  name: string
  url: string
  pid: number
  db: Db
  /** Of the stand-ins. */
  controlUrl: string
  task: ShopTask
  /** They have bought before, and have something in cart and wishlist. */
  readers: TestClient[]
  buyers: TestClient[]
  emails: string[]
  products: string[]
  admin: TestClient
  /** The one with the most orders. */
  seller: TestClient
  /** Ends the shop; its database and its stand-ins stay. */
  stop(): Promise<void>
  stopStandIns(): void
}

const people = 8
/** That each reader has, and as many are read at once. */
export const ownOrders = 20

interface Start {
  databases: KeptDatabases
  folder: string
  /** Of the database. */
  name: string
  isLarge: boolean
}

export async function startComparedShop({ databases, folder, name, isLarge }: Start): Promise<ComparedShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const standIns = await startStandIns(path.join(folder, `${name}-stand-ins`), url)
  const dataDir = path.join(folder, name)
  mkdirSync(dataDir)
  const task: ShopTask = {
    port,
    dataDir,
    databaseUrl: databases.urlOf(name),
    providers: standIns.providers,
    ...(isLarge && { seed: 'none' }),
  }
  const shop = await startShop(task)
  pinTo(0, [shop.pid ?? 0])
  const db = databases.connect(name)
  // Stock for every purchase of the run.
  await db.execute('update product set units = 100000 where units > 0')
  const products = await idsOf(
    db,
    sql`select id from product where units > 0 and deleted_at is null order by md5(id::text) limit 40`,
  )
  const { controlUrl } = standIns
  const emails = isLarge ? await knownBuyers(db) : await newBuyers(url, controlUrl)
  const clients = await Promise.all(emails.map((email) => logIn(url, email)))
  const readers = clients.slice(0, people)
  const buyers = clients.slice(people)
  if (!isLarge) await buyUntil(readers, products, controlUrl)
  for (const reader of readers) {
    for (const id of products.slice(0, 3)) await reader.post('/private/cart/add', { id, quantity: 1 })
    for (const id of products.slice(0, 10)) await reader.post(`/private/wishlist/add/${id}`)
  }
  const [seller] = await db.query<{ email: string }>(sql`
    select a.email from (select seller_id from orders group by 1 order by count(*) desc limit 1) as o join account a on a.id = o.seller_id`)
  return {
    name: isLarge ? 'large shop' : 'small shop',
    url,
    pid: shop.pid ?? 0,
    db,
    controlUrl,
    task,
    readers,
    buyers,
    // An account keeps its twenty last sessions: those of the readers have to last.
    emails: emails.slice(people),
    products,
    admin: await logIn(url, isLarge ? adminEmail : 'admin@hariyali.test'),
    seller: await logIn(url, seller?.email ?? ''),
    stop: () => endShop(shop),
    stopStandIns: () => standIns.child.kill('SIGKILL'),
  }
}

const idsOf = async (db: Db, ids: ReturnType<typeof sql>) =>
  (await db.query<{ id: string }>(ids)).map(({ id }) => id)

async function endShop(shop: ChildProcess): Promise<void> {
  shop.kill('SIGTERM')
  await once(shop, 'exit')
}

/** Buyers with as many orders as a page shows, and nothing in their carts and wishlists. */
async function knownBuyers(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string; email: string }>(sql`
    select a.id, a.email from (select customer_id from orders group by 1 having count(*) between ${ownOrders} and ${2 * ownOrders}) as o
    join account a on a.id = o.customer_id order by md5(a.id::text) limit ${2 * people}`)
  const ids = rows.map(({ id }) => id)
  await db.query(sql`delete from cart_line where customer_id = any(${ids}::uuid[])`)
  await db.query(sql`delete from wishlist_item where customer_id = any(${ids}::uuid[])`)
  return rows.map(({ email }) => email)
}

async function newBuyers(url: string, controlUrl: string): Promise<string[]> {
  const numbers = Array.from({ length: 2 * people }, (_, i) => i)
  await Promise.all(numbers.map((i) => signUpBuyer(url, i, controlUrl)))
  return numbers.map((i) => `overload-${i}@bench.hariyali.test`)
}

/** Until each of them has a page of orders. */
async function buyUntil(
  buyers: readonly TestClient[],
  products: readonly string[],
  controlUrl: string,
): Promise<void> {
  for (let bought = 0; bought < buyers.length * ownOrders * 1.2;)
    bought += (await buy(buyers, products, controlUrl, { forSeconds: 4, everyMs: 0 })).ms.length
}

async function logIn(url: string, email: string): Promise<TestClient> {
  const client = createClient(url)
  // Buyers who have just signed up chose another password.
  const known = email.endsWith('@bench.hariyali.test') ? 'a-good-password' : password
  const { status } = await client.post('/auth/login', { email, password: known })
  if (status !== 200) throw new Error(`${email} cannot log in: ${status}`)
  return client
}
