/** The administrator's list of claims that a delivered parcel did not come. */
import type { AdminClaim } from '../../../contract/admin-claims.ts'
import { rupees } from '../../../contract/money.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { type ClaimRow, countClaims, listClaimRows } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listClaims(
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: 'open' | 'all' },
): Promise<Page<AdminClaim>> {
  const filter = { openOnly: query.show === 'open', q: query.q }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listClaimRows(shop.db, filter, limit, before),
    count: () => countClaims(shop.db, filter),
    toItem: toClaim,
  })
}

const toClaim = (row: ClaimRow): AdminClaim => ({
  id: row.id,
  state: row.state,
  words: row.words,
  reason: row.reason,
  askedAt: row.askedAt.toISOString(),
  decideBy: row.decideBy.toISOString(),
  late: row.late,
  order: {
    id: row.orderId,
    number: row.number,
    product: row.productName,
    amount: rupees(row.amountPaise),
  },
  customer: { name: row.customerName, email: row.customerEmail, claims: row.claims, orders: row.orders },
  seller: { company: row.sellerCompany, email: row.sellerEmail },
  delivered: {
    at: row.deliveredAt?.toISOString() ?? null,
    place: row.place,
    awbNumber: row.awbNumber,
    proofUrl: row.proofUrl,
  },
})
