-- Money: disputes, by which a buyer's bank takes a payment back (docs/money.md, "Disputes")

alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check check (account in ('provider', 'bank', 'buyer', 'refunds', 'disputed',
  'seller_payable', 'commission', 'shipping', 'gst_on_fees', 'tcs', 'tds', 'claims', 'rounding')) not valid;

-- Who bears a lost dispute, by its kind and by whether the courier delivered the order; without a rule the shop.
create table dispute_rule (
  id int generated always as identity primary key,
  kind text not null check (kind in ('not-received', 'not-as-described', 'fraud', 'other')),
  delivered boolean not null,
  bears text not null check (bears in ('seller', 'shop')),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  constraint dispute_rule_one_a_day
    exclude using gist (kind with =, (delivered::int) with =, daterange(valid_from, valid_to, '[]') with &&)
);
comment on table dispute_rule is 'Who bears a lost dispute, and on which days the order was placed.';
create function dispute_bearer_for(which text, was_delivered boolean, day date) returns text language sql stable as $$
  select coalesce((select bears from dispute_rule where kind = which and delivered = was_delivered
    and day >= valid_from and day <= coalesce(valid_to, 'infinity')), 'shop')
$$;
insert into dispute_rule (kind, delivered, bears, valid_from) values
  ('not-received', false, 'seller', '2017-07-01'), ('not-received', true, 'shop', '2017-07-01'),
  ('not-as-described', false, 'seller', '2017-07-01'), ('not-as-described', true, 'seller', '2017-07-01'),
  ('fraud', false, 'shop', '2017-07-01'), ('fraud', true, 'shop', '2017-07-01'),
  ('other', false, 'shop', '2017-07-01'), ('other', true, 'shop', '2017-07-01');

create table dispute (
  -- The provider's id.
  id text primary key,
  no bigint generated always as identity unique,
  payment_id text not null references payment,
  amount_paise bigint not null check (amount_paise > 0),
  -- What the provider has taken for it at present: some banks take it when they ask, others when they have decided.
  taken_paise bigint not null default 0 check (taken_paise >= 0),
  reason_code text not null,
  kind text not null check (kind in ('not-received', 'not-as-described', 'fraud', 'other')),
  phase text not null,
  state text not null check (state in ('open', 'action-required', 'under-review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  raised_at timestamptz not null,
  -- Of a lost one: when its money was counted as refunds of the orders (server/fulfilment/disputes/charge-back.ts), and how much
  -- of it the buyer had got before.
  counted_at timestamptz,
  twice_paise bigint not null default 0 check (twice_paise >= 0),
  -- Until then nothing of the payment is refunded otherwise, and nothing of its orders is paid to sellers.
  is_open boolean not null generated always as (state in ('open', 'action-required', 'under-review')
    or state = 'lost' and counted_at is null) stored,
  -- The number of its entries in the ledger.
  entries int not null default 0 check (entries >= 0),
  -- The administrators' answer, and when it was last sent to the provider.
  answer text check (answer in ('accepted', 'contested')),
  answer_words text check (length(answer_words) <= 1000),
  answered_at timestamptz,
  -- Another end that the provider reported after one that was counted.
  contradicted_by text check (contradicted_by in ('won', 'lost', 'closed')),
  -- When the provider was last asked about it.
  asked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint dispute_won_gives_back check (state <> 'won' or taken_paise = 0),
  constraint dispute_counts_once check ((counted_at is null or state = 'lost') and twice_paise <= taken_paise)
);
comment on table dispute is 'A payment that its buyer''s bank disputes, by the provider''s id.';
create index dispute_of_payment on dispute (payment_id);
create index dispute_open on dispute (respond_by) where is_open;
create index dispute_by_update on dispute (updated_at);

-- The rule of the day on which the order was placed, frozen with both outcomes: the courier may still deliver.
create table dispute_order (
  dispute_id text not null references dispute on delete cascade,
  order_id uuid not null references orders on delete cascade,
  share_paise bigint not null check (share_paise > 0),
  bears_undelivered text not null check (bears_undelivered in ('seller', 'shop')),
  bears_delivered text not null check (bears_delivered in ('seller', 'shop')),
  primary key (dispute_id, order_id)
);
comment on table dispute_order is 'The part of a dispute that is about one order, and who bears it.';
create index dispute_order_of_order on dispute_order (order_id);

create view disputed_order as
  select o.order_id, d.payment_id, d.id as dispute_id from dispute_order o join dispute d on d.id = o.dispute_id where d.is_open;
comment on view disputed_order is 'An order whose payment is disputed at present.';

-- A refund that waits for a dispute is not late. A dispute is due soon when it needs an answer within 48 hours.
create or replace view waiting_refunds as
  select (select count(*) from refund r where r.state in ('scheduled', 'accepted') and not exists (
      select from dispute d where d.payment_id = r.payment_id and d.is_open)) as refunds,
    (select coalesce(extract(epoch from now() - min(r.created_at)), 0)::float8 from refund r
      where r.state in ('scheduled', 'accepted') and not exists (
        select from dispute d where d.payment_id = r.payment_id and d.is_open)) as oldest_seconds,
    (select count(*) from refund where state = 'failed') as failed,
    (select count(*) from dispute where is_open) as disputes,
    (select count(*) from dispute where state in ('open', 'action-required') and respond_by < now() + interval '48 hours')
      as disputes_due_soon;
comment on view waiting_refunds is 'How many refunds and disputes wait, and for how long: one row for /metrics.';

-- A disputed order's money waits as that of an order with an open return.
create or replace view unsettled_due as
  select u.entry_id, u.seller_id, u.order_id, u.reversal_no, u.net_paise, w.window_ends_on, h.held,
    case when not open.sale_open then date '-infinity' when h.held then null
      when o.reversed_paise >= s.gross_paise then date '-infinity' else w.window_ends_on end as due_on
  from unsettled_entry u join placed_order o on o.id = u.order_id join order_sale s on s.order_id = u.order_id
  join order_terms t on t.order_id = u.order_id
  cross join lateral (select u.reversal_no is null or exists (
    select from unsettled_entry x where x.order_id = u.order_id and x.reversal_no is null) as sale_open) open
  cross join lateral (select o.held or exists (
    select from disputed_order d where d.order_id = u.order_id) as held) h
  cross join lateral (select ((o.last_delivered_at + t.return_days * interval '1 day') at time zone 'Asia/Kolkata')::date
    as window_ends_on) w;

create function store_due_days_of_dispute() returns trigger language plpgsql as $$
begin
  perform store_due_day(o.order_id) from dispute_order o where o.dispute_id = new.id;
  return null;
end $$;
create constraint trigger dispute_order_due after insert on dispute_order
  deferrable initially deferred for each row execute function store_due_days();
create constraint trigger dispute_ended_due after update on dispute
  deferrable initially deferred for each row when (old.is_open <> new.is_open) execute function store_due_days_of_dispute();

-- Nothing of a disputed payment is sent back by the provider or by hand: a row may wait, but not be sent.
create function refuse_refund_of_disputed() returns trigger language plpgsql as $$
begin
  if exists (select from dispute where payment_id = new.payment_id and is_open) then
    raise exception 'refund % of a disputed payment is not sent', new.id
      using errcode = 'check_violation', constraint = 'refund_not_disputed';
  end if;
  return null;
end $$;
create constraint trigger refund_asked_not_disputed after update of asked_at on refund
  for each row when (new.asked_at > coalesce(old.asked_at, '-infinity'))
  execute function refuse_refund_of_disputed();
create constraint trigger refund_settled_not_disputed after update of settled_note on refund
  for each row when (new.settled_note is not null and old.settled_note is null) execute function refuse_refund_of_disputed();

-- The shop's view of a dispute with the ledger and with the refunds that it became.
create view invariant_dispute as
  select 'dispute: the ledger has another amount of disputed money' as invariant, p.id, p.checkout_id from payment p
    where exists (select from dispute d where d.payment_id = p.id)
      and (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.payment_id = p.id and l.account = 'disputed')
      <> (select sum(d.taken_paise - d.twice_paise) from dispute d where d.payment_id = p.id)
        - (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.reason = 'charged-back')
  union all
  select 'dispute: lost money is not counted once', d.id, p.checkout_id from dispute d join payment p on p.id = d.payment_id
    where (select coalesce(sum(r.amount_paise), 0) from refund r
        where r.payment_id = p.id and r.reason = 'charged-back' and starts_with(r.provider_refund_id, d.id || ':'))
      <> case when d.counted_at is null then 0 else d.taken_paise - d.twice_paise end
  union all
  select 'dispute: its orders have more than its amount', d.id, p.checkout_id from dispute d join payment p on p.id = d.payment_id
    where d.amount_paise < (select sum(o.share_paise) from dispute_order o where o.dispute_id = d.id);

-- The same, with what the provider took for disputes.
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
        where e.payment_id = p.id and l.account = 'provider' and e.kind <> 'refund-paid-twice')
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

-- The view goes on with whatever an earlier file has put into it.
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_dispute';
end $$;
