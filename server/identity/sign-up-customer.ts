/** auth/customer/signup (specification §2, §7; contract §6). */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { requireRoom } from '../http/rate-limit.ts'
import { queueAccountExistsMail } from '../mail/account-exists-mail.ts'
import type { Shop } from '../shop.ts'
import { sendLimits, sendTooOften } from './limits.ts'
import { hashPassword } from './passwords.ts'
import {
  type CustomerDetails,
  insertAccount,
  insertCustomer,
  lockAccount,
  restartAccount,
} from './queries.ts'
import { mayBeReplaced } from './rules.ts'
import { countSending, evenly, sendCode } from './send-code.ts'

interface Signup extends CustomerDetails {
  email: string
  password: string
  ip: string
}

/**
 * Makes the account and sends its code. A verified account stays as it is and its owner is told by mail;
 * one that was never verified takes the new details. The caller hears the same in all three cases.
 * Refuses: too-often past the limits of sending.
 */
export async function signUpCustomer(shop: Shop, signup: Signup): Promise<void> {
  const { email, password, ip } = signup
  // Asked before the hashing, so that a flood costs little; counted below, together with the sending.
  await requireRoom(shop.db, sendLimits(shop, 'verify-email', email, ip), sendTooOften)
  const passwordHash = await hashPassword(password)
  await evenly(shop.db.transaction((tx) => signUp(shop, tx, signup, passwordHash)))
}

async function signUp(shop: Shop, tx: Tx, signup: Signup, passwordHash: string): Promise<void> {
  const { email, ip } = signup
  await countSending(shop, tx, 'verify-email', email, ip)
  const id = newId()
  if (await insertAccount(tx, { id, email, role: 'CUSTOMER', passwordHash, verified: false })) {
    await insertCustomer(tx, id, signup)
    return sendCode(shop, tx, { id, email }, 'verify-email')
  }
  const account = await lockAccount(tx, email)
  if (!account) throw new Error('an account that was there a moment ago is gone')
  if (!mayBeReplaced(account)) return queueAccountExistsMail(shop, tx, email)
  await restartAccount(tx, account.id, 'CUSTOMER', passwordHash)
  await insertCustomer(tx, account.id, signup)
  await sendCode(shop, tx, account, 'verify-email')
}
