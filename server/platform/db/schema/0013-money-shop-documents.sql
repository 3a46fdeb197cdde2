-- What was really carried and given back, and the shop's own invoices for what it charges (docs/money.md, "The shop's invoices")

-- A booking is not a carriage: only an event of the courier that says that it has or had the goods.
alter table return_request add carried_at timestamptz;
update return_request r set carried_at = coalesce(r.received_at, r.updated_at)
  where r.awb_number is not null and exists (select from return_event e where e.request_id = r.id
    and (e.state = 'picked-up' or e.state = 'received' and e.by = 'courier'));
create or replace view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date, (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open) as held,
    exists (select from return_request r where r.order_id = o.id and r.carried_at is not null) as carried_back
  from orders o;
-- What went back by the refund of its own: less than the price where money was refunded at the payment provider before. Null for
-- rows from before this column.
alter table return_request add given_paise bigint check (given_paise >= 0);
alter table cancellation add given_paise bigint check (given_paise >= 0);

-- The code at the time of the payment: a product that loses its code afterwards keeps it on the invoice (Rule 46(g)).
alter table checkout_line add hsn_code text;
create or replace view purchase_line as
  select c.customer_id, c.street, c.city, c.state_name, c.pin_code, l.*
  from checkout c join checkout_line l on l.checkout_id = c.id;

-- GSTR-8 counts a sale in the month of its invoice.
create index tax_document_by_day on tax_document (issued_on);

-- SHOP DOCUMENTS ----------------------------------------------------------------------------------------------------------------

-- Each charge of the shop and each one given back, with the GST on it, by journal entry. The GST of a sale is one amount for
-- commission and shipping; the commission has its share. A reversal gives commission back and may charge a way back.
create view shop_fee as
  select e.id as entry_id, 'charge' as part, 'seller' as payer, e.happened_at, s.order_id, t.gst_on_fees_bp as rate_bp,
    s.commission_paise, g.commission_gst_paise, s.shipping_paise,
    s.gst_on_fees_paise - g.commission_gst_paise as shipping_gst_paise
  from order_sale s join journal_entry e on e.order_id = s.order_id and e.kind = 'sale'
  join order_terms t on t.order_id = s.order_id
  cross join lateral (select coalesce(round(s.gst_on_fees_paise::numeric * s.commission_paise
    / nullif(s.commission_paise + s.shipping_paise, 0)), 0)::bigint as commission_gst_paise) g
  where s.commission_paise + s.shipping_paise > 0
  union all
  select e.id, 'credit', 'seller', e.happened_at, r.order_id, t.gst_on_fees_bp, r.commission_paise, r.gst_on_fees_paise, 0, 0
  from order_reversal r join journal_entry e on e.order_id = r.order_id and e.key = 'reversal:' || r.order_id || ':' || r.no
  join order_terms t on t.order_id = r.order_id
  where r.commission_paise + r.gst_on_fees_paise > 0
  union all
  select e.id, 'charge', r.way_back_paid_by, e.happened_at, r.order_id, t.gst_on_fees_bp, 0, 0, r.way_back_paise,
    r.way_back_gst_paise
  from order_reversal r join journal_entry e on e.order_id = r.order_id and e.key = 'reversal:' || r.order_id || ':' || r.no
  join order_terms t on t.order_id = r.order_id
  where r.way_back_paid_by is not null;
comment on view shop_fee is 'What the shop charges for an order and gives back, by entry of the ledger.';

-- Its row is locked while documents are issued, so that one transaction at a time takes numbers. Sellers have their invoices of
-- every month from `first_month` up to, not including, `next_month`. An existing shop begins with the month in which it gets this
-- table: what it charged before is invoiced elsewhere.
create table shop_document_progress (
  only_row boolean primary key default true check (only_row),
  first_month date not null check (extract(day from first_month) = 1),
  next_month date not null check (extract(day from next_month) = 1 and next_month >= first_month),
  -- The rules of charges and taxes below hold for what happened since.
  rules_from timestamptz not null default now()
);
comment on table shop_document_progress is 'Up to which month the shop has invoiced its charges: one row.';
insert into shop_document_progress (first_month, next_month)
  select m.month, m.month from (select case when exists (select from order_sale)
    then date_trunc('month', now() at time zone 'Asia/Kolkata')::date else date '2026-01-01' end as month) m;

-- With all particulars of Rules 46 and 53(1A) as of the day of issue. A row never changes, and deleting its subject does not
-- delete it.
create table shop_document (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- The supplier: the shop.
  shop_gstin text not null,
  shop_name text not null,
  shop_address text not null,
  shop_state text not null,
  shop_state_code text not null check (shop_state_code ~ '^[0-9]{2}$'),
  financial_year int not null check (financial_year between 2017 and 2199),
  no int not null check (no > 0),
  serial text not null check (serial ~ '^[A-Za-z0-9/-]{1,16}$'),
  issued_on date not null,
  issued_at timestamptz not null default clock_timestamp(),
  -- The recipient: a seller for a month, or a buyer for the way back of an order. No foreign keys, as in tax_document.
  seller_id uuid,
  month date check (extract(day from month) = 1),
  customer_id uuid,
  order_id uuid,
  order_number text,
  recipient_name text not null,
  recipient_address text not null,
  recipient_gstin text,
  place_of_supply text not null,
  place_of_supply_code text not null check (place_of_supply_code ~ '^[0-9]{2}$'),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  gross_paise bigint not null check (gross_paise > 0),
  -- Of a credit note: its invoice, and the reason.
  invoice_id uuid references shop_document,
  invoice_serial text,
  invoice_on date,
  reason text,
  constraint shop_document_one_no unique (shop_gstin, financial_year, kind, no),
  constraint shop_document_one_serial unique (shop_gstin, serial),
  constraint shop_document_of_its_year
    check (issued_on >= make_date(financial_year, 4, 1) and issued_on < make_date(financial_year + 1, 4, 1)),
  constraint shop_document_of_seller_or_buyer check (case when seller_id is not null
    then month is not null and num_nonnulls(customer_id, order_id, order_number) = 0
    else kind = 'invoice' and month is null and num_nonnulls(customer_id, order_id, order_number) = 3 end),
  constraint shop_document_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise),
  -- Within a state CGST and SGST or UTGST, the odd paisa of the ledger's GST in CGST; between states IGST.
  constraint shop_document_in_one_form check (case when shop_state = place_of_supply
    then igst_paise = 0 and (sgst_paise = 0 or utgst_paise = 0) and cgst_paise >= sgst_paise + utgst_paise
    else cgst_paise = 0 and sgst_paise = 0 and utgst_paise = 0 end),
  constraint shop_document_names_its_invoice check (case kind
    when 'invoice' then num_nonnulls(invoice_id, invoice_serial, invoice_on, reason) = 0
    else num_nonnulls(invoice_id, invoice_serial, invoice_on, reason) = 4 and issued_on >= invoice_on end)
);
comment on table shop_document is 'An invoice or credit note of the shop for its own charges.';
create index shop_document_of_seller on shop_document (seller_id, id) where seller_id is not null;
create index shop_document_of_customer on shop_document (customer_id) where customer_id is not null;
create index shop_document_of_order on shop_document (order_id) where order_id is not null;
create index shop_document_of_invoice on shop_document (invoice_id) where invoice_id is not null;
create index shop_document_by_day on shop_document (issued_on);

create table shop_document_line (
  document_id uuid not null references shop_document on delete cascade,
  no smallint not null check (no > 0),
  -- A services accounting code.
  sac text not null check (sac ~ '^[0-9]{6}$'),
  description text not null,
  rate_bp int not null check (rate_bp between 0 and 10000),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  gross_paise bigint not null check (gross_paise > 0),
  primary key (document_id, no),
  constraint shop_document_line_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise)
);
comment on table shop_document_line is 'A service on an invoice or credit note of the shop, with its rate.';

-- An entry's charge, or what it gives back, is in one document at most: a run that was killed, or runs twice, invoices nothing
-- twice. Its document follows in the same transaction.
create table shop_document_fee (
  -- No foreign key: the entry may be deleted first.
  entry_id bigint not null,
  part text not null check (part in ('charge', 'credit')),
  document_id uuid not null references shop_document on delete cascade deferrable initially deferred,
  commission_paise bigint not null check (commission_paise >= 0),
  commission_gst_paise bigint not null check (commission_gst_paise >= 0),
  shipping_paise bigint not null check (shipping_paise >= 0),
  shipping_gst_paise bigint not null check (shipping_gst_paise >= 0),
  primary key (entry_id, part)
);
comment on table shop_document_fee is 'A charge, or one given back, in the document that has it.';
create index shop_document_fee_of_document on shop_document_fee (document_id);

-- A missing file is made from the document's row.
create table shop_document_file (
  document_id uuid primary key references shop_document on delete cascade,
  pdf bytea not null check (length(pdf) > 0),
  made_at timestamptz not null default now()
);
comment on table shop_document_file is 'The PDF of a document of the shop as it was made after the issue.';
alter table shop_document_file alter column pdf set storage external;

-- No number is missing or used twice, and dates ascend with the numbers.
create function take_next_shop_number() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform from shop_document_progress for update;
  select no, issued_on into last from shop_document
    where shop_gstin = new.shop_gstin and financial_year = new.financial_year and kind = new.kind order by no desc limit 1;
  if new.no <> coalesce(last.no, 0) + 1 or new.issued_on < last.issued_on then
    raise exception '% % is not the next one of the shop', new.kind, new.serial
      using errcode = 'check_violation', constraint = 'shop_document_next_no';
  end if;
  return new;
end $$;
create trigger shop_document_next_no before insert on shop_document for each row execute function take_next_shop_number();

create function keep_shop_document() returns trigger language plpgsql as $$
declare
  issued timestamptz;
begin
  if tg_op = 'DELETE' then
    if tg_table_name = 'shop_document' then
      issued := old.issued_at;
    else
      -- Deleted with its document.
      select issued_at into issued from shop_document where id = old.document_id;
    end if;
    if coalesce(issued, '-infinity') < now() - interval '9 years' then return old; end if;
  end if;
  raise exception 'a document of the shop does not change: it is corrected by a credit note' using errcode = 'restrict_violation';
end $$;
create trigger shop_document_stays before update or delete on shop_document
  for each row execute function keep_shop_document();
create trigger shop_document_stays_whole before truncate on shop_document
  for each statement execute function keep_shop_document();
create trigger shop_document_line_stays before update or delete on shop_document_line
  for each row execute function keep_shop_document();
create trigger shop_document_fee_stays before update or delete on shop_document_fee
  for each row execute function keep_shop_document();

-- INVARIANTS --------------------------------------------------------------------------------------------------------------------

create view invariant_charge as
  select 'way back charged that no courier carried' as invariant, v.id::text as id, o.checkout_id
    from placed_order o join order_reversal v on v.order_id = o.id
    where v.way_back_paise > 0 and v.cause = 'returned' and v.created_at > (select rules_from from shop_document_progress)
      and not o.carried_back
  union all
  select 'TCS withheld on goods without tax', o.id::text, o.checkout_id
    from placed_order o join order_sale s on s.order_id = o.id join order_tax x on x.order_id = o.id
    where x.rate_bp = 0 and s.tcs_paise > 0 and s.sold_at > (select rules_from from shop_document_progress)
  union all
  select 'business buys goods without an HSN code', o.id::text, o.checkout_id
    from placed_order o join purchase c on c.id = o.checkout_id join order_tax x on x.order_id = o.id
    where c.buyer_gstin is not null and x.hsn_code is null and o.created_at > (select rules_from from shop_document_progress)
  union all
  select 'fees of an order differ from the ledger', o.id::text, o.checkout_id
    from placed_order o cross join lateral (
      select coalesce(sum(sign * commission_paise), 0) as commission, coalesce(sum(sign * shipping_paise), 0) as shipping,
        coalesce(sum(sign * (commission_gst_paise + shipping_gst_paise)), 0) as gst
      from (select case part when 'charge' then 1 else -1 end as sign, f.* from shop_fee f where f.order_id = o.id) f) f
    cross join lateral (
      select coalesce(-sum(p.amount_paise) filter (where p.account = 'commission'), 0) as commission,
        coalesce(-sum(p.amount_paise) filter (where p.account = 'shipping'), 0) as shipping,
        coalesce(-sum(p.amount_paise) filter (where p.account = 'gst_on_fees'), 0) as gst
      from journal_entry e join posting p on p.entry_id = e.id
      where e.order_id = o.id and e.kind in ('sale', 'sale-reversed')) l
    where (f.commission, f.shipping, f.gst) <> (l.commission, l.shipping, l.gst)
  union all
  select 'charge of an invoiced month without an invoice', f.entry_id::text, o.checkout_id
    from placed_order o join shop_fee f on f.order_id = o.id cross join shop_document_progress g
    where f.payer = 'seller' and f.part = 'charge' and not exists (
        select from shop_document_fee d where d.entry_id = f.entry_id and d.part = f.part)
      and (f.happened_at at time zone 'Asia/Kolkata')::date >= g.first_month
      and (f.happened_at at time zone 'Asia/Kolkata')::date < g.next_month
  union all
  select 'invoiced fee differs from its entry', d.entry_id::text || ':' || d.part, o.checkout_id
    from placed_order o join shop_fee f on f.order_id = o.id
    join shop_document_fee d on d.entry_id = f.entry_id and d.part = f.part
    where (d.commission_paise, d.commission_gst_paise, d.shipping_paise, d.shipping_gst_paise)
      <> (f.commission_paise, f.commission_gst_paise, f.shipping_paise, f.shipping_gst_paise);

-- A document is about many orders, so it is read by its own id.
create view invariant_shop_document as
  select 'document of the shop differs from its fees or lines' as invariant, d.id::text as id, d.id as document_id
    from shop_document d
    cross join lateral (select coalesce(sum(commission_paise + shipping_paise), 0) as taxable,
        coalesce(sum(commission_gst_paise + shipping_gst_paise), 0) as tax
      from shop_document_fee where document_id = d.id) f
    cross join lateral (select coalesce(sum(taxable_paise), 0) as taxable, coalesce(sum(gross_paise), 0) as gross,
        coalesce(sum(cgst_paise), 0) as cgst from shop_document_line where document_id = d.id) l
    where f.taxable <> d.taxable_paise or f.taxable + f.tax <> d.gross_paise
      or (l.taxable, l.gross, l.cgst) <> (d.taxable_paise, d.gross_paise, d.cgst_paise)
  union all
  select 'series of the shop with a gap or with dates that do not ascend', d.id::text, d.id from shop_document d
    where d.no > 1 and not exists (select from shop_document b where b.shop_gstin = d.shop_gstin and b.kind = d.kind
      and b.financial_year = d.financial_year and b.no = d.no - 1 and b.issued_on <= d.issued_on);

do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_charge union all select invariant, id from invariant_shop_document';
end $$;

-- GST NUMBER AND ADDRESS --------------------------------------------------------------------------------------------------------

-- Whether the seller has said that GST number and address are both right although their states differ. Another number or state
-- is asked about anew.
alter table seller add gst_confirmed boolean not null default false;
create function ask_about_gst_again() returns trigger language plpgsql as $$
begin
  if new.gst_doubt is null or (coalesce(new.gst, new.gst_unverified), new.state)
      is distinct from (coalesce(old.gst, old.gst_unverified), old.state) then
    new.gst_confirmed := false;
  end if;
  return new;
end $$;
create trigger seller_gst_asked before update on seller for each row
  when (new.gst_confirmed) execute function ask_about_gst_again();

-- For other groups.
create view buyer_shop_document as
  select id, order_id, kind, serial, issued_on, issued_at from shop_document where customer_id is not null;
comment on view buyer_shop_document is 'The invoices of the shop to buyers, for ways back that they pay.';
