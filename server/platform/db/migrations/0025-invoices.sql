-- Invoices and credit notes (docs/money.md, "Invoices"): documents of the sellers, with everything that Rules 46 and 53(1A) of
-- the CGST Rules ask for, as it was on the day of the issue. A row never changes and nothing that it is about takes it along.

-- What a business that buys tells at the checkout, for its invoices. Both or neither.
alter table checkout
  add column buyer_gstin text check (buyer_gstin ~ '^[0-9A-Z]{15}$'),
  add column buyer_business_name text check (buyer_business_name <> ''),
  add constraint checkout_buyer_is_whole check ((buyer_gstin is null) = (buyer_business_name is null));

-- The last number that a seller's series has in a financial year. Its row is locked from the issue to the commit, so that a
-- number whose transaction is rolled back is given again: no number is missing, and none is there twice.
create table invoice_series (
  -- No foreign key: documents outlive the sellers of the demo shop.
  seller_id uuid not null,
  -- The year in which it begins, on 1 April.
  financial_year int not null check (financial_year between 2017 and 2199),
  kind text not null check (kind in ('invoice', 'credit-note')),
  last_no int not null check (last_no > 0),
  -- Dates ascend with the numbers, also when a clock is set back.
  last_on date not null,
  primary key (seller_id, financial_year, kind),
  check (last_on >= make_date(financial_year, 4, 1) and last_on <= make_date(financial_year + 1, 3, 31))
);

create table tax_document (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  seller_id uuid not null,
  financial_year int not null,
  no int not null check (no > 0),
  serial text not null check (serial ~ '^[A-Za-z0-9/-]{1,16}$'),
  issued_on date not null,
  issued_at timestamptz not null,
  -- What it is about, and who may read it. No foreign keys: a document outlives the rows of the demo shop.
  order_id uuid not null,
  reversal_id uuid,
  customer_id uuid not null,
  order_number text not null,
  ordered_on date not null,
  payment_id text not null,
  -- The supplier.
  seller_name text not null,
  seller_address text not null,
  seller_gstin text not null,
  seller_state text not null,
  seller_state_code text not null check (seller_state_code ~ '^[0-9]{2}$'),
  -- The recipient. The two of a business are there only where the buyer told them.
  buyer_name text not null,
  buyer_business_name text,
  buyer_gstin text,
  delivery_street text not null,
  delivery_city text not null,
  delivery_pin_code text not null,
  -- The state of the delivery is the place of supply.
  place_of_supply text not null,
  place_of_supply_code text not null check (place_of_supply_code ~ '^[0-9]{2}$'),
  -- The goods.
  description text not null,
  hsn_code text,
  -- 0 for a credit note on a price that was reduced.
  quantity int not null check (quantity >= 0),
  -- A unit quantity code of the GST portal.
  unit text not null default 'NOS',
  rate_bp int not null check (rate_bp between 0 and 10000),
  gross_paise bigint not null check (gross_paise > 0),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  reverse_charge boolean not null default false,
  -- Of a credit note: its invoice, and why.
  invoice_id uuid references tax_document,
  invoice_serial text,
  invoice_on date,
  reason text,
  constraint tax_document_one_no unique (seller_id, financial_year, kind, no),
  constraint tax_document_one_serial unique (seller_id, serial),
  constraint tax_document_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise),
  constraint tax_document_names_its_invoice check (case kind
    when 'invoice' then num_nonnulls(reversal_id, invoice_id, invoice_serial, invoice_on, reason) = 0
    else num_nonnulls(reversal_id, invoice_id, invoice_serial, invoice_on, reason) = 5 and issued_on >= invoice_on end)
);
create unique index tax_document_one_invoice on tax_document (order_id) where kind = 'invoice';
create unique index tax_document_one_credit_note on tax_document (reversal_id) where reversal_id is not null;
create index tax_document_by_order on tax_document (order_id);
create index tax_document_by_month on tax_document (seller_id, issued_on);
create index tax_document_of_invoice on tax_document (invoice_id) where invoice_id is not null;

-- A series counts by one, and a document has the number that its series is at.
create function count_by_one() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.last_no = 1 then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.last_no = old.last_no + 1 and new.last_on >= old.last_on
      and (new.seller_id, new.financial_year, new.kind) = (old.seller_id, old.financial_year, old.kind) then
      return new;
    end if;
  end if;
  raise exception 'a series of invoices counts by one' using errcode = 'restrict_violation';
end $$;
create trigger invoice_series_counts before insert or update or delete on invoice_series
  for each row execute function count_by_one();
create trigger invoice_series_stays before truncate on invoice_series for each statement execute function count_by_one();

create function take_number_of_series() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice_series s where s.seller_id = new.seller_id
      and s.financial_year = new.financial_year and s.kind = new.kind and s.last_no = new.no and s.last_on = new.issued_on) then
    raise exception '% % does not have the next number of its series', new.kind, new.serial
      using errcode = 'check_violation', constraint = 'tax_document_next_no';
  end if;
  return new;
end $$;
create trigger tax_document_next_no before insert on tax_document
  for each row execute function take_number_of_series();

-- A number that was counted has its document when the transaction commits.
create function require_document_of_number() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document d where d.seller_id = new.seller_id and d.financial_year = new.financial_year
      and d.kind = new.kind and d.no = new.last_no) then
    raise exception 'number % of a series of invoices has no document', new.last_no
      using errcode = 'check_violation', constraint = 'invoice_series_has_documents';
  end if;
  return null;
end $$;
create constraint trigger invoice_series_has_documents after insert or update on invoice_series
  deferrable initially deferred for each row execute function require_document_of_number();

-- Nine years later no law asks for a document: an operator may delete it (docs/data-retention.md).
create function keep_tax_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.issued_at < now() - interval '9 years' then return old; end if;
  end if;
  raise exception 'an invoice does not change: it is corrected by a credit note' using errcode = 'restrict_violation';
end $$;
create trigger tax_document_stays before update or delete on tax_document
  for each row execute function keep_tax_document();
create trigger tax_document_stays_whole before truncate on tax_document
  for each statement execute function keep_tax_document();

-- The PDF as it was made after the issue. Where it is missing it is made from the document's row.
create table tax_document_file (
  document_id uuid primary key references tax_document on delete cascade,
  pdf bytea not null check (length(pdf) > 0),
  made_at timestamptz not null default now()
);
-- A PDF is compressed already.
alter table tax_document_file alter column pdf set storage external;

-- Invoices between states to buyers without a GST number are reported one by one in GSTR-1 where they are above this amount.
create table gstr1_large_invoice (
  -- The first day of the limit; it holds until the next one.
  valid_from date primary key,
  above_paise bigint not null check (above_paise > 0)
);
insert into gstr1_large_invoice values ('2017-07-01', 25000000), ('2024-08-01', 10000000);
create function gstr1_large_paise(day date) returns bigint language sql stable as $$
  select above_paise from gstr1_large_invoice where valid_from <= day order by valid_from desc limit 1
$$;
