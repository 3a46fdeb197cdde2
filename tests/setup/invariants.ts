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
      where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO') and not exists (select 1 from order_sale s where s.order_id = o.id)
    union all
    select 'sale of other pieces than were handed over', o.id::text from orders o join order_sale s on s.order_id = o.id
      where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise / o.quantity * s.units
    union all
    select 'reversals differ from the order', o.id::text from orders o
      left join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units from order_reversal r
        where r.order_id = o.id) r on true
      left join order_sale s on s.order_id = o.id
      where coalesce(r.gross, 0) <> o.reversed_paise or coalesce(r.units, 0) > o.returned_units
        or coalesce(r.units, 0) < o.returned_units and s.gross_paise is distinct from o.reversed_paise
    union all
    select 'more taken back than was sold', s.order_id::text from order_sale s
      join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units, sum(r.commission_paise) as commission,
          sum(r.tcs_paise) as tcs, sum(r.tds_paise) as tds, sum(r.taxable_paise) as taxable
        from order_reversal r where r.order_id = s.order_id) r on true
      where r.gross > s.gross_paise or r.units > s.units or r.commission > s.commission_paise or r.tcs > s.tcs_paise
        or r.tds > s.tds_paise or (r.gross = s.gross_paise
          and (r.taxable <> s.taxable_paise or r.commission <> s.commission_paise or r.tcs <> s.tcs_paise
            or r.tds <> s.tds_paise))
    union all
    select 'refunded order with something left', o.id::text from orders o
      where o.status = 'refunded' and (o.refunded_paise <> o.amount_paise or o.cancelled_units + o.returned_units <> o.quantity)
    union all
    select 'cancellations differ from the order', o.id::text from orders o
      join (select order_id, sum(units) as units, sum(paise) as paise, max(parcel_no) as parcel_no
        from cancellation group by order_id) c on c.order_id = o.id
      where c.units > o.cancelled_units or c.paise > o.refunded_paise or c.parcel_no > o.parcel_no
    union all
    select 'ledger: an entry of a sale differs from its row', s.order_id::text from order_sale s
      join orders o on o.id = s.order_id
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.key = 'sale:' || s.order_id and l.account = 'seller_payable' and l.seller_id = o.seller_id)
        <> -(s.gross_paise - s.commission_paise - s.shipping_paise - s.gst_on_fees_paise - s.tcs_paise - s.tds_paise)
    union all
    select 'sale without an invoice of the same amounts', s.order_id::text from order_sale s where not exists (
      select 1 from tax_document d where d.order_id = s.order_id and d.kind = 'invoice' and d.quantity = s.units
        and d.gross_paise = s.gross_paise and d.taxable_paise = s.taxable_paise and d.cgst_paise = s.cgst_paise
        and d.sgst_paise = s.sgst_paise and d.utgst_paise = s.utgst_paise and d.igst_paise = s.igst_paise)
    union all
    select 'reversal without a credit note of the same amounts', r.id::text from order_reversal r
      where r.cause <> 'exchanged' and not exists (
      select 1 from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise)
    union all
    select 'series of documents with a gap or with dates that do not ascend', s.seller_id::text from invoice_series s
      join lateral (select count(*) as documents, max(d.no) as last, bool_or(d.issued_on < d.before) as backwards
        from (select no, issued_on, lag(issued_on) over (order by no) as before from tax_document
          where seller_id = s.seller_id and financial_year = s.financial_year and kind = s.kind) d) d on true
      where d.documents <> s.last_no or d.last <> s.last_no or d.backwards
    union all
    select 'ledger: an entry of a reversal differs from its row', r.id::text from order_reversal r
      join orders o on o.id = r.order_id
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.key = 'reversal:' || r.order_id || ':' || r.no and l.account = 'seller_payable' and l.seller_id = o.seller_id)
        <> r.gross_paise - r.commission_paise - r.gst_on_fees_paise - r.tcs_paise - r.tds_paise - r.compensation_paise
          + case r.way_back_paid_by when 'seller' then r.way_back_paise + r.way_back_gst_paise else 0 end
    union all
    select 'return whose history ends in another state', r.id::text from return_request r
      where r.state is distinct from
        (select e.state from return_event e where e.request_id = r.id order by e.no desc limit 1)
    union all
    select 'exchange that is refunded without a reason, or a refund with one', r.id::text from return_request r
      where r.state = 'refunded' and (r.wanted = 'exchange') <> (r.fell_back is not null)
        or r.state <> 'refunded' and r.refund_id is not null
    union all
    select 'replacement that is held without need, or a need without one', r.id::text from return_request r
      left join replacement x on x.request_id = r.id
      where case
        when r.state in ('replacing', 'sent') then x.id is null or x.ended_at is not null or x.units <> r.units
        when r.state = 'exchanged' then x.delivered_at is null or x.stock_returned_at is not null or x.units <> r.units
        when r.state = 'received' and r.fell_back is null and r.wanted = 'exchange' then x.id is null or x.ended_at is not null
        when r.state = 'disputed' then x.delivered_at is not null
        else x.id is not null and (x.ended_at is null or x.delivered_at is not null) end
    union all
    select 'replacement that left the stock twice or came back to it although it was handed over', x.id::text from replacement x
      where (x.ended_at is not null and x.handed_over_at is null) <> (x.stock_returned_at is not null)
    union all
    select 'replacement whose ways are not charged once', x.id::text from replacement x
      join return_request r on r.id = x.request_id join order_sale s on s.order_id = r.order_id
      where r.way_back_paise > 0 and (select count(*) from order_reversal v where v.order_id = r.order_id and v.cause = 'exchanged')
        <> (select count(*) from replacement y join return_request q on q.id = y.request_id
          where q.order_id = r.order_id and y.handed_over_at is not null)
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
    select 'settlement: a sale or reversal that is neither settled nor waiting, or both', e.key from journal_entry e
      join orders o on o.id = e.order_id
      where e.kind in ('sale', 'sale-reversed')
        and (exists (select from settlement_line l where l.entry_id = e.id))
          = (exists (select from unsettled_entry u where u.entry_id = e.id))
    union all
    select 'settlement: a line is not what its entry says', e.key from settlement_line l join journal_entry e on e.id = l.entry_id
      join settlement t on t.id = l.settlement_id
      where l.net_paise is distinct from (select -sum(p.amount_paise) from posting p
        where p.entry_id = e.id and p.account = 'seller_payable' and p.seller_id = t.seller_id)
    union all
    select 'settlement: its lines are not its sums', t.id::text from settlement t
      join lateral (select count(*) as lines, sum(net_paise) as net, sum(gross_paise) as gross, sum(tcs_paise) as tcs
        from settlement_line where settlement_id = t.id) l on true
      where l.lines <> t.lines or l.net <> t.net_paise or l.gross <> t.gross_paise or l.tcs <> t.tcs_paise
    union all
    select 'settlement: not what was carried before', t.id::text from (
      select s.id, s.carried_before_paise,
        lag(s.carried_after_paise, 1, 0::bigint) over (partition by s.seller_id order by r.up_to) as before
      from settlement s join settlement_run r on r.id = s.run_id) t
      where t.carried_before_paise <> t.before
    union all
    select 'payout: not what its settlement says, or a second one', t.id::text from settlement t
      join lateral (select count(*) filter (where state not in ('failed', 'returned')) as live, count(*) as "all",
          count(*) filter (where paise <> t.payout_paise) as other from payout where settlement_id = t.id) p on true
      where p.other > 0 or p.live > 1 or (p."all" > 0) <> (t.payout_paise > 0)
    union all
    select 'payout: the ledger says otherwise', p.id::text from payout p
      where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
          where e.key in ('payout:' || p.id, 'payout-reversed:' || p.id) and l.account = 'seller_payable')
        <> case p.state when 'paid' then p.paise else 0 end
    union all
    select 'ledger: a seller is owed another amount than unsettled, carried and unpaid', s.account_id::text from seller s
      where -(select coalesce(sum(amount_paise), 0) from posting where seller_id = s.account_id)
        <> (select coalesce(sum(net_paise), 0) from unsettled_entry where seller_id = s.account_id)
          + coalesce((select t.carried_after_paise from settlement t join settlement_run r on r.id = t.run_id
            where t.seller_id = s.account_id order by r.up_to desc limit 1), 0)
          + (select coalesce(sum(t.payout_paise), 0) from settlement t where t.seller_id = s.account_id and not exists (
            select from payout p where p.settlement_id = t.id and p.state = 'paid'))
        and not exists (select from journal_entry e join posting p on p.entry_id = e.id
          where p.seller_id = s.account_id and e.kind = 'reversed')
    union all
    select 'stored due day of an unsettled entry is not the true one', u.entry_id::text from unsettled_entry u
      join unsettled_due d on d.entry_id = u.entry_id
      where u.due_on is distinct from d.due_on or u.held <> d.held
    union all
    select 'ledger: the checkpoint is not the sum of its entries', c.account from ledger_checkpoint c
      where c.balance_paise <> (select coalesce(sum(p.amount_paise), 0) from posting p
        where p.account = c.account and p.seller_id is not distinct from c.seller_id
          and p.entry_id <= (select entry_id from ledger_horizon))
    union all
    select 'hold outlived its time', id::text from checkout
      where state = 'open' and hold_expires_at < now() - interval '5 minutes'`)
}
