-- Administration: settings, and the invariants of money and stock (docs/money.md, "Invariants")

create table setting (
  name text primary key,
  value jsonb not null
);
comment on table setting is 'What an administrator has set.';

-- Each view returns the rows that contradict one of its invariants, so all are empty; `broken_invariant` has them all. The last
-- column of a view is the subject of its rows. A condition on it reads only these rows, which is how the shop checks recent
-- changes (server/administration/invariants/).

create table invariant_start (
  only_row boolean primary key default true check (only_row),
  no_tax_until timestamptz not null,
  no_terms_until timestamptz not null,
  no_invoice_until timestamptz not null
);
comment on table invariant_start is 'Until when orders were placed, and sales made, without tax, terms and invoices: one row.';
insert into invariant_start (no_tax_until, no_terms_until, no_invoice_until) values ('-infinity', '-infinity', '-infinity');

-- What buyers paid and what they bought.
create view invariant_purchase as
  select 'order without a captured payment of the same amount' as invariant, c.id::text as id, c.id as checkout_id from checkout c
    where c.state = 'completed' and not exists (
      select from payment p where p.checkout_id = c.id and p.outcome = 'order' and p.amount_paise = c.total_paise)
  union all
  select 'payment for orders that are not there', p.id, p.checkout_id from payment p
    where p.outcome = 'order' and not exists (
      select from checkout c join orders o on o.checkout_id = c.id where c.id = p.checkout_id and c.state = 'completed')
  union all
  select 'orders of an unpaid checkout', o.checkout_id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state not in ('completed', 'refunded')
  union all
  select 'orders differ from the snapshot', c.id::text, c.id from checkout c
    where c.state = 'completed' and (
      c.total_paise is distinct from (select sum(o.amount_paise) from orders o where o.checkout_id = c.id)
      or exists (select from checkout_line l where l.checkout_id = c.id and not exists (
        select from orders o where o.checkout_id = l.checkout_id and o.line_no = l.line_no and o.customer_id = c.customer_id
          and o.product_id = l.product_id and o.seller_id = l.seller_id and o.quantity = l.quantity
          and o.amount_paise = l.price_paise * l.quantity)))
  union all
  select 'total differs from its lines', c.id::text, c.id from checkout c
    where c.total_paise is distinct from (
      select sum(l.price_paise * l.quantity) from checkout_line l where l.checkout_id = c.id)
  union all
  select 'one purchase paid twice and kept', c.id::text, c.id from checkout c
    where c.state = 'completed' and exists (
      select from checkout o join checkout_line a on a.checkout_id = o.id
        join checkout_line b on b.checkout_id = c.id and b.product_id = a.product_id
      where o.customer_id = c.customer_id and o.id <> c.id and o.state = 'completed'
        and o.completed_seq > c.opened_seq and o.completed_seq < c.completed_seq)
  union all
  select 'not one order confirmation', c.id::text, c.id from checkout c
    where c.state = 'completed' and c.confirmation_mails <> 1
  union all
  select 'order without the tax in its price', o.id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state = 'completed' and o.created_at > (select no_tax_until from invariant_start) and not exists (
      select from order_tax t where t.order_id = o.id and t.gross_paise = o.amount_paise)
  union all
  select 'order without terms', o.id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state = 'completed' and o.created_at > (select no_terms_until from invariant_start) and not exists (
      select from order_terms t where t.order_id = o.id)
  union all
  select 'order that went back to an earlier state', o.id::text, o.checkout_id from orders o
    where o.delivery_date is not null and o.status not in ('completed', 'refunded')
      or o.status = 'pending' and exists (select from order_sale s where s.order_id = o.id);

-- Refunds under way, and their reasons.
create view invariant_refund as
  select 'payment that bought nothing and does not go back whole' as invariant, p.id, p.checkout_id from payment p
    where p.outcome = 'refund' and p.amount_paise is distinct from
      (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'refunded orders without their money', p.id, p.checkout_id from payment p where p.outcome = 'order'
    and (select coalesce(sum(o.refunded_paise), 0) from orders o where o.checkout_id = p.checkout_id)
      > (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'money of kept orders refunded, and nobody is told', p.id, p.checkout_id from payment p
    join lateral (select sum(o.refunded_paise) as refunded,
        min(o.amount_paise - o.refunded_paise) filter (where o.refunded_paise < o.amount_paise) as least,
        bool_or(o.refunded_paise < o.amount_paise and o.needs_attention is null) as untold
      from orders o where o.checkout_id = p.checkout_id) o on true
    where p.outcome = 'order' and o.untold and o.least + coalesce(o.refunded, 0)
      <= (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'more refunded than was paid', p.id, p.checkout_id from payment p where p.amount_paise <
    (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'processed'))
  union all
  select 'refunded order with something left', o.id::text, o.checkout_id from orders o
    where o.status = 'refunded' and (o.refunded_paise <> o.amount_paise or o.cancelled_units + o.returned_units <> o.quantity)
  union all
  select 'cancellations differ from the order', o.id::text, o.checkout_id from orders o
    cross join lateral (select sum(c.units) as units, sum(c.paise) as paise, max(c.parcel_no) as parcel_no
      from cancellation c where c.order_id = o.id) c
    where c.units > o.cancelled_units or c.paise > o.refunded_paise or c.parcel_no > o.parcel_no
  union all
  select 'returns refunded more than their order', o.id::text, o.checkout_id from orders o
    where o.refunded_paise < (select sum(r.refund_paise) from return_request r where r.order_id = o.id and r.state = 'refunded')
  union all
  select 'return whose history ends in another state', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id
    where r.state is distinct from
      (select e.state from return_event e where e.request_id = r.id order by e.no desc limit 1)
  union all
  select 'return that went on after its end', r.id::text, o.checkout_id from return_request r join orders o on o.id = r.order_id
    where exists (select from return_event e join return_event n on n.request_id = e.request_id and n.no > e.no
      where e.request_id = r.id and e.state in ('refunded', 'exchanged', 'rejected', 'withdrawn'))
  union all
  select 'exchange that is refunded without a reason, or a refund with one', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id
    where r.state = 'refunded' and (r.wanted = 'exchange') <> (r.fell_back is not null)
      or r.state <> 'refunded' and r.refund_id is not null
  union all
  select 'replacement that is held without need, or a need without one', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id left join replacement x on x.request_id = r.id
    where case
      when r.state in ('replacing', 'sent') then x.id is null or x.ended_at is not null or x.units <> r.units
      when r.state = 'exchanged' then x.delivered_at is null or x.stock_returned_at is not null or x.units <> r.units
      when r.state = 'received' and r.fell_back is null and r.wanted = 'exchange' then x.id is null or x.ended_at is not null
      when r.state = 'disputed' then x.delivered_at is not null
      else x.id is not null and (x.ended_at is null or x.delivered_at is not null) end
  union all
  select 'replacement whose pieces are not counted once', x.id::text, o.checkout_id
    from replacement x join return_request r on r.id = x.request_id join orders o on o.id = r.order_id
    where (x.ended_at is not null and x.handed_over_at is null) <> (x.stock_returned_at is not null)
  union all
  select 'replacement whose ways are not charged once', x.id::text, o.checkout_id
    from replacement x join return_request r on r.id = x.request_id join orders o on o.id = r.order_id
    where r.way_back_paise > 0 and exists (select from order_sale s where s.order_id = o.id)
      and (select count(*) from order_reversal v where v.order_id = r.order_id and v.cause = 'exchanged')
        <> (select count(*) from replacement y join return_request q on q.id = y.request_id
          where q.order_id = r.order_id and y.handed_over_at is not null);

-- Sales, reversals, and the documents of both.
create view invariant_sale as
  select 'parcel handed over without a sale' as invariant, o.id::text as id, o.checkout_id from orders o
    where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO')
      and o.created_at > (select no_terms_until from invariant_start)
      and not exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'sale of other pieces than were handed over', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise / o.quantity * s.units
  union all
  select 'reversals differ from the order', o.id::text, o.checkout_id from orders o
    left join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units from order_reversal r
      where r.order_id = o.id) r on true
    left join order_sale s on s.order_id = o.id
    where coalesce(r.gross, 0) <> o.reversed_paise or coalesce(r.units, 0) > o.returned_units
      or coalesce(r.units, 0) < o.returned_units and s.gross_paise is distinct from o.reversed_paise
  union all
  select 'more taken back than was sold', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    join lateral (select sum(r.gross_paise) as gross, sum(r.units) as units, sum(r.commission_paise) as commission,
        sum(r.tcs_paise) as tcs, sum(r.tds_paise) as tds, sum(r.taxable_paise) as taxable
      from order_reversal r where r.order_id = s.order_id) r on true
    where r.gross > s.gross_paise or r.units > s.units or r.commission > s.commission_paise or r.tcs > s.tcs_paise
      or r.tds > s.tds_paise or (r.gross = s.gross_paise
        and (r.taxable <> s.taxable_paise or r.commission <> s.commission_paise or r.tcs <> s.tcs_paise
          or r.tds <> s.tds_paise))
  union all
  select 'sale without an invoice of the same amounts', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where s.sold_at > (select no_invoice_until from invariant_start) and not exists (
      select from tax_document d where d.order_id = s.order_id and d.kind = 'invoice' and d.quantity = s.units
        and d.gross_paise = s.gross_paise and d.taxable_paise = s.taxable_paise and d.cgst_paise = s.cgst_paise
        and d.sgst_paise = s.sgst_paise and d.utgst_paise = s.utgst_paise and d.igst_paise = s.igst_paise)
  union all
  select 'reversal without a credit note of the same amounts', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where r.cause <> 'exchanged' and r.created_at > (select no_invoice_until from invariant_start) and not exists (
      select from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise);

-- The ledger against the rows that it is about.
create view invariant_ledger as
  select 'ledger: an entry of a sale differs from its row' as invariant, o.id::text as id, o.checkout_id
    from orders o join order_sale s on s.order_id = o.id
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = 'sale:' || s.order_id and l.account = 'seller_payable' and l.seller_id = o.seller_id)
      <> -(s.gross_paise - s.commission_paise - s.shipping_paise - s.gst_on_fees_paise - s.tcs_paise - s.tds_paise)
  union all
  select 'ledger: an entry of a reversal differs from its row', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = 'reversal:' || r.order_id || ':' || r.no and l.account = 'seller_payable' and l.seller_id = o.seller_id)
      <> r.gross_paise - r.commission_paise - r.gst_on_fees_paise - r.tcs_paise - r.tds_paise - r.compensation_paise
        + case r.way_back_paid_by when 'seller' then r.way_back_paise + r.way_back_gst_paise else 0 end
  union all
  select 'ledger: the buyer is not owed what the kept orders cost', p.id, p.checkout_id from payment p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'buyer')
      <> case p.outcome when 'refund' then 0 else
        -(select coalesce(sum(o.amount_paise / o.quantity * (o.quantity - o.cancelled_units)), 0)
        from orders o where o.checkout_id = p.checkout_id and not exists (
          select from order_sale s where s.order_id = o.id)) end
  union all
  select 'ledger: refunds under way differ from their rows', p.id, p.checkout_id from payment p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'refunds')
      <> -(select coalesce(sum(r.amount_paise), 0) from refund r
        where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'failed'))
  union all
  select 'ledger: the provider has another amount', p.id, p.checkout_id from payment p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'provider' and e.kind <> 'refund-paid-twice')
      <> p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id
        and r.state = 'processed' and r.settled_note is null)
  union all
  select 'settlement: a sale or reversal that is neither settled nor waiting, or both', e.key, o.checkout_id
    from orders o join journal_entry e on e.order_id = o.id
    where e.kind in ('sale', 'sale-reversed')
      and (exists (select from settlement_line l where l.entry_id = e.id))
        = (exists (select from unsettled_entry u where u.entry_id = e.id))
  union all
  select 'settlement: a stored due day is not the true one', u.entry_id::text, o.checkout_id
    from orders o join unsettled_entry u on u.order_id = o.id
    join unsettled_due d on d.entry_id = u.entry_id and d.order_id = u.order_id
    where u.due_on is distinct from d.due_on or u.held <> d.held;

-- The database refuses such an entry when it is written: this finds changes that bypassed it.
create view invariant_entry as
  select 'ledger: an entry is not balanced' as invariant, e.key as id, e.id as entry_id from journal_entry e
    left join lateral (select count(*) as postings, sum(p.amount_paise) as total from posting p where p.entry_id = e.id) p on true
    where p.postings <> e.posting_count or p.total <> 0;

-- Amounts of settlements.
create view invariant_settlement as
  select 'settlement: a line is not what its entry says' as invariant, e.key as id, l.settlement_id
    from settlement_line l join journal_entry e on e.id = l.entry_id join settlement t on t.id = l.settlement_id
    where l.net_paise is distinct from (select -sum(p.amount_paise) from posting p
      where p.entry_id = e.id and p.account = 'seller_payable' and p.seller_id = t.seller_id)
  union all
  select 'settlement: its lines are not its sums', t.id::text, t.id from settlement t
    join lateral (select count(*) as lines, sum(net_paise) as net, sum(gross_paise) as gross, sum(tcs_paise) as tcs
      from settlement_line where settlement_id = t.id) l on true
    where l.lines <> t.lines or l.net <> t.net_paise or l.gross <> t.gross_paise or l.tcs <> t.tcs_paise
  union all
  select 'settlement: not what was carried before', t.id::text, t.id from settlement t join settlement_run r on r.id = t.run_id
    where t.carried_before_paise <> coalesce((
      select b.carried_after_paise from settlement b join settlement_run br on br.id = b.run_id
      where b.seller_id = t.seller_id and br.up_to < r.up_to order by br.up_to desc limit 1), 0)
  union all
  select 'payout: not what its settlement says, or a second one', t.id::text, t.id from settlement t
    join lateral (select count(*) filter (where state not in ('failed', 'returned')) as live, count(*) as "all",
        count(*) filter (where paise <> t.payout_paise) as other from payout where settlement_id = t.id) p on true
    where p.other > 0 or p.live > 1 or (p."all" > 0) <> (t.payout_paise > 0)
  union all
  select 'payout: the ledger says otherwise', p.id::text, p.settlement_id from payout p
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = any(payout_entry_keys(p.id, p.came_back_parts)) and l.account = 'seller_payable')
      <> case p.state when 'paid' then p.paise - p.came_back_paise else 0 end;

-- The shop's debt to a seller: by the ledger (checkpoint and later entries), and by the unpaid entries. Sellers of a removed
-- demo shop are left out, because their settlements were not removed.
create view invariant_seller as
  select 'ledger: a seller is owed another amount than unsettled, carried and unpaid' as invariant, s.account_id::text as id,
      s.account_id as seller_id from seller s
    where -(select coalesce(sum(b.paise), 0) from (
        select c.balance_paise as paise from ledger_checkpoint c where c.account = 'seller_payable' and c.seller_id = s.account_id
        union all
        select p.amount_paise from posting p
          where p.seller_id = s.account_id and p.entry_id > (select entry_id from ledger_horizon)) b)
      <> (select coalesce(sum(net_paise), 0) from unsettled_entry where seller_id = s.account_id)
        + coalesce((select t.carried_after_paise from settlement t join settlement_run r on r.id = t.run_id
          where t.seller_id = s.account_id order by r.up_to desc limit 1), 0)
        + (select coalesce(sum(t.payout_paise), 0) from settlement t where t.seller_id = s.account_id and not exists (
          select from payout p where p.settlement_id = t.id and p.state = 'paid'))
        + (select coalesce(sum(p.came_back_paise), 0) from payout p where p.seller_id = s.account_id and p.state = 'paid')
      and not exists (select from journal_entry e join posting p on p.entry_id = e.id and p.seller_id = s.account_id
        where e.kind = 'reversed');

-- No row says how many pieces a seller added or removed, so stock cannot be added up. These rules can be checked.
create view invariant_stock as
  select 'units below zero' as invariant, p.id::text as id, p.id as product_id from product p where p.units < 0;

-- What the sweep of checkouts has to do in time.
create view invariant_hold as
  select 'hold outlived its time' as invariant, c.id::text as id, c.id as checkout_id from checkout c
    where c.state = 'open' and c.hold_expires_at < now() - interval '60 seconds'
  union all
  select 'nobody asks the provider whether it was paid', c.id::text, c.id from checkout c
    where c.next_check_at < now() - interval '15 minutes' and c.state in ('open', 'expired', 'replaced')
      and c.provider_order_id is not null;

-- Sums over all rows of a seller or an account: these are read once a night.
create view invariant_series as
  select 'series of documents with a gap or with dates that do not ascend' as invariant, s.seller_id::text as id, s.seller_id
    from invoice_series s
    join lateral (select count(*) as documents, max(d.no) as last, bool_or(d.issued_on < d.before) as backwards
      from (select no, issued_on, lag(issued_on) over (order by no) as before from tax_document
        where seller_id = s.seller_id and financial_year = s.financial_year and kind = s.kind) d) d on true
    where d.documents <> s.last_no or d.last <> s.last_no or d.backwards;

create view invariant_checkpoint as
  select 'ledger: the checkpoint is not the sum of its entries' as invariant, concat_ws(':', c.account, c.seller_id) as id,
      c.account, c.seller_id
    from ledger_checkpoint c
    where c.balance_paise <> case when c.seller_id is null
      then (select coalesce(sum(p.amount_paise), 0) from posting p
        where p.account = c.account and p.entry_id <= (select entry_id from ledger_horizon))
      else (select coalesce(sum(p.amount_paise), 0) from posting p
        where p.seller_id = c.seller_id and p.entry_id <= (select entry_id from ledger_horizon)) end;

create view broken_invariant as
  select invariant, id from invariant_purchase
  union all select invariant, id from invariant_refund
  union all select invariant, id from invariant_sale
  union all select invariant, id from invariant_ledger
  union all select invariant, id from invariant_entry
  union all select invariant, id from invariant_settlement
  union all select invariant, id from invariant_seller
  union all select invariant, id from invariant_stock
  union all select invariant, id from invariant_hold
  union all select invariant, id from invariant_series
  union all select invariant, id from invariant_checkpoint;

-- 'recent' of recent changes, each minute; 'whole' of all rows, once a night and in pieces.
create table invariant_check (
  name text primary key check (name in ('recent', 'whole')),
  -- When the last complete check had begun.
  done_from timestamptz not null default now(),
  -- Of the check of all rows: its start and its progress. Null while none runs.
  began_at timestamptz,
  step text,
  position text
);
comment on table invariant_check is 'The two checks of invariants, with their progress.';
insert into invariant_check (name) values ('recent'), ('whole');

-- A row is deleted by the first check that does not find it again.
create table broken_row (
  invariant text not null,
  id text not null,
  -- The view, and the subject of the row: the next check reads it again, whether it changed or not.
  view text not null,
  subject text not null,
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (invariant, id)
);
comment on table broken_row is 'What contradicts an invariant at present.';
