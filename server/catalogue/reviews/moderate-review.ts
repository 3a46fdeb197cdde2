/** An administrator looks at reviews that were reported or flagged, and takes one down for a stated reason. */
import type { AdminReview } from '../../../contract/admin-reviews.ts'
import { reviewFaultWords, type ReviewFault } from '../../../contract/review-words.ts'
import { record } from '../../people/audit/record.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueRemovedMail } from './mails.ts'
import { countReviews, listReviewRows } from './moderate-queries.ts'
import { endWait, findReviewed, removeReview } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listReviews(
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: 'waiting' | 'all' },
): Promise<Page<AdminReview>> {
  const filter = { waitingOnly: query.show === 'waiting', q: query.q }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listReviewRows(shop.db, filter, limit, before),
    count: () => countReviews(shop.db, filter),
    toItem: ({ productId, productName, customerName, customerEmail, at, imageUrls, ...row }) => ({
      ...row,
      at: at.toISOString(),
      imageUrls: imageUrls.map((address) => publicImageUrl(shop.config, address)),
      product: { id: productId, name: productName },
      customer:
        customerName !== null && customerEmail !== null ? { name: customerName, email: customerEmail } : null,
    }),
  })
}

/** Refuses: not-found; conflict for one that nobody has to look at. */
export async function keepReview(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const reviewed = await findReviewed(tx, id)
    if (!reviewed) throw notFound('There is no such review.')
    if (!(await endWait(tx, id))) throw new Refusal('conflict', 'Nobody has to look at this review any more.')
    await record(tx, 'review-kept', { target: { kind: 'review', id, name: reviewed.productName } })
  })
}

/** In one transaction with its record and the mail to its author. Refuses: not-found; conflict for one that is down. */
export async function takeReviewDown(
  shop: Shop,
  id: string,
  reason: ReviewFault,
  note: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const reviewed = await findReviewed(tx, id)
    if (!reviewed) throw notFound('There is no such review.')
    if (!(await removeReview(tx, id, reason)))
      throw new Refusal('conflict', 'This review was taken down already.')
    if (reviewed.email !== null)
      await queueRemovedMail(shop, tx, {
        id,
        to: reviewed.email,
        productName: reviewed.productName,
        reason,
        note,
      })
    await record(tx, 'review-removed', {
      target: { kind: 'review', id, name: reviewed.productName },
      note: `${reviewFaultWords[reason]}: ${note}`,
    })
  })
  catalogueChanged(shop.db)
}
