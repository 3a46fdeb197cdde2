/** SQL of invitations. */
import type { Duty } from '../../../contract/endpoint.ts'
import { invitationHours } from '../../../contract/administrators.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

interface NewInvitation {
  id: string
  email: string
  duties: readonly Duty[]
  tokenHash: Buffer
  invitedBy: string
  /** Where a second owner confirmed it, in whose name it is: who asked for it. */
  askedBy: string | null
}

/** Replaces an earlier invitation of the same e-mail, whose link is void from then on. */
export async function upsertInvitation(tx: Tx, i: NewInvitation): Promise<void> {
  await tx.query(sql`
    insert into invitation as v (id, email, duties, token_hash, invited_by, asked_by, expires_at)
    values (${i.id}, ${i.email}, ${i.duties}::text[], ${i.tokenHash}, ${i.invitedBy}, ${i.askedBy},
      now() + ${invitationHours}::int * interval '1 hour')
    on conflict (email) do update set id = excluded.id, duties = excluded.duties, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, asked_by = excluded.asked_by, created_at = now(), expires_at = excluded.expires_at`)
}

export interface InvitationRow {
  id: string
  email: string
  duties: Duty[]
  invitedBy: string
  expiresAt: Date
}

export async function findInvitations(db: Queryable, limit: number): Promise<InvitationRow[]> {
  return db.query(sql`
    select id, email, duties, invited_by as "invitedBy", expires_at as "expiresAt"
    from invitation where expires_at > now() order by email limit ${limit}`)
}

export async function findInvitation(
  db: Queryable,
  email: string,
): Promise<{ id: string; duties: Duty[]; createdAt: Date } | undefined> {
  const [row] = await db.query<{ id: string; duties: Duty[]; createdAt: Date }>(
    sql`select id, duties, created_at as "createdAt" from invitation where email = ${email}`,
  )
  return row
}

/** Nobody invites, or accepts or withdraws an invitation, until the transaction ends. */
export const lockInvitations = (tx: Tx) => tx.query(sql`lock table invitation in share row exclusive mode`)

export async function isInvitation(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(
    sql`select 1 from invitation where token_hash = ${tokenHash} and expires_at > now()`,
  )
  return rows.length > 0
}

/** Uses the token up. Undefined for an unknown or expired one, also for the second of two requests with the same one. */
export async function takeInvitation(
  tx: Tx,
  tokenHash: Buffer,
): Promise<Omit<NewInvitation, 'id' | 'tokenHash'> | undefined> {
  const [row] = await tx.query<Omit<NewInvitation, 'id' | 'tokenHash'>>(sql`
    delete from invitation where token_hash = ${tokenHash} and expires_at > now()
    returning email, duties, invited_by as "invitedBy", asked_by as "askedBy"`)
  return row
}

export async function deleteInvitation(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ email: string }>(
    sql`delete from invitation where id = ${id} returning email`,
  )
  return row?.email
}

export async function deleteOldInvitations(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from invitation where id in (
      select id from invitation where expires_at < now() limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
