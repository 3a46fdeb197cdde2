/** Steps on the accounts of administrators, for server/administration/administrators/. */
import { type Duty, type EndpointSpec, mayCall } from '../../../contract/endpoint.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createInvitedAccount } from './accounts.ts'
import {
  type AdministratorRow,
  deleteAdministratorRow,
  findAdministrator,
  findAdministrators,
  hasAnother,
  haveSessionsEnded,
  type ListedAdministratorRow,
  lockAdministrator,
  setDuties,
} from './administrator-queries.ts'
import { setSuspension } from './all-accounts-queries.ts'
import { deleteCodes } from './code-queries.ts'
import { deleteSessions } from './session-queries.ts'

export type Administrator = AdministratorRow

/** By e-mail. */
export const listAdministrators = (db: Queryable, limit: number): Promise<ListedAdministratorRow[]> =>
  findAdministrators(db, limit)

/** Locked, so that of two changes one waits for the other. */
export const lockAdministratorById = (tx: Tx, id: string): Promise<Administrator | undefined> =>
  lockAdministrator(tx, id)

/** Also one who is suspended. */
export const showAdministrator = (db: Queryable, id: string): Promise<Administrator | undefined> =>
  findAdministrator(db, id)

/** An administrator who may make the call now; undefined for one who is gone, suspended or has other duties. */
export async function findWhoMay(
  db: Queryable,
  id: string,
  spec: Pick<EndpointSpec, 'duties'>,
): Promise<Administrator | undefined> {
  const found = await findAdministrator(db, id)
  return found && !found.suspendedAt && mayCall(spec, found.duties) ? found : undefined
}

/**
 * Why a call that this administrator asked for is not made any more: they may not make it now, or sessions of theirs were ended
 * since, in which somebody else may have asked. Null where it may be.
 */
export async function whyNotFor(
  db: Queryable,
  asker: { id: string; name: string; askedAt: Date },
  spec: Pick<EndpointSpec, 'duties'>,
): Promise<string | null> {
  if (!(await findWhoMay(db, asker.id, spec))) return `${asker.name} may not ask for this any more.`
  return (await haveSessionsEnded(db, asker.id, asker.askedAt))
    ? `${asker.name} was signed out in some or all browsers since. It has to be asked for again.`
    : null
}

/** Whether an administrator other than this one could make the call. */
export const couldAnother = (
  db: Queryable,
  id: string,
  { duties }: Pick<EndpointSpec, 'duties'>,
): Promise<boolean> => hasAnother(db, id, duties ?? [])

/** Returns the id. Refuses: conflict for an e-mail that has an account. */
export async function createAdministrator(
  tx: Tx,
  { email, passwordHash, duties }: { email: string; passwordHash: string; duties: readonly Duty[] },
): Promise<string> {
  const id = await createInvitedAccount(tx, { email, passwordHash, role: 'ADMIN' })
  await setDuties(tx, id, duties)
  return id
}

const lastOwner = () =>
  new Refusal('conflict', 'This is the last owner who can log in. Make somebody else an owner first.')

/** Runs a change that may take away an owner. Refuses: conflict for the last one, which aborts the transaction. */
async function keepingAnOwner(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'account_last_owner') throw lastOwner()
    throw error
  }
}

/** In force from their next request on. Refuses: conflict for the last owner. */
export const changeDutiesOf = (tx: Tx, id: string, duties: readonly Duty[]): Promise<void> =>
  keepingAnOwner(() => setDuties(tx, id, duties))

/** Ends the sessions; a null reason ends the suspension. Refuses: conflict for the last owner. */
export async function suspendAdministratorAccount(tx: Tx, id: string, reason: string | null): Promise<void> {
  await keepingAnOwner(() => setSuspension(tx, id, reason))
  if (reason === null) return
  await deleteSessions(tx, id)
  await deleteCodes(tx, id)
}

/** Deletes the account with its sessions. Refuses: conflict for the last owner. */
export const deleteAdministrator = (tx: Tx, id: string): Promise<void> =>
  keepingAnOwner(() => deleteAdministratorRow(tx, id))
