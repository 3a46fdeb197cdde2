/** Claims that a delivered parcel did not come, over HTTP: of buyers and administrators. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { claimNotReceived, withdrawClaim } from './claim-not-received.ts'
import { decideClaim } from './decide-claim.ts'
import { listClaims } from './list-claims.ts'

export function claimRoutes(shop: Shop, route: Registrar): void {
  route(api.claim.ask, async (context) => {
    await claimNotReceived(shop, accountOf(context).accountId, context.params.id, context.body.words)
    return { msg: 'We look for your parcel and tell you the outcome.' }
  })
  route(api.claim.withdraw, async (context) => {
    await withdrawClaim(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Good that it has come.' }
  })
  route(admin.claims, (context) => listClaims(shop, context.query))
  route(admin.decideClaim, async (context) => {
    const { decision, note } = context.body
    await decideClaim(shop, context.params.id, decision, note)
    return { msg: decision === 'refund' ? 'The buyer is refunded.' : 'The claim is denied.' }
  })
}
