/** Somebody signed in tries what is the administrator's alone. */
import type { EndpointSpec } from '../../contract/endpoint.ts'
import { record } from '../audit/record.ts'
import type { Session } from '../session.ts'
import { consumeLimit } from '../rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'

/** Twenty an hour are written down for an account: the audit must not be filled up by who is kept out. */
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
