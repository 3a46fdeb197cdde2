/** Moderation of listings over HTTP: of everybody, sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import type { DecisionAct } from '../../../contract/admin-moderation.ts'
import { api } from '../../../contract/endpoints.ts'
import { proofHeader } from '../../../contract/proof-of-work.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { appeal } from './appeal.ts'
import { decideListing } from './decide-listing.ts'
import { listListings } from './list-listings.ts'
import { watchedCategories } from './queries.ts'
import { reportListing } from './report-listing.ts'
import { saveWatched } from './save-watched.ts'

const decided: Record<DecisionAct, string> = {
  keep: 'The listing is on sale.',
  hide: 'The listing is hidden, and the seller is told.',
  'take-down': 'The listing is taken down, and the seller is told.',
  uphold: 'The appeal is refused, and the seller is told.',
}

export function moderationRoutes(shop: Shop, route: Registrar): void {
  route(api.moderation.report, async ({ session, ip, headers, params, body }) => {
    const proof = headers.get(proofHeader) ?? undefined
    await reportListing(shop, { session, ip, proof }, params.id, body)
    return { msg: 'Thank you. Our team looks at it.' }
  })
  route(api.moderation.appeal, async (context) => {
    await appeal(shop, sellerOf(context), context.params.id, context.body.words)
    return { msg: 'We read your appeal and tell you by mail.' }
  })
  route(admin.listings, ({ query }) => listListings(shop, query))
  route(admin.watchedCategories, () => watchedCategories(shop.db))
  route(admin.watchCategories, async ({ body }) => {
    await saveWatched(shop, body.categoryIds)
    return { msg: 'The categories are saved.' }
  })
  route(admin.decideListing, async ({ params, body }) => {
    await decideListing(shop, params.id, body)
    return { msg: decided[body.act] }
  })
}
