/** Who may call an endpoint: the origin, the session, its role and the second factor. */
import { secondFactorRequired } from '../../../contract/admin-security.ts'
import { type EndpointSpec, mayCall, mayCallForShop } from '../../../contract/endpoint.ts'
import type { Tx } from '../db/client.ts'
import { Refusal } from '../refusal.ts'
import type { CallFacts } from '../second-person.ts'
import type { Session } from '../session.ts'
import type { HttpContext } from './http-app.ts'
import { requireOwnOrigin } from './origin.ts'

export interface RequestPolicy {
  ownOrigins(request: Request): readonly string[]
  secureCookies: boolean
  findSession(cookies: Record<string, string>): Promise<Session | null>
  /** Validate every reply against its schema. On in tests only, so that a wrong shape fails there. */
  checkReplies: boolean
  /** An administrator without a second factor may only set one up. */
  secondFactorRequired: boolean
  /** Counts a call against its limits (call-limits.ts). Refuses: too-often. */
  countCall(spec: EndpointSpec, accountId: string | undefined, ip: string): void
  /** Refuses: forbidden with the field `recentLogin` if the password was entered too long ago. */
  requireRecentLogin(session: Session): void
  /** Stores a call that a second administrator has to confirm; undefined where it is to be made at once. */
  holdCall(
    session: Session,
    spec: EndpointSpec,
    input: CallInput,
    facts: (tx: Tx) => Promise<CallFacts>,
  ): Promise<{ msg: string; approvalId: string } | undefined>
  /** Called when a signed-in account requests an endpoint that its role or duties do not allow. */
  onForbidden?(session: Session, spec: EndpointSpec): Promise<void>
}

/** What a call was sent with, before it is parsed. */
export interface CallInput {
  params: Record<string, string>
  body: unknown
}

type AccessRules = Pick<EndpointSpec, 'roles' | 'duties' | 'areas' | 'beforeSecondFactor'>

const notYours = 'Your account may not do this.'
const pleaseLogIn = () => new Refusal('signed-out', 'Please log in.')

const hasRole = ({ roles }: AccessRules, { role }: Session) =>
  roles.includes('visitor') || roles.includes(role)
const lacksDuty = (spec: AccessRules, { role, duties }: Session) =>
  role === 'ADMIN' && !spec.roles.includes('visitor') && !mayCall(spec, duties)
const lacksArea = (spec: AccessRules, { role, areas }: Session) =>
  role === 'SELLER' && !spec.roles.includes('visitor') && !mayCallForShop(spec, areas)

/** Whether the role of the session, an administrator's duties and the areas of a seller's team are among those of the endpoint. */
export const isAllowed = (spec: AccessRules, session: Session): boolean =>
  hasRole(spec, session) && !lacksDuty(spec, session) && !lacksArea(spec, session)

/**
 * Refuses: signed-out without a session; forbidden for another role, for an administrator without the duty (with the field
 * `duty`), for a member of a seller's team without the area (with the field `area`), and for an administrator without a second
 * factor where one is required.
 */
export function requireRole(policy: RequestPolicy, spec: AccessRules, session: Session | null): void {
  if (spec.roles.includes('visitor')) return
  if (!session) throw pleaseLogIn()
  if (!hasRole(spec, session)) throw new Refusal('forbidden', notYours)
  if (lacksDuty(spec, session)) throw new Refusal('forbidden', notYours, { fields: { duty: notYours } })
  if (lacksArea(spec, session)) throw new Refusal('forbidden', notYours, { fields: { area: notYours } })
  const missingSecondFactor = policy.secondFactorRequired && session.role === 'ADMIN' && !session.secondFactor
  if (missingSecondFactor && !spec.beforeSecondFactor)
    throw new Refusal('forbidden', secondFactorRequired, { fields: { secondFactor: secondFactorRequired } })
}

/** The same policy for a route outside the contract (the upload): checks origin, session and role, returns the session. */
export async function authorize(c: HttpContext, policy: RequestPolicy, spec: AccessRules): Promise<Session> {
  requireOwnOrigin(c.req.raw.headers, policy.ownOrigins(c.req.raw))
  const session = await policy.findSession(c.get('facts').cookies)
  requireRole(policy, spec, session)
  if (!session) throw pleaseLogIn()
  return session
}
