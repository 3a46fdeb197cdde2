/** Makes the shop that `bench large` measures: two years of purchases, as the shop itself would have left them in its tables. */
import { migrate } from '../server/platform/db/migrate.ts'
import { openCopySession } from '../server/platform/db/copy.ts'
import { hashPassword } from '../server/people/identity/passwords.ts'
import { advanceCheckpoint } from '../server/money/ledger/checkpoint.ts'
import type { KeptDatabases } from './kept-databases.ts'
import { ledgerSteps } from './large-ledger.ts'
import { orderSteps } from './large-orders.ts'
import { peopleSteps } from './large-people.ts'
import { type LargeSize, planSteps, type Steps } from './large-plan.ts'
import { saleSteps } from './large-sales.ts'
import { fillSearchShop } from './search-shop.ts'

export const adminEmail = 'admin@large.test'
/** Of every account of the large shop, as of the demo accounts. */
export const password = 'green-demo'

/** Fills an empty database. Throws where the shop's own invariants (docs/money.md) do not hold in what it made. */
export async function fillLargeShop(
  databases: KeptDatabases,
  name: string,
  size: Omit<LargeSize, 'until'>,
): Promise<void> {
  const db = databases.connect(name)
  await migrate(db)
  await timed('products', () => fillSearchShop(db, size.products, size.sellers))
  const whole = { ...size, until: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000) }
  const session = await openCopySession({ ...databases.server.connection, database: name })
  const run = async (steps: Steps) => {
    for (const [what, statements] of steps) await timed(what, () => session.query(statements))
  }
  try {
    // Rows are selected from those that they refer to, and the triggers that keep copies would do so for each row alone.
    await session.query(`set session_replication_role = replica; set work_mem = '256MB'; set synchronous_commit = off;
      create schema bench`)
    const [plan, ...purchases] = planSteps(whole)
    const indexes = await session.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
        and c.relname = any(array['orders', 'checkout', 'checkout_line', 'payment', 'refund', 'journal_entry', 'posting', 'parcel_event',
          'tax_document', 'settlement_line', 'order_sale', 'order_reversal', 'audit_entry', 'session', 'account', 'customer'])`)
    await session.query(indexes.map(({ name: index }) => `drop index ${index}`).join(';'))
    await run([
      ...(plan ? [plan] : []),
      ...peopleSteps(whole, { passwordHash: await hashPassword(password), admin: adminEmail }),
      ...purchases,
      ...orderSteps(whole),
      ...saleSteps(whole),
      ...ledgerSteps(whole),
      ['indexes', indexes.map(({ definition }) => definition).join(';')],
      ['what was planned', 'drop schema bench cascade; delete from catalogue_change'],
    ])
    await timed('statistics', () => session.query('vacuum (analyze)'))
    await session.query(`
      update unsettled_entry e set due_on = d.due_on, held = d.held from unsettled_due d where d.entry_id = e.entry_id`)
    await session.query('vacuum (analyze) unsettled_entry')
    await timed('checkpoint', () => advanceCheckpoint(db))
    await timed('invariants', () => proveInvariants(databases, name))
  } finally {
    await session.end()
  }
}

/** Two halves at once: they read every row. */
async function proveInvariants({ server }: KeptDatabases, name: string): Promise<void> {
  const halves = [
    ['ledger', 'settlement', 'series', 'hold', 'stock'],
    ['purchase', 'refund', 'sale', 'entry', 'seller', 'checkpoint'],
  ]
  const broken = await Promise.all(
    halves.map(async (views) => {
      const session = await openCopySession({ ...server.connection, database: name })
      try {
        await session.query("set work_mem = '256MB'")
        return await session.query<{ invariant: string; rows: number; id: string }>(
          `select invariant, count(*)::int as rows, min(id) as id from (
            ${views.map((view) => `select invariant, id from invariant_${view}`).join(' union all ')}) as broken group by 1`,
        )
      } finally {
        await session.end()
      }
    }),
  )
  if (broken.flat().length > 0) throw new Error(`invariants do not hold: ${JSON.stringify(broken.flat())}`)
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  process.stderr.write(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  return result
}
