/** SQL of calls that a second administrator has to confirm. */
import { approvalHours, type Fact } from '../../../contract/approvals.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'

interface NewApproval {
  id: string
  operation: string
  callSealed: string
  facts: readonly Fact[]
  askedBy: string
  askedByName: string
}

export async function insertApproval(tx: Tx, a: NewApproval): Promise<void> {
  await tx.query(sql`
    insert into approval (id, operation, call_sealed, facts, asked_by, asked_by_name, expires_at)
    values (${a.id}, ${a.operation}, ${a.callSealed}, ${JSON.stringify(a.facts)}::jsonb, ${a.askedBy}, ${a.askedByName},
      now() + ${approvalHours}::int * interval '1 hour')`)
}

export interface ApprovalRow {
  id: string
  operation: string
  callSealed: string
  facts: Fact[]
  askedBy: string
  askedByName: string
  askedAt: Date
  expiresAt: Date
  state: 'waiting' | 'confirmed' | 'declined' | 'withdrawn' | 'failed'
  expired: boolean
  decidedByName: string | null
  decidedAt: Date | null
  outcome: string | null
}

const columns = sql`id, operation, call_sealed as "callSealed", facts, asked_by as "askedBy", asked_by_name as "askedByName",
    asked_at as "askedAt", expires_at as "expiresAt", state, expires_at <= now() as expired,
    decided_by_name as "decidedByName", decided_at as "decidedAt", outcome`

interface ApprovalFilter {
  /** Those that the caller could make, or asked for. */
  operations: readonly string[]
  caller: string
  show: 'waiting' | 'all'
}

const shown = ({ operations, caller, show }: ApprovalFilter) => sql`
  (operation = any(${operations}::text[]) or asked_by = ${caller})
    ${show === 'waiting' ? sql`and state = 'waiting' and expires_at > now()` : emptySql}`

export async function findApprovals(
  db: Queryable,
  filter: ApprovalFilter,
  limit: number,
  before: string,
): Promise<ApprovalRow[]> {
  return db.query(sql`
    select ${columns} from approval where id < ${before} and ${shown(filter)} order by id desc limit ${limit}`)
}

export async function countApprovals(db: Queryable, filter: ApprovalFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`select count(*) as count from approval where ${shown(filter)}`),
  ).count
}

export async function findApproval(db: Queryable, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.query<ApprovalRow>(sql`select ${columns} from approval where id = ${id}`)
  return row
}

export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx.query<ApprovalRow>(sql`select ${columns} from approval where id = ${id} for update`)
  return row
}

export async function decide(
  tx: Tx,
  id: string,
  { state, by, outcome }: { state: ApprovalRow['state']; by: { id: string; name: string }; outcome?: string },
): Promise<void> {
  await tx.query(sql`
    update approval set state = ${state}, decided_by = ${by.id}, decided_by_name = ${by.name}, decided_at = now(),
      outcome = ${outcome ?? null}
    where id = ${id}`)
}

/** How the confirmed call ended. */
export async function saveOutcome(
  db: Queryable,
  id: string,
  { state, outcome }: { state: 'confirmed' | 'failed'; outcome: string },
): Promise<void> {
  await db.query(
    sql`update approval set state = ${state}, outcome = ${outcome} where id = ${id} and state = 'confirmed'`,
  )
}

/** For a confirmed call that did nothing, because a provider or the database was busy. */
export async function waitAgain(db: Queryable, id: string): Promise<void> {
  await db.query(sql`
    update approval set state = 'waiting', decided_by = null, decided_by_name = null, decided_at = null, outcome = null
    where id = ${id} and state = 'confirmed'`)
}

export async function deleteApprovals(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from approval where id in (
      select id from approval where asked_at < now() - interval '30 days' order by asked_at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
