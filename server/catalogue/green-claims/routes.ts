/** Connects the calls of green claims: of sellers, of administrators, and for everybody. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkWords, listGreenWords } from './check-words.ts'
import { decideClaim } from './decide-claim.ts'
import {
  countOwnClaimStates,
  listClaimsToReview,
  listOwnClaims,
  listProductsToPick,
  showClaimFigures,
  showOwnClaim,
} from './list-claims.ts'
import { showDocument, showPublicDocument } from './show-document.ts'
import {
  addClaim,
  attachProducts,
  editClaim,
  renewClaim,
  showDocumentToAll,
  submitClaim,
  withdrawClaim,
} from './write-claim.ts'

export function greenClaimRoutes(shop: Shop, route: Registrar): void {
  const { greenClaim } = api
  route(greenClaim.list, (context) => listOwnClaims(shop, accountOf(context).accountId, context.query))
  route(greenClaim.counts, (context) => countOwnClaimStates(shop, accountOf(context).accountId))
  route(greenClaim.get, (context) => showOwnClaim(shop, accountOf(context).accountId, context.params.id))
  route(greenClaim.add, async (context) => {
    const id = await addClaim(shop, accountOf(context).accountId, context.body)
    return { msg: 'The draft is saved.', id }
  })
  route(greenClaim.edit, async (context) => {
    await editClaim(shop, accountOf(context).accountId, context.params.id, context.body)
    return { msg: 'The draft is saved.' }
  })
  route(greenClaim.renew, async (context) => {
    const id = await renewClaim(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'This is the new draft.', id }
  })
  route(greenClaim.products, (context) =>
    listProductsToPick(shop, accountOf(context).accountId, context.params.id, context.query),
  )
  route(greenClaim.attach, async (context) => {
    const { accountId } = accountOf(context)
    const products = await attachProducts(shop, accountId, context.params.id, context.body)
    return { msg: 'The products are saved.', products }
  })
  route(greenClaim.submit, async (context) => {
    await submitClaim(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'We look at your proof and tell you by mail.' }
  })
  route(greenClaim.withdraw, async (context) => {
    await withdrawClaim(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'The claim is withdrawn.' }
  })
  route(greenClaim.showDocument, async (context) => {
    const { shown } = context.body
    await showDocumentToAll(shop, accountOf(context).accountId, context.params.id, shown)
    return { msg: shown ? 'Buyers can see the document.' : 'Only you and our team can see the document.' }
  })
  route(greenClaim.document, (context) => showDocument(shop, accountOf(context), context.params.key))
  route(greenClaim.publicDocument, (context) => showPublicDocument(shop, context.params.id))
  route(greenClaim.checkWords, (context) => checkWords(shop, accountOf(context).accountId, context.body))
  route(greenClaim.figures, () => showClaimFigures(shop))
  route(admin.greenWords, (context) => listGreenWords(shop, context.query))
  route(admin.greenClaims, (context) => listClaimsToReview(shop, context.query))
  route(admin.decideGreenClaim, async (context) => {
    await decideClaim(shop, context.params.id, context.body)
    return { msg: context.body.decision === 'accept' ? 'The claim is accepted.' : 'The claim is refused.' }
  })
}
