/** Returns over HTTP: of buyers, sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf, partyOf, sellerOf } from '../../platform/http/request-context.ts'
import { requireRecentLogin } from '../../people/identity/confirm-login.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { acceptReturn, decideReturn, disputeReturn, receiveReturn, withdrawReturn } from './answer-return.ts'
import { askForReturn, showReturnOptions } from './ask-for-return.ts'
import { exchangeReturn } from './exchange-return.ts'
import { listAllReturns, listSellerReturns } from './list-returns.ts'
import { showPhoto } from './photos.ts'
import { previewReturn, refundReturn } from './refund-return.ts'
import {
  listReturnPolicies,
  policyFacts,
  removeReturnPolicy,
  saveReturnPolicy,
  showPeriods,
} from './return-policies.ts'
import { showReplacementLabel } from '../shipments/show-label.ts'

export function returnRoutes(shop: Shop, route: Registrar): void {
  route(api.returns.options, (context) =>
    showReturnOptions(shop, accountOf(context).accountId, context.params.id, context.query.units),
  )
  route(api.returns.ask, async (context) => {
    const asked = await askForReturn(shop, accountOf(context).accountId, context.params.id, context.body)
    return { msg: 'Your return is with the seller.', ...asked }
  })
  route(api.returns.withdraw, async (context) => {
    await withdrawReturn(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Your return is withdrawn.' }
  })
  route(api.returns.photo, (context) => showPhoto(shop, partyOf(context), context.params.id))
  route(api.returns.periods, () => showPeriods(shop))
  sellerRoutes(shop, route)
  administratorRoutes(shop, route)
}

function sellerRoutes(shop: Shop, route: Registrar): void {
  route(api.returns.getSeller, (context) => listSellerReturns(shop, sellerOf(context), context.query))
  route(api.returns.cost, (context) => previewReturn(shop, sellerOf(context), context.params.id))
  route(api.returns.accept, async (context) => {
    await acceptReturn(shop, sellerOf(context), context.params.id)
    return { msg: 'The return is accepted.' }
  })
  route(api.returns.dispute, async (context) => {
    await disputeReturn(shop, sellerOf(context), context.params.id, context.body.note)
    return { msg: 'Our team decides about this return.' }
  })
  route(api.returns.receive, async (context) => {
    await receiveReturn(shop, sellerOf(context), context.params.id)
    return { msg: 'The return is marked as received.' }
  })
  route(api.returns.refund, async (context) => {
    const sellerId = sellerOf(context)
    const { restock } = context.body
    await refundReturn(shop, context.params.id, { by: 'seller', owner: { sellerId }, restock })
    return { msg: 'The buyer is refunded.' }
  })
  route(api.returns.exchange, async (context) => {
    const sellerId = sellerOf(context)
    const { restock } = context.body
    const done = await exchangeReturn(shop, context.params.id, { by: 'seller', owner: { sellerId }, restock })
    return { msg: done === 'replacing' ? 'The replacement is being booked.' : 'The buyer is refunded.' }
  })
  route(api.returns.label, (context) => showReplacementLabel(shop, sellerOf(context), context.params.id))
}

const decided = {
  accept: 'The return is accepted.',
  reject: 'The return is rejected.',
  receive: 'The return is marked as received.',
  exchange: 'The replacement is being booked.',
  refund: 'The buyer is refunded.',
} as const

function administratorRoutes(shop: Shop, route: Registrar): void {
  route(admin.returns, (context) => listAllReturns(shop, context.query))
  route(admin.decideReturn, async (context) => {
    const { decision, note } = context.body
    // An exchange refunds where the replacement cannot be sent.
    if (decision === 'refund' || decision === 'exchange') requireRecentLogin(accountOf(context))
    return { msg: decided[await decideReturn(shop, context.params.id, decision, note)] }
  })
  route(admin.returnLabel, (context) => showReplacementLabel(shop, null, context.params.id))
  route(admin.returnPolicies, () => listReturnPolicies(shop))
  route(
    admin.saveReturnPolicy,
    async (context) => {
      await saveReturnPolicy(shop, context.body)
      return { msg: 'The return policy is saved.' }
    },
    (tx, { body }) => policyFacts(tx, body.categoryId, body),
  )
  route(
    admin.removeReturnPolicy,
    async (context) => {
      await removeReturnPolicy(shop, context.params.categoryId)
      return { msg: 'The category has the policy of all others.' }
    },
    (tx, { params }) => policyFacts(tx, params.categoryId, undefined),
  )
}
