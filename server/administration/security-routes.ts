/** Connects the endpoints of the administrator's own sign-in and of the audit. */
import { admin } from '../../contract/admin.ts'
import { listEntries } from '../people/audit/list-entries.ts'
import { accountOf } from '../platform/http/request-context.ts'
import type { Session } from '../platform/session.ts'
import type { Registrar } from '../platform/http/register.ts'
import { requireRecentLogin } from '../people/identity/confirm-login.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../people/identity/second-factor.ts'
import type { Shop } from '../platform/shop.ts'
import { readAdminPaths } from './paths.ts'

const accountIn = ({ accountId: id, email }: Session) => ({ id, email })

export function securityRoutes(shop: Shop, route: Registrar): void {
  route(admin.me, async (context) => {
    const { accountId, email, duties, confirmedUntil } = accountOf(context)
    const [paths, secondFactor] = await Promise.all([
      readAdminPaths(shop.db),
      readSecondFactor(shop, accountId),
    ])
    return {
      email,
      duties: [...duties],
      paths,
      confirmedUntil: confirmedUntil?.toISOString() ?? null,
      secondFactor,
    }
  })
  route(admin.beginSecondFactor, (context) => {
    const session = accountOf(context)
    requireRecentLogin(session)
    return beginSecondFactor(shop, accountIn(session))
  })
  route(admin.confirmSecondFactor, async (context) => ({
    recoveryCodes: await confirmSecondFactor(shop, accountIn(accountOf(context)), context.body.code),
  }))
  route(admin.renewRecoveryCodes, async (context) => {
    const session = accountOf(context)
    requireRecentLogin(session)
    return { recoveryCodes: await renewRecoveryCodes(shop, accountIn(session)) }
  })
  route(admin.removeSecondFactor, async (context) => {
    const session = accountOf(context)
    requireRecentLogin(session)
    await removeSecondFactor(shop, accountIn(session), context.body.code)
    return { msg: 'The second factor is off.' }
  })
  route(admin.audit, (context) => listEntries(shop, context.query))
}
