/** Lists of parcels that were heavier than their sales had charged for: a seller's own, and the administrator's. */
import type { AdminWeight } from '../../../contract/admin-weights.ts'
import { rupees } from '../../../contract/money.ts'
import type { WeightReply } from '../../../contract/weights.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { countWeights, listWeightRows, type WeightFilter, type WeightRow } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export const listSellerWeights = (
  shop: Shop,
  sellerId: string,
  query: PageRequest,
): Promise<Page<WeightReply>> => list(shop, query, { sellerId }, toWeight)

/** Refuses ('invalid') a malformed cursor. */
export const listAllWeights = (
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: 'disputed' | 'all' },
): Promise<Page<AdminWeight>> =>
  list(shop, query, { toDecide: query.show === 'disputed', q: query.q }, (row) => ({
    ...toWeight(row),
    seller: { company: row.sellerCompany, email: row.sellerEmail },
  }))

const list = <Item>(
  { db }: Shop,
  query: PageRequest,
  filter: WeightFilter,
  toItem: (row: WeightRow) => Item,
) =>
  keysetPage(query, idCursor, {
    rows: (limit, before) => listWeightRows(db, filter, limit, before),
    count: () => countWeights(db, filter),
    toItem,
  })

const toWeight = (row: WeightRow): WeightReply => ({
  id: row.id,
  order: { id: row.orderId, number: row.number, product: row.productName },
  awbNumber: row.awbNumber,
  size: row.size,
  packedGrams: row.packedGrams,
  appliedGrams: row.appliedGrams,
  charge: rupees(row.paise),
  gst: rupees(row.gstPaise),
  state: row.state,
  dueAt: row.dueAt.toISOString(),
  words: row.words,
  reason: row.reason,
  photos: row.photos.map((key) => key.slice('r-'.length)),
  at: row.createdAt.toISOString(),
})
