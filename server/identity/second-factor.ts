/** The administrator's second factor: a code from an app, or one of ten recovery codes (docs/decisions/0016). */
import { randomBytes } from 'node:crypto'
import { codeRequired, wrongCode } from '../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { consumeLimit, refundLimits } from '../rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { factorLimits } from './limits.ts'
import { makeRecoveryCodes, type RecoveryCode, redeemRecoveryCode } from './recovery-codes.ts'
import {
  claimStep,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  putSecret,
  replaceRecoveryCodes,
  enableSecondFactor,
} from './second-factor-queries.ts'
import { base32, stepOf, totpUri } from './totp.ts'

export const factorPurpose = 'second-factor'

interface Account {
  id: string
  email: string
}

const toField = (words: string) => new Refusal('invalid', words, { fields: { code: words } })

/**
 * Nothing happens where the account has none. Refuses: invalid without a code, and for a wrong or used one; too-often after
 * five wrong ones in a quarter of an hour.
 */
export async function requireSecondFactor(
  shop: Shop,
  account: Account,
  code: string | undefined,
): Promise<void> {
  const factor = await findFactor(shop.db, account.id)
  if (!factor?.on) return
  if (code === undefined) throw toField(codeRequired)
  await requireCode(shop, account, factor.secretSealed, code)
}

/** As for passwords: counted before the answer is known and given back after a right one. */
async function requireCode(shop: Shop, account: Account, secretSealed: string, code: string): Promise<void> {
  const limits = factorLimits(account.id)
  await consumeLimit(shop.db, limits)
  if (!(await isGoodCode(shop, account, secretSealed, code))) {
    await record(shop.db, 'second-factor-failed', { actor: personOf(account), target: toAccount(account) })
    throw toField(wrongCode)
  }
  await refundLimits(
    shop.db,
    limits.map((limit) => limit.key),
  )
}

async function isGoodCode(
  shop: Shop,
  account: Account,
  secretSealed: string,
  code: string,
): Promise<boolean> {
  if (/^\d{6}$/.test(code)) {
    const secret = Buffer.from(shop.secrets.unseal(factorPurpose, secretSealed), 'hex')
    const step = stepOf(secret, code, Date.now() / 1_000)
    return step !== undefined && (await claimStep(shop.db, account.id, step))
  }
  const used = await redeemRecoveryCode(shop, account.id, code)
  if (used)
    await record(shop.db, 'recovery-code-used', { actor: personOf(account), target: toAccount(account) })
  return used
}

/** A secret that counts from `confirmSecondFactor` on. Refuses: conflict while one is on. */
export async function beginSecondFactor(
  shop: Shop,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(20)
  if (!(await putSecret(shop.db, account.id, shop.secrets.seal(factorPurpose, secret.toString('hex')))))
    throw new Refusal('conflict', 'The second factor is on already.')
  return { secret: base32(secret), uri: totpUri(shop.config.brandName, account.email, secret) }
}

/** Switches it on; answers the recovery codes. Refuses: invalid for a wrong code; conflict where none was begun. */
export async function confirmSecondFactor(shop: Shop, account: Account, code: string): Promise<string[]> {
  const factor = await findFactor(shop.db, account.id)
  if (!factor || factor.on) throw new Refusal('conflict', 'Please begin anew.')
  if (!/^\d{6}$/.test(code)) throw toField(wrongCode)
  await requireCode(shop, account, factor.secretSealed, code)
  const made = await makeRecoveryCodes()
  await shop.db.transaction(async (tx) => {
    if (!(await enableSecondFactor(tx, account.id))) throw new Refusal('conflict', 'Please begin anew.')
    await record(tx, 'second-factor-on', { target: toAccount(account) })
    await putRecoveryCodes(tx, account, made)
  })
  return made.map(({ shown }) => shown)
}

/** New ones instead of all earlier ones. Refuses: conflict while the second factor is off. */
export async function renewRecoveryCodes(shop: Shop, account: Account): Promise<string[]> {
  if (!(await findFactor(shop.db, account.id))?.on) throw new Refusal('conflict', 'The second factor is off.')
  const made = await makeRecoveryCodes()
  await shop.db.transaction((tx) => putRecoveryCodes(tx, account, made))
  return made.map(({ shown }) => shown)
}

/** Refuses as `requireSecondFactor`. */
export async function removeSecondFactor(shop: Shop, account: Account, code: string): Promise<void> {
  await requireSecondFactor(shop, account, code)
  await shop.db.transaction(async (tx) => {
    await deleteFactor(tx, account.id)
    await record(tx, 'second-factor-off', { target: toAccount(account) })
  })
}

export async function readSecondFactor(shop: Shop, accountId: string) {
  const factor = await findFactor(shop.db, accountId)
  return {
    on: factor?.on ?? false,
    required: shop.config.secondFactorRequired,
    recoveryCodesLeft: factor?.on ? await countRecoveryCodes(shop.db, accountId) : 0,
  }
}

async function putRecoveryCodes(tx: Tx, account: Account, codes: readonly RecoveryCode[]): Promise<void> {
  await replaceRecoveryCodes(tx, account.id, codes)
  await record(tx, 'recovery-codes-made', { target: toAccount(account) })
}

const personOf = ({ id, email }: Account) => ({ id, name: email })
const toAccount = ({ id, email }: Account) => ({ kind: 'account' as const, id, name: email })
