/** Connects the endpoints of calls that a second administrator confirms. `calls` is filled while the other routes register. */
import { admin } from '../../../contract/admin.ts'
import { accountOf, type RequestContext } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  confirmApproval,
  declineApproval,
  type HeldCalls,
  listApprovals,
  readFile,
  withdrawApproval,
} from './approvals.ts'

export function approvalRoutes(shop: Shop, route: Registrar, calls: HeldCalls): void {
  route(admin.approvals, (context) => listApprovals(shop, calls, accountOf(context), context.query))
  route(admin.approvalFile, (context) => readFile(shop, calls, accountOf(context), context.params.id))
  route(admin.confirmApproval, async (context) => ({
    msg: await confirmApproval(
      shop,
      calls,
      context as unknown as RequestContext,
      accountOf(context),
      context.params.id,
    ),
  }))
  route(admin.declineApproval, async (context) => {
    await declineApproval(shop, calls, accountOf(context), context.params.id, context.body.reason)
    return { msg: 'Declined: nothing was done.' }
  })
  route(admin.withdrawApproval, async (context) => {
    await withdrawApproval(shop, accountOf(context), context.params.id)
    return { msg: 'Withdrawn: nothing was done.' }
  })
}
