/** SQL of what about money needs a person. */
import type { MoneyException } from '../../contract/admin-ledger.ts'
import type { Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export interface ExceptionRow {
  kind: MoneyException['kind']
  id: string
  detail: string
  seller: string | null
  paise: number | null
  since: Date
}

/**
 * The smallest id of an order that is placed a day after the first one with terms: on that day nodes of the version before may
 * have placed orders, too. Ids begin with the time in milliseconds, so that orders with terms are not looked at.
 */
const firstDayOfTerms = sql`coalesce((
          select (lpad(to_hex((extract(epoch from f.created_at + interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
          from orders f where f.id = (select order_id from order_terms order by order_id limit 1)),
        'ffffffff-ffff-ffff-ffff-ffffffffffff')`

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
      (select 'payout-partly-back', p.id::text, p.provider_transfer_id, p.seller_id, p.came_back_paise, p.updated_at from payout p
        where p.came_back_paise > 0 and p.state = 'paid' order by p.updated_at limit ${limit})
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
        select l.seller_id, l.paise, (
          select min(s.created_at) from settlement s join settlement_run r on r.id = s.run_id
          where s.seller_id = l.seller_id and r.up_to > coalesce((
            select max(cr.up_to) from settlement c join settlement_run cr on cr.id = c.run_id
            where c.seller_id = l.seller_id and c.carried_after_paise >= 0), '-infinity')) as since
        from (
          select distinct on (t.seller_id) t.seller_id, t.carried_after_paise as paise
          from settlement t join settlement_run r on r.id = t.run_id order by t.seller_id, r.up_to desc) l
        where l.paise < 0) n
        where n.since < now() - interval '28 days' order by n.since limit ${limit})
      union all
      (select 'orders-without-terms', o.seller_id::text,
          count(*) || case count(*) when 1 then ' order' else ' orders' end || ', the oldest is ' || (array_agg(o.number order by o.id))[1],
          o.seller_id, sum(o.amount_paise - o.refunded_paise)::bigint, min(o.created_at)
        from orders o where o.id < ${firstDayOfTerms} and o.created_at > now() - interval '1 year'
          and o.status in ('shipped', 'completed') and o.refunded_paise < o.amount_paise
          and not exists (select from order_terms t where t.order_id = o.id)
        group by o.seller_id order by min(o.created_at) limit ${limit})) e
    left join seller l on l.account_id = e.seller_id
    order by e.since`)
}
