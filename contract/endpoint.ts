/** The shape of an endpoint's description: method, path, roles, and the schemas of input and reply. */
import type { z } from 'zod'

export type Role = 'CUSTOMER' | 'SELLER' | 'ADMIN'
/** 'visitor' allows everybody, logged in or not. */
export type Access = 'visitor' | Role

/** What an administrator is trusted with. An owner may do everything. */
export const duties = ['owner', 'finance', 'catalogue', 'support'] as const
export type Duty = (typeof duties)[number]
/** For what every administrator may do. */
export const anyDuty = ['finance', 'catalogue', 'support'] as const

/**
 * What a member of a seller's team is trusted with. The owner of the shop may do everything, and alone what has the area 'owner':
 * who the shop is, where its money goes, and who is in the team.
 */
export const teamAreas = ['orders', 'products', 'money'] as const
export type TeamArea = (typeof teamAreas)[number]
export type Area = TeamArea | 'owner'

/** At most `max` calls in `seconds` by one account, or by the visitors of one network. */
export interface CallLimit {
  max: number
  seconds: number
}

/**
 * What makes a call cost more than its own rows: it queues mail, hashes a password, draws a document, or has work to do for all
 * rows of a seller.
 */
export type Cost = 'mail' | 'hash' | 'render' | 'rows'

interface EndpointShape {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below /api/v1, parameters in braces as the specification writes them. */
  path: string
  summary: string
  roles: readonly [Access, ...Access[]]
  /** Which administrators may call it. Every endpoint with the role ADMIN declares it. */
  duties?: readonly [Duty, ...Duty[]]
  /**
   * Who of a seller's team may call it: members with one of the areas. 'person': everybody, about their own account alone. Every
   * endpoint with the role SELLER declares it.
   */
  areas?: readonly [Area, ...Area[]] | 'person'
  /** Needs a password that was entered within ten minutes: 403 with the field `recentLogin` otherwise. */
  recentLogin?: true
  /**
   * What the call does, in plain words. Where two administrators could make it, a second one has to confirm it: the reply is 202
   * with `waitingReply`. Needs `recentLogin` and a reply with `msg`.
   */
  secondPerson?: string
  /** Whether the call changes data, where its method misleads: a GET of the specification that writes, a POST that only reads. */
  mutates?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** The longest body in bytes, where 50 kB are too little for its schema. */
  bodyMax?: number
  /** A reply that is one page of a longer list: X-Total-Count and Link are sent with it. */
  paged?: true
  /** The handler gets the raw bytes of the body, because a signature is verified over them. */
  raw?: true
  /** The reply is a file of this type, sent as it is and not as JSON. */
  file?: 'application/pdf' | 'text/csv' | 'image/avif' | 'application/zip'
  /** An administrator may call it before setting up the second factor that the shop requires. */
  beforeSecondFactor?: true
  /** Sends Clear-Site-Data: the browser deletes what the shop's pages have stored in it. */
  clearsSiteData?: true
  /** A second route by POST for an endpoint that the specification defines as GET (api-rules §2). */
  alias?: { method: 'POST'; path: string }
}

/**
 * `limits`: how often one account may make the call. A changing call without its own limits has the shop's default ones. A costly
 * call does not compile without limits of its own; in tests a call fails that costs what it does not declare (platform/caller.ts).
 */
export type EndpointSpec = EndpointShape &
  (
    | { costly?: never; limits?: readonly CallLimit[] }
    | { costly: readonly [Cost, ...Cost[]]; limits: readonly [CallLimit, ...CallLimit[]] }
  )

// Limits of costly calls, far below the default ones. Constants of their own, so that the bundler can leave them out.
/** A person's own form: a profile, a password, a return that is asked for. */
export const formLimits = [
  { max: 10, seconds: 60 },
  { max: 40, seconds: 3_600 },
  { max: 100, seconds: 86_400 },
] as const
/** Work row by row: returns of a seller, refunds and payouts of an administrator. */
export const workLimits = [
  { max: 60, seconds: 60 },
  { max: 1_000, seconds: 86_400 },
] as const
/** Visitors of one network, which may be a whole carrier's. What guards one account is counted in the database. */
export const visitorLimits = [{ max: 60, seconds: 60 }] as const

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

export const changesData = ({ mutates, method }: Pick<EndpointSpec, 'mutates' | 'method'>): boolean =>
  mutates ?? method !== 'GET'

/** Whether an administrator with these duties may make the call. */
export const mayCall = (spec: Pick<EndpointSpec, 'duties'>, own: readonly Duty[]): boolean =>
  spec.duties !== undefined && (own.includes('owner') || spec.duties.some((duty) => own.includes(duty)))

/** Whether somebody of a seller's team who has these areas may make the call. */
export const mayCallForShop = (spec: Pick<EndpointSpec, 'areas'>, own: readonly Area[]): boolean =>
  spec.areas !== undefined &&
  (spec.areas === 'person' || own.includes('owner') || spec.areas.some((area) => own.includes(area)))

/** The limits of a call. Webhooks have none: their signature says who sends them. */
export function callLimitsOf(spec: EndpointSpec, defaults: readonly CallLimit[]): readonly CallLimit[] {
  return spec.limits ?? (changesData(spec) && !spec.raw ? defaults : [])
}

/** An endpoint for administrators without duties is a type error. */
type DutiesOf<E extends EndpointSpec> = 'ADMIN' extends E['roles'][number]
  ? { duties: readonly Duty[] }
  : unknown

/** So is one for sellers without areas. */
type AreasOf<E extends EndpointSpec> = 'SELLER' extends E['roles'][number]
  ? { areas: readonly Area[] | 'person' }
  : unknown

/**
 * Checks the shape of an endpoint and keeps its literal types, from which clients infer params, query, body and reply.
 * It and the replies that name a role are marked as free of side effects, so that the bundler leaves the endpoints out of
 * the scripts of visitors, which import the schemas of forms from the same files.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends EndpointSpec>(spec: E & DutiesOf<E> & AreasOf<E>): E {
  return spec
}
