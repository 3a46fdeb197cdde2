/** SQL of payouts, runs and sellers that need an administrator. */
import type { MoneyException } from '../../../contract/admin-ledger.ts'
import { limits } from '../../../contract/limits.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export interface ExceptionRow {
  kind: MoneyException['kind']
  id: string
  detail: string
  seller: string | null
  paise: number | null
  since: Date
}

/** Suspended, or held after a change of their details. */
const waits = (seller: Sql) =>
  sql`exists (select from payee l where l.id = ${seller} and (l.suspended_at is not null or l.held))`

/**
 * One statement; `limit` of each kind. `today` is the day of the shop; a seller who owes more than `debtPaise` is shown at once.
 * Each part reads an index of unfinished rows.
 */
export async function listExceptionRows(
  db: Queryable,
  { limit, today, debtPaise }: { limit: number; today: string; debtPaise: number },
): Promise<ExceptionRow[]> {
  return db.query(sql`
    select e.kind, e.id, e.detail, l.company_name as seller, e.paise, e.since from (
      (select 'payout-failed' as kind, p.id::text as id, coalesce(p.note, '') as detail, p.seller_id, p.paise,
          p.updated_at as since
        from payout p where p.state in ('failed', 'returned') and not exists (
          select from payout n where n.settlement_id = p.settlement_id and n.number > p.number)
          and (select sum(m.paise) from payout_money m where m.settlement_id = p.settlement_id) = 0
        order by p.updated_at limit ${limit})
      union all
      (select 'payout-waits', p.id::text, p.state, p.seller_id, p.paise, p.created_at from payout p
        where (p.state = 'sending' and p.created_at < now() - interval '1 day'
          or p.state in ('ready', 'in-file') and p.created_at < now() - interval '3 days') and not ${waits(sql`p.seller_id`)}
        order by p.created_at limit ${limit})
      union all
      (select 'payout-partly-back', p.id::text, p.provider_transfer_id, p.seller_id, p.came_back_paise, p.updated_at from payout p
        where p.came_back_paise > 0 and p.state = 'paid' order by p.updated_at limit ${limit})
      union all
      (select 'payout-twice', w.settlement_id::text, (
            select string_agg('HP' || lpad(p.number::text, 8, '0') || ' by ' || x.reference, ', ' order by p.number, x.created_at)
            from payout p join money_transfer x on x.payout_id = p.id where p.settlement_id = w.settlement_id),
          w.seller_id, w.paise, w.since
        from (select settlement_id, seller_id, sum(paise)::bigint as paise, min(created_at) as since from paid_twice
          where taken_by is null group by settlement_id, seller_id having sum(paise) > 0 order by min(created_at) limit ${limit}) w)
      union all
      (select 'payout-paid-late', p.id::text, 'HP' || lpad(p.number::text, 8, '0'), p.seller_id, p.paise, p.created_at from payout p
        where p.state in ('in-file', 'sending')
          and (select sum(m.paise) from payout_money m where m.settlement_id = p.settlement_id) > 0
        order by p.created_at limit ${limit})
      union all
      (select 'refund-unmatched', r.id::text, r.state, null, r.amount_paise, r.attention_at from refund r
        where r.attention = 'unmatched' order by r.attention_at limit ${limit})
      union all
      (select 'refund-twice', r.id::text, r.payment_id, null, r.amount_paise, r.attention_at from refund r
        where r.attention = 'twice' order by r.attention_at limit ${limit})
      union all
      (select 'run-unfinished', id::text, up_to::text, null, null, created_at from settlement_run
        where state = 'running' and created_at < now() - interval '1 hour')
      union all
      (select 'reconciliation', day::text, case state when 'failed' then 'the day could not be compared'
          else differences || case differences when 1 then ' difference' else ' differences' end end, null, null, checked_at
        from reconciliation where state = 'failed' or differences > 0 order by day desc limit ${limit})
      union all
      (select 'provider-balance', 'provider', there_paise || ' ' || here_paise, null, abs(there_paise - here_paise), differs_since
        from provider_account where differs_since is not null)
      union all
      (select 'refund-late', r.id::text, r.state, null, r.amount_paise, r.created_at from refund r
        where r.state in ('scheduled', 'accepted', 'failed') and not exists (
            select from dispute d where d.payment_id = r.payment_id and d.is_open)
          and (r.state = 'failed'
          or r.state = 'scheduled' and r.created_at < now() - interval '1 hour'
          or r.state = 'accepted' and coalesce(r.accepted_at, r.created_at) < now() - ${limits.refundDays}::int * interval '1 day')
        order by r.created_at limit ${limit})
      union all
      (select 'dispute-missed', d.id, to_char(d.respond_by at time zone 'Asia/Kolkata', 'FMDD FMMonth YYYY HH24:MI'), null,
          d.amount_paise, d.respond_by from dispute d
        where d.is_open and d.state in ('open', 'action-required') and d.respond_by < now() order by d.respond_by limit ${limit})
      union all
      (select 'dispute-unplaced', u.id, coalesce(u.payment_id, ''), null, u.amount_paise, u.first_seen_at from unplaced_dispute u
        where u.first_seen_at > now() - interval '180 days' order by u.first_seen_at limit ${limit})
      union all
      (select 'dispute-paid-twice', d.id, d.payment_id, null, d.twice_paise, d.counted_at from dispute d
        where d.twice_paise > 0 and d.counted_at > now() - interval '28 days' order by d.counted_at limit ${limit})
      union all
      (select 'dispute-changed', d.id, d.contradicted_by, null, d.amount_paise, d.asked_at from dispute d
        where d.contradicted_by is not null and d.updated_at > now() - interval '180 days' order by d.asked_at limit ${limit})
      union all
      (select 'seller-owes', d.seller_id::text, ${String(debtPaise)}::text, d.seller_id, d.paise, d.since from (
        select w.id as seller_id, c.paise + u.paise as paise, coalesce(least(c.since, u.since), now()) as since
        from (select seller_id as id from settlement where carried_after_paise < 0
          union select seller_id from unsettled_entry group by seller_id having sum(net_paise) < 0) w
        cross join lateral (select coalesce(sum(x.paise), 0)::bigint as paise, min(x.since) as since from (
          select t.carried_after_paise as paise, case when t.carried_after_paise < 0 then t.created_at end as since
          from settlement t join settlement_run r on r.id = t.run_id
          where t.seller_id = w.id order by r.up_to desc limit 1) x) c
        cross join lateral (select coalesce(sum(e.net_paise), 0)::bigint as paise,
            min(j.happened_at) filter (where e.net_paise < 0) as since
          from unsettled_entry e join journal_entry j on j.id = e.entry_id where e.seller_id = w.id) u) d
        where d.paise < -${debtPaise}::bigint order by d.paise limit ${limit})
      union all
      (select 'seller-owes', n.seller_id::text, '', n.seller_id, n.paise, n.since from (
        select l.seller_id, l.paise, (
          select min(s.created_at) from settlement s join settlement_run r on r.id = s.run_id
          where s.seller_id = l.seller_id and r.up_to > coalesce((
            select max(cr.up_to) from settlement c join settlement_run cr on cr.id = c.run_id
            where c.seller_id = l.seller_id and c.carried_after_paise >= 0), '-infinity')) as since
        from (
          select o.seller_id, t.carried_after_paise as paise
          from (select distinct seller_id from settlement where carried_after_paise < 0) o
          cross join lateral (select c.carried_after_paise from settlement c join settlement_run r on r.id = c.run_id
            where c.seller_id = o.seller_id order by r.up_to desc limit 1) t) l
        where l.paise < 0 and l.paise >= -${debtPaise}::bigint) n
        where n.since < now() - interval '28 days' order by n.since limit ${limit})
      union all
      (select 'orders-without-terms', o.seller_id::text,
          count(*) || case count(*) when 1 then ' order' else ' orders' end || ', the oldest is ' || (array_agg(o.number order by o.id))[1],
          o.seller_id, sum(o.amount_paise - o.refunded_paise)::bigint, min(o.created_at)
        from placed_order o where o.has_no_terms and o.created_at > now() - interval '1 year'
          and o.status in ('shipped', 'completed') and o.refunded_paise < o.amount_paise
          and not exists (select from order_terms t where t.order_id = o.id)
        group by o.seller_id order by min(o.created_at) limit ${limit})
      union all
      (select 'payouts-stopped', h.id::text, '', h.id, (select sum(p.paise) from payout p
          where p.seller_id = h.id and p.state in ('ready', 'sending'))::bigint, h.stopped_at
        from held_seller h where h.stopped order by h.stopped_at limit ${limit})
      union all
      (select 'account-unreadable', p.id::text, 'HP' || lpad(p.number::text, 8, '0'), p.seller_id, p.paise, p.unreadable_at from payout p
        where p.unreadable_at is not null and p.state = 'ready' order by p.unreadable_at limit ${limit})
      union all
      (select 'seller-suspended', s.id::text, coalesce(s.suspended_reason, ''), s.id, w.paise, s.suspended_at from payee s
        cross join lateral (select coalesce(sum(p.paise), 0) as paise from payout p
          where p.seller_id = s.id and p.state in ('ready', 'in-file', 'sending')) h
        cross join lateral (select
          (select coalesce(sum(u.net_paise), 0) from unsettled_entry u
            where u.seller_id = s.id and u.due_on < ${today}::date)
          + coalesce((select t.carried_after_paise from settlement t join settlement_run r on r.id = t.run_id
            where t.seller_id = s.id order by r.up_to desc limit 1), 0) + h.paise as paise) w
        where s.suspended_at is not null and (w.paise > 0 or h.paise > 0) order by s.suspended_at limit ${limit})
      union all
      (with x as materialized (select id from payee where email like '%@deleted.invalid')
        select distinct 'seller-came-back', n.seller_id::text || ' ' || x.id::text, i.company_name, n.seller_id, d.paise,
          min(n.since) over (partition by n.seller_id)
        from x
        cross join lateral (select -sum(p.amount_paise)::bigint as paise from posting p where p.seller_id = x.id) d
        join identity_version i on i.seller_id = x.id
        join identity_version n on n.pan = i.pan and n.seller_id <> x.id
        where d.paise <= -100 and n.seller_id not in (select id from x)
        limit ${limit})) e
    left join payee l on l.id = e.seller_id
    order by e.since`)
}
