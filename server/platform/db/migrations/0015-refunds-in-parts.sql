-- A payment may go back in several parts: order by order, and what somebody gave back at the provider.
-- 'replaced': another refund of the same payment gave this money back; what it left is in a row of its own.
alter table refund drop constraint refund_payment_id_key;
create index refund_of_payment on refund (payment_id);
alter table refund drop constraint refund_state_check,
  add constraint refund_state_check check (state in ('scheduled', 'accepted', 'processed', 'failed', 'replaced')),
  -- The order whose money it is; null where the payment bought nothing, or where the provider does not say.
  add column order_id uuid references orders,
  -- When the provider was asked for it last, and has not answered since.
  add column asked_at timestamptz,
  -- When we learnt that the provider has it; null for those of before.
  add column accepted_at timestamptz;
create unique index refund_one_for_order on refund (order_id) where state <> 'replaced';

-- No payment gives back more than came in: neither by the refunds that the shop decided on, paid by hand or not, nor by
-- all that run through the provider. Only a person who pays by bank what the provider pays as well can exceed it.
-- The payment's row is locked first, so that of two refunds at once the second sees the first.
create function refunds_fit_payment() returns trigger language plpgsql as $$
declare
  paid bigint;
  decided bigint;
  at_provider bigint;
begin
  select amount_paise into paid from payment where id = new.payment_id for no key update;
  select coalesce(sum(amount_paise) filter (where reason <> 'at-provider'), 0),
    coalesce(sum(amount_paise) filter (where settled_note is null), 0) into decided, at_provider
  from refund where payment_id = new.payment_id and state in ('scheduled', 'accepted', 'processed');
  if greatest(decided, at_provider) > paid then
    raise exception 'refunds of payment % exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_fit_payment';
  end if;
  return null;
end $$;
create trigger refunds_fit_payment after insert or update of payment_id, amount_paise, state, reason, settled_note on refund
  for each row when (new.state in ('scheduled', 'accepted', 'processed')) execute function refunds_fit_payment();

-- Whoever refunds an order takes its parcel's turn away in the same statement: nobody books it afterwards.
update orders set parcel_check_at = null where status = 'refunded';
alter table orders add constraint orders_refunded_rest check (status <> 'refunded' or parcel_check_at is null);
