/** SQL of the payment provider's charges, its settlements to the bank, and its balance. Paise. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ProviderSettlement } from '../../platform/providers/payments/provider.ts'

export interface ChargeRow {
  paise: number
  gstPaise: number
  settlementId: string | null
  entries: number
}

/** False where the shop has it already. */
export async function insertCharge(tx: Tx, id: string, row: ChargeRow): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into provider_charge (id, paise, gst_paise, settlement_id, entries)
    values (${id}, ${row.paise}, ${row.gstPaise}, ${row.settlementId}, ${row.entries})
    on conflict (id) do nothing returning id`)
  return rows.length > 0
}

export async function lockCharge(tx: Tx, id: string): Promise<ChargeRow> {
  return singleRow(
    await tx.query<ChargeRow>(sql`
      select paise, gst_paise as "gstPaise", settlement_id as "settlementId", entries
      from provider_charge where id = ${id} for update`),
  )
}

export async function updateCharge(tx: Tx, id: string, row: ChargeRow): Promise<void> {
  await tx.query(sql`
    update provider_charge set paise = ${row.paise}, gst_paise = ${row.gstPaise}, settlement_id = ${row.settlementId},
      entries = ${row.entries}, updated_at = now() where id = ${id}`)
}

/** The known ones of these charges. */
export async function findCharges(
  db: Queryable,
  ids: readonly string[],
): Promise<(Omit<ChargeRow, 'entries'> & { id: string })[]> {
  return db.query(sql`
    select id, paise, gst_paise as "gstPaise", settlement_id as "settlementId"
    from provider_charge where id = any(${ids}::text[])`)
}

export interface SettlementRow {
  id: string
  amountPaise: number
  state: ProviderSettlement['state']
  utr: string | null
  entries: number
}

const settlementColumns = sql`id, amount_paise as "amountPaise", state, utr, entries`

/** False where the shop has it already. */
export async function insertSettlement(tx: Tx, settlement: ProviderSettlement): Promise<boolean> {
  const { id, amountPaise, state, utr, createdAt } = settlement
  const rows = await tx.query(sql`
    insert into provider_settlement (id, amount_paise, state, utr, made_at)
    values (${id}, ${amountPaise}, ${state}, ${utr}, ${createdAt}) on conflict (id) do nothing returning id`)
  return rows.length > 0
}

export async function lockSettlement(tx: Tx, id: string): Promise<SettlementRow> {
  return singleRow(
    await tx.query<SettlementRow>(
      sql`select ${settlementColumns} from provider_settlement where id = ${id} for update`,
    ),
  )
}

export async function updateSettlement(tx: Tx, row: SettlementRow): Promise<void> {
  await tx.query(sql`
    update provider_settlement set amount_paise = ${row.amountPaise}, state = ${row.state}, utr = ${row.utr},
      entries = ${row.entries}, updated_at = now() where id = ${row.id}`)
}

export async function findSettlements(db: Queryable, ids: readonly string[]): Promise<SettlementRow[]> {
  return db.query(sql`select ${settlementColumns} from provider_settlement where id = any(${ids}::text[])`)
}

/** Those whose end is not known, by their ids, behind `after`. */
export async function settlementsUnderWay(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from provider_settlement where state = 'created' and id > ${after} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface AccountReading {
  readTo: Date | null
  readAt: Date | null
  therePaise: number | null
  herePaise: number | null
  sameSince: Date | null
  differsSince: Date | null
}

const accountColumns = sql`read_to as "readTo", read_at as "readAt", there_paise as "therePaise", here_paise as "herePaise",
  same_since as "sameSince", differs_since as "differsSince"`

export async function readAccount(db: Queryable): Promise<AccountReading> {
  return singleRow(await db.query<AccountReading>(sql`select ${accountColumns} from provider_account`))
}

export async function lockAccount(tx: Tx): Promise<AccountReading & { now: Date }> {
  return singleRow(
    await tx.query<AccountReading & { now: Date }>(
      sql`select ${accountColumns}, now() as now from provider_account for update`,
    ),
  )
}

export async function saveReading(
  tx: Tx,
  reading: { therePaise: number; herePaise: number; sameSince: Date; differsSince: Date | null },
): Promise<void> {
  const { therePaise, herePaise, sameSince, differsSince } = reading
  await tx.query(sql`
    update provider_account set read_at = now(), there_paise = ${therePaise}, here_paise = ${herePaise},
      same_since = ${sameSince}, differs_since = ${differsSince}`)
}

/** Never backwards: two nodes may read at once. */
export async function markReadTo(db: Queryable, to: Date): Promise<void> {
  await db.query(sql`
    update provider_account set read_to = ${to} where read_to is null or read_to < ${to}`)
}

/** When the shop's first payment was captured; null where there is none. */
export async function firstCapture(db: Queryable): Promise<Date | null> {
  return singleRow(await db.query<{ at: Date | null }>(sql`select min(received_at) as at from payment`)).at
}

/** What the provider should hold by the ledger, and how many entries the ledger has. One statement. */
export async function balanceHere(db: Queryable): Promise<{ paise: number; lastEntry: number }> {
  return singleRow(
    await db.query<{ paise: number; lastEntry: number }>(sql`
      select (coalesce((select balance_paise from ledger_checkpoint where account = 'provider'), 0)
          + coalesce((select sum(amount_paise) from posting
            where account = 'provider' and entry_id > (select entry_id from ledger_horizon)), 0)
          - (select paise from provider_under_way))::bigint as paise,
        coalesce((select max(id) from journal_entry), 0) as "lastEntry"`),
  )
}

export interface ListedSettlement {
  id: string
  no: number
  amountPaise: number
  state: ProviderSettlement['state']
  utr: string | null
  madeAt: Date
  chargesPaise: number
  gstPaise: number
}

export async function listSettlementRows(
  db: Queryable,
  limit: number,
  before: number,
): Promise<ListedSettlement[]> {
  return db.query(sql`
    select s.id, s.no, s.amount_paise as "amountPaise", s.state, s.utr, s.made_at as "madeAt",
      c.paise as "chargesPaise", c.gst as "gstPaise"
    from (select * from provider_settlement where no < ${before} order by no desc limit ${limit}) s
    cross join lateral (select coalesce(sum(paise), 0)::bigint as paise, coalesce(sum(gst_paise), 0)::bigint as gst
      from provider_charge where settlement_id = s.id) c
    order by s.no desc`)
}

export async function countSettlements(db: Queryable): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count from provider_settlement`))
    .count
}

export interface ChargedEntry {
  entryId: number
  id: string
  happenedAt: Date
  paise: number
  gstPaise: number
  settlementId: string | null
  utr: string | null
}

/** The entries of charges from `from` to before `to`, after the entry `after`. */
export async function listChargeEntries(
  db: Queryable,
  from: Date,
  to: Date,
  after: number,
  limit: number,
): Promise<ChargedEntry[]> {
  return db.query(sql`
    select e.id as "entryId", c.id, e.happened_at as "happenedAt", p.paise, p.gst as "gstPaise",
      c.settlement_id as "settlementId", s.utr
    from journal_entry e
    join provider_charge c on c.id = split_part(e.key, ':', 2)
    left join provider_settlement s on s.id = c.settlement_id
    cross join lateral (select -coalesce(sum(amount_paise) filter (where account = 'provider'), 0)::bigint as paise,
        coalesce(sum(amount_paise) filter (where account = 'input_gst'), 0)::bigint as gst
      from posting where entry_id = e.id) p
    where e.kind = 'provider-charge' and e.happened_at >= ${from} and e.happened_at < ${to} and e.id > ${after}
    order by e.id limit ${limit}`)
}
