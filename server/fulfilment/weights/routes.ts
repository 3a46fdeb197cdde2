/** Weights and bills of couriers over HTTP: of sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { paise } from '../../../contract/money.ts'
import { weightPhotosMax } from '../../../contract/weight-words.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { privateUploadSettings } from '../../platform/media/image-host.ts'
import type { Shop } from '../../platform/shop.ts'
import { decideWeight, disputeWeight } from './dispute-weight.ts'
import { listAllWeights, listSellerWeights } from './list-weights.ts'
import { takeCourierBill } from './take-bill.ts'

const doneWords = {
  accepted: 'Nothing is charged.',
  announced: 'The difference is announced to the seller.',
  charged: 'The seller is charged.',
}

export function weightRoutes(shop: Shop, route: Registrar): void {
  route(api.weights.list, (context) => listSellerWeights(shop, sellerOf(context), context.query))
  route(api.weights.upload, async () => ({ ...privateUploadSettings(), maxImages: weightPhotosMax }))
  route(api.weights.dispute, async (context) => {
    await disputeWeight(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'Our team decides about this weight.' }
  })
  route(admin.courierBill, (context) => takeCourierBill(shop, context.body.csv, context.body.book))
  route(admin.weights, (context) => listAllWeights(shop, context.query))
  route(admin.decideWeight, async (context) => {
    const { decision, charge, note } = context.body
    const decided = { decision, seenPaise: paise(charge), reason: note }
    return { msg: doneWords[await decideWeight(shop, context.params.id, decided)] }
  })
}
