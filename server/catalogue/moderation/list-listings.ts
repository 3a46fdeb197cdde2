/** The queue of listings that administrators look at, and the record of sellers. */
import { z } from 'zod'
import type { AdminListing, ListingShow, ModerationRecord } from '../../../contract/admin-moderation.ts'
import { rupees } from '../../../contract/money.ts'
import { type CursorFormat, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { Shop } from '../../platform/shop.ts'
import { toShownDeclaration } from '../declarations/present.ts'
import { textsOf } from '../products/image-texts.ts'
import {
  countListings,
  countListingsByState,
  type ListingRow,
  listListingRows,
  type QueuePlace,
} from './list-queries.ts'
import { findRecords } from './queries.ts'

const place = z.tuple([z.coerce.number().int().min(1).max(3), z.iso.datetime({ precision: 6 }), z.uuid()])

const queueCursor: CursorFormat<QueuePlace, QueuePlace | undefined> = {
  start: undefined,
  write: ({ rank, at, id }) => `${rank}_${at}_${id}`,
  read(cursor) {
    const read = place.safeParse(cursor.split('_'))
    return read.success ? { rank: read.data[0], at: read.data[1], id: read.data[2] } : null
  },
}

/** Refuses ('invalid') a malformed cursor. */
export async function listListings(
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: ListingShow },
): Promise<Page<AdminListing>> {
  const filter = { show: query.show, q: query.q }
  return keysetPage(query, queueCursor, {
    rows: (limit, after) => listListingRows(shop.db, filter, limit, after),
    count: () => countListings(shop.db, filter),
    toItem: (row) => toAdminListing(shop, row),
  })
}

function toAdminListing({ config }: Shop, row: ListingRow): AdminListing {
  const { pricePaise, images, imageTexts, rank, at: _, declaration, waitsSince, appealedAt, ...listing } = row
  const { sellerId, company, email, since, takenDown, decisions, ...rest } = listing
  return {
    ...rest,
    price: rupees(pricePaise),
    imageUrls: images.map((image) => publicImageUrl(config, image)),
    imageTexts: textsOf({ images, imageTexts }),
    declaration: toShownDeclaration(declaration),
    risk: rank === 1 ? 'high' : rank === 2 ? 'medium' : 'low',
    waitsSince: waitsSince?.toISOString() ?? null,
    appealedAt: appealedAt?.toISOString() ?? null,
    seller: { id: sellerId, company, email, since: since?.toISOString() ?? null, takenDown, decisions },
  }
}

export const countListingStates = ({ db }: Shop) => countListingsByState(db)

/** By the id of the seller; those of whom nothing is on record are left out. */
export async function moderationRecords(
  { db }: Pick<Shop, 'db'>,
  sellerIds: readonly string[],
): Promise<Map<string, ModerationRecord>> {
  const rows = await findRecords(db, sellerIds)
  return new Map(rows.map(({ sellerId, months }) => [sellerId, months]))
}
