-- A held shop sells, pays, refunds and invoices nothing (docs/operations.md, "Backup and restore"). A restore holds the shop,
-- because since its backup money may have moved that the restored rows do not know.

create table shop_hold (
  id uuid primary key,
  cause text not null check (cause in ('restored', 'by-hand')),
  note text not null check (length(note) <= 500),
  held_at timestamptz not null default now(),
  -- When the backup was made that was restored.
  backup_at timestamptz,
  -- The reconciliation with the payment provider from that time on: null before the first one.
  reconciliation text check (reconciliation in ('running', 'done', 'failed')),
  -- Up to when the provider's lists were read; and why the last try failed.
  reconciled_to timestamptz,
  problem text check (length(problem) <= 500),
  released_at timestamptz,
  released_note text check (length(released_note) <= 500),
  check ((cause = 'restored') = (backup_at is not null)),
  check (reconciliation <> 'done' or reconciled_to is not null),
  check ((released_at is null) = (released_note is null))
);
comment on table shop_hold is 'A time in which the shop sells, pays, refunds and invoices nothing.';
create unique index shop_hold_one on shop_hold ((true)) where released_at is null;

create function shop_is_held() returns boolean language sql stable as $$
  select exists (select from shop_hold where released_at is null)
$$;

-- Who holds or releases the shop takes this lock alone, and so waits for the writers that have begun.
create function lock_shop_hold() returns void language sql as $$ select pg_advisory_xact_lock(1500151) $$;

-- Every writer of these tables passes here, so that a forgotten path cannot sell or pay. The argument 'adopts' lets the
-- transactions of the reconciliation write what happened since the backup: they set hariyali.adopts for themselves.
create function refuse_while_held() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(1500151);
  if shop_is_held() and not (coalesce(tg_argv[0], '') = 'adopts'
      and coalesce(current_setting('hariyali.adopts', true), '') = 'on') then
    raise exception 'the shop is held: no % of %', lower(tg_op), tg_table_name using errcode = 'SH001';
  end if;
  return case when tg_level = 'ROW' then new end;
end $$;
-- Selling.
create trigger held before insert on checkout for each statement execute function refuse_while_held();
create trigger held before insert on payment for each statement execute function refuse_while_held('adopts');
create trigger held before insert on orders for each statement execute function refuse_while_held('adopts');
-- Every movement of money, whatever its tables.
create trigger held before insert on journal_entry for each statement execute function refuse_while_held('adopts');
-- Refunding: the decision, and right before the request to the provider.
create trigger held before insert on refund for each statement execute function refuse_while_held('adopts');
create trigger held_from_asking before update of asked_at on refund
  for each row when (new.asked_at is not null and new.asked_at is distinct from old.asked_at)
  execute function refuse_while_held();
-- Documents.
create trigger held before insert on order_sale for each statement execute function refuse_while_held();
create trigger held before insert on order_reversal for each statement execute function refuse_while_held();
create trigger held before insert on tax_document for each statement execute function refuse_while_held();
create trigger held before insert on shop_document for each statement execute function refuse_while_held();
-- Paying.
create trigger held before insert on settlement_run for each statement execute function refuse_while_held('adopts');
create trigger held before insert on settlement for each statement execute function refuse_while_held('adopts');
create trigger held before insert on payout for each statement execute function refuse_while_held('adopts');
create trigger held_from_asking before update of asked_at on payout
  for each row when (new.asked_at is not null and new.asked_at is distinct from old.asked_at)
  execute function refuse_while_held();
create trigger held before insert on bank_file for each statement execute function refuse_while_held();

-- What the reconciliation found at the provider, or the operator in the bank's statement, that the restored rows did not know.
create table hold_finding (
  hold_id uuid not null references shop_hold on delete cascade,
  subject text not null check (subject in ('payment', 'refund', 'transfer', 'bank')),
  -- The provider's id, or the UTR.
  reference text not null,
  -- 'adopted': the shop's rows know it now. 'unknown': nobody here belongs to it. 'under-way': look again before the release.
  outcome text not null check (outcome in ('adopted', 'unknown', 'under-way')),
  paise bigint not null,
  text text not null check (length(text) <= 500),
  -- The number of a payout that the backup lacks, so that one is not taken over twice.
  lost_number bigint,
  found_at timestamptz not null default now(),
  primary key (hold_id, subject, reference),
  unique (hold_id, lost_number)
);
comment on table hold_finding is 'A movement of money since a backup, found by the reconciliation.';

-- PAYOUTS OF RUNS THAT THE BACKUP DOES NOT KNOW ---------------------------------------------------------------------------------

-- What a seller was paid since the backup is a settlement without lines: its payout is carried as the seller's debt, and the
-- next run sets it off against the sales that it paid.
alter table settlement_run add column adopted_for uuid references shop_hold;
comment on column settlement_run.adopted_for is 'The hold whose reconciliation found the payouts; null for every other run.';
alter table settlement add column adopted boolean not null default false;
alter table settlement drop constraint settlement_lines_check;
alter table settlement add constraint settlement_lines_check check (lines > 0 or adopted);
alter table settlement drop constraint settlement_pays_or_carries;
alter table settlement add constraint settlement_pays_or_carries
  check (payout_paise = 0 or carried_after_paise = 0 or adopted);

-- Runs as the owner of the sequence: the shop's own account may only count on. Never backwards.
create function continue_payout_numbers(after bigint) returns void language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  numbers constant text := pg_get_serial_sequence('public.payout', 'number');
  used bigint;
begin
  execute format('select case when is_called then last_value else 0 end from %s', numbers) into used;
  if after > used then
    if after > used + 100000000 then
      raise exception 'payout number % is too far ahead', after using errcode = 'check_violation';
    end if;
    perform setval(numbers, after);
  end if;
end $$;

-- What a restore does. The bank knows payouts with the next numbers already: a hundred thousand are left out, far more than a
-- shop pays between two backups.
create function hold_restored_shop(hold_id uuid, backed_up_at timestamptz) returns void language plpgsql as $$
begin
  update shop_hold set released_at = now(), released_note = 'Another backup was restored.' where released_at is null;
  insert into shop_hold (id, cause, note, backup_at) values (hold_id, 'restored', 'Restored from a backup.', backed_up_at);
  perform continue_payout_numbers(100000 + (select case when is_called then last_value else 0 end from payout_number_seq));
end $$;

-- An archive from before this file was restored a moment ago.
select hold_restored_shop(gen_random_uuid(), (value ->> 'backupAt')::timestamptz) from setting where name = 'restored';
delete from setting where name = 'restored';

-- SERIALS OF DOCUMENTS THAT THE BACKUP DOES NOT KNOW ----------------------------------------------------------------------------

-- Their documents exist as mailed PDFs. The series goes on behind them.
create table invoice_series_gap (
  gstin text not null,
  financial_year int not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  from_no int not null check (from_no > 0),
  to_no int not null check (to_no >= from_no),
  hold_id uuid not null references shop_hold,
  noted_at timestamptz not null default now(),
  primary key (gstin, financial_year, kind, from_no)
);
comment on table invoice_series_gap is 'Numbers of a series whose documents were issued after the backup that was restored.';

-- Only while the shop is held: a gap is never made otherwise.
create function require_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (select released_at is null from shop_hold where id = new.hold_id) then return new; end if;
  raise exception 'a series of documents gets a gap only while the shop is held' using errcode = 'restrict_violation';
end $$;
create trigger invoice_series_gap_while_held before insert or update or delete on invoice_series_gap
  for each row execute function require_hold();

-- As in 0010-payees.sql, with gaps.
create or replace function count_by_one() returns trigger language plpgsql as $$
declare
  before int;
begin
  if tg_op = 'INSERT' then
    if new.gstin is null then select gstin into new.gstin from payee where id = new.seller_id; end if;
    before := 0;
  elsif tg_op = 'UPDATE' then
    if new.last_on >= old.last_on
      and (new.gstin, new.seller_id, new.financial_year, new.kind, new.before_no)
        = (old.gstin, old.seller_id, old.financial_year, old.kind, old.before_no) then
      before := old.last_no;
    end if;
  end if;
  if new.last_no = before + 1 or exists (select from invoice_series_gap g where g.gstin = new.gstin
      and g.financial_year = new.financial_year and g.kind = new.kind and g.from_no = before + 1 and g.to_no = new.last_no) then
    return new;
  end if;
  raise exception 'a series of invoices counts by one' using errcode = 'restrict_violation';
end $$;

create or replace function require_document_of_number() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document d where d.seller_gstin = new.gstin and d.financial_year = new.financial_year
      and d.kind = new.kind and d.no = new.last_no)
    and not exists (select from invoice_series_gap g where g.gstin = new.gstin
      and g.financial_year = new.financial_year and g.kind = new.kind and g.to_no = new.last_no) then
    raise exception 'number % of a series of invoices has no document', new.last_no
      using errcode = 'check_violation', constraint = 'invoice_series_has_documents';
  end if;
  return null;
end $$;

create or replace view invariant_series as
  select 'series of documents with a gap or with dates that do not ascend' as invariant, o.seller_id::text as id, o.seller_id
    from seller_identity o join invoice_series s on s.gstin = o.gstin
    join lateral (select count(*) as documents, max(d.no) as last, bool_or(d.issued_on < d.before) as backwards
      from (select no, issued_on, lag(issued_on) over (order by no) as before from tax_document
        where seller_gstin = s.gstin and financial_year = s.financial_year and kind = s.kind and no > s.before_no) d) d on true
    join lateral (select coalesce(sum(g.to_no - g.from_no + 1), 0) as numbers, max(g.to_no) as last
      from invoice_series_gap g where g.gstin = s.gstin and g.financial_year = s.financial_year and g.kind = s.kind
        and g.to_no > s.before_no) g on true
    where not exists (select from seller_identity n where n.gstin = o.gstin and n.id > o.id)
      and (d.documents + g.numbers <> s.last_no - s.before_no
        or coalesce(greatest(d.last, g.last), s.before_no) <> s.last_no or d.backwards);
