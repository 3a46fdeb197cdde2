/** The shape of an endpoint's description: method, path, roles, and the schemas of input and reply. */
import type { z } from 'zod'

export type Role = 'CUSTOMER' | 'SELLER' | 'ADMIN'
/** 'visitor' allows everybody, logged in or not. */
export type Access = 'visitor' | Role

/** At most `max` calls in `seconds` by one account, or by the visitors of one network. */
export interface CallLimit {
  max: number
  seconds: number
}

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below /api/v1, parameters in braces as the specification writes them. */
  path: string
  summary: string
  roles: readonly [Access, ...Access[]]
  /** The call changes data. Also true for the GET endpoints of the specification that write. */
  mutates: boolean
  /** How often one account may make the call. A changing call without its own limits has the shop's default ones. */
  limits?: readonly CallLimit[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** A reply that is one page of a longer list: X-Total-Count and Link are sent with it. */
  paged?: true
  /** The handler gets the raw bytes of the body, because a signature is verified over them. */
  raw?: true
  /** The reply is a file of this type, sent as it is and not as JSON. */
  file?: 'application/pdf' | 'text/csv' | 'image/avif'
  /** An administrator may call it before setting up the second factor that the shop requires. */
  beforeSecondFactor?: true
  /** Sends Clear-Site-Data: the browser deletes what the shop's pages have stored in it. */
  clearsSiteData?: true
  /** A second route by POST for an endpoint that the specification defines as GET (api-rules §2). */
  alias?: { method: 'POST'; path: string }
}

export type Params<E extends EndpointSpec> = E extends { params: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>
export type Query<E extends EndpointSpec> = E extends { query: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>
export type Body<E extends EndpointSpec> = E extends { body: infer S extends z.ZodType }
  ? z.output<S>
  : undefined
export type Reply<E extends EndpointSpec> = z.output<E['reply']>

/** The limits of a call. Webhooks have none: their signature says who sends them. */
export function callLimitsOf(spec: EndpointSpec, defaults: readonly CallLimit[]): readonly CallLimit[] {
  return spec.limits ?? (spec.mutates && !spec.raw ? defaults : [])
}

/**
 * Checks the shape of an endpoint and keeps its literal types, from which clients infer params, query, body and reply.
 * It and the replies that name a role are marked as free of side effects, so that the bundler leaves the endpoints out of
 * the scripts of visitors, which import the schemas of forms from the same files.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}
