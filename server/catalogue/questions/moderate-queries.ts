/** SQL of the administrator's list of questions. */
import type { AdminQuestion } from '../../../contract/admin-questions.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { QuestionRow } from './queries.ts'

interface QuestionFilter {
  waitingOnly: boolean
  q?: string | undefined
}

interface AdminQuestionRow extends Omit<QuestionRow, 'productImage' | 'changeable'> {
  version: number
  customer: string | null
  reports: AdminQuestion['reports']
  waits: boolean
}

const matches = ({ waitingOnly, q }: QuestionFilter): Sql => sql`
    ${waitingOnly ? sql`and q.waits_since is not null` : emptySql}
    ${
      q
        ? sql`and (q.product_id::text = lower(${q})
            or q.customer_id = (select b.id from buyer b where b.email = lower(${q})))`
        : emptySql
    }`

export async function listQuestionRows(
  db: Queryable,
  filter: QuestionFilter,
  limit: number,
  before: string,
): Promise<AdminQuestionRow[]> {
  return db.query(sql`
    with page as materialized (
      select q.* from question q where q.id < ${before} ${matches(filter)} order by q.id desc limit ${limit}
    )
    select q.id, q.version, q.created_at as at, q.words, q.answer, q.answered_at as "answeredAt", q.answer_no as "answerNo",
      q.declined_at is not null as declined, q.removed_part as "removedPart", q.removed_for as "removedFor",
      q.waits_since is not null as waits, g.id as "productId", g.name as "productName", g.seller_company as seller,
      (select b.first_name || ' ' || b.last_name from buyer b where b.id = q.customer_id) as customer,
      (select coalesce(json_agg(json_build_object('about', t.about, 'reason', t.reason, 'words', t.words, 'by', t.role) order by t.reported_at), '[]')
        from (select p.about, p.reason, p.words, p.reported_at, case when exists (select from buyer x where x.id = p.account_id)
            then 'customer' else 'seller' end as role
          from question_report p where p.question_id = q.id order by p.reported_at limit 20) t) as reports
    from page q join goods g on g.id = q.product_id
    order by q.id desc`)
}

export const countQuestions = (db: Queryable, filter: QuestionFilter): Promise<number> =>
  countRows(db, sql`select from question q where true ${matches(filter)}`)
