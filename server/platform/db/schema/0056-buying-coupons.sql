-- Coupons: a discount on a purchase, borne by a seller, by the shop, or by both

-- Group buying ------------------------------------------------------------------------------------------------------------------
create table coupon (
  id uuid primary key,
  code text not null constraint coupon_code unique check (code ~ '^[A-Z0-9]{4,20}$'),
  -- Who made it. A seller's coupon is for their own products, and they bear it wholly.
  made_by text not null check (made_by in ('seller', 'shop')),
  -- It is for the products of this seller, of this category; null: of all.
  seller_id uuid references seller on delete cascade,
  -- No foreign key: a category can be removed, and the coupon is then for nothing.
  category_id int,
  kind text not null check (kind in ('percent', 'amount')),
  percent int check (percent between 1 and 99),
  amount_paise bigint check (amount_paise between 100 and 100000000),
  -- The greatest discount of a percentage.
  most_paise bigint check (most_paise between 100 and 100000000),
  -- What the products that it is for have to cost together.
  minimum_paise bigint not null default 0 check (minimum_paise between 0 and 100000000),
  first_order boolean not null default false,
  once boolean not null default true,
  total_uses int not null check (total_uses between 1 and 1000000),
  -- Open and completed checkouts with it; a trigger counts them.
  uses int not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What the seller bears of it, in hundredths of a percent; the shop bears the rest.
  seller_share_bp int not null check (seller_share_bp between 0 and 10000),
  -- The answer of a seller who is asked to bear a part.
  answer text check (answer in ('accepted', 'declined')),
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint coupon_kind check (case kind when 'percent' then percent is not null and amount_paise is null
    else amount_paise is not null and num_nonnulls(percent, most_paise) = 0 end),
  constraint coupon_days check (ends_at > starts_at),
  constraint coupon_uses_fit check (uses between 0 and total_uses),
  constraint coupon_bearer check (case made_by when 'seller' then seller_id is not null and seller_share_bp = 10000
    else seller_share_bp < 10000 and (seller_share_bp = 0 or seller_id is not null) end),
  -- Nobody else is asked.
  constraint coupon_answer check (answer is null or made_by = 'shop' and seller_share_bp > 0)
);
comment on table coupon is 'A discount that buyers get for a code, its conditions, and who bears it.';
create index coupon_by_seller on coupon (seller_id, id desc) where seller_id is not null;
create index coupon_by_shop on coupon (id desc) where made_by = 'shop';

-- A seller has at most 100 coupons that are not over, the shop at most 500.
create function refuse_many_coupons() returns trigger language plpgsql as $$
declare
  most constant int := case new.made_by when 'seller' then 100 else 500 end;
begin
  perform pg_advisory_xact_lock(hashtextextended('coupons of ' || case new.made_by when 'seller' then new.seller_id::text else 'the shop' end, 0));
  if (select count(*) from (select from coupon where made_by = new.made_by and stopped_at is null and ends_at > now()
      and (made_by = 'shop' or seller_id = new.seller_id) limit most) live) >= most then
    raise exception 'too many coupons' using errcode = 'check_violation', constraint = 'coupon_count';
  end if;
  return new;
end $$;
create trigger coupon_count before insert on coupon for each row execute function refuse_many_coupons();

create table cart_coupon (
  customer_id uuid primary key references customer on delete cascade,
  coupon_id uuid not null references coupon on delete cascade,
  chosen_at timestamptz not null default now()
);
comment on table cart_coupon is 'The coupon that a buyer chose for their cart.';
create index cart_coupon_coupon on cart_coupon (coupon_id);
create trigger cart_coupon_of_deleted before insert on cart_coupon
  for each row execute function refuse_row_of_deleted('customer_id');

alter table checkout add coupon_id uuid references coupon,
  -- The same, where a buyer may use it once.
  add coupon_once_id uuid,
  -- Orders and mails name it.
  add coupon_code text check (coupon_code ~ '^[A-Z0-9]{4,20}$'),
  add constraint checkout_coupon check ((coupon_id is null) = (coupon_code is null)
    and (coupon_once_id is null or coupon_once_id = coupon_id));
create index checkout_by_coupon on checkout (coupon_id) where coupon_id is not null;
create unique index checkout_coupon_once on checkout (coupon_once_id, customer_id)
  where coupon_once_id is not null and state in ('open', 'completed');

-- A use is held by an open checkout and taken by a completed one, as stock is. `coupon_uses_fit` refuses one more than there are.
create function count_coupon_use() returns trigger language plpgsql as $$
declare
  had constant int := case when tg_op <> 'INSERT' and old.coupon_id is not null and old.state in ('open', 'completed') then 1 else 0 end;
  has constant int := case when tg_op <> 'DELETE' and new.coupon_id is not null and new.state in ('open', 'completed') then 1 else 0 end;
begin
  if had <> has then
    update coupon set uses = uses + has - had where id = coalesce(new.coupon_id, old.coupon_id);
  end if;
  return null;
end $$;
create trigger checkout_coupon_used after insert or update of state or delete on checkout
  for each row execute function count_coupon_use();

-- Of the whole line. `price_paise` stays the price of one piece; at least a rupee of each piece is paid.
alter table checkout_line add discount_paise bigint not null default 0,
  -- What of it the seller bears.
  add seller_discount_paise bigint not null default 0,
  add constraint checkout_line_discount check (seller_discount_paise between 0 and discount_paise
    and (discount_paise = 0 or discount_paise <= (price_paise - 100) * quantity)) not valid;

create or replace view purchase_line as
  select c.customer_id, c.street, c.city, c.state_name, c.pin_code, l.checkout_id, l.line_no, l.product_id, l.seller_id,
    l.product_name, l.product_image, l.price_paise, l.quantity, l.hsn_code, c.recipient_name, c.recipient_mobile,
    c.note_to_seller, c.is_gift, l.discount_paise, l.seller_discount_paise, c.coupon_code
  from checkout c join checkout_line l on l.checkout_id = c.id;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- `amount_paise` is what the buyer pays; with `shop_discount_paise` it is the gross of the sale. `offer_back_paise` is what the
-- shop has got back of its part of the discount, because it went back to the buyer or to nobody.
alter table orders add seller_discount_paise bigint not null default 0,
  add shop_discount_paise bigint not null default 0,
  add offer_back_paise bigint not null default 0,
  add coupon_code text check (coupon_code ~ '^[A-Z0-9]{4,20}$'),
  add constraint orders_discount check (seller_discount_paise >= 0 and shop_discount_paise >= 0
    and offer_back_paise between 0 and shop_discount_paise
    and (coupon_code is not null or seller_discount_paise + shop_discount_paise = 0)) not valid,
  drop constraint orders_refunds_fit,
  add constraint orders_refunds_fit
    check (refunded_paise <= amount_paise and reversed_paise <= amount_paise + shop_discount_paise) not valid;

create or replace view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date + claim_time(id), (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open)
      or exists (select from delivery_claim c where c.order_id = o.id and c.state = 'open') as held,
    exists (select from return_request r where r.order_id = o.id and r.carried_at is not null) as carried_back,
    coalesce(is_gone(shipment_status_code), false) as is_gone,
    (select jsonb_object_agg(m.order_id, m.units - m.stray_units) from shipment_line l
      join shipment s on s.id = l.shipment_id and s.kind = 'forward' and s.withdrawn_at is null
      join shipment_line m on m.shipment_id = s.id where l.order_id = o.id) as together,
    seller_discount_paise, shop_discount_paise
  from orders o;

create or replace view order_parties as
  select o.id as order_id, o.product_id, o.product_name, o.quantity, o.amount_paise, o.street, o.city, o.state_name, o.pin_code,
    b.email as buyer_email, b.first_name as buyer_first_name, b.last_name as buyer_last_name,
    b.mobile as buyer_mobile, s.id as seller_id, s.email as seller_email, s.company_name as seller_company,
    s.mobile as seller_mobile, s.building_no as seller_building_no, s.street as seller_street, s.landmark as seller_landmark,
    s.city as seller_city, s.state as seller_state, s.pin_code as seller_pin_code, s.pickup_location, s.address as seller_address,
    s.suspended_at as seller_suspended_at, o.recipient_name, o.recipient_mobile, o.shop_discount_paise
  from orders o join buyer b on b.id = o.customer_id join seller_party s on s.id = o.seller_id;
create or replace view order_parcel as
  select p.weight_grams, p.length_cm, p.width_cm, p.height_cm, x.*
  from order_parties x join goods p on p.id = x.product_id;

-- What `units` of `quantity` pieces are of an amount, rounded half up: the price of pieces is the part of all pieces so far less
-- the part of those before, so that parts add up to the whole (`partOf` in contract/part-of.ts).
create function part_of(paise bigint, units int, quantity int) returns bigint language sql immutable
return (2 * paise * units + quantity) / (2 * quantity);

-- A refunded order has nothing left; where its payment bought nothing, the shop has not paid its part of the discount either.
create or replace function fill_refunded_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
    exists (select from order_sale s where s.order_id = new.id and s.gross_paise > new.reversed_paise)
    or new.refunded_paise < new.amount_paise and exists (select from orders o
      where o.checkout_id = new.checkout_id and o.refunded_paise > 0 and o.status <> 'refunded')) then
    raise exception 'order % is refunded without its sale, or without what was refunded in parts', new.id
      using errcode = 'check_violation', constraint = 'orders_refunded';
  end if;
  new.refunded_paise := new.amount_paise;
  if tg_op = 'INSERT' then new.offer_back_paise := new.shop_discount_paise; end if;
  if new.cancelled_units + new.returned_units < new.quantity then
    new.cancelled_units := new.quantity - new.returned_units;
  end if;
  return new;
end $$;

-- Group money -------------------------------------------------------------------------------------------------------------------
alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check check (account in ('provider', 'provider_charges', 'input_gst', 'bank',
  'buyer', 'refunds', 'disputed', 'seller_payable', 'commission', 'shipping', 'gst_on_fees', 'tcs', 'tds', 'claims', 'rounding',
  'freight', 'courier', 'offers')) not valid;

-- What an invoice shows as the seller's discount: the gross is the price of the pieces less this.
alter table tax_document add discount_paise bigint not null default 0,
  -- What of the gross the shop paid: the buyer paid the rest.
  add shop_discount_paise bigint not null default 0;

-- Group administration ----------------------------------------------------------------------------------------------------------
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
          and o.amount_paise = l.price_paise * l.quantity - l.discount_paise
          and o.seller_discount_paise = l.seller_discount_paise
          and o.shop_discount_paise = l.discount_paise - l.seller_discount_paise)))
  union all
  select 'total differs from its lines', c.id::text, c.id from checkout c
    where c.total_paise is distinct from (
      select sum(l.price_paise * l.quantity - l.discount_paise) from checkout_line l where l.checkout_id = c.id)
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
      select from order_tax t where t.order_id = o.id and t.gross_paise = o.amount_paise + o.shop_discount_paise)
  union all
  select 'order without terms', o.id::text, o.checkout_id from orders o join checkout c on c.id = o.checkout_id
    where c.state = 'completed' and not exists (
      select from order_terms t where t.order_id = o.id)
  union all
  select 'order that went back to an earlier state', o.id::text, o.checkout_id from orders o
    where o.delivery_date is not null and o.status not in ('completed', 'refunded')
      or o.status = 'pending' and exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'discount without a coupon, or a coupon without a discount', c.id::text, c.id from checkout c
    where (c.coupon_id is not null) <> (select coalesce(sum(l.discount_paise), 0) > 0 from checkout_line l
      where l.checkout_id = c.id);

create or replace view invariant_sale as
  select 'parcel handed over without a sale' as invariant, o.id::text as id, o.checkout_id from orders o
    where (o.status in ('shipped', 'completed') or o.shipment_status = 'RTO')
      and not exists (select from order_sale s where s.order_id = o.id)
  union all
  select 'sale of other pieces than were handed over', o.id::text, o.checkout_id from orders o join order_sale s on s.order_id = o.id
    where s.units <> o.quantity - o.cancelled_units or s.gross_paise <> o.amount_paise + o.shop_discount_paise
      - part_of(o.amount_paise + o.shop_discount_paise, o.cancelled_units, o.quantity)
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
    where r.cause not in ('exchanged', 'corrected', 'weight', 'weight-corrected') and not exists (
      select from tax_document d where d.reversal_id = r.id and d.gross_paise = r.gross_paise
        and d.taxable_paise = r.taxable_paise);

create or replace view invariant_ledger as
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
        -(select coalesce(sum(o.amount_paise + o.shop_discount_paise
          - part_of(o.amount_paise + o.shop_discount_paise, o.cancelled_units, o.quantity)), 0)
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
        where e.payment_id = p.id and l.account = 'provider' and e.kind not in ('refund-paid-twice', 'provider-charge'))
      <> p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id
        and r.state = 'processed' and r.settled_note is null and r.reason <> 'charged-back')
        - (select coalesce(sum(d.taken_paise), 0) from dispute d where d.payment_id = p.id)
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
    where u.due_on is distinct from d.due_on or u.held <> d.held
  union all
  select 'ledger: the shop bears another part of a discount than of what was kept', o.id::text, o.checkout_id
    from orders o join checkout c on c.id = o.checkout_id and c.state = 'completed'
    where o.shop_discount_paise > 0 and (select coalesce(sum(l.amount_paise), 0) from journal_entry e
        join posting l on l.entry_id = e.id where e.order_id = o.id and l.account = 'offers')
      <> o.shop_discount_paise - o.offer_back_paise
  union all
  select 'ledger: the shop bears a discount of a wholly refunded order', o.id::text, o.checkout_id from orders o
    where o.shop_discount_paise > o.offer_back_paise
      and (o.refunded_paise = o.amount_paise or o.cancelled_units + o.returned_units = o.quantity);
