/** Anybody says that something is wrong with a listing. */
import type { z } from 'zod'
import type { listingReportBody } from '../../../contract/moderation.ts'
import { openGuard } from '../../people/identity/guard.ts'
import { networkLimits } from '../../people/identity/rate-limits.ts'
import { networkOf } from '../../platform/network.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { PartySession } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { findSellerOnSale, insertReport, queueReported } from './queries.ts'

const day = 86_400
const tooMany = 'You have reported as many products today as one can. Please try again tomorrow.'
const twice = 'You have reported this product already. Our team looks at it.'

/**
 * Refuses: not-found for a listing that is not on sale; conflict for the caller's own one, and while their earlier report of it is open;
 * too-often, visitors with a challenge. A second one of visitors in one network is answered as the first one: whoever asks, such as
 * its seller, does not learn that somebody near them has reported it.
 */
export async function reportListing(
  shop: Shop,
  caller: { session: PartySession | null; ip: string; proof: string | undefined },
  productId: string,
  { reason, words }: z.output<typeof listingReportBody>,
): Promise<void> {
  const { session, ip, proof } = caller
  if (session?.role === 'ADMIN')
    throw new Refusal('conflict', 'You decide about listings on the page Listings.')
  const accountId = session?.partyId ?? null
  const sellerId = await findSellerOnSale(shop.db, productId)
  if (sellerId === undefined) throw notFound('This product is not on sale.')
  if (sellerId === accountId) throw new Refusal('conflict', 'This is your own product.')
  const guard = await openGuard(
    shop,
    productId,
    accountId === null
      ? {
          own: [],
          shared: networkLimits('listing-report-ip', ip, { max: 30, maxWithProof: 1_000, seconds: day }),
        }
      : { own: [{ key: `listing-report:${accountId}`, max: 10, seconds: day }], shared: [] },
    proof,
    tooMany,
  )
  const networkKey = accountId === null ? shop.secrets.keyedHash('listing-report', networkOf(ip)) : null
  await shop.db.transaction(async (tx) => {
    await guard.consume(tx)
    if (await insertReport(tx, { productId, accountId, networkKey, reason, words }))
      await queueReported(tx, productId)
    else if (accountId !== null) throw new Refusal('conflict', twice)
  })
}
