/** The owner of a shop invites people into their team, says what each may do, and removes them. */
import type { TeamArea } from '../../../contract/endpoint.ts'
import { type TeamInvitation, teamMax, type TeamMember } from '../../../contract/team.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { consumeLimit } from '../../platform/rate-limit.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { newToken } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { record } from '../audit/record.ts'
import { isEmailTaken } from '../identity/accounts.ts'
import {
  queueCannotJoinMail,
  queueMemberRemovedMail,
  queueRemovedByUsMail,
  queueRemovedMail,
  queueTeamInvitationMail,
} from './mails.ts'
import {
  countTeam,
  deleteInvitation,
  deleteMember,
  findInvitations,
  findMembers,
  findMembership,
  type LockedMember,
  lockMember,
  lockOpenShop,
  setAreas,
  upsertInvitation,
} from './queries.ts'

const target = (id: string | null, name: string) => ({ kind: 'account' as const, id, name })

export async function showTeam(
  { db }: Shop,
  sellerId: string,
): Promise<{ members: TeamMember[]; invitations: TeamInvitation[] }> {
  const members = await findMembers(db, sellerId, teamMax)
  const invitations = await findInvitations(db, sellerId, teamMax)
  return {
    members: members.map(({ joinedAt, lastSeenAt, ...row }) => ({
      ...row,
      joinedAt: joinedAt.toISOString(),
      lastSeenAt: lastSeenAt && lastSeenAt.toISOString(),
    })),
    invitations: invitations.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt.toISOString() })),
  }
}

/** For which shop a member acts, and in which areas; undefined for an owner. */
export const showMembership = (db: Queryable, accountId: string) => findMembership(db, accountId)

/**
 * Mails a link with a token, of which only the hash is stored. An e-mail that has an account gets another mail and the same reply, as
 * at a sign-up: a seller does not learn who has an account. Refuses: conflict for a full team, and for a shop that is not approved,
 * suspended or being deleted; too-often for an e-mail that got five of these mails in a day.
 */
export async function inviteMember(
  shop: Shop,
  sellerId: string,
  { email, areas }: { email: string; areas: readonly TeamArea[] },
): Promise<void> {
  const { token, hash } = newToken()
  const id = newId()
  await shop.db.transaction(async (tx) => {
    const open = await lockOpenShop(tx, sellerId)
    if (!open) throw new Refusal('conflict', 'A shop that is being deleted takes nobody into its team.')
    // Its mails go to whomever it names.
    if (!open.isApproved)
      throw new Refusal('conflict', 'You can invite people as soon as your shop is approved.')
    if (email === open.email)
      throw new Refusal('conflict', 'This is your own address.', {
        fields: { email: 'This is your own address.' },
      })
    if ((await countTeam(tx, sellerId, email)) >= teamMax)
      throw new Refusal('conflict', `A team has at most ${teamMax} members and open invitations.`)
    const key = `team-mail:${shop.secrets.keyedHash('rate-limit', email).toString('base64url')}`
    await consumeLimit(
      tx,
      [{ key, max: 5, seconds: 86_400 }],
      'This address got several invitations today. Please try again tomorrow.',
    )
    await upsertInvitation(tx, { id, sellerId, email, areas, tokenHash: hash })
    const mail = { id, to: email, company: open.company }
    await ((await isEmailTaken(tx, email))
      ? queueCannotJoinMail(shop, tx, mail)
      : queueTeamInvitationMail(shop, tx, { ...mail, token, areas }))
    await record(tx, 'team-invited', { target: target(null, email), note: areas.join(', ') })
  })
}

/** Refuses: not-found. */
export async function withdrawInvitation(shop: Shop, sellerId: string, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const email = await deleteInvitation(tx, sellerId, id)
    if (email === undefined) throw notFound('There is no such invitation.')
    await record(tx, 'team-invitation-withdrawn', { target: target(null, email) })
  })
}

/** In force from their next request on. Refuses: not-found for who is not in this team. */
export const changeAreas = (
  shop: Shop,
  sellerId: string,
  accountId: string,
  areas: readonly TeamArea[],
): Promise<void> =>
  changeMember(shop, sellerId, accountId, async (tx, { email, areas: before }) => {
    await setAreas(tx, accountId, areas)
    await record(tx, 'team-areas-changed', {
      target: target(accountId, email),
      note: `${before.join(', ')} → ${areas.join(', ')}`,
    })
  })

/** Their sessions end at once; the audit keeps what they did under their e-mail. Refuses: not-found. */
export const removeMember = (shop: Shop, sellerId: string, accountId: string): Promise<void> =>
  changeMember(shop, sellerId, accountId, async (tx, { email, company }) => {
    await deleteMember(tx, accountId)
    await queueRemovedMail(shop, tx, { to: email, company })
    await record(tx, 'team-member-removed', { target: target(accountId, email) })
  })

/** By an administrator, for a shop whose owner cannot or does not: both are told. Refuses: not-found for who is in no team. */
export const removeMemberOfAnyTeam = (shop: Shop, accountId: string, reason: string): Promise<void> =>
  changeMember(shop, null, accountId, async (tx, { email, name, company, owner }) => {
    await deleteMember(tx, accountId)
    await queueRemovedByUsMail(shop, tx, { to: email, company })
    await queueMemberRemovedMail(shop, tx, { to: owner, name, email })
    await record(tx, 'team-member-removed', {
      target: target(accountId, email),
      note: `${company}: ${reason}`,
    })
  })

function changeMember(
  shop: Shop,
  sellerId: string | null,
  accountId: string,
  change: (tx: Tx, member: LockedMember) => Promise<void>,
): Promise<void> {
  return shop.db.transaction(async (tx) => {
    const member = await lockMember(tx, sellerId, accountId)
    if (!member)
      throw notFound(
        sellerId ? 'There is nobody with this id in your team.' : 'There is no such member of a team.',
      )
    await change(tx, member)
  })
}
