/** One call of the API as a value: what validates it, who may make it and what it answers. */
import type { z } from 'zod'

export type Role = 'CUSTOMER' | 'SELLER' | 'ADMIN'
/** 'visitor' lets everybody in, signed in or not. */
export type Access = 'visitor' | Role

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below /api/v1, parameters in braces as the specification writes them. */
  path: string
  summary: string
  roles: readonly [Access, ...Access[]]
  /** The call writes. Also true for the specification's GETs that write. */
  mutates: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** A reply that is one page of a longer list: X-Total-Count and Link are sent with it. */
  paged?: true
  /** Takes the raw bytes of the request (signatures are made over them). */
  raw?: true
  /** The reply is a file of this type, sent as it is and not as JSON. */
  file?: 'application/pdf' | 'text/csv'
  /** An administrator may make it before he has the second factor that the shop asks for. */
  beforeSecondFactor?: true
  /** Sends Clear-Site-Data: the browser deletes what the shop's pages have stored in it. */
  clearsSiteData?: true
  /** A second address by POST for a call that the specification makes by GET (api-rules §2). */
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

/** Keeps the literal types of an endpoint while checking its shape. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}
