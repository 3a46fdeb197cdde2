-- The shop's own series of documents after a restore (docs/operations.md, "A held shop"): they go on behind the last serials that
-- were mailed, as the sellers' series do (0015-money-held.sql).

create table shop_series_gap (
  shop_gstin text not null,
  financial_year int not null check (financial_year between 2017 and 2199),
  kind text not null check (kind in ('invoice', 'credit-note')),
  from_no int not null check (from_no > 0),
  to_no int not null check (to_no >= from_no),
  -- The documents were issued by this day.
  last_on date not null,
  hold_id uuid not null references shop_hold,
  noted_at timestamptz not null default now(),
  primary key (shop_gstin, financial_year, kind, from_no)
);
comment on table shop_series_gap is 'Numbers of a series of the shop whose documents were issued after the backup that was restored.';
create trigger shop_series_gap_while_held before insert or update or delete on shop_series_gap
  for each row execute function require_hold();

-- The end of a series: the number that was given last, to a document or by a gap, and the day from which the next one is. No row
-- where the series has not begun. Dates ascend with the numbers.
create function end_of_shop_series(gstin text, year int, of_kind text) returns table (no int, last_on date)
  language sql stable as $$
  select e.no, e.last_on from (
    (select d.no, d.issued_on as last_on from shop_document d
      where d.shop_gstin = gstin and d.financial_year = year and d.kind = of_kind order by d.no desc limit 1)
    union all
    (select g.to_no, g.last_on from shop_series_gap g
      where g.shop_gstin = gstin and g.financial_year = year and g.kind = of_kind order by g.to_no desc limit 1)) e
  order by e.no desc limit 1
$$;

-- As in 0013-money-shop-documents.sql, with gaps: no number is missing or used twice, and dates ascend with the numbers.
create or replace function take_next_shop_number() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform from shop_document_progress for update;
  select * into last from end_of_shop_series(new.shop_gstin, new.financial_year, new.kind);
  if new.no <> coalesce(last.no, 0) + 1 or new.issued_on < last.last_on then
    raise exception '% % is not the next one of the shop', new.kind, new.serial
      using errcode = 'check_violation', constraint = 'shop_document_next_no';
  end if;
  return new;
end $$;

create function take_next_shop_numbers() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform from shop_document_progress for update;
  select * into last from end_of_shop_series(new.shop_gstin, new.financial_year, new.kind);
  if new.from_no <> coalesce(last.no, 0) + 1 or new.last_on < last.last_on then
    raise exception 'number % of the shop is not the next one', new.from_no
      using errcode = 'check_violation', constraint = 'shop_series_gap_next_no';
  end if;
  return new;
end $$;
create trigger shop_series_gap_next_no before insert on shop_series_gap
  for each row execute function take_next_shop_numbers();

create or replace view invariant_shop_document as
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
  -- The number before has a document, or is the last one of a gap; and no gap has this one.
  select 'series of the shop with a gap or with dates that do not ascend', d.id::text, d.id from shop_document d
    where d.no > 1 and not exists (select from shop_document b where b.shop_gstin = d.shop_gstin and b.kind = d.kind
        and b.financial_year = d.financial_year and b.no = d.no - 1 and b.issued_on <= d.issued_on)
      and not exists (select from shop_series_gap g where g.shop_gstin = d.shop_gstin and g.kind = d.kind
        and g.financial_year = d.financial_year and g.to_no = d.no - 1 and g.last_on <= d.issued_on)
      or exists (select from shop_series_gap g where g.shop_gstin = d.shop_gstin and g.kind = d.kind
        and g.financial_year = d.financial_year and d.no between g.from_no and g.to_no);
