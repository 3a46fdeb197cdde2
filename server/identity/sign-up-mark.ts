/**
 * What a browser keeps of its own sign-up. A code proves whose the e-mail is, not whose password and details wait with it: a
 * stranger who signs up with somebody's e-mail after him would have them verified by the owner's own hand. So a browser that
 * signed up itself verifies its own sign-up and no later one of the same e-mail. Other browsers bring no mark and are not asked.
 */
import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'

const purpose = 'sign-up-mark'
const ofEmail = (email: string) => `e-mail:${email}`
/** Each sign-up has another salt, so the stored password tells one from all others. */
const ofSignUp = (email: string, passwordHash: string) => `sign-up:${email}:${passwordHash}`

const signedUpAgain =
  'Somebody has signed up with this email once more since you did, with other details. Please sign up again.'

/** Made alike whether or not the e-mail has an account; it opens nothing. */
export function signUpMark(shop: Shop, email: string, passwordHash: string): string {
  return [ofEmail(email), ofSignUp(email, passwordHash)]
    .map((text) => shop.secrets.keyedHash(purpose, text).toString('base64url'))
    .join('.')
}

/** Refuses: conflict where `mark` is of this e-mail and of another sign-up than the one that waits now. */
export function requireOwnSignUp(
  shop: Shop,
  mark: string | undefined,
  { email, passwordHash }: { email: string; passwordHash: string },
): void {
  const [email64 = '', signUp64 = ''] = mark?.split('.') ?? []
  const isOf = (given: string, text: string) => {
    const bytes = Buffer.from(given, 'base64url')
    return shop.secrets
      .keyedHashes(purpose, text)
      .some((hash) => bytes.length === hash.length && timingSafeEqual(bytes, hash))
  }
  if (isOf(email64, ofEmail(email)) && !isOf(signUp64, ofSignUp(email, passwordHash)))
    throw new Refusal('conflict', signedUpAgain)
}
