/** What a handler gets: the validated parts of the request, the session, and a way to set cookies. */
import type { Body, EndpointSpec, Params, Query, Reply, Role } from '../../../contract/endpoint.ts'
import type { Page } from '../keyset-page.ts'
import type { PartySession, Session } from '../session.ts'

/** Whoever may call for a shop is met as the party. The account is told only of calls that no seller makes, or each about themselves. */
type SessionOf<E extends EndpointSpec> = E extends { areas: 'person' }
  ? Session
  : Extract<E['roles'][number], 'SELLER' | 'visitor'> extends never
    ? Session
    : PartySession

export interface RequestContext<E extends EndpointSpec = EndpointSpec> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** Never null for an endpoint whose roles exclude visitors. */
  session: SessionOf<E> | null
  ip: string
  userAgent: string
  requestId: string
  /** Cookies of the request, by name. */
  cookies: Record<string, string>
  headers: Headers
  /** The unparsed body; only for endpoints that are declared raw. */
  rawBody: Buffer
  /** Sets a cookie; maxAgeSeconds 0 deletes it. */
  setCookie(name: string, value: string, options: { maxAgeSeconds: number; readable?: boolean }): void
}

type HandlerResult<E extends EndpointSpec> = E extends { paged: true }
  ? Page<Reply<E> extends (infer Item)[] ? Item : never>
  : Reply<E>

export type Handler<E extends EndpointSpec> = (context: RequestContext<E>) => Promise<HandlerResult<E>>

/** The session of an endpoint that admits no visitors, with what its handler may know of it. */
export function sessionOf<S>({ session }: { session: S | null }): S {
  if (!session) throw new Error('this endpoint admits visitors, so there may be no session')
  return session
}

/** The account that makes the call. No shop: of calls in which a seller acts for one it is a type error. */
export const accountOf = (context: { session: Session | null }): Session => sessionOf(context)

/** The id of the shop for which a seller's call is made, whoever of its team makes it. */
export const sellerOf = (context: { session: PartySession | null }): string => sessionOf(context).partyId

/** For whom the call is made: the buyer, the shop of a seller, or the administrator. */
export interface Party {
  accountId: string
  role: Role
}

export function partyOf(context: { session: PartySession | null }): Party {
  const { partyId, role } = sessionOf(context)
  return { accountId: partyId, role }
}
