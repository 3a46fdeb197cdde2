/** Disputed payments over HTTP, for administrators. */
import { admin } from '../../../contract/admin.ts'
import { listDisputes } from '../../money/disputes/list-disputes.ts'
import { requireRecentLogin } from '../../people/identity/confirm-login.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { acceptDispute, contestDispute } from './answer.ts'
import { showDisputeWithEvidence, showEvidence } from './evidence.ts'

export function disputeRoutes(shop: Shop, route: Registrar): void {
  route(admin.disputes, (context) =>
    listDisputes(shop, { ...context.query, q: context.query.q || undefined }),
  )
  route(admin.dispute, (context) => showDisputeWithEvidence(shop, context.params.id))
  route(admin.disputeEvidence, (context) => showEvidence(shop, context.params.id, context.params.kind))
  route(admin.acceptDispute, async (context) => {
    requireRecentLogin(accountOf(context))
    await acceptDispute(shop, context.params.id)
    return { msg: 'The dispute is accepted: the bank gives the money back.' }
  })
  route(admin.contestDispute, async (context) => {
    requireRecentLogin(accountOf(context))
    await contestDispute(shop, context.params.id, context.body)
    return { msg: 'The answer is with the bank.' }
  })
}
