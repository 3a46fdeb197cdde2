-- How sellers get their money (docs/money.md, "Settlements").

-- Every entry that changes what the shop owes a seller for an order, until it is settled: the ledger itself only grows.
create table unsettled_entry (
  entry_id bigint primary key,
  seller_id uuid not null references seller on delete cascade,
  order_id uuid not null references orders on delete cascade,
  -- Of order_reversal; null for the sale.
  reversal_no smallint,
  -- What the seller gets by it; negative for what he gives back.
  net_paise bigint not null
);
create index unsettled_entry_of_seller on unsettled_entry (seller_id, order_id);
create unique index unsettled_entry_of_order on unsettled_entry (order_id, coalesce(reversal_no, 0));

create function note_unsettled_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added where account = 'seller_payable') then
    insert into unsettled_entry (entry_id, seller_id, order_id, reversal_no, net_paise)
    select e.id, a.seller_id, e.order_id, case e.kind when 'sale-reversed' then split_part(e.key, ':', 3)::smallint end,
      -sum(a.amount_paise)
    from added a join journal_entry e on e.id = a.entry_id
    where a.account = 'seller_payable' and e.kind in ('sale', 'sale-reversed') group by e.id, a.seller_id;
  end if;
  return null;
end $$;
create trigger posting_unsettled after insert on posting
  referencing new table as added for each statement execute function note_unsettled_entries();

insert into unsettled_entry (entry_id, seller_id, order_id, reversal_no, net_paise)
select e.id, p.seller_id, e.order_id, case e.kind when 'sale-reversed' then split_part(e.key, ':', 3)::smallint end,
  -sum(p.amount_paise)
from journal_entry e join posting p on p.entry_id = e.id join orders o on o.id = e.order_id
where p.account = 'seller_payable' and e.kind in ('sale', 'sale-reversed') group by e.id, p.seller_id;

-- Orders whose money waits for a decision, such as an open return.
create view order_on_hold as select order_id from return_request where is_open;

-- When each unsettled entry is due: on the day on which the time for returns ends; at once ('-infinity') where the sale is
-- settled, or nothing is left of it. Null where nobody can say yet: not delivered, or held.
create view unsettled_due as
  select u.entry_id, u.seller_id, u.order_id, u.reversal_no, u.net_paise, w.window_ends_on, h.held,
    case when not open.sale_open then date '-infinity' when h.held then null
      when o.reversed_paise >= s.gross_paise then date '-infinity' else w.window_ends_on end as due_on
  from unsettled_entry u join orders o on o.id = u.order_id join order_sale s on s.order_id = u.order_id
  join order_terms t on t.order_id = u.order_id
  cross join lateral (select u.reversal_no is null or exists (
    select from unsettled_entry x where x.order_id = u.order_id and x.reversal_no is null) as sale_open) open
  cross join lateral (select exists (select from order_on_hold on_hold where on_hold.order_id = u.order_id) as held) h
  cross join lateral (select ((o.delivery_date + t.return_days * interval '1 day') at time zone 'Asia/Kolkata')::date
    as window_ends_on) w;

-- All sellers up to a day. A run is done in parts, one transaction for some sellers; one that was interrupted is continued.
create table settlement_run (
  id uuid primary key,
  up_to date not null unique,
  state text not null default 'running' check (state in ('running', 'done')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'done') = (finished_at is not null))
);
-- What is carried from settlement to settlement has one order only where runs follow each other.
create unique index settlement_run_one_at_a_time on settlement_run ((true)) where state = 'running';

-- What one seller gets of one run. Written once.
create table settlement (
  id uuid primary key,
  run_id uuid not null references settlement_run,
  seller_id uuid not null references seller on delete cascade,
  lines int not null check (lines > 0),
  gross_paise bigint not null,
  reversed_paise bigint not null,
  commission_paise bigint not null,
  shipping_paise bigint not null,
  gst_on_fees_paise bigint not null,
  tcs_paise bigint not null,
  tds_paise bigint not null,
  compensation_paise bigint not null,
  net_paise bigint not null,
  carried_before_paise bigint not null,
  -- Less than one rupee is not paid, and what the seller owes is taken from his next sales.
  payout_paise bigint not null check (payout_paise = 0 or payout_paise >= 100),
  carried_after_paise bigint not null check (carried_after_paise < 100),
  created_at timestamptz not null default now(),
  unique (run_id, seller_id),
  constraint settlement_adds_up check (net_paise = gross_paise - reversed_paise - commission_paise - shipping_paise
    - gst_on_fees_paise - tcs_paise - tds_paise + compensation_paise),
  constraint settlement_carries check (carried_before_paise + net_paise = payout_paise + carried_after_paise),
  constraint settlement_pays_or_carries check (payout_paise = 0 or carried_after_paise = 0)
);
create index settlement_of_seller on settlement (seller_id, id);

-- A sale or a reversal in a settlement: an entry of the ledger is in one settlement at most, so nobody is paid twice for it.
create table settlement_line (
  entry_id bigint primary key,
  settlement_id uuid not null references settlement on delete cascade,
  order_id uuid references orders on delete set null,
  reversal_no smallint,
  order_number text not null,
  product_name text not null,
  happened_at timestamptz not null,
  units int not null,
  gross_paise bigint not null,
  reversed_paise bigint not null,
  commission_paise bigint not null,
  shipping_paise bigint not null,
  gst_on_fees_paise bigint not null,
  tcs_paise bigint not null,
  tds_paise bigint not null,
  compensation_paise bigint not null,
  net_paise bigint not null,
  constraint settlement_line_adds_up check (net_paise = gross_paise - reversed_paise - commission_paise - shipping_paise
    - gst_on_fees_paise - tcs_paise - tds_paise + compensation_paise)
);
create index settlement_line_of_settlement on settlement_line (settlement_id, entry_id);
create index settlement_line_of_order on settlement_line (order_id) where order_id is not null;

create table bank_file (
  id uuid primary key,
  run_id uuid not null references settlement_run,
  payouts int not null check (payouts > 0),
  paise bigint not null check (paise > 0),
  created_at timestamptz not null default now()
);
create index bank_file_of_run on bank_file (run_id, id);

create table payout (
  id uuid primary key,
  -- The reference of bank files, as HP00000001.
  number bigint generated always as identity unique,
  settlement_id uuid not null references settlement on delete cascade,
  seller_id uuid not null references seller on delete cascade,
  paise bigint not null check (paise >= 100),
  method text not null check (method in ('route', 'bank')),
  state text not null check (state in ('ready', 'in-file', 'sending', 'paid', 'failed', 'returned')),
  bank_file_id uuid references bank_file,
  -- The bank's number of the transfer. Used once, so that one transfer does not stand for two.
  utr text unique,
  provider_transfer_id text unique,
  note text check (length(note) <= 500),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (method = 'bank' or bank_file_id is null and utr is null and state not in ('ready', 'in-file')),
  check (method = 'route' or provider_transfer_id is null and state <> 'sending'),
  check (state not in ('paid', 'returned') or paid_at is not null and coalesce(utr, provider_transfer_id) is not null)
);
-- A settlement is paid once; what failed or came back is paid by another payout.
create unique index payout_one_for_settlement on payout (settlement_id) where state not in ('failed', 'returned');
create index payout_of_settlement on payout (settlement_id, id);
create index payout_of_seller on payout (seller_id, id);
create index payout_of_file on payout (bank_file_id) where bank_file_id is not null;
create index payout_open on payout (state, updated_at) where state <> 'paid';

-- Replies of the bank that were taken over, so that none is taken over twice.
create table bank_reply (
  sha256 text primary key,
  paid int not null,
  failed int not null,
  created_at timestamptz not null default now()
);

-- Linked accounts of sellers at the payment provider (providers.md §1.10).
create table route_account (
  seller_id uuid primary key references seller on delete cascade,
  account_id text not null unique,
  product_id text,
  status text not null,
  updated_at timestamptz not null default now()
);

-- The provider's lists of a day compared with the ledger. `sides` has count and paise of each kind of movement, there and here.
create table reconciliation (
  day date primary key,
  state text not null check (state in ('done', 'failed')),
  checked_at timestamptz not null default now(),
  sides jsonb not null,
  differences int not null check (differences >= 0),
  note text
);
create table reconciliation_difference (
  id uuid primary key,
  day date not null references reconciliation on delete cascade,
  subject text not null check (subject in ('payment', 'refund', 'transfer')),
  kind text not null check (kind in ('missing-here', 'missing-there', 'other-amount')),
  provider_id text not null,
  there_paise bigint,
  here_paise bigint
);
create index reconciliation_difference_of_day on reconciliation_difference (day, id);

-- The newest entry behind which no older one can appear: the lock waits for transactions that have an id and have not committed.
-- By the owner of the tables, because the shop's own account may not lock the ledger.
create function settled_ledger_end() returns bigint language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  newest bigint;
begin
  lock table public.journal_entry in share mode;
  select coalesce(max(id), 0) into newest from public.journal_entry;
  return newest;
end $$;

-- The entries of a day and of one kind: what is reconciled and reported.
create index journal_entry_by_time on journal_entry (happened_at);
