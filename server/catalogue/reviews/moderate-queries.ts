/** SQL of the administrator's list of reviews. */
import type { AdminReview } from '../../../contract/admin-reviews.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

interface ReviewFilter {
  waitingOnly: boolean
  q?: string | undefined
}

interface AdminReviewRow extends Omit<AdminReview, 'at' | 'answeredAt' | 'product' | 'edits'> {
  at: Date
  answeredAt: Date | null
  productId: string
  productName: string
}

const matches = ({ waitingOnly, q }: ReviewFilter): Sql => sql`
    ${waitingOnly ? sql`and r.waits_since is not null` : emptySql}
    ${
      q
        ? sql`and (r.product_id::text = lower(${q})
            or r.customer_id = (select b.id from buyer b where b.email = lower(${q})))`
        : emptySql
    }`

export async function listReviewRows(
  db: Queryable,
  filter: ReviewFilter,
  limit: number,
  before: string,
): Promise<AdminReviewRow[]> {
  return db.query(sql`
    with page as materialized (
      select r.* from review r where r.id < ${before} ${matches(filter)} order by r.id desc limit ${limit}
    )
    select r.id, r.version, r.stars, r.words, r.image_urls as "imageUrls", r.created_at as at, r.answer, r.answered_at as "answeredAt", r.flags,
      r.removed_for as removed, r.waits_since is not null as waits, g.id as "productId", g.name as "productName",
      g.seller_company as seller, (select b.first_name || ' ' || b.last_name from buyer b where b.id = r.customer_id) as customer,
      r.answer_removed_for as "answerRemoved",
      (select coalesce(json_agg(json_build_object('stars', e.stars, 'words', e.words, 'at', e.written_at) order by e.no desc), '[]')
        from review_edit e where e.review_id = r.id) as earlier,
      (select coalesce(json_agg(json_build_object('about', t.about, 'reason', t.reason, 'words', t.words, 'by', t.role) order by t.reported_at), '[]')
        from (select p.about, p.reason, p.words, p.reported_at, case when exists (select from buyer x where x.id = p.account_id)
            then 'buyer' else 'seller' end as role
          from review_report p where p.review_id = r.id order by p.reported_at limit 20) t) as reports
    from page r join goods g on g.id = r.product_id
    order by r.id desc`)
}

export const countReviews = (db: Queryable, filter: ReviewFilter): Promise<number> =>
  countRows(db, sql`select from review r where true ${matches(filter)}`)
