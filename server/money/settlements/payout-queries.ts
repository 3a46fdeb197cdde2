/** SQL of payouts. */
import { limits } from '../../../contract/limits.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { containing } from '../../platform/db/like.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

export type PayoutState = 'ready' | 'in-file' | 'sending' | 'paid' | 'failed' | 'returned'

export interface NewPayout {
  id: string
  settlementId: string
  sellerId: string
  paise: number
  method: 'route' | 'bank'
}

export async function insertPayouts(tx: Tx, payouts: readonly NewPayout[]): Promise<void> {
  await tx.query(sql`
    insert into payout (id, settlement_id, seller_id, paise, method, state)
    select p.id, p.settlement_id, p.seller_id, p.paise, p.method, case p.method when 'route' then 'sending' else 'ready' end
    from unnest(${payouts.map(({ id }) => id)}::uuid[], ${payouts.map(({ settlementId }) => settlementId)}::uuid[],
      ${payouts.map(({ sellerId }) => sellerId)}::uuid[], ${payouts.map(({ paise }) => paise)}::bigint[],
      ${payouts.map(({ method }) => method)}::text[]) as p (id, settlement_id, seller_id, paise, method)`)
}

export interface PayoutRow {
  id: string
  number: number
  settlementId: string
  sellerId: string
  paise: number
  method: 'route' | 'bank'
  state: PayoutState
  bankFileId: string | null
  utr: string | null
  transferId: string | null
  payeeId: number
  /** The linked account of its transfer, if that was requested. */
  askedAccount: string | null
  /** When it was requested last. */
  askedAt: Date | null
  /** The part of a paid payout that came back to the shop while the seller has the rest. */
  cameBackPaise: number
  /** The bank or the provider had said that it failed, or that it came back. */
  failedBefore: boolean
  createdAt: Date
}

const payoutColumns = sql`p.id, p.number, p.settlement_id as "settlementId", p.seller_id as "sellerId", p.paise, p.method, p.state,
    p.bank_file_id as "bankFileId", p.utr, p.provider_transfer_id as "transferId", p.payee_id as "payeeId", p.asked_account as "askedAccount",
    p.asked_at as "askedAt", p.created_at as "createdAt", p.came_back_paise as "cameBackPaise", p.note is not null as "failedBefore"`

/** Locks it with the other payouts of its settlement, in the order of their ids, because what is due is decided by all of them. */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  const rows = await tx.query<PayoutRow>(sql`
    select ${payoutColumns} from payout p where p.settlement_id = (select settlement_id from payout where id = ${id})
    order by p.id for update`)
  return rows.find((row) => row.id === id)
}

export async function findPayout(db: Queryable, id: string): Promise<PayoutRow | undefined> {
  const [row] = await db.query<PayoutRow>(sql`select ${payoutColumns} from payout p where p.id = ${id}`)
  return row
}

export async function findPayoutOfTransfer(
  db: Queryable,
  transferId: string,
): Promise<PayoutRow | undefined> {
  const [row] = await db.query<PayoutRow>(sql`
    select ${payoutColumns} from payout p join money_transfer x on x.payout_id = p.id where x.reference = ${transferId}`)
  return row
}

/** Locked like one (`lockPayout`). */
export async function lockPayoutsByNumber(tx: Tx, numbers: readonly number[]): Promise<PayoutRow[]> {
  const rows = await tx.query<PayoutRow>(sql`
    select ${payoutColumns} from payout p
    where p.settlement_id in (select settlement_id from payout where number = any(${numbers}::bigint[])) order by p.id for update`)
  const named = new Set(numbers)
  return rows.filter(({ number }) => named.has(number))
}

export interface UtrUse {
  utr: string
  /** Of the payout that it paid; null for a refund. */
  number: number | null
  /** It was one more transfer of the payout, and the bank took it back. */
  cameBack: boolean
}

/** What these UTRs have paid already. */
export async function usesOfUtrs(db: Queryable, utrs: readonly string[]): Promise<UtrUse[]> {
  return db.query(sql`
    select x.reference as utr, p.number, x.extra_paise > 0 and x.extra_back_paise = x.extra_paise as "cameBack"
    from money_transfer x left join payout p on p.id = x.payout_id where x.reference = any(${utrs}::text[])`)
}

/** One more transfer that bank or provider made for a payout, beside the one that the payout names. */
export interface ExtraTransfer {
  paise: number
  backPaise: number
}

export async function findExtraTransfer(
  tx: Tx,
  payoutId: string,
  reference: string,
): Promise<ExtraTransfer | undefined> {
  const [row] = await tx.query<ExtraTransfer>(sql`
    select extra_paise as paise, extra_back_paise as "backPaise" from money_transfer
    where payout_id = ${payoutId} and reference = ${reference} and extra_paise > 0`)
  return row
}

export async function saveExtraTransfer(
  tx: Tx,
  payoutId: string,
  reference: string,
  { paise, backPaise }: ExtraTransfer,
): Promise<void> {
  const saved = await tx.query(sql`
    insert into money_transfer (reference, payout_id, extra_paise, extra_back_paise)
    values (${reference}, ${payoutId}, ${paise}, ${backPaise})
    on conflict (reference) do update set extra_back_paise = excluded.extra_back_paise
      where money_transfer.payout_id = ${payoutId} returning 1`)
  // Another call was faster.
  if (saved.length === 0) throw new Error(`the transfer ${reference} is another payout's or a refund's`)
}

/** Counts one more late fact of a payout and returns its number. */
export async function countLateEntry(tx: Tx, id: string): Promise<number> {
  return singleRow(
    await tx.query<{ no: number }>(sql`
      update payout set late_entries = late_entries + 1, updated_at = now() where id = ${id} returning late_entries as no`),
  ).no
}

/** What the payouts of a settlement moved, what it pays, and what its seller owes of that already. */
export async function moneyOfSettlement(
  tx: Tx,
  settlementId: string,
): Promise<{ movedPaise: number; payoutPaise: number; owedPaise: number }> {
  return singleRow(
    await tx.query<{ movedPaise: number; payoutPaise: number; owedPaise: number }>(sql`
      select t.payout_paise as "payoutPaise",
        (select coalesce(sum(m.paise), 0)::bigint from payout_money m where m.settlement_id = t.id) as "movedPaise",
        (select coalesce(sum(w.paise), 0)::bigint from paid_twice w where w.settlement_id = t.id) as "owedPaise"
      from settlement t where t.id = ${settlementId}`),
  )
}

export async function insertPaidTwice(
  tx: Tx,
  row: { id: string; settlementId: string; sellerId: string; paise: number },
): Promise<void> {
  await tx.query(sql`
    insert into paid_twice (id, settlement_id, seller_id, paise)
    values (${row.id}, ${row.settlementId}, ${row.sellerId}, ${row.paise})`)
}

/** Ends payouts of a settlement that no bank and no provider has yet. */
export async function failUnsent(tx: Tx, settlementId: string, note: string): Promise<void> {
  await tx.query(sql`
    update payout set state = 'failed', note = ${note}, updated_at = now()
    where settlement_id = ${settlementId} and state = 'ready'`)
}

export async function markPaid(
  tx: Tx,
  id: string,
  reference: { utr: string } | { transferId: string },
): Promise<void> {
  const set =
    'utr' in reference ? sql`utr = ${reference.utr}` : sql`provider_transfer_id = ${reference.transferId}`
  await tx.query(sql`
    update payout set state = 'paid', paid_at = now(), updated_at = now(), ${set} where id = ${id}`)
}

export async function markFailed(
  tx: Tx,
  id: string,
  state: 'failed' | 'returned',
  note: string,
): Promise<void> {
  await tx.query(sql`
    update payout set state = ${state}, note = ${note}, updated_at = now() where id = ${id}`)
}

/** Stores the amount of a paid payout that came back, in total, and returns in how many parts it came back. */
export async function notePartBack(tx: Tx, id: string, cameBackPaise: number): Promise<number> {
  const row = singleRow(
    await tx.query<{ parts: number }>(sql`
      update payout set came_back_paise = ${cameBackPaise}, came_back_parts = came_back_parts + 1, updated_at = now()
      where id = ${id} returning came_back_parts as parts`),
  )
  return row.parts
}

export async function noteTransfer(tx: Tx, id: string, transferId: string): Promise<void> {
  await tx.query(sql`
    update payout set provider_transfer_id = ${transferId}, updated_at = now()
    where id = ${id} and provider_transfer_id is null`)
}

/** When the oldest payout by Route since then was made. */
export async function oldestRoutePayout(db: Queryable, since: Date): Promise<Date | null> {
  return singleRow(
    await db.query<{ oldest: Date | null }>(
      sql`select min(created_at) as oldest from payout where method = 'route' and created_at >= ${since}`,
    ),
  ).oldest
}

/** Whether sellers have the money of a settlement by what bank and provider said. */
export async function isSettlementPaid(db: Queryable, settlementId: string): Promise<boolean> {
  return singleRow(
    await db.query<{ paid: boolean }>(sql`
      select coalesce(sum(paise), 0) > 0 as paid from payout_money where settlement_id = ${settlementId}`),
  ).paid
}

/** Payouts by Route without news for a while. */
export async function stalePayouts(db: Queryable, seconds: number): Promise<{ id: string }[]> {
  return db.query(sql`
    select id from payout where state = 'sending' and updated_at < now() - ${seconds}::int * interval '1 second'
    order by updated_at limit 200`)
}

export async function touchPayout(db: Queryable, id: string): Promise<void> {
  await db.query(sql`update payout set updated_at = now() where id = ${id} and state = 'sending'`)
}

/** Of a payout `p`: another one of its settlement is under way, or its seller has money. */
const isPaidOrUnderWay = sql`(
    exists (select from payout other where other.settlement_id = p.settlement_id and other.state in ('ready', 'in-file', 'sending'))
    or (select sum(m.paise) from payout_money m where m.settlement_id = p.settlement_id) > 0)`

export async function hasLivePayout(tx: Tx, id: string): Promise<boolean> {
  return singleRow(
    await tx.query<{ live: boolean }>(
      sql`select ${isPaidOrUnderWay} as live from payout p where p.id = ${id}`,
    ),
  ).live
}

export interface AdminPayoutRow extends PayoutRow {
  /** Whether it waits for a hold on the seller's payouts, and until when; null: until an administrator ends it. */
  held: boolean
  heldUntil: Date | null
  runId: string
  upTo: string
  company: string
  email: string
  note: string | null
  repeatable: boolean
  isSuspended: boolean
  paidAt: Date | null
  updatedAt: Date
}

export interface PayoutFilter {
  q?: string | undefined
  runId?: string | undefined
  state?: PayoutState | undefined
}

const fromPayouts = sql`from payout p join settlement s on s.id = p.settlement_id join settlement_run r on r.id = s.run_id
    join payee l on l.id = p.seller_id`

function whereFilter({ q, runId, state }: PayoutFilter): Sql {
  const number = q && /^HP0*(\d{1,15})$/i.exec(q)?.[1]
  const found = q
    ? sql`and (p.id in (select payout_id from money_transfer where reference in (${q.toUpperCase()}, ${q}))
        or p.number = ${number ? Number(number) : null}::bigint
        or p.seller_id in (select id from payee where email like ${containing(q.toLowerCase())}
          union select id from payee where company_name ilike ${containing(q)}))`
    : emptySql
  return sql`${found} ${runId ? sql`and s.run_id = ${runId}` : emptySql} ${state ? sql`and p.state = ${state}` : emptySql}`
}

export async function listPayoutRows(
  db: Queryable,
  filter: PayoutFilter,
  limit: number,
  before: string,
): Promise<AdminPayoutRow[]> {
  return db.query(sql`
    select ${payoutColumns}, s.run_id as "runId", r.up_to::text as "upTo", l.company_name as company, l.email, p.note,
      l.held and (p.state = 'ready' or p.state = 'sending' and p.provider_transfer_id is null) as held, l.held_until as "heldUntil",
      p.state in ('failed', 'returned') and not ${isPaidOrUnderWay} as repeatable,
      l.suspended_at is not null as "isSuspended", p.paid_at as "paidAt", p.updated_at as "updatedAt"
    ${fromPayouts} where p.id < ${before} ${whereFilter(filter)} order by p.id desc limit ${limit}`)
}

export async function countPayouts(db: Queryable, filter: PayoutFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from (
        select ${fromPayouts} where true ${whereFilter(filter)} limit ${limits.countFiltered}) as counted`),
  ).count
}

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

export interface PayeeState {
  suspended: boolean
  held: boolean
  /** Null while they are stopped. */
  heldUntil: Date | null
  payeeId: number
  /** The linked account; null where there is none. */
  routeAccountId: string | null
  /** Whether the linked account is active and good for the seller's present details. */
  routeIsCurrent: boolean
}

export async function readPayeeState(db: Queryable, sellerId: string): Promise<PayeeState> {
  return singleRow(
    await db.query<PayeeState>(sql`
      select suspended_at is not null as suspended, held, held_until as "heldUntil", payee_id as "payeeId", route_account_id as "routeAccountId",
        route_is_current as "routeIsCurrent"
      from payee where id = ${sellerId}`),
  )
}

/** The profiles of these sellers cannot change until the transaction ends: what is read after this is the newest. */
export async function lockProfiles(tx: Tx, sellerIds: readonly string[]): Promise<void> {
  await tx.query(sql`select lock_profiles_of(${sellerIds}::uuid[])`)
}

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

export async function isSuspended(db: Queryable, sellerId: string): Promise<boolean> {
  const rows = await db.query(sql`select from payee where id = ${sellerId} and suspended_at is not null`)
  return rows.length > 0
}

/** The transfer of this payout is about to be requested, to this linked account. Returns when. */
export async function markAsked(tx: Tx, id: string, accountId: string, payeeId: number): Promise<Date> {
  const row = singleRow(
    await tx.query<{ askedAt: Date }>(sql`
      update payout set asked_at = now(), asked_account = ${accountId}, payee_id = ${payeeId}, updated_at = now()
      where id = ${id} returning now() as "askedAt"`),
  )
  return row.askedAt
}

/** The provider has no transfer of it: it may be requested anew, to another account. */
export async function forgetAsked(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update payout set asked_at = null, asked_account = null where id = ${id}`)
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

/** Who is notified of a payout, and of which amount. */
export async function payoutContact(
  db: Queryable,
  id: string,
): Promise<{ email: string; company: string; upTo: string; settlementId: string }> {
  return singleRow(
    await db.query<{ email: string; company: string; upTo: string; settlementId: string }>(sql`
      select l.email, l.company_name as company, r.up_to::text as "upTo", p.settlement_id as "settlementId"
      ${fromPayouts} where p.id = ${id}`),
  )
}
