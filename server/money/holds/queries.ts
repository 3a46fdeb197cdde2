/** SQL of holds: the table shop_hold, what a reconciliation found, and what it adopts. Paise. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface HoldRow {
  id: string
  cause: 'restored' | 'by-hand'
  note: string
  heldAt: Date
  backupAt: Date | null
  reconciliation: 'running' | 'done' | 'failed' | null
  reconciledTo: Date | null
  problem: string | null
}

const columns = sql`id, cause, note, held_at as "heldAt", backup_at as "backupAt", reconciliation,
    reconciled_to as "reconciledTo", problem`

export async function findHold(db: Queryable): Promise<HoldRow | undefined> {
  const [row] = await db.query<HoldRow>(sql`select ${columns} from shop_hold where released_at is null`)
  return row
}

/** Nobody holds or releases the shop until the transaction ends. */
export async function lockHold(tx: Tx): Promise<HoldRow | undefined> {
  const [row] = await tx.query<HoldRow>(
    sql`select ${columns} from shop_hold where released_at is null for update`,
  )
  return row
}

/** Before a hold begins or ends: waits for every transaction that has written, or been refused, what a hold refuses. */
export async function waitForWriters(tx: Tx): Promise<void> {
  await tx.query(sql`select from lock_shop_hold()`)
}

/** False where the shop is held already. */
export async function insertHold(tx: Tx, hold: { id: string; note: string }): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into shop_hold (id, cause, note) values (${hold.id}, 'by-hand', ${hold.note}) on conflict do nothing returning id`)
  return rows.length > 0
}

export async function markReleased(tx: Tx, id: string, note: string): Promise<void> {
  await tx.query(sql`
    update shop_hold set released_at = now(), released_note = ${note} where id = ${id} and released_at is null`)
}

export async function markReconciling(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update shop_hold set reconciliation = 'running', problem = null where id = ${id} and released_at is null`)
}

export async function markReconciled(db: Queryable, id: string, to: Date): Promise<void> {
  await db.query(sql`
    update shop_hold set reconciliation = 'done', reconciled_to = ${to}, problem = null
    where id = ${id} and released_at is null`)
}

export async function markNotReconciled(db: Queryable, id: string, problem: string): Promise<void> {
  await db.query(sql`
    update shop_hold set reconciliation = 'failed', problem = ${problem} where id = ${id} and released_at is null`)
}

export interface Finding {
  subject: 'payment' | 'refund' | 'transfer' | 'bank'
  reference: string
  outcome: 'adopted' | 'unknown' | 'under-way' | 'no-money'
  paise: number
  text: string
}

/** A later look replaces an earlier one, unless it adopted what the later one finds known. */
export async function saveFinding(
  db: Queryable,
  holdId: string,
  { subject, reference, outcome, paise, text, lostNumber }: Finding & { lostNumber?: number | undefined },
): Promise<void> {
  await db.query(sql`
    insert into hold_finding (hold_id, subject, reference, outcome, paise, text, lost_number)
    values (${holdId}, ${subject}, ${reference}, ${outcome}, ${paise}, ${text}, ${lostNumber ?? null})
    on conflict (hold_id, subject, reference) do update
    set outcome = excluded.outcome, paise = excluded.paise, text = excluded.text, found_at = now()`)
}

/** The numbers of payouts that the backup lacks, and of which the bank's word was taken. */
export async function lostNumbers(tx: Tx, holdId: string): Promise<Set<number>> {
  const rows = await tx.query<{ number: number }>(
    sql`select lost_number as number from hold_finding where hold_id = ${holdId} and lost_number is not null`,
  )
  return new Set(rows.map(({ number }) => number))
}

export async function listFindings(db: Queryable, holdId: string, limit: number): Promise<Finding[]> {
  return db.query(sql`
    select subject, reference, outcome, paise, text from hold_finding where hold_id = ${holdId}
    order by outcome in ('adopted', 'no-money'), found_at, reference limit ${limit}`)
}

export async function sumFindings(
  db: Queryable,
  holdId: string,
): Promise<(Pick<Finding, 'subject' | 'outcome' | 'paise'> & { count: number })[]> {
  return db.query(sql`
    select subject, outcome, count(*) as count, sum(paise)::bigint as paise from hold_finding where hold_id = ${holdId}
    group by subject, outcome order by subject, outcome`)
}

/** The number that was given last, or that the next one goes on behind. */
export async function newestPayoutNumber(db: Queryable): Promise<number | null> {
  return singleRow(
    await db.query<{ newest: number | null }>(
      sql`select case when is_called then last_value end as newest from payout_number_seq`,
    ),
  ).newest
}

/** The next payout has a higher number than `number`; one that is used already changes nothing. */
export async function continuePayoutNumbers(tx: Tx, number: number): Promise<void> {
  await tx.query(sql`select from continue_payout_numbers(${number}::bigint)`)
}

/** The sellers with this e-mail or GST number. */
export async function findPayees(
  db: Queryable,
  names: readonly string[],
): Promise<{ id: string; email: string; gstin: string | null; company: string }[]> {
  return db.query(sql`
    select id, email, gstin, company_name as company from payee
    where email = any(${names.map((name) => name.toLowerCase())}::text[])
      or gstin = any(${names.map((name) => name.toUpperCase())}::text[]) order by id`)
}

/** Whose linked account this is, or was when a transfer was requested. */
export async function findPayeeOfAccount(db: Queryable, accountId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from payee where route_account_id = ${accountId}
    union select seller_id from payout where asked_account = ${accountId} limit 1`)
  return row?.id
}

/** The run of a hold in which this seller has no settlement yet; a new one where there is none. */
export async function adoptedRun(
  tx: Tx,
  holdId: string,
  sellerId: string,
  newRunId: string,
  firstDay: string,
): Promise<string> {
  const [run] = await tx.query<{ id: string }>(sql`
    select id from settlement_run r where adopted_for = ${holdId}
      and not exists (select from settlement s where s.run_id = r.id and s.seller_id = ${sellerId})
      and not exists (select from settlement s join settlement_run later on later.id = s.run_id
        where s.seller_id = ${sellerId} and later.up_to > r.up_to)
    order by up_to limit 1`)
  if (run) return run.id
  return singleRow(
    await tx.query<{ id: string }>(sql`
      insert into settlement_run (id, up_to, state, finished_at, adopted_for)
      select ${newRunId}, coalesce((select max(up_to) + 1 from settlement_run), ${firstDay}::date), 'done', now(), ${holdId}
      returning id`),
  ).id
}

/** A settlement without lines: the seller was paid, and owes the payout until a run sets it off against their sales. */
export async function insertAdoptedSettlement(
  tx: Tx,
  settlement: { id: string; runId: string; sellerId: string; paise: number },
): Promise<void> {
  const { id, runId, sellerId, paise } = settlement
  await tx.query(sql`
    insert into settlement (id, run_id, seller_id, lines, gross_paise, reversed_paise, commission_paise, shipping_paise,
      gst_on_fees_paise, tcs_paise, tds_paise, compensation_paise, net_paise, carried_before_paise, payout_paise,
      carried_after_paise, adopted)
    select ${id}, ${runId}, ${sellerId}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, c.paise, ${paise}, c.paise - ${paise}, true
    from (select coalesce((select b.carried_after_paise from settlement b join settlement_run br on br.id = b.run_id
      where b.seller_id = ${sellerId} order by br.up_to desc limit 1), 0) as paise) c`)
}

/**
 * Before a payout is taken over. Sellers whom an interrupted run has not settled yet are settled by the next one: going on, it would
 * carry what was taken over behind it, and the next one once more.
 */
export async function endInterruptedRuns(tx: Tx): Promise<void> {
  await tx.query(sql`update settlement_run set state = 'done', finished_at = now() where state = 'running'`)
}

/** A payout by bank of a lost run, with the number that the bank knows. A unique key refuses one that is here. */
export async function insertLostPayout(
  tx: Tx,
  payout: { id: string; settlementId: string; sellerId: string; paise: number },
  number: number,
): Promise<void> {
  const { id, settlementId, sellerId, paise } = payout
  await tx.query(sql`
    insert into payout (id, number, settlement_id, seller_id, paise, method, state) overriding system value
    values (${id}, ${number}, ${settlementId}, ${sellerId}, ${paise}, 'bank', 'in-file')`)
}

export async function noteOfPayout(tx: Tx, id: string, note: string): Promise<void> {
  await tx.query(sql`update payout set note = ${note} where id = ${id}`)
}

export interface Series {
  gstin: string
  financialYear: number
  kind: 'invoice' | 'credit-note'
}

/** The newest name that stands with this GST number, whoever has it now. */
export async function companyOfGstin(db: Queryable, gstin: string): Promise<string | undefined> {
  const [row] = await db.query<{ company: string }>(sql`
    select company_name as company from identity_version where gstin = ${gstin} order by id desc limit 1`)
  return row?.company
}

/** The last number of a series, locked; 0 where it has not begun. */
export async function lockSeries(tx: Tx, { gstin, financialYear, kind }: Series): Promise<number> {
  const [row] = await tx.query<{ lastNo: number }>(sql`
    select last_no as "lastNo" from invoice_series
    where gstin = ${gstin} and financial_year = ${financialYear} and kind = ${kind} for update`)
  return row?.lastNo ?? 0
}

export async function lastOfSeries(db: Queryable, { gstin, financialYear, kind }: Series): Promise<number> {
  const [row] = await db.query<{ lastNo: number }>(sql`
    select last_no as "lastNo" from invoice_series
    where gstin = ${gstin} and financial_year = ${financialYear} and kind = ${kind}`)
  return row?.lastNo ?? 0
}

/** Documents that the backup does not have. */
export interface Numbers {
  from: number
  to: number
  holdId: string
}

/** By when the documents of a financial year were issued: a day of India. */
const issuedBy = (financialYear: number) =>
  sql`least((now() at time zone 'Asia/Kolkata')::date, make_date(${financialYear} + 1, 3, 31))`

/** The series goes on behind `to`. */
export async function leaveOut(
  tx: Tx,
  { gstin, financialYear, kind }: Series,
  numbers: Numbers,
): Promise<void> {
  await tx.query(sql`
    insert into invoice_series_gap (gstin, financial_year, kind, from_no, to_no, hold_id)
    values (${gstin}, ${financialYear}, ${kind}, ${numbers.from}, ${numbers.to}, ${numbers.holdId})`)
  const today = issuedBy(financialYear)
  // Not one statement: the trigger of the series counts the insert that a conflict turns into an update, too.
  await tx.query(
    numbers.from > 1
      ? sql`update invoice_series set last_no = ${numbers.to}, last_on = greatest(last_on, ${today})
          where gstin = ${gstin} and financial_year = ${financialYear} and kind = ${kind}`
      : sql`insert into invoice_series (gstin, financial_year, kind, last_no, last_on)
          values (${gstin}, ${financialYear}, ${kind}, ${numbers.to}, greatest(make_date(${financialYear}, 4, 1), ${today}))`,
  )
}

/** The name on the newest document that the shop issued with this GST number. */
export async function shopOfGstin(db: Queryable, gstin: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(sql`
    select shop_name as name from shop_document where shop_gstin = ${gstin} order by id desc limit 1`)
  return row?.name
}

/** As `lockSeries`, of a series of the shop. */
export async function lockShopSeries(tx: Tx, series: Series): Promise<number> {
  await tx.query(sql`select from shop_document_progress for update`)
  return lastOfShopSeries(tx, series)
}

export async function lastOfShopSeries(
  db: Queryable,
  { gstin, financialYear, kind }: Series,
): Promise<number> {
  const [row] = await db.query<{ no: number }>(
    sql`select no from end_of_shop_series(${gstin}, ${financialYear}, ${kind})`,
  )
  return row?.no ?? 0
}

/** As `leaveOut`, of a series of the shop. */
export async function leaveOutOfShop(
  tx: Tx,
  { gstin, financialYear, kind }: Series,
  { from, to, holdId }: Numbers,
): Promise<void> {
  await tx.query(sql`
    insert into shop_series_gap (shop_gstin, financial_year, kind, from_no, to_no, last_on, hold_id)
    values (${gstin}, ${financialYear}, ${kind}, ${from}, ${to}, ${issuedBy(financialYear)}, ${holdId})`)
}

export interface LeftOutRow extends Series {
  ofShop: boolean
  from: number
  to: number
}

export async function listLeftOut(db: Queryable, holdId: string, limit: number): Promise<LeftOutRow[]> {
  return db.query(sql`
    select gstin, financial_year as "financialYear", kind, from_no as "from", to_no as "to", of_shop as "ofShop"
    from (select gstin, financial_year, kind, from_no, to_no, hold_id, noted_at, false as of_shop from invoice_series_gap
      union all
      select shop_gstin, financial_year, kind, from_no, to_no, hold_id, noted_at, true from shop_series_gap) g
    where hold_id = ${holdId} order by noted_at desc, gstin limit ${limit}`)
}

/** Which of these refunds of the provider the shop has. */
export async function knownRefunds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string | null }>(
    sql`select provider_refund_id as id from refund where provider_refund_id = any(${ids}::text[])`,
  )
  return rows.flatMap(({ id }) => id ?? [])
}

/** Whether this movement was about to be adopted when an earlier try ended. */
export async function hasBegun(
  db: Queryable,
  holdId: string,
  subject: Finding['subject'],
  reference: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from hold_finding
    where hold_id = ${holdId} and subject = ${subject} and reference = ${reference} and outcome = 'under-way'`)
  return rows.length > 0
}
