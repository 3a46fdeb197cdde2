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
      and (select coalesce(sum(o.refunded_paise), 0) from orders o where o.checkout_id = p.checkout_id)
        > (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
    union all
    select 'money of kept orders given back, and nobody is told', p.id from payment p
      join lateral (select sum(o.refunded_paise) as refunded,
          min(o.amount_paise - o.refunded_paise) filter (where o.refunded_paise < o.amount_paise) as least,
          bool_or(o.refunded_paise < o.amount_paise and o.needs_attention is null) as untold
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
    select 'order without terms', o.id::text from orders o join checkout c on c.id = o.checkout_id
      where c.state = 'completed' and not exists (select 1 from order_terms t where t.order_id = o.id)
    union all
    select 'parcel handed over without a sale', o.id::text from orders o
      where o.status in ('shipped', 'completed') and not exists (select 1 from order_sale s where s.order_id = o.id)
    union all
    select 'sale of other pieces than were handed over', o.id::text from orders o join order_sale s on s.order_id = o.id
      where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise / o.quantity * s.units
    union all
    select 'reversals differ from the order', o.id::text from orders o
      left join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units from order_reversal r
        where r.order_id = o.id) r on true
      where coalesce(r.gross, 0) <> o.reversed_paise or coalesce(r.units, 0) <> o.returned_units
    union all
    select 'more taken back than was sold', s.order_id::text from order_sale s
      join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units, sum(r.commission_paise) as commission,
          sum(r.tcs_paise) as tcs, sum(r.tds_paise) as tds, sum(r.taxable_paise) as taxable
        from order_reversal r where r.order_id = s.order_id) r on true
      where r.gross > s.gross_paise or r.units > s.units or r.commission > s.commission_paise or r.tcs > s.tcs_paise
        or r.tds > s.tds_paise or (r.gross = s.gross_paise
          and (r.taxable <> s.taxable_paise or r.commission <> s.commission_paise or r.tcs <> s.tcs_paise))
    union all
    select 'refunded order with something left', o.id::text from orders o
      where o.status = 'refunded' and (o.refunded_paise <> o.amount_paise or o.cancelled_units + o.returned_units <> o.quantity)
    union all
    select 'ledger: an entry of a sale differs from its row', s.order_id::text from order_sale s
      join orders o on o.id = s.order_id
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.key = 'sale:' || s.order_id and l.account = 'seller_payable' and l.seller_id = o.seller_id)
        <> -(s.gross_paise - s.commission_paise - s.shipping_paise - s.gst_on_fees_paise - s.tcs_paise - s.tds_paise)
    union all
    select 'return whose history ends in another state', r.id::text from return_request r
      where r.state is distinct from
        (select e.state from return_event e where e.request_id = r.id order by e.no desc limit 1)
    union all
    select 'returns refunded more than their order', o.id::text from orders o
      where o.refunded_paise < (select coalesce(sum(r.refund_paise), 0) from return_request r
        where r.order_id = o.id and r.state = 'refunded')
    union all
    select 'orders of an unpaid checkout', o.checkout_id::text from orders o join checkout c on c.id = o.checkout_id
      where c.state not in ('completed', 'refunded')
    union all
    select 'ledger: the buyer is not owed what his kept orders cost', p.id from payment p
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.payment_id = p.id and l.account = 'buyer')
        <> case p.outcome when 'refund' then 0 else
          -(select coalesce(sum(o.amount_paise / o.quantity * (o.quantity - o.cancelled_units)), 0)
          from orders o where o.checkout_id = p.checkout_id and not exists (
            select 1 from order_sale s where s.order_id = o.id)) end
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
