/** A seller's families, and the listings that could join one. */
import type { Query } from '../../../contract/endpoint.ts'
import type { FamilyChoice, OwnFamily, OwnFamilyRow } from '../../../contract/family.ts'
import type { family } from '../../../contract/family-calls.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toFamilyChoice, toOwnFamily } from './present.ts'
import { choicesOf, countChoices, countFamilies, familiesOf, findFamily, placesOf } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export function listFamilies(
  { db }: Shop,
  sellerId: string,
  query: PageRequest,
): Promise<Page<OwnFamilyRow>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => familiesOf(db, sellerId, limit, before),
    count: () => countFamilies(db, sellerId),
    toItem: (row) => row,
  })
}

/** Refuses ('invalid') a malformed cursor. */
export function listFamilyChoices(
  { db, config }: Shop,
  sellerId: string,
  { search = '', subCategoryId, ...query }: Query<typeof family.choices>,
): Promise<Page<FamilyChoice>> {
  const words = search.split(/\s+/).filter(Boolean)
  const filter = { sellerId, words, subcategoryId: subCategoryId }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => choicesOf(db, filter, limit, before),
    count: () => countChoices(db, filter),
    toItem: (row) => toFamilyChoice(config, row),
  })
}

/** Refuses: not-found for a family that is not this seller's. */
export async function showFamily({ db, config }: Shop, sellerId: string, id: string): Promise<OwnFamily> {
  const row = await findFamily(db, sellerId, id)
  if (!row) throw notFound()
  return toOwnFamily(config, row)
}

/** Where each of these listings of the caller's seller is in a family: its name, options and values. */
export const familyPlaces = (db: Queryable, productIds: readonly string[]) => placesOf(db, productIds)
