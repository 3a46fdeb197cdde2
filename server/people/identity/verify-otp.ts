/** auth/verify-otp (specification §4; api-rules §1). */
import type { Role } from '../../../contract/endpoint.ts'
import { record } from '../audit/record.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { rememberBrowser } from './browser-queries.ts'
import type { Client } from './clients.ts'
import { consumeCode } from './code-queries.ts'
import { verifyCode } from './codes.ts'
import { findAccount, markVerified } from './queries.ts'
import { type CodeOutcome, codeMessages } from './rules.ts'
import { deletePasswordProofs, hasPasswordProof } from './session-queries.ts'
import { type Browser, openSession } from './sessions.ts'
import { requireLatestSignUp } from './sign-up-token.ts'

interface Verification extends Browser {
  email: string
  otp: string
  client: Client
  /** What the browser got when it entered the right password before. */
  proofToken: string | undefined
  /** What the browser got when it signed up. */
  signUpToken: string | undefined
}

interface NewSession {
  token: string
  role: Role
}

/**
 * Verifies the e-mail. Returns the token of a new session if this browser entered the right password before, otherwise null.
 * Refuses: invalid for a wrong, expired or used code, after five attempts, and for an unknown or verified e-mail. With the right
 * code also conflict: if another seller has claimed the same GST number, and then the code stays valid and the account
 * unverified, so that its owner can sign up again with another number; or if somebody else signed up with the e-mail after this
 * browser.
 */
export async function verifyOtp(
  shop: Shop,
  { email, otp, client, proofToken, signUpToken, ...browser }: Verification,
): Promise<NewSession | null> {
  const done = await shop.db.transaction(
    async (tx): Promise<{ session: NewSession | null } | { refused: Exclude<CodeOutcome, 'right'> }> => {
      const verification = await verifyCode(shop, tx, 'verify-email', { email, otp, client })
      // Returned, not thrown: the transaction has to commit the counted attempt.
      if (verification.outcome !== 'right') return { refused: verification.outcome }
      const { accountId } = verification.code
      const waiting = await findAccount(tx, email)
      if (waiting) requireLatestSignUp(shop, signUpToken, waiting)
      if (!(await consumeCode(tx, verification.code, 'verify-email'))) return { refused: 'wrong' }
      await markVerified(tx, accountId)
      await record(tx, 'email-verified', {
        actor: { id: accountId, name: email },
        target: { kind: 'account', id: accountId, name: email },
      })
      const proved =
        proofToken !== undefined && (await hasPasswordProof(tx, tokenHash(proofToken), accountId))
      await deletePasswordProofs(tx, accountId)
      const account = proved ? waiting : undefined
      if (!account) return { session: null }
      const { id, role } = account
      const token = await openSession(tx, { id, role, passwordHash: null, factorGiven: false }, browser)
      if (token === null) return { session: null }
      await rememberBrowser(tx, id, client.browser, false)
      return { session: { token, role } }
    },
  )
  if ('refused' in done) throw new Refusal('invalid', codeMessages[done.refused])
  return done.session
}
