/**
 * Binds a browser to its own sign-up. A code proves who owns the e-mail, but not who entered the password and details that are
 * stored with it: if a stranger signs up with the same e-mail later, the owner's code would verify the stranger's sign-up. So a
 * browser with a sign-up token can only verify the sign-up that it made. Other browsers have no token and are not checked.
 */
import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'

/** Part of the keyed hash: another value would invalidate the tokens that browsers have. */
const purpose = 'sign-up-mark'
const ofEmail = (email: string) => `e-mail:${email}`
/** The password's hash has a random salt, so it identifies the sign-up. */
const ofSignUp = (email: string, passwordHash: string) => `sign-up:${email}:${passwordHash}`

const signedUpAgain =
  'Somebody has signed up with this email once more since you did, with other details. Please sign up again.'

/** The same for e-mails with and without an account. It is no credential. */
export function makeSignUpToken(shop: Shop, email: string, passwordHash: string): string {
  return [ofEmail(email), ofSignUp(email, passwordHash)]
    .map((text) => shop.secrets.keyedHash(purpose, text).toString('base64url'))
    .join('.')
}

/** Refuses: conflict if the token is of this e-mail, but of an earlier sign-up than the one that waits for its code. */
export function requireLatestSignUp(
  shop: Shop,
  signUpToken: string | undefined,
  { email, passwordHash }: { email: string; passwordHash: string },
): void {
  const [email64 = '', signUp64 = ''] = signUpToken?.split('.') ?? []
  const isOf = (given: string, text: string) => {
    const bytes = Buffer.from(given, 'base64url')
    return shop.secrets
      .keyedHashes(purpose, text)
      .some((hash) => bytes.length === hash.length && timingSafeEqual(bytes, hash))
  }
  if (isOf(email64, ofEmail(email)) && !isOf(signUp64, ofSignUp(email, passwordHash)))
    throw new Refusal('conflict', signedUpAgain)
}
