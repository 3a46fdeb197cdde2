/** Connects the endpoints of the administrator's own log-in and of the audit. */
import { admin } from '../../contract/admin.ts'
import { listEntries } from '../people/audit/list-entries.ts'
import { accountOf } from '../platform/http/request-context.ts'
import type { Registrar } from '../platform/http/register.ts'
import { readSecondFactor } from '../people/identity/second-factor.ts'
import type { Shop } from '../platform/shop.ts'
import { readAdminPaths } from './paths.ts'

export function securityRoutes(shop: Shop, route: Registrar): void {
  route(admin.me, async (context) => {
    const session = accountOf(context)
    const { email, duties, confirmedUntil } = session
    const [paths, secondFactor] = await Promise.all([
      readAdminPaths(shop.db),
      readSecondFactor(shop, session),
    ])
    return {
      email,
      duties: [...duties],
      paths,
      confirmedUntil: confirmedUntil?.toISOString() ?? null,
      secondFactor,
    }
  })
  route(admin.audit, (context) => listEntries(shop, context.query))
}
