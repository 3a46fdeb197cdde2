/** SQL of the files for the bank and of its replies. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'

/** A payout with its destination. */
export interface PayoutToBank {
  id: string
  number: number
  paise: number
  email: string
  payeeId: number
  beneficiary: string
  bankAccountSealed: string
  ifscCode: string
}
const toBankColumns = sql`p.id, p.number, p.paise, l.email, y.id as "payeeId", y.bank_full_name as beneficiary,
    y.bank_account_sealed as "bankAccountSealed", y.ifsc_code as "ifscCode"`

export async function sellersWaitingForBank(db: Queryable, runId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct p.seller_id as id from payout p join settlement s on s.id = p.settlement_id
    where s.run_id = ${runId} and p.state = 'ready'`)
  return rows.map(({ id }) => id)
}

/**
 * All payouts of a run that wait for the bank, with the present bank account of their sellers, except those of suspended sellers
 * and those that are held. Locked: of two calls the second finds none.
 */
export async function lockPayoutsForBank(tx: Tx, runId: string): Promise<PayoutToBank[]> {
  return tx.query(sql`
    select ${toBankColumns}
    from payout p join settlement s on s.id = p.settlement_id join payee l on l.id = p.seller_id
    join payee_version y on y.id = l.payee_id
    where s.run_id = ${runId} and p.state = 'ready' and p.method = 'bank' and l.suspended_at is null and not l.held
    order by p.id for update of p`)
}

export async function markUnreadable(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    sql`update payout set unreadable_at = coalesce(unreadable_at, now()) where id = any(${ids}::uuid[])`,
  )
}

export interface FileBytes {
  sha256: string
  sealed: string
}

/** Puts these payouts into a new file with its bytes. */
export async function insertBankFile(
  tx: Tx,
  file: FileBytes & { id: string; runId: string; payouts: readonly PayoutToBank[] },
): Promise<{ payouts: number; paise: number; createdAt: Date }> {
  const ids = file.payouts.map(({ id }) => id)
  const payees = file.payouts.map(({ payeeId }) => payeeId)
  return singleRow(
    await tx.query<{ payouts: number; paise: number; createdAt: Date }>(sql`
      with moved as (
        update payout p set state = 'in-file', bank_file_id = ${file.id}, payee_id = n.payee_id, unreadable_at = null,
          updated_at = now()
        from unnest(${ids}::uuid[], ${payees}::bigint[]) as n (id, payee_id) where p.id = n.id
        returning p.paise
      )
      insert into bank_file (id, run_id, payouts, paise, sha256, bytes_sealed)
      select ${file.id}, ${file.runId}, count(*), sum(paise), ${file.sha256}, ${file.sealed} from moved
      returning payouts, paise, created_at as "createdAt"`),
  )
}

/** The payouts that are still in a file without bytes, with the bank accounts that they were made with. */
export async function payoutsOfFile(tx: Tx, fileId: string): Promise<PayoutToBank[]> {
  return tx.query(sql`
    select ${toBankColumns} from payout p join payee l on l.id = p.seller_id join payee_version y on y.id = p.payee_id
    where p.bank_file_id = ${fileId} and p.state = 'in-file' order by p.number`)
}

export async function readFileBytes(
  db: Queryable,
  id: string,
): Promise<{ sealed: string | null } | undefined> {
  const [row] = await db.query<{ sealed: string | null }>(
    sql`select bytes_sealed as sealed from bank_file where id = ${id}`,
  )
  return row
}

/** Waits for another first download. */
export async function lockFile(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`select from bank_file where id = ${id} for update`)
}

export async function storeFileBytes(tx: Tx, id: string, bytes: FileBytes): Promise<void> {
  await tx.query(sql`
    update bank_file set sha256 = ${bytes.sha256}, bytes_sealed = ${bytes.sealed} where id = ${id} and sha256 is null`)
}

export interface BankFileRow {
  id: string
  upTo: string
  payouts: number
  paise: number
  /** Null in a file of before, until it is downloaded. */
  sha256: string | null
  createdAt: Date
}
const fileColumns = sql`f.id, r.up_to::text as "upTo", f.payouts, f.paise, f.sha256, f.created_at as "createdAt"`

export async function findBankFile(db: Queryable, id: string): Promise<BankFileRow | undefined> {
  const [row] = await db.query<BankFileRow>(sql`
    select ${fileColumns} from bank_file f join settlement_run r on r.id = f.run_id where f.id = ${id}`)
  return row
}

export async function listBankFileRows(
  db: Queryable,
  runId: string | undefined,
  limit: number,
  before: string,
): Promise<BankFileRow[]> {
  return db.query(sql`
    select ${fileColumns} from bank_file f join settlement_run r on r.id = f.run_id
    where f.id < ${before} ${runId ? sql`and f.run_id = ${runId}` : emptySql} order by f.id desc limit ${limit}`)
}

export async function countBankFiles(db: Queryable, runId: string | undefined): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from bank_file f where true ${runId ? sql`and f.run_id = ${runId}` : emptySql}`,
    ),
  ).count
}

/** False where this file was imported before. */
export async function insertBankReply(
  tx: Tx,
  reply: { sha256: string; paid: number; failed: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into bank_reply (sha256, paid, failed) values (${reply.sha256}, ${reply.paid}, ${reply.failed})
    on conflict do nothing returning sha256`)
  return rows.length > 0
}

export async function findBankReply(db: Queryable, sha256: string): Promise<{ createdAt: Date } | undefined> {
  const [row] = await db.query<{ createdAt: Date }>(
    sql`select created_at as "createdAt" from bank_reply where sha256 = ${sha256}`,
  )
  return row
}
