-- Money: what the payment provider deducts, its settlements to the bank, and its balance (docs/money.md, "The provider's account")

alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check check (account in ('provider', 'provider_charges', 'input_gst', 'bank',
  'buyer', 'refunds', 'disputed', 'seller_payable', 'commission', 'shipping', 'gst_on_fees', 'tcs', 'tds', 'claims', 'rounding'))
  not valid;

create table provider_settlement (
  -- The provider's id.
  id text primary key check (length(id) <= 100),
  -- Lists go from the newest to the oldest that the shop was told of.
  no bigint generated always as identity unique,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('created', 'processed', 'failed')),
  -- The bank's number of the transfer.
  utr text check (length(utr) <= 100),
  made_at timestamptz not null,
  -- The number of its entries in the ledger.
  entries int not null default 0 check (entries >= 0),
  updated_at timestamptz not null default now()
);
comment on table provider_settlement is 'A transfer of the payment provider to the shop''s bank account.';
create index provider_settlement_under_way on provider_settlement (id) where state = 'created';

create table provider_charge (
  -- The provider's id of the payment, refund, transfer or adjustment.
  id text primary key check (length(id) <= 100),
  -- With GST; negative where the provider gave something.
  paise bigint not null,
  gst_paise bigint not null,
  -- The settlement that says so: its figure is the last word. Null while only the entity has said it.
  settlement_id text references provider_settlement,
  entries int not null default 0 check (entries >= 0),
  updated_at timestamptz not null default now()
);
comment on table provider_charge is 'What the payment provider deducts for a payment, a refund or a transfer.';
create index provider_charge_of_settlement on provider_charge (settlement_id) where settlement_id is not null;

create table provider_account (
  only_row boolean primary key default true check (only_row),
  -- Up to when the provider's lists were read: null before the first time.
  read_to timestamptz,
  -- The newest reading: the provider's balance, and what it should be by the ledger.
  read_at timestamptz,
  there_paise bigint,
  here_paise bigint,
  -- Since when each reading gave this same difference.
  same_since timestamptz,
  -- Since when the sides differ for certain: two readings minutes apart gave the same difference.
  differs_since timestamptz,
  check (num_nulls(read_at, there_paise, here_paise, same_since) in (0, 4)),
  check (differs_since is null or there_paise <> here_paise)
);
comment on table provider_account is 'How far the provider''s settlements were read, and its balance compared with the ledger: one row.';
insert into provider_account default values;

-- What the provider has deducted from its balance, and the ledger books when it is done.
create view provider_under_way as
  select (select coalesce(sum(amount_paise), 0) from refund where state = 'accepted' and provider_refund_id is not null)
    + (select coalesce(sum(paise), 0) from payout where state = 'sending' and provider_transfer_id is not null)
    + (select coalesce(sum(amount_paise), 0) from provider_settlement where state = 'created') as paise;
comment on view provider_under_way is 'Refunds, transfers and settlements that have left the provider''s balance and have not arrived: one row.';

-- As before, and whether the provider's balance differs from the ledger.
create or replace view waiting_refunds as
  select (select count(*) from refund r where r.state in ('scheduled', 'accepted') and not exists (
      select from dispute d where d.payment_id = r.payment_id and d.is_open)) as refunds,
    (select coalesce(extract(epoch from now() - min(r.created_at)), 0)::float8 from refund r
      where r.state in ('scheduled', 'accepted') and not exists (
        select from dispute d where d.payment_id = r.payment_id and d.is_open)) as oldest_seconds,
    (select count(*) from refund where state = 'failed') as failed,
    (select count(*) from dispute where is_open) as disputes,
    (select count(*) from dispute where state in ('open', 'action-required') and respond_by < now() + interval '48 hours')
      as disputes_due_soon,
    (select count(*) from provider_account where differs_since is not null) as provider_differs;
comment on view waiting_refunds is
  'How many refunds and disputes wait, for how long, and whether the provider''s balance differs: one row for /metrics.';

-- A figure may be corrected, and a settlement may fail after it was processed: each step is an entry with its number.
create view invariant_provider as
  select 'provider: the ledger has another charge' as invariant, c.id, c.id as provider_id from provider_charge c
    left join lateral (select coalesce(sum(l.amount_paise) filter (where l.account = 'provider'), 0) as there,
        coalesce(sum(l.amount_paise) filter (where l.account = 'input_gst'), 0) as gst
      from generate_series(1, c.entries) n join journal_entry e on e.key = 'provider-charge:' || c.id || ':' || n
      join posting l on l.entry_id = e.id) l on true
    where l.there <> -c.paise or l.gst <> c.gst_paise
  union all
  select 'provider: the ledger has another settlement', s.id, s.id from provider_settlement s
    where (select coalesce(sum(l.amount_paise), 0)
      from generate_series(1, s.entries) n join journal_entry e on e.key = 'provider-settlement:' || s.id || ':' || n
      join posting l on l.entry_id = e.id and l.account = 'bank')
      <> case s.state when 'processed' then s.amount_paise else 0 end;

-- As before; what the provider charges for a payment is not the payment's.
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
    where u.due_on is distinct from d.due_on or u.held <> d.held;

do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_provider';
end $$;
