/** Lists of green claims: a seller's own, the products of one, and those that an administrator reviews. */
import { z } from 'zod'
import type { AdminGreenClaim } from '../../../contract/admin-green-claims.ts'
import type { OwnGreenClaim } from '../../../contract/green-claim.ts'
import type { GreenClaimState } from '../../../contract/green-claim-list.ts'
import {
  compactIdCursor,
  type CursorFormat,
  keysetPage,
  type Page,
  type PageRequest,
} from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import { toAdminClaim, toOwnClaim } from './present.ts'
import {
  claimsToReview,
  countClaims,
  countClaimsByState,
  countOwnByState,
  countOwnClaims,
  countToPick,
  countToReview,
  findOwnClaim,
  ownClaims,
  type PickRow,
  productsToPick,
} from './queries.ts'

/** Refuses ('invalid') a malformed cursor, as each list here. */
export async function listOwnClaims(
  shop: Shop,
  sellerId: string,
  query: PageRequest & { state?: GreenClaimState | undefined },
): Promise<Page<OwnGreenClaim>> {
  const filter = { sellerId, state: query.state }
  return keysetPage(query, compactIdCursor, {
    rows: (limit, before) => ownClaims(shop.db, filter, limit, before),
    count: () => countOwnClaims(shop.db, filter),
    toItem: toOwnClaim,
  })
}

export const countOwnClaimStates = ({ db }: Shop, sellerId: string) => countOwnByState(db, sellerId)

/** Refuses: not-found. */
export async function showOwnClaim(shop: Shop, sellerId: string, id: string): Promise<OwnGreenClaim> {
  const row = await findOwnClaim(shop.db, sellerId, id)
  if (!row) throw notFound('There is no such claim of yours.')
  return toOwnClaim(row)
}

/** The seller's products, and which of them the claim is made of. At most eight words narrow them. Refuses: not-found. */
export async function listProductsToPick(
  shop: Shop,
  sellerId: string,
  claimId: string,
  query: PageRequest & { search?: string | undefined; show: 'all' | 'attached' },
): Promise<Page<PickRow>> {
  await showOwnClaim(shop, sellerId, claimId)
  const words = (query.search ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const filter = { claimId, sellerId, words, attachedOnly: query.show === 'attached' }
  return keysetPage(query, compactIdCursor, {
    rows: (limit, before) => productsToPick(shop.db, filter, limit, before),
    count: () => countToPick(shop.db, filter),
    toItem: (row) => row,
  })
}

interface ReviewPosition {
  at: string
  id: string
}
const reviewPosition = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()])

/** The moment at which the claim came into its state, and its id. */
const reviewCursor: CursorFormat<ReviewPosition, ReviewPosition | undefined> = {
  start: undefined,
  write: ({ at, id }) => `${at}_${id}`,
  read(cursor) {
    const read = reviewPosition.safeParse(cursor.split('_'))
    return read.success ? { at: read.data[0], id: read.data[1] } : null
  },
}

export async function listClaimsToReview(
  shop: Shop,
  query: PageRequest & { q?: string | undefined; state: GreenClaimState },
): Promise<Page<AdminGreenClaim>> {
  const filter = { state: query.state, q: query.q }
  return keysetPage(query, reviewCursor, {
    rows: (limit, after) => claimsToReview(shop.db, filter, limit, after),
    count: () => countToReview(shop.db, filter),
    toItem: toAdminClaim,
  })
}

/** As old as other counts. */
export const showClaimFigures = ({ db }: Shop) => cached(db, 'claim figures', () => countClaims(db.reads))

export const countClaimStates = ({ db }: Shop) => countClaimsByState(db)
