/** SQL of the public pages of sellers. */
import { reviewLimits } from '../../../contract/review-words.ts'
import type { SellerPage } from '../../../contract/seller-page.ts'
import type { Readable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** For the id of a seller: how they delivered, or null with too few parcels to say. */
export const deliveryOf = (sellerId: Sql) => sql`
    (select json_build_object('parcels', d.parcels, 'promised', d.promised, 'inTime', d.in_time, 'ordered', d.ordered,
      'cancelled', d.cancelled, 'received', d.received, 'notAsDescribed', d.not_as_described)
      from delivery_rating d where d.seller_id = ${sellerId} and d.parcels >= ${reviewLimits.ratedParcels})`

export interface SellerPageRow {
  id: string
  companyName: string
  city: string
  state: string
  address: string | null
  gstin: string | null
  careNumber: string | null
  grievanceContact: string
  story: string
  since: Date
  verified: boolean
  awayUntil: string | null
  undertaking: SellerPage['undertaking']
  delivery: SellerPage['delivery']
}

export async function findSellerPage(db: Readable, id: string): Promise<SellerPageRow | undefined> {
  const [row] = await db.query<SellerPageRow>(sql`
    select s.id, s.company_name as "companyName", s.city, s.state, s.address, s.gstin, s.mobile as "careNumber",
      s.grievance_contact as "grievanceContact", s.story, s.created_at as since, s.verified,
      case when s.undertaking is not null then
        json_build_object('version', s.undertaking, 'words', s.undertaken_words) end as undertaking,
      ${deliveryOf(sql`s.id`)} as delivery,
      (select to_char(h.last_day, 'YYYY-MM-DD') from holiday h where h.seller_id = s.id and h.last_day >= india_today()) as "awayUntil"
    from seller_page s where s.id = ${id}`)
  return row
}
