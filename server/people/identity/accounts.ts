/** Accounts of all roles: create one, suspend and reinstate it, whom to address, its state for lists. */
import type { Duty, Role } from '../../../contract/endpoint.ts'
import { indianTime } from '../../platform/calendar.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { Refusal, notFound } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import {
  type CustomerDetails,
  findAdministratorEmails,
  findAccount,
  findContactRow,
  insertAccount,
  insertCustomer,
  lockAccount,
  resetPasswordHash,
  resetUnverifiedAccount,
} from './queries.ts'
import { record } from '../audit/record.ts'
import { queueReinstatedMail, queueSuspendedMail } from './mails.ts'
import { isReplaceable } from './rules.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteCodes } from './code-queries.ts'
import {
  findSuspension,
  hasAskedToDelete,
  lockAccountById,
  lockShopOfMember,
  setSuspension,
} from './all-accounts-queries.ts'
import { deletePasswordProofs, deleteSessions } from './session-queries.ts'

interface NewAccount {
  /** In lower case. */
  email: string
  /** From `hashPassword`, made before the transaction begins. */
  passwordHash: string
  role: Role
  /** What an administrator may do; nothing without it. */
  duties?: readonly Duty[]
}

/**
 * Creates a verified account and returns its id. The caller inserts the row of the seller or customer. Refuses: conflict if the
 * e-mail has an account.
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string> {
  const id = newId()
  if (!(await insertAccount(tx, { ...account, id, verified: true })))
    throw new Refusal('conflict', 'This e-mail has an account already.')
  return id
}

/**
 * The same for somebody who was invited by mail. A sign-up that was never verified may be a stranger's and is replaced. Refuses:
 * conflict for any other account.
 */
export async function createInvitedAccount(tx: Tx, account: NewAccount): Promise<string> {
  const before = await lockAccount(tx, account.email)
  if (!before) return createAccount(tx, account)
  if (!isReplaceable(before)) throw new Refusal('conflict', 'This e-mail has an account already.')
  await resetUnverifiedAccount(tx, before.id, account.role, account.passwordHash)
  await resetPasswordHash(tx, before.id, account.passwordHash)
  await deleteCodes(tx, before.id)
  return before.id
}

/** Whether an account keeps the e-mail from being invited: any but a sign-up that was never verified. */
export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  const account = await findAccount(db, email)
  return account !== undefined && !isReplaceable(account)
}

/** Creates a verified customer and returns its id. Refuses: conflict if the e-mail has an account. */
export async function createCustomer(
  tx: Tx,
  { email, passwordHash, ...details }: Omit<NewAccount, 'role'> & CustomerDetails,
): Promise<string> {
  const id = await createAccount(tx, { email, passwordHash, role: 'CUSTOMER' })
  await insertCustomer(tx, id, details)
  return id
}

/** The e-mail of an account and the name to address it by: a first name, or a seller's company. Throws for an unknown id. */
export async function findContact(
  db: Queryable,
  accountId: string,
): Promise<{ email: string; name: string }> {
  const contact = await findContactRow(db, accountId)
  if (!contact) throw new Error('there is no account with this id')
  return contact
}

/**
 * Suspends the account, ends its sessions and informs the owner by mail; a concurrent login fails. The caller invalidates the
 * pages that show the seller. Refuses: not-found; conflict for an administrator and for an account that is suspended already.
 */
export async function suspendAccount(shop: Shop, accountId: string, reason: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const account = await lockAccountToSuspend(tx, accountId)
    if (account.suspended) throw new Refusal('conflict', 'This account is suspended already.')
    await setSuspension(tx, accountId, reason)
    await deleteSessions(tx, accountId)
    await deletePasswordProofs(tx, accountId)
    await deleteCodes(tx, accountId)
    await queueSuspendedMail(shop, tx, account, reason)
    await record(tx, 'account-suspended', {
      target: { kind: 'account', id: accountId, name: account.email },
      note: reason,
    })
  })
}

/** Ends the suspension and informs the owner by mail. Refuses: not-found; conflict for an account that is not suspended. */
export async function reinstateAccount(shop: Shop, accountId: string, reason: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const shopSuspended = await lockShopOfMember(tx, accountId)
    const account = await lockAccountToSuspend(tx, accountId)
    await requireAsAsked(tx)
    if (shopSuspended)
      throw new Refusal('conflict', 'The shop of this account is suspended. Please reinstate the shop.')
    if (!account.suspended) throw new Refusal('conflict', 'This account is not suspended.')
    await setSuspension(tx, accountId, null)
    await queueReinstatedMail(shop, tx, account)
    await record(tx, 'account-reinstated', {
      target: { kind: 'account', id: accountId, name: account.email },
      note: reason,
    })
  })
}

/** What a second administrator has to know before an account is reinstated. Refuses: not-found. */
export async function suspensionFacts(tx: Tx, accountId: string, why: string): Promise<CallFacts> {
  const account = await findSuspension(tx, accountId)
  if (!account) throw notFound('There is no such account.')
  const { email, role, suspendedAt, reason } = account
  return {
    lines: [
      { label: role === 'SELLER' ? 'Seller' : 'Customer', value: email },
      { label: 'Suspended since', value: suspendedAt ? indianTime(suspendedAt) : 'Not suspended' },
      { label: 'Suspended because', value: reason ?? 'Not suspended' },
      { label: 'Reason', value: why },
    ],
    version: [accountId, account],
  }
}

async function lockAccountToSuspend(tx: Tx, accountId: string) {
  const account = await lockAccountById(tx, accountId)
  if (!account || account.deleted) throw notFound('There is no such account.')
  if (account.role === 'ADMIN') throw new Refusal('conflict', 'Administrators are not suspended here.')
  return account
}

/** Whether the owner has asked to delete the account, also once it is deleted. The caller has locked the customer. */
export const isLeaving = (db: Queryable, accountId: string): Promise<boolean> =>
  hasAskedToDelete(db, accountId)

/** Whether a trigger refused a row, which waited while its owner's account was deleted. */
export const isRefusedAsDeleted = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'account_stays_deleted'

/** So that one dispute does not write to hundreds of people. */
const mostAdministrators = 20

/** The addresses of the administrators who can log in. */
export async function emailsOfAdministrators(db: Queryable): Promise<string[]> {
  return findAdministratorEmails(db, mostAdministrators)
}
