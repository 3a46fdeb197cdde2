/** Who is logged in, for every feature. identity/sessions.ts opens, finds and closes sessions. */
import type { Area, Duty, Role } from '../../contract/endpoint.ts'

/** Only the table of sessions gives a session: an account, or an object with the same fields, is none. */
export type Session = SessionRow & { readonly [fromTable]: true }
declare const fromTable: unique symbol

/**
 * What was given in a session belongs to it, never to its account: the session of a thief stays what it was while the owner
 * sets up an authenticator app. One of an account with an app is found only if a code was given in it.
 */
export interface SessionRow {
  tokenHash: Buffer
  accountId: string
  email: string
  role: Role
  /**
   * Until when the login counts as recent; null when it was too long ago. It ends ten minutes after the password or, of an account
   * with an authenticator app, after the code was given in this session, whichever was earlier.
   */
  confirmedUntil: Date | null
  /** Whether the account has an authenticator app, whose code was then given in this session. */
  secondFactor: boolean
  /** What this account, an administrator's, may do. */
  duties: readonly Duty[]
  /** For whom it acts: the shop in whose team a seller's account is, otherwise the account itself. */
  partyId: string
  /** What a seller's account may do for the shop: 'owner' of its own one. */
  areas: readonly Area[]
}

/**
 * The session of a call in which a seller acts for their shop: without the account, so that no use case mistakes the person for the
 * shop (`sellerOf` and `partyOf` in http/request-context.ts).
 */
export type PartySession = Omit<Session, 'accountId'>
