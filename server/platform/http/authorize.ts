/** Who may call an endpoint: the origin, the session, its role and the second factor. */
import { secondFactorRequired } from '../../../contract/admin-security.ts'
import type { EndpointSpec } from '../../../contract/endpoint.ts'
import { Refusal } from '../refusal.ts'
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
  /** Called when a signed-in account requests an endpoint that its role does not allow. */
  onForbidden?(session: Session, spec: EndpointSpec): Promise<void>
}

type AccessRules = Pick<EndpointSpec, 'roles' | 'beforeSecondFactor'>

const pleaseLogIn = () => new Refusal('signed-out', 'Please log in.')

/** Whether the role of the session is among those of the endpoint. */
export const isAllowed = ({ roles }: AccessRules, { role }: Session): boolean =>
  roles.includes('visitor') || roles.includes(role)

/**
 * Refuses: signed-out without a session; forbidden for another role, and for an administrator without a second factor where one
 * is required.
 */
export function requireRole(policy: RequestPolicy, spec: AccessRules, session: Session | null): void {
  if (spec.roles.includes('visitor')) return
  if (!session) throw pleaseLogIn()
  if (!isAllowed(spec, session)) throw new Refusal('forbidden', 'Your account may not do this.')
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
