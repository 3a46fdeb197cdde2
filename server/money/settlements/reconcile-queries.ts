/** SQL of the reconciliation: the ledger's movements at the provider, and the results. Paise. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { MovementSubject } from '../../platform/providers/payments/provider.ts'

/** A movement by the provider's id; `amountPaise` is its sum in the ledger. */
export interface LedgerMovement {
  id: string
  amountPaise: number
  paymentId: string | null
}

/** The movements that have an entry from `from` to before `to`. */
export async function movementsOfDay(
  db: Queryable,
  subject: MovementSubject,
  from: Date,
  to: Date,
): Promise<LedgerMovement[]> {
  const ofDay = sql`e.happened_at >= ${from} and e.happened_at < ${to}`
  if (subject === 'payment') return readPayments(db, ofDay)
  if (subject === 'refund')
    return readRefunds(
      db,
      sql`e.refund_id in (select d.refund_id from journal_entry d join posting l on l.entry_id = d.id and l.account = 'provider'
        where d.refund_id is not null and d.happened_at >= ${from} and d.happened_at < ${to})`,
    )
  return readTransfers(
    db,
    sql`o.id in (select split_part(e.key, ':', 2)::uuid from journal_entry e
      where e.kind in ('payout', 'payout-reversed') and ${ofDay})`,
  )
}

/** The movements of these ids of the provider, of any day. */
export async function movementsById(
  db: Queryable,
  subject: MovementSubject,
  ids: readonly string[],
): Promise<LedgerMovement[]> {
  if (subject === 'payment') return readPayments(db, sql`e.payment_id = any(${ids}::text[])`)
  if (subject === 'refund')
    return readRefunds(
      db,
      sql`e.refund_id in (select id from refund where provider_refund_id = any(${ids}::text[]))`,
    )
  return readTransfers(db, sql`x.reference = any(${ids}::text[])`)
}

async function readPayments(db: Queryable, which: Sql): Promise<LedgerMovement[]> {
  return db.query(sql`
    select coalesce(e.payment_id, '') as id, p.amount_paise as "amountPaise", e.payment_id as "paymentId"
    from journal_entry e join posting p on p.entry_id = e.id and p.account = 'provider'
    where e.kind = 'payment-captured' and ${which}`)
}

async function readRefunds(db: Queryable, which: Sql): Promise<LedgerMovement[]> {
  return db.query(sql`
    select coalesce(r.provider_refund_id, '') as id, -sum(p.amount_paise)::bigint as "amountPaise", r.payment_id as "paymentId"
    from journal_entry e join posting p on p.entry_id = e.id and p.account = 'provider' join refund r on r.id = e.refund_id
    where r.provider_refund_id is not null and ${which}
    group by r.provider_refund_id, r.payment_id having sum(p.amount_paise) <> 0`)
}

async function readTransfers(db: Queryable, which: Sql): Promise<LedgerMovement[]> {
  return db.query(sql`
    select x.reference as id, case when x.extra_paise > 0 then x.extra_paise - x.extra_back_paise
        when o.state = 'paid' then o.paise - o.came_back_paise else 0 end as "amountPaise", null::text as "paymentId"
    from payout o join money_transfer x on x.payout_id = o.id
    where o.method = 'route' and o.paid_at is not null and ${which}`)
}

export interface ReconciliationRow {
  day: string
  state: 'done' | 'failed'
  checkedAt: Date
  sides: {
    subject: MovementSubject
    thereCount: number
    therePaise: number
    hereCount: number
    herePaise: number
  }[]
  differences: number
  note: string | null
}

export interface DifferenceRow {
  id: string
  subject: MovementSubject
  kind: 'missing-here' | 'missing-there' | 'other-amount'
  providerId: string
  therePaise: number | null
  herePaise: number | null
}

const columns = sql`day::text as day, state, checked_at as "checkedAt", sides, differences, note`

export async function findReconciliation(db: Queryable, day: string): Promise<ReconciliationRow | undefined> {
  const [row] = await db.query<ReconciliationRow>(
    sql`select ${columns} from reconciliation where day = ${day}::date`,
  )
  return row
}

/** The days from `oldest` to `newest` without a successful comparison, but none before the very first one. */
export async function daysToReconcile(db: Queryable, oldest: string, newest: string): Promise<string[]> {
  const rows = await db.query<{ day: string }>(sql`
    select d.day::date::text as day from generate_series(
      greatest(${oldest}::date, coalesce((select min(day) from reconciliation), ${newest}::date)), ${newest}::date,
      interval '1 day') as d (day)
    where not exists (select from reconciliation r where r.day = d.day::date and r.state = 'done') order by d.day`)
  return rows.map(({ day }) => day)
}

export async function listReconciliationRows(
  db: Queryable,
  limit: number,
  before: string,
): Promise<ReconciliationRow[]> {
  return db.query(sql`
    select ${columns} from reconciliation where day < ${before}::date order by day desc limit ${limit}`)
}

export async function countReconciliations(db: Queryable): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count from reconciliation`)).count
}

export async function listDifferences(db: Queryable, day: string): Promise<DifferenceRow[]> {
  return db.query(sql`
    select id, subject, kind, provider_id as "providerId", there_paise as "therePaise", here_paise as "herePaise"
    from reconciliation_difference where day = ${day}::date order by id`)
}

/** Replaces an earlier result of the day. A failed try does not replace a successful one. */
export async function saveReconciliation(
  tx: Tx,
  result: ReconciliationRow & { found: readonly DifferenceRow[] },
): Promise<void> {
  const { day, state, checkedAt, sides, differences, note, found } = result
  const rows = await tx.query(sql`
    insert into reconciliation as r (day, state, checked_at, sides, differences, note)
    values (${day}::date, ${state}, ${checkedAt}, ${JSON.stringify(sides)}::jsonb, ${differences}, ${note})
    on conflict (day) do update set state = excluded.state, checked_at = excluded.checked_at, sides = excluded.sides,
      differences = excluded.differences, note = excluded.note
    where excluded.state = 'done' or r.state = 'failed' returning day::text as day`)
  if (rows.length === 0) return
  await tx.query(sql`delete from reconciliation_difference where day = ${day}::date`)
  await tx.query(sql`
    insert into reconciliation_difference (id, day, subject, kind, provider_id, there_paise, here_paise)
    select d.id, ${day}::date, d.subject, d.kind, d.provider_id, d.there_paise, d.here_paise
    from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ subject }) => subject)}::text[],
      ${found.map(({ kind }) => kind)}::text[], ${found.map(({ providerId }) => providerId)}::text[],
      ${found.map(({ therePaise }) => therePaise)}::bigint[], ${found.map(({ herePaise }) => herePaise)}::bigint[])
      as d (id, subject, kind, provider_id, there_paise, here_paise)`)
}

/** Deletes at most `limit` results that are older than three years. */
export async function deleteReconciliations(tx: Queryable, limit: number): Promise<number> {
  const rows = await tx.query(sql`
    delete from reconciliation where day in (
      select day from reconciliation where day < now() - interval '3 years' order by day limit ${limit})
    returning day::text as day`)
  return rows.length
}
