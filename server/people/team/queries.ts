/** SQL of the teams of shops. */
import { invitationDays } from '../../../contract/team.ts'
import type { TeamArea } from '../../../contract/endpoint.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * The owner's account first, as a suspension and a deletion do: nobody is invited or joins until the transaction ends. Undefined for a
 * shop that is suspended or being deleted.
 */
export async function lockOpenShop(
  tx: Tx,
  sellerId: string,
): Promise<{ email: string; company: string; isApproved: boolean } | undefined> {
  const [row] = await tx.query<{ email: string; company: string; isApproved: boolean }>(sql`
    select a.email, s.company_name as company, s.approval = 'approved' as "isApproved"
    from account a join seller s on s.account_id = a.id
    where a.id = ${sellerId} and a.suspended_at is null and a.deletion_asked_at is null for no key update of a`)
  return row
}

/** Members and open invitations, without the one to this e-mail. */
export async function countTeam(tx: Tx, sellerId: string, without: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select (select count(*) from team_member where seller_id = ${sellerId})
      + (select count(*) from team_invitation where seller_id = ${sellerId} and expires_at > now() and email <> ${without}) as count`)
  return singleRow(rows).count
}

interface NewInvitation {
  id: string
  sellerId: string
  email: string
  areas: readonly TeamArea[]
  tokenHash: Buffer
}

/** Replaces an earlier invitation of the same e-mail by this shop, whose link is void from then on. */
export async function upsertInvitation(tx: Tx, i: NewInvitation): Promise<void> {
  await tx.query(sql`
    insert into team_invitation (id, seller_id, email, areas, token_hash, expires_at)
    values (${i.id}, ${i.sellerId}, ${i.email}, ${i.areas}::text[], ${i.tokenHash},
      now() + ${invitationDays}::int * interval '1 day')
    on conflict (seller_id, email) do update set id = excluded.id, areas = excluded.areas, token_hash = excluded.token_hash,
      invited_at = now(), expires_at = excluded.expires_at`)
}

export interface InvitationRow {
  id: string
  email: string
  areas: TeamArea[]
  expiresAt: Date
}

export async function findInvitations(
  db: Queryable,
  sellerId: string,
  limit: number,
): Promise<InvitationRow[]> {
  return db.query(sql`
    select id, email, areas, expires_at as "expiresAt" from team_invitation
    where seller_id = ${sellerId} and expires_at > now() order by email limit ${limit}`)
}

export async function findInvitingShop(db: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ sellerId: string }>(sql`
    select seller_id as "sellerId" from team_invitation where token_hash = ${tokenHash} and expires_at > now()`)
  return row?.sellerId
}

/** Uses the token up. Undefined for an unknown or expired one, also for the second of two requests with the same one. */
export async function takeInvitation(
  tx: Tx,
  tokenHash: Buffer,
): Promise<Pick<NewInvitation, 'email' | 'areas'> | undefined> {
  const [row] = await tx.query<Pick<NewInvitation, 'email' | 'areas'>>(sql`
    delete from team_invitation where token_hash = ${tokenHash} and expires_at > now() returning email, areas`)
  return row
}

/** Deletes an invitation of this shop. Returns its e-mail address. */
export async function deleteInvitation(tx: Tx, sellerId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ email: string }>(
    sql`delete from team_invitation where id = ${id} and seller_id = ${sellerId} returning email`,
  )
  return row?.email
}

export async function deleteOldTeamInvitations(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from team_invitation where id in (
      select id from team_invitation where expires_at < now() limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

export interface MemberRow {
  id: string
  name: string
  email: string
  areas: TeamArea[]
  joinedAt: Date
  secondFactor: boolean
  lastSeenAt: Date | null
}

export async function findMembers(db: Queryable, sellerId: string, limit: number): Promise<MemberRow[]> {
  return db.query(sql`
    select a.id, m.name, a.email, m.areas, m.joined_at as "joinedAt",
      exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as "secondFactor",
      (select max(s.last_seen_at) from assured_session s where s.account_id = a.id) as "lastSeenAt"
    from team_member m join account a on a.id = m.account_id
    where m.seller_id = ${sellerId} order by lower(m.name), a.id limit ${limit}`)
}

export async function insertMember(
  tx: Tx,
  m: { accountId: string; sellerId: string; name: string; areas: readonly TeamArea[] },
): Promise<void> {
  await tx.query(sql`
    insert into team_member (account_id, seller_id, name, areas)
    values (${m.accountId}, ${m.sellerId}, ${m.name}, ${m.areas}::text[])`)
}

export interface LockedMember {
  email: string
  name: string
  areas: TeamArea[]
  company: string
  /** The e-mail of the shop's owner. */
  owner: string
}

/** A member of this shop; `sellerId` null: of any shop. */
export async function lockMember(
  tx: Tx,
  sellerId: string | null,
  accountId: string,
): Promise<LockedMember | undefined> {
  const [row] = await tx.query<LockedMember>(sql`
    select a.email, m.name, m.areas, s.company_name as company, o.email as owner
    from account a join team_member m on m.account_id = a.id join seller s on s.account_id = m.seller_id
    join account o on o.id = m.seller_id
    where a.id = ${accountId} and m.seller_id = coalesce(${sellerId}::uuid, m.seller_id) for update of a, m`)
  return row
}

export async function setAreas(tx: Tx, accountId: string, areas: readonly TeamArea[]): Promise<void> {
  await tx.query(sql`update team_member set areas = ${areas}::text[] where account_id = ${accountId}`)
}

/** With sessions, codes and second factor. */
export async function deleteMember(tx: Tx, accountId: string): Promise<void> {
  await tx.query(sql`
    delete from account where id = ${accountId} and exists (select from team_member m where m.account_id = account.id)`)
}

export async function findMembership(
  db: Queryable,
  accountId: string,
): Promise<{ company: string; name: string; areas: TeamArea[] } | undefined> {
  const [row] = await db.query<{ company: string; name: string; areas: TeamArea[] }>(sql`
    select s.company_name as company, m.name, m.areas from team_member m join seller s on s.account_id = m.seller_id
    where m.account_id = ${accountId}`)
  return row
}
