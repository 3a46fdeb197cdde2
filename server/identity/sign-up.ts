/** What signing up as a customer and as a seller have in common (api-rules §6). */
import type { Role } from '../../contract/endpoint.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { checkLimit } from '../rate-limit.ts'
import { queueAccountExistsMail } from './mails.ts'
import type { Shop } from '../shop.ts'
import { sendLimits, sendTooOften } from './limits.ts'
import { hashPassword } from './passwords.ts'
import { insertAccount, lockAccount, restartAccount } from './queries.ts'
import { mayBeReplaced } from './rules.ts'
import { consumeSendLimits, sendCode, withConstantTime } from './send-code.ts'
import { signUpMark } from './sign-up-mark.ts'

export interface Newcomer {
  email: string
  password: string
  role: Exclude<Role, 'ADMIN'>
  ip: string
}

export interface NewAccount {
  id: string
  email: string
  passwordHash: string
}

interface SignedUp<T> {
  /** For the browser to keep (sign-up-mark.ts). */
  mark: string
  /** What `addDetails` answered; undefined where the e-mail has an owner. */
  added: T | undefined
}

/**
 * Makes the account and sends its code; `addDetails` writes what belongs to the role. A verified account stays as it is,
 * and its owner is told by mail; one that was never verified takes the new details. The caller must say the same in all
 * three cases.
 * Refuses: too-often past the limits of sending.
 */
export async function signUp<T>(
  shop: Shop,
  newcomer: Newcomer,
  addDetails: (tx: Tx, account: NewAccount) => Promise<T>,
): Promise<SignedUp<T>> {
  const { email, password, ip } = newcomer
  // Asked before the hashing, so that a flood costs little; counted below, together with the sending.
  await checkLimit(shop.db, sendLimits(shop, 'verify-email', email, ip), sendTooOften)
  const passwordHash = await hashPassword(password)
  const added = await withConstantTime(
    shop.db.transaction(async (tx) => {
      await consumeSendLimits(shop, tx, 'verify-email', email, ip)
      const account = await openAccount(tx, newcomer, passwordHash)
      if (!account) {
        await queueAccountExistsMail(shop, tx, email)
        return undefined
      }
      const answer = await addDetails(tx, account)
      await sendCode(shop, tx, account, 'verify-email')
      return answer
    }),
  )
  return { mark: signUpMark(shop, email, passwordHash), added }
}

/** A fresh account, or one that was never verified begun anew; undefined where the e-mail has an owner. */
async function openAccount(
  tx: Tx,
  newcomer: Newcomer,
  passwordHash: string,
): Promise<NewAccount | undefined> {
  const { email, role } = newcomer
  const id = newId()
  if (await insertAccount(tx, { id, email, role, passwordHash, verified: false }))
    return { id, email, passwordHash }
  const account = await lockAccount(tx, email)
  // Never verified, and removed for its age at this very moment.
  if (!account) return openAccount(tx, newcomer, passwordHash)
  if (!mayBeReplaced(account)) return undefined
  await restartAccount(tx, account.id, role, passwordHash)
  return { id: account.id, email, passwordHash }
}
