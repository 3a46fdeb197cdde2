/** Connects the calls of green claims: of sellers, of administrators, and for everybody. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { partyOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { openPictureQueue } from '../../platform/media/picture-queue.ts'
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
import { showDocument, showDocumentPages, showPublicDocument } from './show-document.ts'
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
  // One PDF at a time is read for administrators.
  const queue = openPictureQueue(1)
  route(greenClaim.list, (context) => listOwnClaims(shop, sellerOf(context), context.query))
  route(greenClaim.counts, (context) => countOwnClaimStates(shop, sellerOf(context)))
  route(greenClaim.get, (context) => showOwnClaim(shop, sellerOf(context), context.params.id))
  route(greenClaim.add, async (context) => {
    const id = await addClaim(shop, sellerOf(context), context.body)
    return { msg: 'The draft is saved.', id }
  })
  route(greenClaim.edit, async (context) => {
    await editClaim(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'The draft is saved.' }
  })
  route(greenClaim.renew, async (context) => {
    const id = await renewClaim(shop, sellerOf(context), context.params.id)
    return { msg: 'This is the new draft.', id }
  })
  route(greenClaim.products, (context) =>
    listProductsToPick(shop, sellerOf(context), context.params.id, context.query),
  )
  route(greenClaim.attach, async (context) => {
    const products = await attachProducts(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'The products are saved.', products }
  })
  route(greenClaim.submit, async (context) => {
    await submitClaim(shop, sellerOf(context), context.params.id)
    return { msg: 'We look at your proof and tell you by mail.' }
  })
  route(greenClaim.withdraw, async (context) => {
    await withdrawClaim(shop, sellerOf(context), context.params.id)
    return { msg: 'The claim is withdrawn.' }
  })
  route(greenClaim.showDocument, async (context) => {
    const { shown } = context.body
    await showDocumentToAll(shop, sellerOf(context), context.params.id, shown)
    return { msg: shown ? 'Buyers can see the document.' : 'Only you and our team can see the document.' }
  })
  route(greenClaim.document, (context) => showDocument(shop, partyOf(context), context.params.key))
  route(greenClaim.publicDocument, (context) => showPublicDocument(shop, context.params.id))
  route(greenClaim.checkWords, (context) => checkWords(shop, sellerOf(context), context.body))
  route(greenClaim.figures, () => showClaimFigures(shop))
  route(admin.greenWords, (context) => listGreenWords(shop, context.query))
  route(admin.greenClaims, (context) => listClaimsToReview(shop, context.query))
  route(admin.greenClaimPages, (context) =>
    queue.run(partyOf(context).accountId, () => showDocumentPages(shop, context.params.key)),
  )
  route(admin.decideGreenClaim, async (context) => {
    await decideClaim(shop, context.params.id, context.body)
    return { msg: context.body.decision === 'accept' ? 'The claim is accepted.' : 'The claim is refused.' }
  })
}
