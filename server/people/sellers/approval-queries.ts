/** SQL of the approval of sellers and of their documents. */
import type { ApprovalInput, ApprovalState, SellerDocumentKind } from '../../../contract/seller-approval.ts'
import { approvalLists } from '../../../contract/admin-seller-approvals.ts'
import { limits } from '../../../contract/limits.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { matchesSearch } from './all-sellers-queries.ts'
import { type SellerRow, sellerColumns } from './queries.ts'

export interface ApprovalRow {
  approval: ApprovalState
  approvalAt: Date
  reason: string | null
  /** Whether an administrator has approved what the seller is and has sent at present. */
  seen: boolean
  documents: { kind: SellerDocumentKind; key: string; at: string; waits: boolean }[]
}

/** For a seller `s`. */
const isSeen = sql`coalesce(s.approved_version = s.approval_version, false)`
const approvalColumns = sql`s.approval, s.approval_at as "approvalAt", s.approval_reason as reason,
    ${isSeen} as seen,
    (select coalesce(json_agg(json_build_object('kind', d.kind, 'key', d.key, 'at', d.sent_at, 'waits', d.decided_at is null) order by d.kind), '[]')
      from seller_document d where d.seller_id = s.account_id) as documents`

export async function findApproval(db: Queryable, sellerId: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.query<ApprovalRow>(
    sql`select ${approvalColumns} from seller s where s.account_id = ${sellerId}`,
  )
  return row
}

interface LockedApproval {
  seen: boolean
  approval: ApprovalState
  /** `waits`: nobody has decided with it yet. */
  documents: { kind: SellerDocumentKind; key: string; waits: boolean }[]
}

/**
 * Locks the seller. The documents are read by a statement of its own, behind the lock: one that waits for a lock sees other tables
 * as they were before it waited.
 */
export async function lockApproval(tx: Tx, sellerId: string): Promise<LockedApproval | undefined> {
  const [row] = await tx.query<Omit<LockedApproval, 'documents'>>(sql`
    select ${isSeen} as seen, s.approval from seller s where s.account_id = ${sellerId} for no key update`)
  return (
    row && {
      ...row,
      documents: await tx.query<LockedApproval['documents'][number]>(sql`
        select kind, key, decided_at is null as waits from seller_document where seller_id = ${sellerId}`),
    }
  )
}

/**
 * Replaces the documents of a seller. One that is sent again keeps its day and, unless the seller was refused with it, its decision.
 * An approved seller stays approved, and is listed among those who changed. The caller has locked the seller.
 */
export async function putDocuments(tx: Tx, sellerId: string, documents: ApprovalInput): Promise<void> {
  const sent = sql`unnest(${Object.keys(documents)}::text[], ${Object.values(documents)}::text[])`
  await tx.query(sql`
    delete from seller_document where seller_id = ${sellerId} and (kind, key) not in (select kind, key from ${sent} as d (kind, key))`)
  await tx.query(sql`
    update seller_document set decided_at = null
    where seller_id = ${sellerId} and (select approval from seller where account_id = ${sellerId}) = 'refused'`)
  await tx.query(sql`
    insert into seller_document (seller_id, kind, key) select ${sellerId}, kind, key from ${sent} as d (kind, key)
    on conflict (seller_id, kind) do nothing`)
  await tx.query(sql`
    update seller set approval = case when approval = 'approved' then approval else 'submitted' end, approval_reason = null,
      approval_version = approval_version + 1,
      approved_version = case when approval = 'approved' then coalesce(approved_version, 0) end
    where account_id = ${sellerId}`)
}

/**
 * Another person than the one who was approved: with documents that wait for a decision, or without any. The caller has locked them.
 * Undefined where the shop was closed already.
 */
export async function closeShop(
  tx: Tx,
  sellerId: string,
): Promise<{ approval: ApprovalState; version: number } | undefined> {
  const [row] = await tx.query<{ approval: ApprovalState; version: number }>(sql`
    update seller set approved_version = null, approval = case
      when exists (select from seller_document where seller_id = ${sellerId} and decided_at is null) then 'submitted' else 'waiting' end
    where account_id = ${sellerId} and approval = 'approved' returning approval, approval_version as version`)
  return row
}

/** Whose document it is, once it was sent. */
export async function findSenderOf(
  db: Queryable,
  key: string,
): Promise<{ kind: SellerDocumentKind; sellerId: string; company: string } | undefined> {
  const [row] = await db.query<{ kind: SellerDocumentKind; sellerId: string; company: string }>(sql`
    select d.kind, d.seller_id as "sellerId", s.company_name as company
    from seller_document d join seller s on s.account_id = d.seller_id where d.key = ${key}`)
  return row
}

// A seller who is suspended is reinstated first; one who leaves is not decided.
const isPresent = sql`and not exists (select from suspended_account x where x.id = s.account_id)`

export interface DecidedSeller {
  email: string
  company: string
  version: number
  /** Whether the goods come on sale, or leave it. */
  opens: boolean
  /** Whether it was decided with documents that nobody had decided with before. */
  documented: boolean
}

/**
 * Undefined where it was decided since `version` was read, or, for an approval, changed: who is refused could hold it up by changes.
 * The row is locked by it, so that of two decisions one finds it.
 */
export async function decideRow(
  tx: Tx,
  id: string,
  version: number,
  reason: string | null,
): Promise<DecidedSeller | undefined> {
  const decided =
    reason === null
      ? sql`approval = 'approved', approved_version = s.approval_version + 1`
      : sql`approval = 'refused', approved_version = null, approval_reason = ${reason}`
  const isUndecided =
    reason === null
      ? sql`s.approval_version = ${version} and (s.approval = 'submitted' or s.approved_version < s.approval_version)`
      : sql`(s.approval = 'submitted' or s.approval = 'approved' and coalesce(s.approved_version, 0) <= ${version})`
  const [row] = await tx.query<Omit<DecidedSeller, 'documented'>>(sql`
    update seller s set ${decided}, approval_version = s.approval_version + 1 from seller o join account a on a.id = o.account_id
    where s.account_id = ${id} and o.account_id = s.account_id and ${isUndecided} ${isPresent}
    returning a.email, s.approval_version as version, s.company_name as company, o.approval <> 'approved' as opens`)
  if (!row) return undefined
  const waiting = await tx.query(sql`
    select from seller_document where seller_id = ${id} and decided_at is null limit 1`)
  await tx.query(sql`update seller_document set decided_at = now() where seller_id = ${id}`)
  return { ...row, documented: waiting.length > 0 }
}

export interface AdminApprovalRow extends SellerRow, ApprovalRow {
  pan: string
  changed: boolean
  version: number
  /** `approvalAt` to the microsecond. */
  since: string
}

interface ApprovalFilter {
  show: (typeof approvalLists)[number]
  words: string | undefined
}

const shown: Record<ApprovalFilter['show'], Sql> = {
  submitted: sql`s.approval = 'submitted'`,
  changed: sql`s.approved_version < s.approval_version`,
  approved: sql`s.approval = 'approved'`,
  refused: sql`s.approval = 'refused'`,
}
const isListed = ({ show, words }: ApprovalFilter): Sql =>
  sql`${shown[show]} ${isPresent} ${matchesSearch(words)}`

/** Those who have waited longest first. `after`: the last row of the page before. */
export async function approvalRows(
  db: Queryable,
  filter: ApprovalFilter,
  limit: number,
  after: { since: string; id: string } | undefined,
): Promise<AdminApprovalRow[]> {
  return db.query(sql`
    select ${sellerColumns}, ${approvalColumns}, s.approval_version as version, coalesce(s.approved_version < s.approval_version, false) as changed,
      substring(coalesce(s.gst, s.gst_unverified), 3, 10) as pan,
      to_char(s.approval_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
    from seller s join account a on a.id = s.account_id
    where ${isListed(filter)}
      ${after ? sql`and (s.approval_at, s.account_id) > (${after.since}::timestamptz, ${after.id}::uuid)` : emptySql}
    order by s.approval_at, s.account_id limit ${limit}`)
}

export const countApprovals = (db: Queryable, filter: ApprovalFilter): Promise<number> =>
  countRows(db, sql`select from seller s where ${isListed(filter)}`)

export async function countApprovalsByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: ApprovalFilter['show']) =>
    countedState(state, sql`from seller s where ${isListed({ show: state, words: undefined })}`)
  return db.query<StateCount>(
    approvalLists
      .slice(1)
      .reduce((all, state) => sql`${all} union all ${counted(state)}`, counted(approvalLists[0])),
  )
}

/** Returns their keys. */
export async function deleteOldDocuments(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    delete from seller_document where key in (
      select key from seller_document
      where decided_at < now() - ${limits.sellerDocumentDays}::int * interval '1 day'
      order by decided_at limit ${limit} for update skip locked)
    returning key`)
  return rows.map(({ key }) => key)
}
