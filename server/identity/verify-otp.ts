/** auth/verify-otp (specification §4; api-rules §1). */
import type { Role } from '../../contract/endpoint.ts'
import { record } from '../audit/record.ts'
import { Refusal } from '../refusal.ts'
import { tokenHash } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { consumeCode } from './code-queries.ts'
import { verifyCode } from './codes.ts'
import { findAccount, markVerified } from './queries.ts'
import { type CodeOutcome, codeWords } from './rules.ts'
import { deleteProofs, hasProof } from './session-queries.ts'
import { type Browser, openSession } from './sessions.ts'
import { requireOwnSignUp } from './sign-up-mark.ts'

interface Verification extends Browser {
  email: string
  otp: string
  /** What the browser was given when it entered the right password a moment ago. */
  proofToken: string | undefined
  /** What the browser was given when it signed up. */
  mark: string | undefined
}

interface NewSession {
  token: string
  role: Role
}

/**
 * Verifies the e-mail. Answers the new session's token where the same browser gave the right password before, else null.
 * Refuses: invalid for a wrong, expired or used code and after five tries; unknown and verified e-mails sound the same.
 * With the right code also conflict, where another seller has verified with the same GST number meanwhile: the code stays
 * good and the account unverified, so that its owner may sign up anew with another number; and conflict where this browser
 * signed up and somebody else has done so with the same e-mail after it.
 */
export async function verifyOtp(
  shop: Shop,
  { email, otp, proofToken, mark, ...browser }: Verification,
): Promise<NewSession | null> {
  const done = await shop.db.transaction(
    async (tx): Promise<{ session: NewSession | null } | { refused: Exclude<CodeOutcome, 'right'> }> => {
      const tried = await verifyCode(shop, tx, 'verify-email', email, otp)
      // Answered, not thrown: the counted try must last.
      if (tried.outcome !== 'right') return { refused: tried.outcome }
      const { accountId } = tried.code
      const waiting = await findAccount(tx, email)
      if (waiting) requireOwnSignUp(shop, mark, waiting)
      if (!(await consumeCode(tx, tried.code, 'verify-email'))) return { refused: 'wrong' }
      await markVerified(tx, accountId)
      await record(tx, 'email-verified', {
        actor: { id: accountId, name: email },
        target: { kind: 'account', id: accountId, name: email },
      })
      const proved = proofToken !== undefined && (await hasProof(tx, tokenHash(proofToken), accountId))
      await deleteProofs(tx, accountId)
      const account = proved ? waiting : undefined
      if (!account) return { session: null }
      const token = await openSession(tx, { id: account.id, role: account.role, passwordHash: null }, browser)
      return { session: token === null ? null : { token, role: account.role } }
    },
  )
  if ('refused' in done) throw new Refusal('invalid', codeWords[done.refused])
  return done.session
}
