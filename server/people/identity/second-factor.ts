/** The second factor of sellers and administrators: a TOTP code from an app, or one of ten recovery codes. */
import { randomBytes } from 'node:crypto'
import { codeRequired, wrongCode } from '../../../contract/auth.ts'
import type { SecondFactorState } from '../../../contract/second-factor.ts'
import { record } from '../audit/record.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { consumeLimit, refundLimits } from '../../platform/rate-limit.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { secondFactorLimits, type Source } from './rate-limits.ts'
import {
  type RecoveryCode,
  base32,
  makeRecoveryCodes,
  redeemRecoveryCode,
  stepOf,
  totpUri,
} from './recovery-codes.ts'
import {
  consumeTimeStep,
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  saveSecret,
} from './second-factor-queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SealedPlace, SealedRow } from '../../platform/reseal.ts'
import { lockAccountById } from './all-accounts-queries.ts'
import {
  deleteKnownBrowsers,
  forgetGivenFactors,
  hasGivenFactor,
  rememberBrowser,
} from './browser-queries.ts'
import type { Client } from './clients.ts'
import { deleteCodes } from './code-queries.ts'
import { lockAccount, resetPasswordHash, resetUnverifiedAccount } from './queries.ts'
import { makeOwner } from './administrator-queries.ts'
import { isReplaceable } from './rules.ts'
import { queueFactorChangedMail } from './mails.ts'
import {
  confirmFactor,
  deleteOtherSessions,
  deletePasswordProofs,
  deleteSessions,
} from './session-queries.ts'

const secondFactorPurpose = 'second-factor'

interface Account {
  id: string
  email: string
}

const codeRefusal = (words: string) => new Refusal('invalid', words, { fields: { code: words } })

/**
 * True after a right code, which the caller stores with the session; false if the account has no second factor. Refuses: invalid
 * without a code and for a wrong or used one; too-often after five wrong codes in a quarter of an hour. Wrong codes are counted by
 * who enters them, so that somebody who knows the password does not lock the owner out.
 */
export async function requireSecondFactor(
  shop: Shop,
  account: Account,
  code: string | undefined,
  by: Client | Session,
): Promise<boolean> {
  const factor = await findSecondFactor(shop.db, account.id)
  if (!factor?.on) return false
  if (code === undefined) throw codeRefusal(codeRequired)
  const source = await sourceOf(shop, account.id, by)
  await requireCode(shop, account, { secretSealed: factor.secretSealed, code, source })
  return true
}

async function sourceOf(shop: Shop, accountId: string, by: Client | Session): Promise<Source> {
  if ('tokenHash' in by) return 'sessions'
  const { browser, ip } = by
  return (await hasGivenFactor(shop.db, accountId, browser)) ? { browser } : { ip }
}

const isOfApp = (code: string) => /^\d{6}$/.test(code)

/** Like for passwords, the attempt is counted before the comparison and refunded after a right code. */
async function requireCode(
  shop: Shop,
  account: Account,
  { secretSealed, code, source }: { secretSealed: string; code: string; source: Source },
): Promise<void> {
  const limits = secondFactorLimits(account.id, source, isOfApp(code))
  // One after the other: a code that is not compared must not count for the day.
  for (const limit of limits) await consumeLimit(shop.db, [limit])
  if (!(await redeemCode(shop, account, secretSealed, code))) {
    await record(shop.db, 'second-factor-failed', { actor: toActor(account), target: toTarget(account) })
    throw codeRefusal(wrongCode)
  }
  await refundLimits(
    shop.db,
    limits.map((limit) => limit.key),
  )
}

async function redeemCode(
  shop: Shop,
  account: Account,
  secretSealed: string,
  code: string,
): Promise<boolean> {
  if (isOfApp(code)) {
    const secret = Buffer.from(shop.secrets.unseal(secondFactorPurpose, secretSealed), 'hex')
    const step = stepOf(secret, code, Date.now() / 1_000)
    return step !== undefined && (await consumeTimeStep(shop.db, account.id, step))
  }
  const used = await redeemRecoveryCode(shop, account.id, code)
  if (used)
    await record(shop.db, 'recovery-code-used', { actor: toActor(account), target: toTarget(account) })
  return used
}

const accountOf = ({ accountId: id, email }: Session): Account => ({ id, email })

/** Stores a new secret, which becomes active with `confirmSecondFactor`. Refuses: conflict while a second factor is on. */
export async function beginSecondFactor(
  shop: Shop,
  { accountId, email }: Session,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(20)
  if (!(await saveSecret(shop.db, accountId, shop.secrets.seal(secondFactorPurpose, secret.toString('hex')))))
    throw new Refusal('conflict', 'The second factor is on already.')
  return { secret: base32(secret), uri: totpUri(shop.config.brandName, email, secret) }
}

/** Turns the second factor on and returns the recovery codes. Refuses: invalid for a wrong code; conflict without a secret. */
export async function confirmSecondFactor(
  shop: Shop,
  session: Session,
  { code, client }: { code: string; client: Client },
): Promise<string[]> {
  const account = accountOf(session)
  const factor = await findSecondFactor(shop.db, account.id)
  if (!factor || factor.on) throw new Refusal('conflict', 'Please begin anew.')
  if (!isOfApp(code)) throw codeRefusal(wrongCode)
  await requireCode(shop, account, { secretSealed: factor.secretSealed, code, source: 'sessions' })
  const codes = await makeRecoveryCodes(shop)
  await changeFactor(shop, session, 'second-factor-on', async (tx) => {
    if (!(await enableSecondFactor(tx, account.id))) throw new Refusal('conflict', 'Please begin anew.')
    await putRecoveryCodes(tx, account, codes)
    await forgetGivenFactors(tx, account.id)
    await rememberBrowser(tx, account.id, client.browser, true)
  })
  return codes.map(({ shown }) => shown)
}

/** Replaces all recovery codes and returns the new ones. Refuses like `requireCodeAgain`. */
export async function renewRecoveryCodes(shop: Shop, session: Session, code: string): Promise<string[]> {
  await requireCodeAgain(shop, session, code)
  const codes = await makeRecoveryCodes(shop)
  await changeFactor(shop, session, 'recovery-codes-made', (tx) =>
    replaceRecoveryCodes(tx, session.accountId, codes),
  )
  return codes.map(({ shown }) => shown)
}

/** Turns the second factor off. Refuses like `requireCodeAgain`. */
export async function removeSecondFactor(shop: Shop, session: Session, code: string): Promise<void> {
  await requireCodeAgain(shop, session, code)
  await changeFactor(shop, session, 'second-factor-off', (tx) => deleteSecondFactor(tx, session.accountId))
}

/** Refuses: like `requireSecondFactor`; conflict while the second factor is off. */
async function requireCodeAgain(shop: Shop, session: Session, code: string): Promise<void> {
  if (!(await requireSecondFactor(shop, accountOf(session), code, session)))
    throw new Refusal('conflict', 'The second factor is off.')
}

/** After each change of the second factor only this session lives on, and its owner is told. */
async function changeFactor(
  shop: Shop,
  session: Session,
  action: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-made',
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockAccount(tx, session.email)
    await change(tx)
    if (!(await confirmFactor(tx, session))) throw new Refusal('signed-out', 'Please log in.')
    await deleteOtherSessions(tx, session)
    await deletePasswordProofs(tx, session.accountId)
    await record(tx, action, { target: toTarget(accountOf(session)) })
    await queueFactorChangedMail(shop, tx, session.email, action)
  })
}

/**
 * For a seller who has lost phone and recovery codes. The caller has made sure who asks. Refuses: not-found for another role; conflict
 * while the second factor is off.
 */
export async function removeLostSecondFactor(shop: Shop, accountId: string, reason: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const account = await lockAccountById(tx, accountId)
    if (account?.role !== 'SELLER') throw notFound('There is no such seller.')
    if (!(await findSecondFactor(tx, accountId))?.on)
      throw new Refusal('conflict', 'The second factor is off.')
    await deleteSecondFactor(tx, accountId)
    await deleteSessions(tx, accountId)
    await record(tx, 'second-factor-off', {
      target: toTarget({ id: accountId, email: account.email }),
      note: reason,
    })
    await queueFactorChangedMail(shop, tx, account.email, 'second-factor-off')
  })
}

export async function readSecondFactor(shop: Shop, { accountId, role }: Session): Promise<SecondFactorState> {
  const factor = await findSecondFactor(shop.db, accountId)
  return {
    on: factor?.on ?? false,
    required: role === 'ADMIN' && shop.config.secondFactorRequired,
    recoveryCodesLeft: factor?.on ? await countRecoveryCodes(shop.db, accountId) : 0,
  }
}

async function putRecoveryCodes(tx: Tx, account: Account, codes: readonly RecoveryCode[]): Promise<void> {
  await replaceRecoveryCodes(tx, account.id, codes)
  await record(tx, 'recovery-codes-made', { target: toTarget(account) })
}

const toActor = ({ id, email }: Account) => ({ id, name: email })
const toTarget = ({ id, email }: Account) => ({ kind: 'account' as const, id, name: email })

/** The secrets of authenticator apps, for `npm run reseal`. */
export function sealedSecondFactors(db: Db): SealedPlace {
  return {
    purpose: secondFactorPurpose,
    read: (after, sealedBy, limit) =>
      db.query<SealedRow>(sql`
        select account_id as id, secret_sealed as sealed from second_factor
        where account_id > ${after} and not starts_with(secret_sealed, ${sealedBy})
        order by account_id limit ${limit}`),
    async write(row, sealed) {
      await db.query(sql`
        update second_factor set secret_sealed = ${sealed} where account_id = ${row.id} and secret_sealed = ${row.sealed}`)
    },
  }
}

/**
 * Sets an administrator's password, ends the sessions, codes and second factor, and returns the account's id; undefined if no
 * administrator has this e-mail. They become an owner who may log in. An unverified sign-up becomes the administrator's account, because otherwise a stranger could
 * lock the administrator out by signing up with that e-mail.
 */
export async function resetAdministrator(
  tx: Tx,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const account = await lockAccount(tx, email)
  if (!account) return undefined
  if (isReplaceable(account)) await resetUnverifiedAccount(tx, account.id, 'ADMIN', passwordHash)
  else if (account.role !== 'ADMIN') return undefined
  await resetPasswordHash(tx, account.id, passwordHash)
  await deleteSessions(tx, account.id)
  await deleteKnownBrowsers(tx, account.id)
  await deleteCodes(tx, account.id)
  await deleteSecondFactor(tx, account.id)
  await makeOwner(tx, account.id)
  return account.id
}
