-- Payees: whom the shop pays and in whose name it prints, as versions
-- Each part of this file belongs to the group in its heading.

-- Group people ------------------------------------------------------------------------------------------------------------------

-- What a seller's profile said, from one change to the next. The newest row holds at present. Orders, documents and payouts name
-- the row that they were made with, so a change of the profile changes none of them.
create table seller_identity (
  id bigint generated always as identity primary key,
  seller_id uuid not null references seller on delete cascade,
  company_name text not null,
  gstin text not null,
  -- Of the person or company that has the number.
  pan text not null generated always as (substring(gstin, 3, 10)) stored,
  building_no text not null,
  street text not null,
  landmark text not null,
  pin_code text not null,
  city text not null,
  state text not null,
  since timestamptz not null default now(),
  unique (id, seller_id)
);
comment on table seller_identity is 'In whose name a seller sells: company, GST number and address from one change to the next.';
create index seller_identity_newest on seller_identity (seller_id, id desc);
create index seller_identity_by_gstin on seller_identity (gstin, id desc);

create table seller_payee (
  id bigint generated always as identity primary key,
  seller_id uuid not null references seller on delete cascade,
  bank_full_name text not null,
  bank_account_sealed text not null,
  bank_account_last4 text not null,
  ifsc_code text not null,
  since timestamptz not null default now(),
  unique (id, seller_id)
);
comment on table seller_payee is 'Where the money of a seller goes: the bank account from one change to the next.';
create index seller_payee_newest on seller_payee (seller_id, id desc);

-- Under which name an order of before was placed is not known. Where its tax has another GST number than the seller has now, a
-- version with that number stands for it; being older, it is not the present one.
insert into seller_identity (seller_id, company_name, gstin, building_no, street, landmark, pin_code, city, state, since)
select s.account_id, s.company_name, x.gstin, s.building_no, s.street, s.landmark, s.pin_code, s.city, s.state, a.created_at
from (select distinct o.seller_id, t.seller_gstin as gstin from order_tax t join orders o on o.id = t.order_id) x
join seller s on s.account_id = x.seller_id join account a on a.id = s.account_id
where x.gstin is distinct from coalesce(s.gst, s.gst_unverified);
insert into seller_identity (seller_id, company_name, gstin, building_no, street, landmark, pin_code, city, state, since)
select s.account_id, s.company_name, coalesce(s.gst, s.gst_unverified), s.building_no, s.street, s.landmark, s.pin_code, s.city,
  s.state, a.created_at
from seller s join account a on a.id = s.account_id;
insert into seller_payee (seller_id, bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, since)
select s.account_id, s.bank_full_name, s.bank_account_sealed, s.bank_account_last4, s.ifsc_code, a.created_at
from seller s join account a on a.id = s.account_id;

-- Whatever writes a profile, its versions follow. The comparison is with the newest version and not with the old row: a number
-- that is encrypted again is no change, because the version has the same text by then.
create function keep_seller_versions() returns trigger language plpgsql as $$
declare
  i seller_identity;
  p seller_payee;
begin
  select * into i from seller_identity where seller_id = new.account_id order by id desc limit 1;
  if (i.company_name, i.gstin, i.building_no, i.street, i.landmark, i.pin_code, i.city, i.state) is distinct from
    (new.company_name, coalesce(new.gst, new.gst_unverified), new.building_no, new.street, new.landmark, new.pin_code, new.city,
      new.state) then
    insert into seller_identity (seller_id, company_name, gstin, building_no, street, landmark, pin_code, city, state)
    values (new.account_id, new.company_name, coalesce(new.gst, new.gst_unverified), new.building_no, new.street, new.landmark,
      new.pin_code, new.city, new.state);
  end if;
  select * into p from seller_payee where seller_id = new.account_id order by id desc limit 1;
  if (p.bank_full_name, p.bank_account_sealed, p.bank_account_last4, p.ifsc_code) is distinct from
    (new.bank_full_name, new.bank_account_sealed, new.bank_account_last4, new.ifsc_code) then
    insert into seller_payee (seller_id, bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    values (new.account_id, new.bank_full_name, new.bank_account_sealed, new.bank_account_last4, new.ifsc_code);
  end if;
  return null;
end $$;
create trigger seller_versions after insert or update of company_name, gst, gst_unverified, building_no, street, landmark,
  pin_code, city, state, bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code on seller
  for each row execute function keep_seller_versions();

-- Whether a text that is encrypted was encrypted again with another key: its second part is the name of the key.
create function is_sealed_again(before text, after text) returns boolean language sql immutable
return after ~ '^1:[0-9a-f]{8}:' and split_part(before, ':', 2) <> split_part(after, ':', 2);

-- Deleted only with its seller.
create function keep_seller_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from seller where account_id = old.seller_id) then return old; end if;
  elsif tg_op = 'UPDATE' and tg_table_name = 'seller_payee' then
    if is_sealed_again(old.bank_account_sealed, new.bank_account_sealed)
      and (new.id, new.seller_id, new.bank_full_name, new.bank_account_last4, new.ifsc_code, new.since)
        = (old.id, old.seller_id, old.bank_full_name, old.bank_account_last4, old.ifsc_code, old.since) then
      return new;
    end if;
  end if;
  raise exception 'a version of a seller does not change' using errcode = 'restrict_violation';
end $$;
create trigger seller_identity_stays before update or delete on seller_identity
  for each row execute function keep_seller_version();
create trigger seller_identity_stays_whole before truncate on seller_identity
  for each statement execute function keep_seller_version();
create trigger seller_payee_stays before update or delete on seller_payee
  for each row execute function keep_seller_version();
create trigger seller_payee_stays_whole before truncate on seller_payee
  for each statement execute function keep_seller_version();

-- After a change of either, payouts wait: the seller may say by a link in the mail that it was not they.
create table payout_hold (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  -- The versions that the change made: one of them at least.
  identity_id bigint references seller_identity,
  payee_id bigint references seller_payee,
  began_at timestamptz not null default now(),
  until timestamptz not null,
  -- Of the token in the mail; null once it was used.
  token_hash bytea unique,
  -- When somebody stopped the payouts: they wait for an administrator, however long it takes.
  stopped_at timestamptz,
  released_at timestamptz,
  check (num_nonnulls(identity_id, payee_id) > 0),
  check (until > began_at)
);
comment on table payout_hold is 'Why and until when the payouts of a seller wait after a change of their details.';
create index payout_hold_of_seller on payout_hold (seller_id, id);
create index payout_hold_stopped on payout_hold (stopped_at) where stopped_at is not null and released_at is null;

-- The seller's profile cannot change until the transaction ends. What is read after it is the newest.
create function lock_profiles_of(sellers uuid[]) returns void language plpgsql as $$
begin
  perform from seller where account_id = any(sellers) order by account_id for share;
end $$;

-- For other groups.
create view held_seller as
  select seller_id as id, case when bool_or(stopped_at is not null) then null else max(until) end as until,
    bool_or(stopped_at is not null) as stopped, min(stopped_at) as stopped_at
  from payout_hold where released_at is null and (stopped_at is not null or until > now()) group by seller_id;
comment on view held_seller is 'A seller whose payouts wait: until when, or because somebody has stopped them.';
create view identity_version as
  select id, seller_id, company_name, gstin, pan, state,
    concat_ws(', ', building_no, street, landmark, city, state) || ' - ' || pin_code as address, since
  from seller_identity;
comment on view identity_version is 'In whose name a seller sold, for tax and invoices.';
create view present_identity as
  select * from identity_version i
  where not exists (select from seller_identity n where n.seller_id = i.seller_id and n.id > i.id);
comment on view present_identity is 'In whose name a seller sells now.';
create view payee_version as
  select id, seller_id, bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, since from seller_payee;
comment on view payee_version is 'Where the money of a seller goes or went: for the file of transfers.';

-- Group money -------------------------------------------------------------------------------------------------------------------

-- A linked account is good for the bank account that the provider was told, and for the GST number that it was made with.
alter table route_account add column identity_id bigint references seller_identity,
  add column payee_id bigint references seller_payee,
  -- While one administrator's calls are under way: only one may tell the provider a bank account.
  add column claimed_at timestamptz,
  alter column account_id drop not null;
update route_account r set identity_id = (select max(i.id) from seller_identity i where i.seller_id = r.seller_id),
  payee_id = case when r.status = 'activated' and not exists (
      select from audit_entry a where a.act = 'bank-account-changed' and a.to_id = r.seller_id::text and a.at >= r.updated_at)
    then (select max(p.id) from seller_payee p where p.seller_id = r.seller_id) end;

create or replace view payee as
  select s.id, s.email, s.company_name, s.gstin, s.suspended_at, s.suspended_reason, r.account_id as route_account_id,
    r.status as route_status, (select max(p.id) from payee_version p where p.seller_id = s.id) as payee_id,
    h.until as held_until, h.id is not null as held, coalesce(h.stopped, false) as stopped,
    -- The linked account is good for the present details.
    coalesce(r.status = 'activated' and r.payee_id = (select max(p.id) from payee_version p where p.seller_id = s.id)
      and s.gstin = (select i.gstin from identity_version i where i.id = r.identity_id), false) as route_is_current
  from seller_party s left join route_account r on r.seller_id = s.id left join held_seller h on h.id = s.id;

-- An order is taxed, and invoiced later, in one name: that of the moment when it was placed.
alter table order_tax add column identity_id bigint references seller_identity;
alter table order_tax disable trigger user;
update order_tax t set identity_id = (select max(i.id) from seller_identity i
  where i.seller_id = o.seller_id and i.gstin = t.seller_gstin)
from orders o where o.id = t.order_id;
alter table order_tax enable trigger user;
alter table order_tax alter column identity_id set not null;

-- The previous version of the shop names no version: the newest with the same number is taken.
create function check_identity_of_tax() returns trigger language plpgsql as $$
begin
  if new.identity_id is null then
    select max(i.id) into new.identity_id from identity_version i join placed_order o on o.seller_id = i.seller_id
    where o.id = new.order_id and i.gstin = new.seller_gstin;
  end if;
  if not exists (select from identity_version i join placed_order o on o.seller_id = i.seller_id
      where o.id = new.order_id and i.id = new.identity_id and i.gstin = new.seller_gstin) then
    raise exception 'order % is taxed under a GST number that its seller does not have', new.order_id
      using errcode = 'check_violation', constraint = 'order_tax_identity';
  end if;
  return new;
end $$;
create trigger order_tax_identity before insert on order_tax for each row execute function check_identity_of_tax();

-- Null for documents of before there were versions. No foreign key: documents outlive the sellers of the demo shop.
alter table tax_document add column identity_id bigint;
create function check_identity_of_document() returns trigger language plpgsql as $$
begin
  if new.kind = 'credit-note' then
    -- In the name of its invoice, which may be of before.
    select identity_id into new.identity_id from tax_document where id = new.invoice_id;
    return new;
  end if;
  if new.identity_id is null then
    select identity_id into new.identity_id from order_tax where order_id = new.order_id;
  end if;
  if not exists (select from order_tax x join identity_version i on i.id = x.identity_id
      where x.order_id = new.order_id and i.id = new.identity_id and i.seller_id = new.seller_id
        and (i.company_name, i.address, i.gstin) = (new.seller_name, new.seller_address, new.seller_gstin)) then
    raise exception 'invoice % is not in the name of its order', new.serial
      using errcode = 'check_violation', constraint = 'tax_document_identity';
  end if;
  return new;
end $$;
create trigger tax_document_identity before insert on tax_document
  for each row execute function check_identity_of_document();

-- One series a GST number, financial year and kind, whoever had the number before. It goes on above the highest number that any
-- seller used under it. Only the previous version of the shop finds a series by `seller_id`.
alter table invoice_series disable trigger user;
alter table invoice_series alter column seller_id set default gen_random_uuid(),
  add column gstin text,
  -- Numbers up to this one are of series that were a seller's, and may be missing or there twice.
  add column before_no int not null default 0 check (before_no >= 0 and before_no <= last_no);
delete from invoice_series;
insert into invoice_series (seller_id, gstin, financial_year, kind, last_no, last_on, before_no)
select case when row_number() over (partition by g.seller_id, g.financial_year, g.kind order by g.last_at desc) = 1
    then g.seller_id else gen_random_uuid() end,
  g.gstin, g.financial_year, g.kind, g.last_no, g.last_on, case when g.is_whole then 0 else g.last_no end
from (
  select seller_gstin as gstin, financial_year, kind, max(no) as last_no, max(issued_on) as last_on, max(issued_at) as last_at,
    (array_agg(seller_id order by issued_at desc))[1] as seller_id,
    count(*) = max(no) and count(distinct no) = max(no) as is_whole
  from tax_document group by seller_gstin, financial_year, kind) g;
alter table invoice_series enable trigger user;
alter table invoice_series alter column gstin set not null,
  add constraint invoice_series_one_a_registration unique (gstin, financial_year, kind);
comment on table invoice_series is 'The last number that the series of documents of a GST number has in a financial year.';

alter table tax_document drop constraint tax_document_one_no, drop constraint tax_document_one_serial;
-- Documents of before there were versions may share a number with one of another seller.
create unique index tax_document_one_no on tax_document (seller_gstin, financial_year, kind, no,
  (case when identity_id is null then id end)) nulls not distinct;

create or replace function count_by_one() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.gstin is null then select gstin into new.gstin from payee where id = new.seller_id; end if;
    if new.last_no = 1 then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.last_no = old.last_no + 1 and new.last_on >= old.last_on
      and (new.gstin, new.seller_id, new.financial_year, new.kind, new.before_no)
        = (old.gstin, old.seller_id, old.financial_year, old.kind, old.before_no) then
      return new;
    end if;
  end if;
  raise exception 'a series of invoices counts by one' using errcode = 'restrict_violation';
end $$;
create or replace function take_number_of_series() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice_series s where s.gstin = new.seller_gstin
      and s.financial_year = new.financial_year and s.kind = new.kind and s.last_no = new.no and s.last_on = new.issued_on) then
    raise exception '% % does not have the next number of its series', new.kind, new.serial
      using errcode = 'check_violation', constraint = 'tax_document_next_no';
  end if;
  return new;
end $$;
create or replace function require_document_of_number() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document d where d.seller_gstin = new.gstin and d.financial_year = new.financial_year
      and d.kind = new.kind and d.no = new.last_no) then
    raise exception 'number % of a series of invoices has no document', new.last_no
      using errcode = 'check_violation', constraint = 'invoice_series_has_documents';
  end if;
  return null;
end $$;

-- Which bank account a payout goes to. Until it goes, a later version may take its place.
alter table payout add column payee_id bigint,
  add column asked_at timestamptz,
  -- The linked account of that request.
  add column asked_account text,
  -- When it was left out of a bank file because none of the shop's keys decrypts its account number.
  add column unreadable_at timestamptz;
update payout p set payee_id = (select max(y.id) from seller_payee y where y.seller_id = p.seller_id);
update payout p set asked_at = p.created_at, asked_account = r.account_id from route_account r
where r.seller_id = p.seller_id and p.state = 'sending';
alter table payout alter column payee_id set not null,
  add constraint payout_payee_of_seller foreign key (payee_id, seller_id) references seller_payee (id, seller_id),
  add constraint payout_asked_by_route check (asked_at is null or method = 'route'),
  add constraint payout_asked_account check ((asked_account is null) = (asked_at is null));
comment on column payout.asked_at is 'When its transfer was requested at the provider last.';
create index payout_unreadable on payout (unreadable_at) where unreadable_at is not null and state = 'ready';

create function keep_payee_of_payout() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.payee_id := coalesce(new.payee_id, (select payee_id from payee where id = new.seller_id));
  elsif old.state not in ('ready', 'sending') or old.asked_at is not null then
    raise exception 'payout % has a payee already', old.id
      using errcode = 'restrict_violation', constraint = 'payout_payee_stays';
  end if;
  return new;
end $$;
create trigger payout_payee before insert on payout for each row execute function keep_payee_of_payout();
create trigger payout_payee_stays before update of payee_id on payout for each row
  when (old.payee_id <> new.payee_id) execute function keep_payee_of_payout();

-- The bytes that were made for the bank, encrypted. Null in a file of before, until its first download.
alter table bank_file add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'), add column bytes_sealed text,
  add constraint bank_file_bytes check ((sha256 is null) = (bytes_sealed is null));
create function keep_bank_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.run_id, new.payouts, new.paise, new.created_at)
      = (old.id, old.run_id, old.payouts, old.paise, old.created_at)
    and (old.sha256 is null or new.sha256 = old.sha256
      and (new.bytes_sealed = old.bytes_sealed or is_sealed_again(old.bytes_sealed, new.bytes_sealed))) then
    return new;
  end if;
  raise exception 'a bank file does not change' using errcode = 'restrict_violation';
end $$;
create trigger bank_file_stays before update on bank_file for each row execute function keep_bank_file();

-- Group administration ----------------------------------------------------------------------------------------------------------

create or replace view invariant_series as
  select 'series of documents with a gap or with dates that do not ascend' as invariant, o.seller_id::text as id, o.seller_id
    from seller_identity o join invoice_series s on s.gstin = o.gstin
    join lateral (select count(*) as documents, max(d.no) as last, bool_or(d.issued_on < d.before) as backwards
      from (select no, issued_on, lag(issued_on) over (order by no) as before from tax_document
        where seller_gstin = s.gstin and financial_year = s.financial_year and kind = s.kind and no > s.before_no) d) d on true
    where not exists (select from seller_identity n where n.gstin = o.gstin and n.id > o.id)
      and (d.documents <> s.last_no - s.before_no or coalesce(d.last, s.before_no) <> s.last_no or d.backwards);

-- Whom the shop paid, and in whose name it printed.
create view invariant_payee as
  select 'payout: to the bank account of another seller, or of nobody' as invariant, p.id::text as id, p.seller_id from payout p
    where not exists (select from seller_payee y where y.id = p.payee_id and y.seller_id = p.seller_id)
  union all
  select 'document in another name than its seller had', d.id::text, d.seller_id from tax_document d
    join seller s on s.account_id = d.seller_id
    where d.identity_id is not null and not exists (
      select from identity_version i where i.id = d.identity_id and i.seller_id = d.seller_id
        and (i.company_name, i.address, i.gstin) = (d.seller_name, d.seller_address, d.seller_gstin))
  union all
  select 'profile that is not its newest version', s.account_id::text, s.account_id from seller s
    where not exists (select from seller_identity i where i.seller_id = s.account_id
        and not exists (select from seller_identity n where n.seller_id = s.account_id and n.id > i.id)
        and (i.company_name, i.gstin, i.building_no, i.street, i.landmark, i.pin_code, i.city, i.state)
          = (s.company_name, coalesce(s.gst, s.gst_unverified), s.building_no, s.street, s.landmark, s.pin_code, s.city, s.state))
      or not exists (select from seller_payee p where p.seller_id = s.account_id
        and not exists (select from seller_payee n where n.seller_id = s.account_id and n.id > p.id)
        and (p.bank_full_name, p.bank_account_sealed, p.ifsc_code)
          = (s.bank_full_name, s.bank_account_sealed, s.ifsc_code));

-- The view goes on with whatever an earlier file has put into it.
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_payee';
end $$;
