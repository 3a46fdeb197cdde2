/** What a handler gets: the validated parts of the request, the session, and a way to set cookies. */
import type { Body, EndpointSpec, Params, Query, Reply } from '../../../contract/endpoint.ts'
import type { Page } from '../keyset-page.ts'
import type { Session } from '../session.ts'

export interface RequestContext<E extends EndpointSpec = EndpointSpec> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** Never null for an endpoint whose roles exclude visitors. */
  session: Session | null
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

export type HandlerResult<E extends EndpointSpec> = E extends { paged: true }
  ? Page<Reply<E> extends (infer Item)[] ? Item : never>
  : Reply<E>

export type Handler<E extends EndpointSpec> = (context: RequestContext<E>) => Promise<HandlerResult<E>>

/** The session of an endpoint that admits no visitors. */
export function accountOf(context: Pick<RequestContext, 'session'>): Session {
  if (!context.session) throw new Error('this endpoint admits visitors, so there may be no session')
  return context.session
}
