/**
 * Lets days pass in a shop under development. The clock of PostgreSQL cannot be moved, so all stored times of orders, money,
 * parcels and returns are moved back instead.
 */
import { endExpiredClaims } from '../../server/catalogue/green-claims/end-claims.ts'
import type { Queryable } from '../../server/platform/db/client.ts'
import { advanceCheckpoint } from '../../server/money/ledger/checkpoint.ts'
import { sweepReturns } from '../../server/fulfilment/returns/sweep-returns.ts'
import { sweepPayouts } from '../../server/money/settlements/route-payouts.ts'
import { issueShopDocuments } from '../../server/money/shop-documents/issue-documents.ts'
import { settleLastWeek } from '../../server/money/settlements/run-settlement.ts'
import type { Shop } from '../../server/platform/shop.ts'

/** Their times stay: sessions, the audit, rules that begin on a calendar day, and series of a financial year. */
const unmoved = [
  [
    'account',
    'session',
    'password_proof',
    'one_time_code',
    'rate_limit',
    'second_factor',
    'recovery_code',
    'known_browser',
    'audit_entry',
    'audit_repeat',
    // Their days name texts.
    'consent',
    'seller_undertaking',
    'setting',
  ],
  [
    'hsn_code',
    'gst_rate',
    'commission_rule',
    'shipping_charge',
    'levy_rate',
    'return_policy',
    'gstr1_large_invoice',
    'invoice_series',
    'shop_document',
    'shop_document_progress',
  ],
  [
    'category',
    'subcategory',
    'product',
    'search_word',
    'catalogue_change',
    'picture',
    'schema_migration',
    'timer_run',
  ],
].flat()

/**
 * Whole `days`, so that days and times of day keep together. Afterwards the timers of green claims, returns, settlements and payouts
 * run once, as they would have in the meantime. Only on the shop's own database: frozen rows are changed, which needs its owner.
 */
export async function fastForward(shop: Shop, days: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    // The ledger, sales and documents refuse any change by triggers.
    await tx.execute('set local session_replication_role = replica')
    for (const statement of await statements(tx, days)) await tx.execute(statement)
    // Fees that are not invoiced yet have moved to earlier months.
    await tx.execute(`
      update shop_document_progress set first_month = date_trunc('month', first_month - ${days})::date,
        next_month = date_trunc('month', next_month - ${days})::date`)
    // No trigger has told the page cache what has ended or begun.
    await tx.execute("insert into catalogue_change (tag) values ('everything')")
  })
  await endExpiredClaims(shop)
  await sweepReturns(shop)
  await settleLastWeek(shop)
  await sweepPayouts(shop)
  await issueShopDocuments(shop)
  await advanceCheckpoint(shop.db)
}

async function statements(tx: Queryable, days: number): Promise<string[]> {
  const { rows } = await tx.execute(`
    select c.table_name as "table", c.column_name as "column", c.data_type as "type"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type in ('timestamp with time zone', 'date') order by 1, 2`)
  const columns = (rows as { table: string; column: string; type: string }[]).filter(
    ({ table }) => !unmoved.includes(table),
  )
  return [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const changes = own.map(({ column, type }) =>
      type === 'date'
        ? `${column} = case when isfinite(${column}) then ${column} - ${days} else ${column} end`
        : `${column} = ${column} - interval '${days} days'`,
    )
    const day = own.find(({ type }) => type === 'date')
    if (!day) return `update ${table} set ${changes.join(', ')}`
    // Oldest first, so that in a table with one row a day no row gets the day of another row.
    return `do $$ declare r record; begin
      for r in select ctid as place from ${table} order by ${day.column} loop
        update ${table} set ${changes.join(', ')} where ctid = r.place;
      end loop; end $$`
  })
}
