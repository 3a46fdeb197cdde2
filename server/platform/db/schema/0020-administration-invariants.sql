-- Every order has tax and terms, and every sale and reversal its document, since the first day: invariant_start said -infinity in
-- every database.

-- What buyers paid and what they bought.
create or replace view invariant_purchase as
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
    where c.state = 'completed' and not exists (
      select from order_tax t where t.order_id = o.id and t.gross_paise = o.amount_paise)
  union all
  select 'order without terms', o.id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state = 'completed' and not exists (
      select from order_terms t where t.order_id = o.id)
  union all
  select 'order that went back to an earlier state', o.id::text, o.checkout_id from orders o
    where o.delivery_date is not null and o.status not in ('completed', 'refunded')
      or o.status = 'pending' and exists (select from order_sale s where s.order_id = o.id);

-- Sales, reversals, and the documents of both.
create or replace view invariant_sale as
  select 'parcel handed over without a sale' as invariant, o.id::text as id, o.checkout_id from orders o
    where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO')
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
    where not exists (
      select from tax_document d where d.order_id = s.order_id and d.kind = 'invoice' and d.quantity = s.units
        and d.gross_paise = s.gross_paise and d.taxable_paise = s.taxable_paise and d.cgst_paise = s.cgst_paise
        and d.sgst_paise = s.sgst_paise and d.utgst_paise = s.utgst_paise and d.igst_paise = s.igst_paise)
  union all
  select 'reversal without a credit note of the same amounts', r.id::text, o.checkout_id
    from orders o join order_reversal r on r.order_id = o.id
    where r.cause <> 'exchanged' and not exists (
      select from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise);

drop table invariant_start;
