/** auth/login (specification §4, §8; api-rules §1). */
import { wrongLogin } from '../../../contract/auth.ts'
import type { Role } from '../../../contract/endpoint.ts'
import { record } from '../audit/record.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { isKnownBrowser, rememberBrowser } from './browser-queries.ts'
import type { Client } from './clients.ts'
import { type Guard, openGuard } from './guard.ts'
import { checkLimit } from '../../platform/rate-limit.ts'
import {
  loginLimits,
  ownLoginLimits,
  rightPasswordLimits,
  type Source,
  tryConsumeLimit,
} from './rate-limits.ts'
import { withHashSlot, verifyPassword } from './passwords.ts'
import { type AccountRow, findAccount } from './queries.ts'
import { requireSecondFactor } from './second-factor.ts'
import { deleteSession } from './session-queries.ts'
import { type Browser, issuePasswordProof, openSession } from './sessions.ts'

interface Login extends Browser {
  email: string
  password: string
  code?: string | undefined
  /** The session that the browser had until now; the new session replaces it. */
  oldToken: string | undefined
  client: Client
}

/** For 'unverified', `proofToken` proves to verify-otp that this browser knew the password. */
export type LoginResult =
  | { kind: 'session'; token: string; email: string; role: Role }
  | { kind: 'unverified'; proofToken: string }

/**
 * Creates a session, or reports that the e-mail is not verified yet.
 * Refuses: invalid for a wrong e-mail or password, with the same message and the same work for both; too-often above the limits
 * of failed logins; forbidden for the right password of a suspended account; unavailable while too many logins are queued.
 */
export async function logIn(
  shop: Shop,
  { email, password, code, oldToken, client, ...browser }: Login,
): Promise<LoginResult> {
  const account = await checkPassword(shop, email, password, client)
  if (!account) {
    await recordFailure(shop, email)
    throw new Refusal('invalid', wrongLogin)
  }
  const target = { kind: 'account' as const, id: account.id, name: account.email }
  if (account.suspended) {
    await record(shop.db, 'login-suspended', { target })
    throw new Refusal('forbidden', `Your account is suspended. Please write to ${shop.config.supportEmail}.`)
  }
  const factorGiven = await requireSecondFactor(shop, account, code, client)
  const loggedIn = await shop.db.transaction(async (tx): Promise<LoginResult | null> => {
    if (!account.verified) {
      const proofToken = await issuePasswordProof(tx, account)
      return proofToken === null ? null : { kind: 'unverified', proofToken }
    }
    if (oldToken) await deleteSession(tx, tokenHash(oldToken))
    const token = await openSession(tx, { ...account, factorGiven }, browser)
    if (token === null) return null
    await rememberBrowser(tx, account.id, client.browser, factorGiven)
    await record(tx, 'login', { actor: { id: account.id, name: account.email }, target })
    return { kind: 'session', token, email: account.email, role: account.role }
  })
  // The password was changed between the check and the transaction.
  if (!loggedIn) throw new Refusal('invalid', wrongLogin)
  return loggedIn
}

/** An entered e-mail without an account is not recorded: it may be a password that was typed into the wrong field. */
async function recordFailure(shop: Shop, email: string): Promise<void> {
  const account = await findAccount(shop.db, email)
  const target = {
    kind: 'account' as const,
    id: account?.id ?? null,
    name: account?.email ?? 'unknown e-mail',
  }
  await record(shop.db, 'login-failed', { target })
}

/**
 * Returns the account if the password is right. Guesses in a browser or session of the account are counted by it, all others by their
 * network. Refuses: too-often above the login limits, with a challenge where strangers have used them up, and above the limit of
 * right passwords, which are counted apart.
 */
export async function checkPassword(
  shop: Shop,
  email: string,
  password: string,
  by: Client | Session,
): Promise<AccountRow | undefined> {
  const source = await sourceOf(shop, email, by)
  const rightOnes = rightPasswordLimits(shop, email, source)
  await checkLimit(shop.db, rightOnes)
  const guard = await openLoginGuard(shop, email, by, source)
  await guard.check(shop.db)
  return withHashSlot(async () => {
    // Again, for those that waited for the slot together.
    await checkLimit(shop.db, rightOnes)
    // Counted before the comparison and refunded after a right password, so that parallel guesses cannot pass the limit.
    // Inside the hash slot, so that only a few right passwords are counted at any time.
    await shop.db.transaction((tx) => guard.consume(tx))
    const account = await findAccount(shop.db, email)
    const right = await verifyPassword(password, account?.passwordHash, shop.config.hashCost)
    if (!account || !right) return undefined
    await tryConsumeLimit(shop.db, rightOnes)
    await guard.refund(shop.db)
    return account
  })
}

async function sourceOf(shop: Shop, email: string, by: Client | Session): Promise<Source> {
  if ('tokenHash' in by) return 'sessions'
  return (await isKnownBrowser(shop.db, email, by.browser)) ? { browser: by.browser } : { ip: by.ip }
}

async function openLoginGuard(
  shop: Shop,
  email: string,
  by: Client | Session,
  source: Source,
): Promise<Guard> {
  if ('tokenHash' in by) return openGuard(shop, email, ownLoginLimits(shop, email, by.tokenHash), undefined)
  const known = source !== 'sessions' && 'browser' in source
  const limits = known ? ownLoginLimits(shop, email, by.browser) : loginLimits(shop, email, by.ip)
  return openGuard(shop, email, limits, by.proof)
}
