-- Money: facts of bank and provider that arrive after a decision: payouts, refunds that wait for a person

-- PAYOUTS -----------------------------------------------------------------------------------------------------------------------

-- UTRs of the bank and ids of the provider. Each stands for one payout or one refund, for ever: the key refuses one that counts a
-- second time.
create table money_transfer (
  reference text primary key,
  payout_id uuid references payout on delete cascade,
  -- Of a refund that was paid by hand.
  refund_id uuid references refund on delete cascade,
  -- 0 for the transfer that the payout names; for one more that bank or provider made for it its amount, and what came back.
  extra_paise bigint not null default 0 check (extra_paise >= 0),
  extra_back_paise bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint money_transfer_pays_one check (num_nonnulls(payout_id, refund_id) = 1),
  constraint money_transfer_refund_utr check (refund_id is null or reference ~ '^[A-Z0-9]{10,22}$' and extra_paise = 0),
  constraint money_transfer_comes_back_once check (extra_back_paise between 0 and extra_paise)
);
comment on table money_transfer is 'A transfer by bank or provider, by its UTR or id, and what it paid.';
create index money_transfer_of_payout on money_transfer (payout_id) where payout_id is not null;
create index money_transfer_of_refund on money_transfer (refund_id) where refund_id is not null;
insert into money_transfer (reference, payout_id)
  select coalesce(utr, provider_transfer_id), id from payout where coalesce(utr, provider_transfer_id) is not null;

create function note_transfer_of_payout() returns trigger language plpgsql as $$
begin
  insert into money_transfer (reference, payout_id) values (coalesce(new.utr, new.provider_transfer_id), new.id)
    on conflict (reference) do nothing;
  if not exists (select from money_transfer where reference = coalesce(new.utr, new.provider_transfer_id)
    and payout_id = new.id and extra_paise = 0) then
    raise exception 'the transfer % paid something else', coalesce(new.utr, new.provider_transfer_id)
      using errcode = 'unique_violation', constraint = 'money_transfer_pkey';
  end if;
  return null;
end $$;
create trigger payout_transfer_noted after insert or update of utr, provider_transfer_id on payout
  for each row when (coalesce(new.utr, new.provider_transfer_id) is not null) execute function note_transfer_of_payout();

-- Entries of what bank and provider said later than the ordinary course; each has a number in its key.
alter table payout add column late_entries int not null default 0 check (late_entries >= 0);
create function payout_entry_keys(id uuid, parts int, late int) returns text[] language sql immutable parallel safe as $$
  select payout_entry_keys(id, parts) || array(select 'payout:' || id || ':late:' || n from generate_series(1, late) as n)
$$;

-- One under way at a time. Several may turn out to be paid, when the bank says so after a failure.
drop index payout_one_for_settlement;
create unique index payout_one_for_settlement on payout (settlement_id) where state in ('ready', 'in-file', 'sending');

create index payout_by_route on payout (created_at) where method = 'route';

create view payout_money as
  select p.id, p.settlement_id, p.seller_id, (case p.state when 'paid' then p.paise - p.came_back_paise else 0 end
    + (select coalesce(sum(x.extra_paise - x.extra_back_paise), 0) from money_transfer x
      where x.payout_id = p.id))::bigint as paise
  from payout p;
comment on view payout_money is 'What a payout moved to its seller, by what bank and provider said.';

create table paid_twice (
  id uuid primary key,
  settlement_id uuid not null references settlement on delete cascade,
  seller_id uuid not null references seller on delete cascade,
  -- What the seller owes; negative where it came back.
  paise bigint not null check (paise <> 0),
  -- The settlement that deducts it; null until there is one.
  taken_by uuid references settlement on delete set null,
  created_at timestamptz not null default now()
);
comment on table paid_twice is 'Money beyond what a settlement pays, which its seller owes.';
create index paid_twice_of_settlement on paid_twice (settlement_id);
create index paid_twice_taken on paid_twice (taken_by) where taken_by is not null;
create index paid_twice_of_seller on paid_twice (seller_id);

alter table settlement add column paid_twice_paise bigint not null default 0, drop constraint settlement_carries,
  add constraint settlement_carries
    check (carried_before_paise + net_paise - paid_twice_paise = payout_paise + carried_after_paise);

-- REFUNDS -----------------------------------------------------------------------------------------------------------------------

-- 'unmatched': made at the provider, and a person has to say what for; 'twice': the money went back a second time.
alter table refund add column attention text check (attention in ('unmatched', 'twice')),
  add column attention_at timestamptz,
  add constraint refund_attention_since check ((attention is null) = (attention_at is null));
create index refund_attention on refund (attention_at) where attention is not null;

-- As before. What the shop decides also leaves room for refunds that wait for a person, whatever their state. Facts of the
-- provider and of the buyer's bank are never refused for that.
create or replace function refunds_fit_payment() returns trigger language plpgsql as $$
declare
  paid bigint;
  decided bigint;
  at_provider bigint;
  reserved bigint;
begin
  select amount_paise into paid from payment where id = new.payment_id for no key update;
  select coalesce(sum(amount_paise) filter (where reason <> 'at-provider' and state <> 'failed'), 0),
    coalesce(sum(amount_paise) filter (where settled_note is null and state <> 'failed' and reason <> 'charged-back'), 0),
    coalesce(sum(amount_paise) filter (where reason not in ('at-provider', 'charged-back') and state <> 'failed'
      or reason = 'at-provider' and attention = 'unmatched'), 0)
    into decided, at_provider, reserved
  from refund where payment_id = new.payment_id and state <> 'replaced';
  if greatest(decided, at_provider) > paid
    or tg_op = 'INSERT' and new.reason not in ('at-provider', 'charged-back') and reserved > paid then
    raise exception 'refunds of payment % exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_fit_payment';
  end if;
  return null;
end $$;

-- INVARIANTS --------------------------------------------------------------------------------------------------------------------

create view invariant_unmatched as
  select 'refunds and those that wait for a person exceed the payment' as invariant, p.id, p.checkout_id from payment p
    where exists (select from refund r where r.payment_id = p.id and r.attention = 'unmatched') and p.amount_paise <
      (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.settled_note is null
        and r.reason <> 'charged-back' and (r.state in ('scheduled', 'accepted', 'processed') or r.state = 'failed' and r.attention = 'unmatched'));

create or replace view invariant_settlement as
  select 'settlement: a line is not what its entry says' as invariant, e.key as id, l.settlement_id
    from settlement_line l join journal_entry e on e.id = l.entry_id join settlement t on t.id = l.settlement_id
    where l.net_paise is distinct from (select -sum(p.amount_paise) from posting p
      where p.entry_id = e.id and p.account = 'seller_payable' and p.seller_id = t.seller_id)
  union all
  select 'settlement: its lines are not its sums', t.id::text, t.id from settlement t
    join lateral (select count(*) as lines, sum(net_paise) as net, sum(gross_paise) as gross, sum(tcs_paise) as tcs
      from settlement_line where settlement_id = t.id) l on true
    where l.lines <> t.lines or l.net <> t.net_paise or l.gross <> t.gross_paise or l.tcs <> t.tcs_paise
  union all
  select 'settlement: not what was carried before', t.id::text, t.id from settlement t join settlement_run r on r.id = t.run_id
    where t.carried_before_paise <> coalesce((
      select b.carried_after_paise from settlement b join settlement_run br on br.id = b.run_id
      where b.seller_id = t.seller_id and br.up_to < r.up_to order by br.up_to desc limit 1), 0)
  union all
  select 'settlement: not what was paid twice before', t.id::text, t.id from settlement t
    where t.paid_twice_paise <> (select coalesce(sum(w.paise), 0) from paid_twice w where w.taken_by = t.id)
  union all
  select 'payout: not what its settlement says, or a second one', t.id::text, t.id from settlement t
    join lateral (select count(*) filter (where state in ('ready', 'in-file', 'sending')) as live, count(*) as "all",
        count(*) filter (where paise <> t.payout_paise) as other from payout where settlement_id = t.id) p on true
    where p.other > 0 or p.live > 1 or (p."all" > 0) <> (t.payout_paise > 0)
  union all
  select 'payout: the ledger says otherwise', m.id::text, m.settlement_id from payout_money m join payout p on p.id = m.id
    where (select coalesce(sum(l.amount_paise), 0) from journal_entry e join posting l on l.entry_id = e.id
        where e.key = any(payout_entry_keys(p.id, p.came_back_parts, p.late_entries)) and l.account = 'seller_payable')
      <> m.paise
  union all
  select 'payout: paid twice, and nobody owes it', t.id::text, t.id from settlement t
    where (select coalesce(sum(w.paise), 0) from paid_twice w where w.settlement_id = t.id)
      <> greatest(0, (select coalesce(sum(m.paise), 0) from payout_money m where m.settlement_id = t.id) - t.payout_paise);

create or replace view invariant_seller as
  select 'ledger: a seller is owed another amount than unsettled, carried and unpaid' as invariant, s.account_id::text as id,
      s.account_id as seller_id from seller s
    where -(select coalesce(sum(b.paise), 0) from (
        select c.balance_paise as paise from ledger_checkpoint c where c.account = 'seller_payable' and c.seller_id = s.account_id
        union all
        select p.amount_paise from posting p
          where p.seller_id = s.account_id and p.entry_id > (select entry_id from ledger_horizon)) b)
      <> (select coalesce(sum(net_paise), 0) from unsettled_entry where seller_id = s.account_id)
        + coalesce((select t.carried_after_paise from settlement t join settlement_run r on r.id = t.run_id
          where t.seller_id = s.account_id order by r.up_to desc limit 1), 0)
        - (select coalesce(sum(w.paise), 0) from paid_twice w where w.seller_id = s.account_id and w.taken_by is null)
        + (select coalesce(sum(greatest(0, t.payout_paise - (select coalesce(sum(m.paise), 0) from payout_money m
          where m.settlement_id = t.id))), 0) from settlement t where t.seller_id = s.account_id)
      and not exists (select from journal_entry e join posting p on p.entry_id = e.id and p.seller_id = s.account_id
        where e.kind = 'reversed');

-- A refund at the provider that becomes known after the buyer's bank took the payment back went out twice: it is recorded, and
-- told as such.
create or replace view invariant_refund as
  select 'payment that bought nothing and does not go back whole' as invariant, p.id, p.checkout_id from payment p
    where p.outcome = 'refund' and p.amount_paise is distinct from
      (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'refunded orders without their money', p.id, p.checkout_id from payment p where p.outcome = 'order'
    and (select coalesce(sum(o.refunded_paise), 0) from orders o where o.checkout_id = p.checkout_id)
      > (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'money of kept orders refunded, and nobody is told', p.id, p.checkout_id from payment p
    join lateral (select sum(o.refunded_paise) as refunded,
        min(o.amount_paise - o.refunded_paise) filter (where o.refunded_paise < o.amount_paise) as least,
        bool_or(o.refunded_paise < o.amount_paise and o.needs_attention is null) as untold
      from orders o where o.checkout_id = p.checkout_id) o on true
    where p.outcome = 'order' and o.untold and o.least + coalesce(o.refunded, 0)
      <= (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.id and r.state <> 'replaced')
  union all
  select 'more refunded than was paid', p.id, p.checkout_id from payment p where p.amount_paise <
    (select sum(r.amount_paise) from refund r where r.payment_id = p.id and r.state in ('scheduled', 'accepted', 'processed')
      and not (r.reason = 'at-provider' and exists (select from refund b where b.payment_id = p.id and b.reason = 'charged-back')))
  union all
  select 'refunded order with something left', o.id::text, o.checkout_id from orders o
    where o.status = 'refunded' and (o.refunded_paise <> o.amount_paise or o.cancelled_units + o.returned_units <> o.quantity)
  union all
  select 'cancellations differ from the order', o.id::text, o.checkout_id from orders o
    cross join lateral (select sum(c.units) as units, sum(c.paise) as paise, max(c.parcel_no) as parcel_no
      from cancellation c where c.order_id = o.id) c
    where c.units > o.cancelled_units or c.paise > o.refunded_paise or c.parcel_no > o.parcel_no
  union all
  select 'returns refunded more than their order', o.id::text, o.checkout_id from orders o
    where o.refunded_paise < (select sum(r.refund_paise) from return_request r where r.order_id = o.id and r.state = 'refunded')
  union all
  select 'return whose history ends in another state', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id
    where r.state is distinct from
      (select e.state from return_event e where e.request_id = r.id order by e.no desc limit 1)
  union all
  select 'return that went on after its end', r.id::text, o.checkout_id from return_request r join orders o on o.id = r.order_id
    where exists (select from return_event e join return_event n on n.request_id = e.request_id and n.no > e.no
      where e.request_id = r.id and e.state in ('refunded', 'exchanged', 'rejected', 'withdrawn'))
  union all
  select 'exchange that is refunded without a reason, or a refund with one', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id
    where r.state = 'refunded' and (r.wanted = 'exchange') <> (r.fell_back is not null)
      or r.state <> 'refunded' and r.refund_id is not null
  union all
  select 'replacement that is held without need, or a need without one', r.id::text, o.checkout_id
    from return_request r join orders o on o.id = r.order_id left join replacement x on x.request_id = r.id
    where case
      when r.state in ('replacing', 'sent') then x.id is null or x.ended_at is not null or x.units <> r.units
      when r.state = 'exchanged' then x.delivered_at is null or x.stock_returned_at is not null or x.units <> r.units
      when r.state = 'received' and r.fell_back is null and r.wanted = 'exchange' then x.id is null or x.ended_at is not null
      when r.state = 'disputed' then x.delivered_at is not null
      else x.id is not null and (x.ended_at is null or x.delivered_at is not null) end
  union all
  select 'replacement whose pieces are not counted once', x.id::text, o.checkout_id
    from replacement x join return_request r on r.id = x.request_id join orders o on o.id = r.order_id
    where (x.ended_at is not null and x.handed_over_at is null) <> (x.stock_returned_at is not null)
  union all
  select 'replacement whose ways are not charged once', x.id::text, o.checkout_id
    from replacement x join return_request r on r.id = x.request_id join orders o on o.id = r.order_id
    where r.way_back_paise > 0 and exists (select from order_sale s where s.order_id = o.id)
      and (select count(*) from order_reversal v where v.order_id = r.order_id and v.cause = 'exchanged')
        <> (select count(*) from replacement y join return_request q on q.id = y.request_id
          where q.order_id = r.order_id and y.handed_over_at is not null);

-- The view goes on with whatever an earlier file has put into it.
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_unmatched';
end $$;
