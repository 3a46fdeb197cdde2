/** The calls about the administrator's own sign-in, and the audit. */
import { admin } from '../../contract/admin.ts'
import { listEntries } from '../audit/list-entries.ts'
import { accountOf, type Session } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import { requireRecentLogin } from '../identity/confirm-login.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../identity/second-factor.ts'
import type { Shop } from '../shop.ts'
import { readAdminPaths } from './paths.ts'

const accountIn = ({ accountId: id, email }: Session) => ({ id, email })

export function securityRoutes(shop: Shop, on: Registrar): void {
  on(admin.me, async (call) => {
    const { accountId, email, confirmedUntil } = accountOf(call)
    const [paths, secondFactor] = await Promise.all([
      readAdminPaths(shop.db),
      readSecondFactor(shop, accountId),
    ])
    return { email, paths, confirmedUntil: confirmedUntil?.toISOString() ?? null, secondFactor }
  })
  on(admin.beginSecondFactor, (call) => {
    const session = accountOf(call)
    requireRecentLogin(session)
    return beginSecondFactor(shop, accountIn(session))
  })
  on(admin.confirmSecondFactor, async (call) => ({
    recoveryCodes: await confirmSecondFactor(shop, accountIn(accountOf(call)), call.body.code),
  }))
  on(admin.renewRecoveryCodes, async (call) => {
    const session = accountOf(call)
    requireRecentLogin(session)
    return { recoveryCodes: await renewRecoveryCodes(shop, accountIn(session)) }
  })
  on(admin.removeSecondFactor, async (call) => {
    const session = accountOf(call)
    requireRecentLogin(session)
    await removeSecondFactor(shop, accountIn(session), call.body.code)
    return { msg: 'The second factor is off.' }
  })
  on(admin.audit, (call) => listEntries(shop, call.query))
}
