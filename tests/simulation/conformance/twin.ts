/** PostgreSQL and the tables in memory side by side: the same rows at the begin, the same clock, the same calls. */
import { inject } from 'vitest'
import { type Db, openDb, type Tx } from '../../../server/platform/db/client.ts'
import { codeOf } from '../../../server/platform/db/connection-errors.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import { sql } from '../../../server/platform/db/sql.ts'
import { openNodeDatabase } from '../node-database.ts'
import { seededRandom } from '../random.ts'
import { Scheduler } from '../scheduler.ts'
import { Store } from '../store.ts'
import type { TableName } from '../tables.ts'
import { unmutated } from './unmutated.ts'

export interface People {
  customers: string[]
  products: string[]
  addresses: string[]
  seller: string
}

export interface Twin {
  postgres: Db
  memory: Db
  store: Store
  scheduler: Scheduler
  people: People
  /** The names of the models that were called. */
  met: ReadonlySet<string>
  /** Moves both clocks. */
  setClock(ms: number): Promise<void>
  /** Runs a task on the tables in memory to its end. */
  inMemory<T>(task: () => Promise<T>): Promise<T>
  /** All rows of a table, in both, by id. */
  rows(table: ComparedTable): Promise<{ postgres: object[]; memory: object[] }>
}

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

/** How a row in memory is read from PostgreSQL. What a table in memory lacks, no statement of the purchase decides on. */
const compared = {
  product: `select id, seller_id as "sellerId", name, price_paise as "pricePaise", units,
    withheld_units as "withheldUnits", low_stock_told as "lowStockTold" from product`,
  cartLine: `select id, customer_id as "customerId", product_id as "productId", quantity,
    ${ms('added_at')} as "addedAt" from cart_line`,
  checkout: `select id, customer_id as "customerId", state, total_paise as "totalPaise", fingerprint,
    provider_order_id as "providerOrderId", provider_key_id as "providerKeyId",
    ${ms('provider_order_claimed_at')} as "claimedAt", network_hash as "networkHash", state_name as "stateName",
    ${ms('hold_expires_at')} as "holdExpiresAt", ${ms('hold_ended_at')} as "holdEndedAt",
    ${ms('next_check_at')} as "nextCheckAt", ${ms('created_at')} as "createdAt", ${ms('settled_at')} as "settledAt",
    opened_seq as "openedSeq", completed_seq as "completedSeq",
    confirmation_mails as "confirmationMails" from checkout`,
  checkoutLine: `select checkout_id || ' ' || line_no as id, checkout_id as "checkoutId", line_no as "lineNo",
    product_id as "productId", seller_id as "sellerId", product_name as name, product_image as image,
    price_paise as "pricePaise", quantity from checkout_line`,
  order: `select id, checkout_id as "checkoutId", line_no as "lineNo", product_id as "productId", quantity,
    amount_paise as "amountPaise", status, ${ms('created_at')} as "createdAt", cancelled_units as "cancelledUnits",
    refunded_paise as "refundedPaise", needs_attention as "needsAttention", parcel_no as "parcelNo" from orders`,
  cancellation: `select id, order_id as "orderId", units, paise, refund_id as "refundId" from cancellation`,
  orderTax: `select order_id as id, gross_paise as "grossPaise" from order_tax`,
  orderTerms: `select order_id as id from order_terms`,
  payment: `select id, checkout_id as "checkoutId", amount_paise as "amountPaise", outcome from payment`,
  refund: `select id, payment_id as "paymentId", order_id as "orderId", amount_paise as "amountPaise", reason, state,
    provider_refund_id as "providerRefundId", replaced_by as "replacedBy", ${ms('asked_at')} as "askedAt", ${ms('accepted_at')} as "acceptedAt",
    ${ms('created_at')} as "createdAt", ${ms('updated_at')} as "updatedAt" from refund`,
  entry: `select key as id, kind, payment_id as "paymentId",
    (select json_object_agg(account, amount_paise) from posting where entry_id = e.id) as postings from journal_entry e`,
  unmatched: `select id, provider_order_id as "providerOrderId", event, times, ${ms('last_seen_at')} as "lastSeenAt",
    ${ms('next_check_at')} as "nextCheckAt", ${ms('resolved_at')} as "resolvedAt" from unmatched_payment`,
  webhookEvent: `select provider || ' ' || event_id as id from webhook_event`,
  rateLimit: `select key as id, ${ms('window_ends_at')} as "windowEndsAt", hits from rate_limit`,
} satisfies Partial<Record<TableName, string>>
export type ComparedTable = keyof typeof compared
export const comparedTables = Object.keys(compared) as ComparedTable[]

export async function openTwin(): Promise<Twin> {
  const server = inject('database')
  const name = `twin_${process.pid}_${newId().slice(-8)}`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name} template ${server.template}`)
  await admin.close()
  const preparing = openDb({ connection: { ...server, database: name }, max: 1 })
  await takeClock(preparing, name)
  await preparing.close()
  const postgres = openDb({ connection: { ...server, database: name }, max: 4 })

  const scheduler = new Scheduler(seededRandom(1), [], false)
  scheduler.tickMs = 0
  const store = new Store(scheduler, { rowLocks: true, uniqueKeys: true, checks: true })
  const met = new Set<string>()
  const memory = openNodeDatabase(0, store, scheduler, {
    losesConnection: () => false,
    deadlocks: () => {},
    onStatement: (model) => met.add(model),
    models: {},
  })
  const setClock = async (now: number) => {
    scheduler.now = now
    await postgres.query(sql`update simulated.clock set at = ${new Date(now).toISOString()}::timestamptz`)
  }
  await setClock(Date.UTC(2026, 0, 5, 6))
  return {
    postgres,
    memory,
    met,
    store,
    scheduler,
    people: await addPeople(postgres, store),
    setClock,
    inMemory: (task) =>
      unmutated(async () => {
        const ends: { answer: unknown; error: unknown }[] = []
        await scheduler.spawn(0, task, (answer, error) => ends.push({ answer, error }))
        while (ends.length === 0) if (!(await scheduler.step())) throw new Error('the task waits for nothing')
        const [end] = ends
        if (end?.error) throw end.error as Error
        return end?.answer as Awaited<ReturnType<typeof task>>
      }),
    async rows(table) {
      const { rows } = await postgres.execute(
        `select * from (${compared[table]}) as t order by id::text collate "C"`,
      )
      const memoryRows = [...store.committed(table).values()] as { id: string }[]
      return { postgres: rows as object[], memory: memoryRows.sort((a, b) => (a.id < b.id ? -1 : 1)) }
    },
  }
}

/** PostgreSQL's own now() and clock_timestamp() give way to functions that read a row: they are found first. */
async function takeClock(db: Db, name: string): Promise<void> {
  for (const statement of [
    'create schema simulated',
    'create table simulated.clock (at timestamptz not null)',
    'insert into simulated.clock values (now())',
    ...['now', 'clock_timestamp'].map(
      (clock) =>
        `create function simulated.${clock}() returns timestamptz language sql stable as 'select at from simulated.clock'`,
    ),
    `alter database ${name} set search_path = simulated, pg_catalog, public`,
    'alter sequence checkout_seq restart with 1',
  ])
    await db.execute(statement)
  const { rows } =
    await db.execute(`select format('alter table %I alter column %I set default simulated.now()',
    table_name, column_name) as statement from information_schema.columns
    where table_schema = 'public' and column_default = 'now()'`)
  for (const { statement } of rows as { statement: string }[]) await db.execute(statement)
}

async function addPeople(postgres: Db, store: Store): Promise<People> {
  const [seller, customers] = [newId(), [newId(), newId()]]
  const people: People = { seller, customers, products: [], addresses: [] }
  const account = (id: string, email: string, role: string) =>
    postgres.query(sql`insert into account (id, email, role, password_hash, email_verified_at)
      values (${id}, ${email}, ${role}, 'none', now())`)
  await account(seller, 'seller@twin.test', 'SELLER')
  await postgres.query(sql`
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    values (${seller}, 'Bamboo Works', '27AAPFU0939F1ZV', '9000000000', '1', 'S', 'L', '400001', 'Mumbai', 'Maharashtra',
      'B', '', '0000', 'HDFC0000001')`)
  store.committed('seller').set(seller, { id: seller, email: 'seller@twin.test', name: 'Bamboo Works' })
  for (const [index, id] of customers.entries()) {
    const email = `buyer-${index}@twin.test`
    await account(id, email, 'CUSTOMER')
    await postgres.query(
      sql`insert into customer (account_id, first_name, last_name, mobile) values (${id}, 'Asha', 'Rao', '9000000000')`,
    )
    store.committed('customer').set(id, { id, email, name: 'Asha' })
    for (const isDefault of [true, false]) {
      const address = newId()
      const street = isDefault ? 'Home' : 'Office'
      await postgres.query(sql`
        insert into address (id, customer_id, street, city, state, pin_code, is_default)
        values (${address}, ${id}, ${street}, 'Jaipur', 'Rajasthan', '302001', ${isDefault})`)
      store.committed('address').set(address, { id: address, customerId: id, street, isDefault })
      people.addresses.push(address)
    }
  }
  await postgres.query(sql`
    with c as (insert into category (name) values ('Twins') returning id)
    insert into subcategory (category_id, name, image_url) select id, 'Twins', '/media/p/one.webp' from c`)
  for (const units of [3, 12, 40]) {
    const id = newId()
    const name = `Product ${units}`
    await postgres.query(sql`
      insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
        height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
      select ${id}, ${seller}, b.category_id, b.id, ${name}, 29900, 'd', 'd', ${units}, 1, 1, 1, 1,
        array['/media/p/' || ${id}::text || '.webp'], '', 'product'
      from (select * from subcategory where name = 'Twins') as b`)
    const stock = { units, withheldUnits: 0, lowStockTold: false }
    store.committed('product').set(id, { id, sellerId: seller, name, pricePaise: 29_900, ...stock })
    people.products.push(id)
  }
  return people
}

/** What became of some calls in one transaction: their answers, or the code of the error that ended it. */
export interface Outcome {
  answers: unknown[]
  code: string | undefined
}

/** Runs calls in one transaction, which is undone where `keep` is false. */
export async function runCalls(
  db: Db,
  calls: readonly ((tx: Tx) => Promise<unknown>)[],
  keep: boolean,
): Promise<Outcome> {
  const answers: unknown[] = []
  const undone = new Error('undone')
  try {
    await db.transaction(async (tx) => {
      for (const call of calls) answers.push(await call(tx))
      if (!keep) throw undone
    })
  } catch (error) {
    if (error !== undone && codeOf(error) === undefined) throw error
    return { answers, code: error === undone ? undefined : codeOf(error) }
  }
  return { answers, code: undefined }
}
