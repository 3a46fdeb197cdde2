/** Connects the endpoints of the administrator's own log-in and of the audit. */
import { admin } from '../../contract/admin.ts'
import { findSubjects } from '../fulfilment/orders/find-subjects.ts'
import { listEntries } from '../people/audit/list-entries.ts'
import { findAccounts } from '../people/identity/list-customers.ts'
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
  route(admin.audit, (context) => listEntries(shop, context.query, auditSubjects(shop)))
}

/** The audit is searched by the numbers that people know: of an order, of a payment, a buyer's e-mail. */
export const auditSubjects = (shop: Shop) => (q: string) => findSubjects(shop, q, findAccounts(shop).one)
