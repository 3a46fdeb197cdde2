/** SQL of payouts. */
import { payoutStates } from '../../../contract/settlement.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { containing } from '../../platform/db/like.ts'
import { countRows } from '../../platform/db/count-rows.ts'
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

export const findPayoutsByNumber = (db: Queryable, numbers: readonly number[]): Promise<PayoutRow[]> =>
  db.query(
    sql`select ${payoutColumns} from payout p where p.number = any(${numbers}::bigint[]) order by p.id`,
  )

/** A payout as a second administrator reads of it. */
export interface DescribedPayoutRow extends PayoutRow {
  company: string
  email: string
  suspended: boolean
  note: string | null
  paidAt: Date | null
}

const describedPayouts = (which: Sql) => sql`
  select ${payoutColumns}, l.company_name as company, l.email, l.suspended_at is not null as suspended, p.note, p.paid_at as "paidAt"
  from payout p join payee l on l.id = p.seller_id where ${which} order by p.id`

export const describePayoutsByNumber = (
  db: Queryable,
  numbers: readonly number[],
): Promise<DescribedPayoutRow[]> => db.query(describedPayouts(sql`p.number = any(${numbers}::bigint[])`))

/** This payout and the others of its settlement. */
export const describePayoutsBeside = (db: Queryable, id: string): Promise<DescribedPayoutRow[]> =>
  db.query(describedPayouts(sql`p.settlement_id = (select settlement_id from payout where id = ${id})`))

/** What decides about these payouts: they and the others of their settlements, each of their transfers, and what is owed of it. */
export function versionOfPayouts(db: Queryable, ids: readonly string[]): Promise<object[]> {
  return db.query(sql`
    select p.id, p.method, p.state, p.paise, p.utr, p.provider_transfer_id as transfer, p.bank_file_id as file, p.payee_id as payee,
      p.note, p.paid_at as "paidAt", p.came_back_paise as back, p.came_back_parts as parts, p.late_entries as late,
      (select jsonb_agg(jsonb_build_array(x.reference, x.extra_paise, x.extra_back_paise) order by x.reference)
        from money_transfer x where x.payout_id = p.id) as transfers,
      (select jsonb_agg(jsonb_build_array(w.id, w.paise) order by w.id)
        from paid_twice w where w.settlement_id = p.settlement_id) as owed
    from payout p where p.settlement_id in (select settlement_id from payout where id = any(${ids}::uuid[])) order by p.id`)
}

interface AccountRow {
  payeeId: number
  holder: string
  last4: string
  ifsc: string
  held: boolean
}

/** Where the money of a seller goes now. */
export async function presentAccount(db: Queryable, sellerId: string): Promise<AccountRow> {
  return singleRow(
    await db.query<AccountRow>(sql`
      select v.id as "payeeId", v.bank_full_name as holder, v.bank_account_last4 as last4, v.ifsc_code as ifsc, l.held
      from payee l join payee_version v on v.id = l.payee_id where l.id = ${sellerId}`),
  )
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

/** Whether another payout of the settlement of `p` is under way, or its seller has the money. */
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
  /** What the seller has of it by further transfers, and owes. */
  extraPaise: number
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
      (select coalesce(sum(x.extra_paise - x.extra_back_paise), 0)::bigint from money_transfer x
        where x.payout_id = p.id and x.extra_paise > 0) as "extraPaise",
      l.suspended_at is not null as "isSuspended", p.paid_at as "paidAt", p.updated_at as "updatedAt"
    ${fromPayouts} where p.id < ${before} ${whereFilter(filter)} order by p.id desc limit ${limit}`)
}

export const countPayouts = (db: Queryable, filter: PayoutFilter): Promise<number> =>
  countRows(db, sql`select ${fromPayouts} where true ${whereFilter(filter)}`)

export async function countPayoutsByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: PayoutState) => countedState(state, sql`from payout p where p.state = ${state}`)
  return db.query<StateCount>(
    payoutStates
      .slice(1)
      .reduce((all, state) => sql`${all} union all ${counted(state)}`, counted(payoutStates[0])),
  )
}

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
