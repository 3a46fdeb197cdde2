-- A buyer is charged once for the same goods (docs/decisions/0025). Two checkouts of a customer with a product in common
-- are tries at the same purchase unless the first was complete before the second was opened. Both moments are numbers of
-- one sequence, taken while the customer's row is locked: clocks of transactions may stand in another order.
create sequence checkout_seq;
alter table checkout
  add column opened_seq bigint,
  add column completed_seq bigint,
  -- When the stock hold ended; null while it lasts. The time that one buyer may hold goods is counted with it.
  add column hold_ended_at timestamptz,
  -- Who creates the provider's order claims it first, so that only one caller at a time does.
  add column provider_order_claimed_at timestamptz,
  -- A keyed hash of the buyer's network: unpaid checkouts are limited for an account and for a network.
  add column network_hash text;
create index checkout_by_network on checkout (network_hash, created_at) where network_hash is not null;

with events as (
  select id, 'opened' as what, created_at as at from checkout
  union all
  select id, 'completed', settled_at from checkout where state = 'completed'
), numbered as (
  select id, what, row_number() over (order by at, what desc, id) as seq from events
)
update checkout c set
  opened_seq = (select seq from numbered n where n.id = c.id and n.what = 'opened'),
  completed_seq = (select seq from numbered n where n.id = c.id and n.what = 'completed'),
  hold_ended_at = case when c.state <> 'open' then least(c.hold_expires_at, now()) end;
select setval('checkout_seq', 1 + 2 * (select count(*) from checkout));
alter table checkout
  alter column opened_seq set not null,
  alter column opened_seq set default nextval('checkout_seq'),
  add constraint checkout_completed_seq check ((state = 'completed') = (completed_seq is not null)),
  add constraint checkout_hold_ended check ((state = 'open') = (hold_ended_at is null));

-- Written here, so that no writer of checkouts can forget to.
create function note_checkout_state() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then new.hold_ended_at := coalesce(new.hold_ended_at, now()); end if;
  if new.state = 'completed' then new.completed_seq := coalesce(new.completed_seq, nextval('checkout_seq')); end if;
  return new;
end $$;
create trigger checkout_state_changed before insert or update of state on checkout
  for each row execute function note_checkout_state();

-- 'abandoned' ends the tries: no payment can arrive any more, so the provider is not asked again. Every other checkout
-- that the provider knows has a next look.
alter table checkout drop constraint checkout_state_check;
alter table checkout add constraint checkout_state_check
  check (state in ('open', 'completed', 'expired', 'replaced', 'refunded', 'abandoned'));
update checkout set state = 'abandoned'
where state in ('expired', 'replaced') and provider_order_id is not null and next_check_at is null
  and created_at < now() - interval '7 days';
update checkout set next_check_at = now()
where state in ('open', 'expired', 'replaced') and (provider_order_id is not null or state = 'open') and next_check_at is null;
-- Also what was bought or given back within the last week, where a second payment may have come unheard.
update checkout set next_check_at = now() + random() * interval '1 hour'
where state in ('completed', 'refunded') and provider_order_id is not null and next_check_at is null
  and created_at > now() - interval '7 days';
alter table checkout add constraint checkout_has_next_look check (
  state in ('completed', 'refunded', 'abandoned')
  or next_check_at is not null
  or (provider_order_id is null and state <> 'open'));

-- The overlap of goods decides now, not the chain of replacements.
alter table checkout drop column replaced_by;
create index checkout_line_product on checkout_line (product_id, checkout_id);

-- Pieces that unpaid checkouts hold and that do not go back on sale when the hold ends: the seller has said meanwhile
-- that there are fewer.
alter table product add column withheld_units int not null default 0 check (withheld_units >= 0);

-- The provider is asked whose order an unmatched payment belongs to; null once it was asked often enough.
alter table unmatched_payment add column next_check_at timestamptz default now();
create index unmatched_payment_to_check on unmatched_payment (next_check_at)
  where next_check_at is not null and resolved_at is null;
