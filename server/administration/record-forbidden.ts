/** Records in the audit that somebody who is not an administrator called one of the administrator's endpoints. */
import type { EndpointSpec } from '../../contract/endpoint.ts'
import { record } from '../people/audit/record.ts'
import type { Session } from '../platform/session.ts'
import { consumeLimit } from '../platform/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'

/** At most twenty an hour for an account, so that nobody can fill up the audit. */
export async function recordForbidden(
  { db }: Pick<Shop, 'db'>,
  session: Session,
  { roles, method, path }: EndpointSpec,
): Promise<void> {
  if (roles.some((role) => role !== 'ADMIN')) return
  try {
    await consumeLimit(db, [{ key: `call-refused:${session.accountId}`, max: 20, seconds: 3_600 }])
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  await record(db, 'call-refused', { target: { kind: 'call', id: null, name: `${method} ${path}` } })
}
