/** The public page of a seller. */
import type { SellerPage } from '../../../contract/seller-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findSellerPage } from './queries.ts'

/** Refuses ('not-found') unknown, unverified, suspended and not approved sellers, all with the same message. */
export async function showSeller({ db }: Shop, id: string): Promise<SellerPage> {
  const row = await findSellerPage(db.reads, id)
  if (!row) throw notFound()
  return { ...row, since: row.since.toISOString() }
}
