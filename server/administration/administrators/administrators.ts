/** Owners invite, list, suspend, reinstate and remove administrators, and say what each may do. */
import type { Administrator, Invitation } from '../../../contract/administrators.ts'
import type { Fact } from '../../../contract/approvals.ts'
import type { Duty } from '../../../contract/endpoint.ts'
import { record } from '../../people/audit/record.ts'
import {
  type Administrator as AdministratorRow,
  changeDutiesOf,
  deleteAdministrator,
  listAdministrators,
  lockAdministratorById,
  showAdministrator,
  suspendAdministratorAccount,
} from '../../people/identity/administrators.ts'
import { isEmailTaken } from '../../people/identity/accounts.ts'
import { indianTime } from '../../platform/calendar.ts'
import { currentCaller } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import { newToken } from '../../platform/secrets.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueAccessEndedMail, queueInvitationMail } from './mails.ts'
import {
  deleteInvitation,
  findInvitation,
  findInvitations,
  lockInvitations,
  upsertInvitation,
} from './queries.ts'

/** The most rows of each list. */
const most = 200

export async function showAdministrators(
  { db }: Shop,
  { accountId }: Session,
): Promise<{ administrators: Administrator[]; invitations: Invitation[] }> {
  const [rows, invitations] = [await listAdministrators(db, most), await findInvitations(db, most)]
  const nameOf = new Map(rows.map(({ id, email }) => [id, email]))
  return {
    administrators: rows.map(({ suspendedAt, suspendedReason, lastSeenAt, ...row }) => ({
      ...row,
      suspended: suspendedAt && { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' },
      lastSeenAt: lastSeenAt && lastSeenAt.toISOString(),
      own: row.id === accountId,
    })),
    invitations: invitations.map(({ invitedBy, expiresAt, ...row }) => ({
      ...row,
      invitedBy: nameOf.get(invitedBy) ?? '',
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

/** Mails a link with a token, of which only the hash is stored. Refuses: conflict for an e-mail that has an account. */
export async function inviteAdministrator(
  shop: Shop,
  { accountId, email: invitedBy }: Session,
  { email, duties }: { email: string; duties: readonly Duty[] },
): Promise<void> {
  const { token, hash } = newToken()
  const id = newId()
  await shop.db.transaction(async (tx) => {
    await lockInvitations(tx)
    await requireAsAsked(tx)
    if (await isEmailTaken(tx, email)) throw new Refusal('conflict', 'This e-mail has an account already.')
    const askedBy = currentCaller().confirms?.askedBy.id ?? null
    await upsertInvitation(tx, { id, email, duties, tokenHash: hash, invitedBy: accountId, askedBy })
    await queueInvitationMail(shop, tx, { id, to: email, token, invitedBy, duties })
    await record(tx, 'administrator-invited', {
      target: { kind: 'account', id: null, name: email },
      note: duties.join(', '),
    })
  })
}

/** For a second owner. Refuses: conflict for an e-mail that has an account. */
export async function invitationFacts(
  tx: Tx,
  { email, duties }: { email: string; duties: readonly Duty[] },
): Promise<CallFacts> {
  if (await isEmailTaken(tx, email)) throw new Refusal('conflict', 'This e-mail has an account already.')
  const before = await findInvitation(tx, email)
  return {
    lines: [
      { label: 'Email', value: email },
      ...(before
        ? [
            {
              label: 'Invited before',
              value: `${indianTime(before.createdAt)}, for ${before.duties.join(', ')}`,
            },
          ]
        : []),
      { label: 'May do', value: duties.join(', ') },
    ],
    version: [email, before ?? null],
  }
}

/** For a second owner; `asked` says what is asked for. Refuses: not-found. */
export async function administratorFacts(tx: Tx, id: string, asked: readonly Fact[]): Promise<CallFacts> {
  const administrator = await showAdministrator(tx, id)
  if (!administrator) throw notFound('There is no such administrator.')
  const { email, duties, suspendedAt, suspendedReason } = administrator
  return {
    lines: [
      { label: 'Administrator', value: email },
      { label: 'May do now', value: duties.join(', ') },
      {
        label: 'Suspended',
        value: suspendedAt ? `since ${indianTime(suspendedAt)}: ${suspendedReason ?? ''}` : 'no',
      },
      ...asked,
    ],
    version: [administrator],
  }
}

/** Refuses: not-found. */
export async function withdrawInvitation(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const email = await deleteInvitation(tx, id)
    if (email === undefined) throw notFound('There is no such invitation.')
    await record(tx, 'invitation-withdrawn', { target: { kind: 'account', id: null, name: email } })
  })
}

/** Refuses, as all changes below: not-found; conflict for the caller's own account and for the last owner. */
export async function changeDuties(shop: Shop, own: Session, id: string, duties: readonly Duty[]) {
  await change(shop, own, id, async (tx, { email, duties: before }) => {
    await changeDutiesOf(tx, id, duties)
    await record(tx, 'duties-changed', {
      target: target(id, email),
      note: `${before.join(', ')} → ${duties.join(', ')}`,
    })
  })
}

/** Their sessions end at once. */
export async function suspendAdministrator(shop: Shop, own: Session, id: string, reason: string) {
  await change(shop, own, id, async (tx, { email, suspendedAt }) => {
    if (suspendedAt) throw new Refusal('conflict', 'This administrator is suspended already.')
    await suspendAdministratorAccount(tx, id, reason)
    await queueAccessEndedMail(shop, tx, { to: email, how: 'suspended', by: own.email, reason })
    await record(tx, 'administrator-suspended', { target: target(id, email), note: reason })
  })
}

export async function reinstateAdministrator(shop: Shop, own: Session, id: string, reason: string) {
  await change(shop, own, id, async (tx, { email, suspendedAt }) => {
    if (!suspendedAt) throw new Refusal('conflict', 'This administrator is not suspended.')
    await suspendAdministratorAccount(tx, id, null)
    await record(tx, 'administrator-reinstated', { target: target(id, email), note: reason })
  })
}

/** Their sessions end at once, and the audit keeps what they did under their e-mail. */
export async function removeAdministrator(shop: Shop, own: Session, id: string, reason: string) {
  await change(shop, own, id, async (tx, { email }) => {
    await deleteAdministrator(tx, id)
    await queueAccessEndedMail(shop, tx, { to: email, how: 'removed', by: own.email, reason })
    await record(tx, 'administrator-removed', { target: target(id, email), note: reason })
  })
}

const target = (id: string, name: string) => ({ kind: 'account' as const, id, name })

async function change(
  shop: Shop,
  own: Session,
  id: string,
  work: (tx: Tx, administrator: AdministratorRow) => Promise<void>,
): Promise<void> {
  // Confirming what another owner asked for about oneself takes two people as well.
  if (id === own.accountId && currentCaller().confirms === undefined)
    throw new Refusal('conflict', 'This is your own account: another owner has to do it.')
  await shop.db.transaction(async (tx) => {
    const administrator = await lockAdministratorById(tx, id)
    if (!administrator) throw notFound('There is no such administrator.')
    await requireAsAsked(tx)
    await work(tx, administrator)
  })
}
