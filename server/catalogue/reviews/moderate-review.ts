/** An administrator looks at reviews that were reported or flagged, and takes one down for a stated reason. */
import type { AdminReview } from '../../../contract/admin-reviews.ts'
import { reviewFaultWords, type ReviewFault } from '../../../contract/review-words.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { dropReviewPhotos } from '../../platform/media/review-photo.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueAnswerRemovedMail, queueRemovedMail } from './mails.ts'
import { countReviews, listReviewRows } from './moderate-queries.ts'
import { endWait, lockReviewed, releasePhotos, removeAnswer, removeReview, type Reviewed } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listReviews(
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: 'waiting' | 'all' },
): Promise<Page<AdminReview>> {
  const filter = { waitingOnly: query.show === 'waiting', q: query.q }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listReviewRows(shop.db, filter, limit, before),
    count: () => countReviews(shop.db, filter),
    toItem: ({ productId, productName, at, answeredAt, imageUrls, earlier, ...row }) => ({
      ...row,
      edits: earlier.length,
      earlier: earlier.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      at: at.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      imageUrls: imageUrls.map((address) => publicImageUrl(shop.config, address)),
      product: { id: productId, name: productName },
    }),
  })
}

/** What an administrator decides about: as they have read it, or not at all. What has no part in the decision holds nothing up. */
async function lockAsRead(tx: Tx, id: string, isAsRead: (now: Reviewed) => boolean) {
  const reviewed = await lockReviewed(tx, id)
  if (!reviewed) throw notFound('There is no such review.')
  if (reviewed.removed) throw new Refusal('conflict', 'This review was taken down already.')
  if (!isAsRead(reviewed))
    throw new Refusal('conflict', 'This was changed or reported meanwhile. Please reload the page.')
  return reviewed
}

const targetOf = (id: string, name: string) => ({ kind: 'review' as const, id, name })

/** Refuses: not-found; conflict for one that nobody has to look at, and one that was changed or reported since it was read. */
export async function keepReview(shop: Shop, id: string, version: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { waits, productName } = await lockAsRead(tx, id, (now) => now.version === version)
    if (!waits) throw new Refusal('conflict', 'Nobody has to look at this review any more.')
    await endWait(tx, id)
    await record(tx, 'review-kept', { target: targetOf(id, productName) })
  })
}

interface TakeDown {
  reason: ReviewFault
  note: string
}

/** With its photos, its record and the mail to its author. Refuses: not-found; conflict for one that is down or has changed. */
export async function takeReviewDown(
  shop: Shop,
  id: string,
  { edits, reason, note }: TakeDown & { edits: number },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { email: to, productName } = await lockAsRead(tx, id, (now) => now.edits === edits)
    await removeReview(tx, id, reason)
    await dropReviewPhotos(shop, tx, await releasePhotos(tx, id))
    if (to !== null) await queueRemovedMail(shop, tx, { id, to, productName, reason, note })
    await record(tx, 'review-removed', {
      target: targetOf(id, productName),
      note: `${reviewFaultWords[reason]}: ${note}`,
    })
  })
  catalogueChanged(shop.db)
}

/** The seller's answer alone. Refuses: not-found; conflict where there is none, or another one than was read. */
export async function takeAnswerDown(
  shop: Shop,
  id: string,
  { answeredAt, reason, note }: TakeDown & { answeredAt: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { sellerEmail: to, productName } = await lockAsRead(
      tx,
      id,
      (now) => now.answeredAt?.getTime() === Date.parse(answeredAt),
    )
    await removeAnswer(tx, id, reason)
    await queueAnswerRemovedMail(shop, tx, { id, to, productName, reason, note })
    await record(tx, 'review-answer-removed', {
      target: targetOf(id, productName),
      note: `${reviewFaultWords[reason]}: ${note}`,
    })
  })
  catalogueChanged(shop.db)
}
