/** Invariants of money and stock that must hold at any time, checked by one SQL statement. */
import type { Queryable } from '../../server/db/client.ts'
import { sql } from '../../server/db/sql.ts'
import { eventually } from './buying.ts'

export interface BrokenInvariant {
  invariant: string
  id: string
}

/**
 * Waits for the jobs that flag orders whose money went back at the provider. They run after the transaction that records the
 * refund: in between, money of kept orders is gone and nobody is told.
 */
export async function untilOrdersAreFlagged(db: Queryable): Promise<void> {
  await eventually(
    () =>
      db.query(
        sql`select id from pgboss.job where name = 'flag-orders-in-doubt' and state not in ('completed', 'failed')`,
      ),
    (jobs) => jobs.length === 0,
  )
}

/** Returns every row that violates an invariant; tests expect an empty list. */
export async function brokenInvariants(db: Queryable): Promise<BrokenInvariant[]> {
  await untilOrdersAreFlagged(db)
  return db.query(sql`
    select 'units below zero' as invariant, id::text from product where units < 0
    union all
    select 'order without a captured payment of the same amount', c.id::text from checkout c
      where c.state = 'completed' and not exists (
        select 1 from payment p where p.checkout_id = c.id and p.outcome = 'order' and p.amount_paise = c.total_paise)
    union all
    select 'payment that bought nothing and does not go back whole', p.id from payment p
      where p.outcome = 'refund' and p.amount_paise is distinct from
        (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state <> 'replaced')
    union all
    select 'refunded orders without their money', p.id from payment p where p.outcome = 'order'
      and (select coalesce(sum(o.amount_paise), 0) from orders o where o.checkout_id = p.checkout_id and o.status = 'refunded')
        > (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
    union all
    select 'money of kept orders given back, and nobody is told', p.id from payment p
      join lateral (select sum(o.amount_paise) filter (where o.status = 'refunded') as refunded,
          min(o.amount_paise) filter (where o.status <> 'refunded') as least,
          bool_or(o.status <> 'refunded' and o.needs_attention is null) as untold
        from orders o where o.checkout_id = p.checkout_id) o on true
      where p.outcome = 'order' and o.untold and o.least + coalesce(o.refunded, 0)
        <= (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
    union all
    select 'more given back than was paid', p.id from payment p where p.amount_paise <
      (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'processed'))
    union all
    select 'orders differ from the snapshot', c.id::text from checkout c
      where c.state = 'completed' and c.total_paise is distinct from (select sum(o.amount_paise) from orders o where o.checkout_id = c.id)
    union all
    select 'order without the tax in its price', o.id::text from orders o join checkout c on c.id = o.checkout_id
      where c.state = 'completed' and not exists (
        select 1 from order_tax t where t.order_id = o.id and t.gross_paise = o.amount_paise)
    union all
    select 'orders of an unpaid checkout', o.checkout_id::text from orders o join checkout c on c.id = o.checkout_id
      where c.state not in ('completed', 'refunded')
    union all
    select 'ledger: the buyer is not owed what his kept orders cost', p.id from payment p
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.payment_id = p.id and l.account = 'buyer')
        <> case p.outcome when 'refund' then 0 else -(select coalesce(sum(o.amount_paise), 0) from orders o
          where o.checkout_id = p.checkout_id and o.status <> 'refunded') end
    union all
    select 'ledger: refunds under way differ from their rows', p.id from payment p
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.payment_id = p.id and l.account = 'refunds')
        <> -(select coalesce(sum(r.amount_paise), 0) from refund r
          where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'failed'))
    union all
    select 'ledger: the provider has another amount', p.id from payment p
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.payment_id = p.id and l.account = 'provider' and e.kind <> 'refund-paid-twice')
        <> p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id
          and r.state = 'processed' and r.settled_note is null)
    union all
    select 'hold outlived its time', id::text from checkout
      where state = 'open' and hold_expires_at < now() - interval '5 minutes'`)
}
