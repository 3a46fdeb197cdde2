/** SQL of what about money needs a person. */
import type { Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export interface ExceptionRow {
  kind: 'payout-failed' | 'payout-waits' | 'run-unfinished' | 'reconciliation' | 'refund-late' | 'seller-owes'
  id: string
  detail: string
  seller: string | null
  paise: number | null
  since: Date
}

/** One statement; `limit` of each kind. */
export async function listExceptionRows(db: Queryable, limit: number): Promise<ExceptionRow[]> {
  return db.query(sql`
    select e.kind, e.id, e.detail, l.company_name as seller, e.paise, e.since from (
      (select 'payout-failed' as kind, p.id::text as id, coalesce(p.note, '') as detail, p.seller_id, p.paise,
          p.updated_at as since
        from payout p where p.state in ('failed', 'returned') and not exists (
          select from payout n where n.settlement_id = p.settlement_id and n.number > p.number)
        order by p.updated_at limit ${limit})
      union all
      (select 'payout-waits', p.id::text, p.state, p.seller_id, p.paise, p.created_at from payout p
        where p.state = 'sending' and p.created_at < now() - interval '1 day'
          or p.state in ('ready', 'in-file') and p.created_at < now() - interval '3 days'
        order by p.created_at limit ${limit})
      union all
      (select 'run-unfinished', id::text, up_to::text, null, null, created_at from settlement_run
        where state = 'running' and created_at < now() - interval '1 hour')
      union all
      (select 'reconciliation', day::text, case state when 'failed' then 'the day could not be compared'
          else differences || case differences when 1 then ' difference' else ' differences' end end, null, null, checked_at
        from reconciliation where state = 'failed' or differences > 0 order by day desc limit ${limit})
      union all
      (select 'refund-late', r.id::text, r.state, null, r.amount_paise, r.created_at from refund r
        where r.state = 'failed' or r.state = 'scheduled' and r.created_at < now() - interval '1 hour'
          or r.state = 'accepted' and coalesce(r.accepted_at, r.created_at) < now() - interval '7 days'
        order by r.created_at limit ${limit})
      union all
      (select 'seller-owes', n.seller_id::text, '', n.seller_id, n.paise, n.since from (
        select distinct on (t.seller_id) t.seller_id, t.carried_after_paise as paise, t.created_at as since
        from settlement t join settlement_run r on r.id = t.run_id order by t.seller_id, r.up_to desc) n
        where n.paise < 0 and n.since < now() - interval '28 days' order by n.since limit ${limit})) e
    left join seller l on l.account_id = e.seller_id
    order by e.since`)
}
