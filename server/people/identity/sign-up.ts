/** What the sign-ups of customers and sellers have in common (api-rules §6). */
import type { Role } from '../../../contract/endpoint.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordConsents } from '../consents/consents.ts'
import { queueAccountExistsMail } from './mails.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Client } from './clients.ts'
import { hashPassword } from './passwords.ts'
import {
  type CustomerDetails,
  insertAccount,
  insertCustomer,
  lockAccount,
  resetUnverifiedAccount,
} from './queries.ts'
import { isReplaceable } from './rules.ts'
import { consumeSendLimits, openSendGuard, sendCode, withConstantTime } from './send-code.ts'
import { makeSignUpToken } from './sign-up-token.ts'

export interface SignUpRequest {
  email: string
  password: string
  role: Exclude<Role, 'ADMIN'>
  client: Client
}

export interface NewAccount {
  id: string
  email: string
  passwordHash: string
}

interface SignedUp<T> {
  /** For the browser's cookie (sign-up-token.ts). */
  signUpToken: string
  /** The result of `addDetails`; undefined if the e-mail has a verified account. */
  added: T | undefined
}

/**
 * Creates the account and sends its code; `addDetails` inserts the row of the role. A verified account is not changed, and its
 * owner is informed by mail; an unverified account is replaced. The caller must give the same response in all three cases.
 * Refuses: too-often above the sending limits.
 */
export async function signUp<T>(
  shop: Shop,
  request: SignUpRequest,
  addDetails: (tx: Tx, account: NewAccount) => Promise<T>,
): Promise<SignedUp<T>> {
  const { email, password, client } = request
  // Checked before the hashing, so that a flood costs little; counted in the transaction.
  const guard = await openSendGuard(shop, 'verify-email', email, client)
  await guard.check(shop.db)
  const passwordHash = await hashPassword(password, shop.config.hashCost)
  const added = await withConstantTime(
    shop.db.transaction(async (tx) => {
      await consumeSendLimits(shop, tx, guard, 'verify-email', request)
      const account = await createOrReplaceAccount(tx, request, passwordHash)
      if (!account) {
        await queueAccountExistsMail(shop, tx, email)
        return undefined
      }
      const answer = await addDetails(tx, account)
      await recordConsents(tx, account.id)
      await sendCode(shop, tx, account, 'verify-email')
      return answer
    }),
  )
  return { signUpToken: makeSignUpToken(shop, email, passwordHash), added }
}

/** Inserts the account or replaces an unverified one; undefined if the e-mail has a verified account. */
async function createOrReplaceAccount(
  tx: Tx,
  request: SignUpRequest,
  passwordHash: string,
): Promise<NewAccount | undefined> {
  const { email, role } = request
  const id = newId()
  if (await insertAccount(tx, { id, email, role, passwordHash, verified: false }))
    return { id, email, passwordHash }
  const account = await lockAccount(tx, email)
  // The unverified account was deleted by the retention timer between the two statements.
  if (!account) return createOrReplaceAccount(tx, request, passwordHash)
  if (!isReplaceable(account)) return undefined
  await resetUnverifiedAccount(tx, account.id, role, passwordHash)
  return { id: account.id, email, passwordHash }
}

type CustomerSignUp = Omit<SignUpRequest, 'role'> & CustomerDetails

/**
 * Returns the sign-up token for the browser (sign-up-token.ts), whether or not the e-mail has an account.
 * Refuses: too-often above the sending limits.
 */
export async function signUpCustomer(shop: Shop, signup: CustomerSignUp): Promise<string> {
  const { email, password, client, ...details } = signup
  const { signUpToken } = await signUp(shop, { email, password, client, role: 'CUSTOMER' }, (tx, { id }) =>
    insertCustomer(tx, id, details),
  )
  return signUpToken
}
