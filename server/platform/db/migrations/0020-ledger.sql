-- Double entry (docs/money.md). An entry is one business event, its postings say from which account to which the money
-- went: debits are positive, credits negative, and together they are 0. Written once, never changed, never deleted.
create table journal_entry (
  id bigint generated always as identity primary key,
  -- The event and what it happened to, such as 'payment:pay_1'. A second entry of the same event is a bug: it is refused.
  key text not null unique,
  kind text not null,
  -- What it is about. No foreign keys: the ledger outlives the demo shop's rows, which are reversed and then deleted.
  payment_id text,
  refund_id uuid,
  order_id uuid,
  posting_count smallint not null check (posting_count >= 2),
  happened_at timestamptz not null default now()
);
create index journal_entry_payment on journal_entry (payment_id) where payment_id is not null;
create index journal_entry_refund on journal_entry (refund_id) where refund_id is not null;
create index journal_entry_order on journal_entry (order_id) where order_id is not null;

create table posting (
  entry_id bigint not null references journal_entry,
  line_no smallint not null check (line_no > 0),
  account text not null check (account in ('provider', 'bank', 'buyer', 'refunds', 'seller_payable', 'commission', 'shipping',
    'gst_on_fees', 'tcs', 'tds', 'claims', 'rounding')),
  seller_id uuid references seller,
  amount_paise bigint not null check (amount_paise <> 0),
  primary key (entry_id, line_no),
  check ((account = 'seller_payable') = (seller_id is not null))
);
create index posting_by_account on posting (account, entry_id) include (amount_paise);
create index posting_by_seller on posting (seller_id, entry_id) include (amount_paise) where seller_id is not null;

create function refuse_unbalanced_entry(ids bigint[]) returns void language plpgsql as $$
declare
  broken text;
begin
  select e.key into broken
  from journal_entry e left join lateral (
    select count(*) as postings, sum(amount_paise) as total from posting where entry_id = e.id) p on true
  where e.id = any(ids) and (p.postings <> e.posting_count or p.total <> 0) limit 1;
  if broken is not null then
    raise exception 'journal entry % is not balanced', broken
      using errcode = 'check_violation', constraint = 'journal_entry_balanced';
  end if;
end $$;
-- An entry and its postings are inserted by one statement; postings that come later would unbalance it or exceed its number.
create function check_new_postings() returns trigger language plpgsql as $$
begin
  perform refuse_unbalanced_entry(array(select distinct entry_id from added));
  return null;
end $$;
create trigger posting_balanced after insert on posting
  referencing new table as added for each statement execute function check_new_postings();
create function check_new_entry() returns trigger language plpgsql as $$
begin
  perform refuse_unbalanced_entry(array[new.id]);
  return null;
end $$;
create constraint trigger journal_entry_balanced after insert on journal_entry
  deferrable initially deferred for each row execute function check_new_entry();

-- Nine years later no law asks for an entry: an operator may delete it (docs/data-retention.md).
create function refuse_ledger_change() returns trigger language plpgsql as $$
declare
  happened timestamptz;
begin
  if tg_op = 'DELETE' then
    if tg_table_name = 'posting' then
      select happened_at into happened from journal_entry where id = old.entry_id;
    else
      happened := old.happened_at;
    end if;
    if happened < now() - interval '9 years' then return old; end if;
  end if;
  raise exception 'the ledger is only added to: correct an entry by another one' using errcode = 'restrict_violation';
end $$;
create trigger journal_entry_stays before update or delete on journal_entry for each row execute function refuse_ledger_change();
create trigger journal_entry_stays_whole before truncate on journal_entry for each statement execute function refuse_ledger_change();
create trigger posting_stays before update or delete on posting for each row execute function refuse_ledger_change();
create trigger posting_stays_whole before truncate on posting for each statement execute function refuse_ledger_change();

-- What was captured and refunded before the ledger existed.
with payments as (
  insert into journal_entry (key, kind, payment_id, posting_count, happened_at)
  select 'payment:' || id, 'payment-captured', id, 2, received_at from payment order by received_at
  returning id, payment_id
)
insert into posting (entry_id, line_no, account, amount_paise)
select e.id, side.line_no, side.account, side.sign * p.amount_paise
from payments e join payment p on p.id = e.payment_id
cross join (values (1, 'provider', 1), (2, 'buyer', -1)) as side (line_no, account, sign);

with refunds as (
  insert into journal_entry (key, kind, payment_id, refund_id, posting_count, happened_at)
  select 'refund:' || id || ':' || case when settled_note is not null then 'by-hand' else state end || ':'
    || coalesce(provider_refund_id, '-'), 'refund', payment_id, id, 2, created_at from refund
  where state <> 'replaced' order by created_at
  returning id, refund_id
)
insert into posting (entry_id, line_no, account, amount_paise)
select e.id, side.line_no, side.account, side.sign * r.amount_paise
from refunds e join refund r on r.id = e.refund_id
cross join lateral (values
  (1, case when r.reason = 'at-provider' then 'claims' else 'buyer' end, 1),
  (2, case when r.state <> 'processed' then 'refunds' when r.settled_note is not null then 'bank' else 'provider' end, -1)
) as side (line_no, account, sign);

-- What a buyer was owed for refunded orders, or for a payment that bought nothing, and got back at the provider.
with owed as (
  select p.id, case p.outcome when 'refund' then p.amount_paise else coalesce((select sum(o.amount_paise) from orders o
      where o.checkout_id = p.checkout_id and o.status = 'refunded'), 0) end
    - coalesce((select sum(r.amount_paise) from refund r
      where r.payment_id = p.id and r.reason <> 'at-provider' and r.state <> 'replaced'), 0) as paise
  from payment p
), entries as (
  insert into journal_entry (key, kind, payment_id, posting_count)
  select 'covered:' || id, 'refund-covered', id, 2 from owed where paise <> 0
  returning id, payment_id
)
insert into posting (entry_id, line_no, account, amount_paise)
select e.id, side.line_no, side.account, side.sign * o.paise
from entries e join owed o on o.id = e.payment_id
cross join (values (1, 'buyer', 1), (2, 'claims', -1)) as side (line_no, account, sign);
