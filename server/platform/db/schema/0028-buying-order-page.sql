-- The buyer's page of an order: where the courier was seen with its parcel, and who took it

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Where a scan was made, in the courier's words.
alter table shipment_event add place text;
-- The courier's own address of its proof of delivery.
alter table shipment add proof_url text check (proof_url ~ '^https?://');

-- RECIPIENT, NOTE AND GIFT ------------------------------------------------------------------------------------------------------

-- Group buying. Who receives the parcel where it is not the account: both or neither. What the seller reads; a gift has no prices
-- in its parcel.
alter table checkout add recipient_name text check (length(recipient_name) <= 100),
  add recipient_mobile text check (recipient_mobile ~ '^[0-9]{10}$'),
  add note_to_seller text check (length(note_to_seller) <= 300),
  add is_gift boolean not null default false,
  add constraint checkout_recipient_is_whole check ((recipient_name is null) = (recipient_mobile is null));
create or replace view purchase_line as
  select c.customer_id, c.street, c.city, c.state_name, c.pin_code, l.*, c.recipient_name, c.recipient_mobile, c.note_to_seller,
    c.is_gift
  from checkout c join checkout_line l on l.checkout_id = c.id;

-- Group fulfilment. Orders keep them as they keep the address.
alter table orders add recipient_name text check (length(recipient_name) <= 100),
  add recipient_mobile text check (recipient_mobile ~ '^[0-9]{10}$'),
  add note_to_seller text check (length(note_to_seller) <= 300),
  add is_gift boolean not null default false,
  add constraint orders_recipient_is_whole check ((recipient_name is null) = (recipient_mobile is null));
create or replace view order_parties as
  select o.id as order_id, o.product_id, o.product_name, o.quantity, o.amount_paise, o.street, o.city, o.state_name, o.pin_code,
    b.email as buyer_email, b.first_name as buyer_first_name, b.last_name as buyer_last_name,
    b.mobile as buyer_mobile, s.id as seller_id, s.email as seller_email, s.company_name as seller_company,
    s.mobile as seller_mobile, s.building_no as seller_building_no, s.street as seller_street, s.landmark as seller_landmark,
    s.city as seller_city, s.state as seller_state, s.pin_code as seller_pin_code, s.pickup_location, s.address as seller_address,
    s.suspended_at as seller_suspended_at, o.recipient_name, o.recipient_mobile
  from orders o join buyer b on b.id = o.customer_id join seller_party s on s.id = o.seller_id;
create or replace view order_parcel as
  select p.weight_grams, p.length_cm, p.width_cm, p.height_cm, x.*
  from order_parties x join goods p on p.id = x.product_id;

-- NOT RECEIVED ------------------------------------------------------------------------------------------------------------------

create table delivery_claim (
  id uuid primary key,
  -- An order is claimed once.
  order_id uuid not null unique references orders on delete cascade,
  words text not null check (length(words) <= 500),
  state text not null default 'open' check (state in ('open', 'refunded', 'denied', 'withdrawn')),
  -- Until then the courier looks for the parcel, and our team decides.
  decide_by timestamptz not null,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint delivery_claim_ended check ((state = 'open') = (ended_at is null)),
  constraint delivery_claim_reason check ((state in ('refunded', 'denied')) = (reason is not null))
);
comment on table delivery_claim is 'What a buyer says of a parcel that did not come although the courier calls it delivered.';
create index delivery_claim_open on delivery_claim (id desc) where state = 'open';

-- The money of an order waits while a claim is open, as while a return is.
create or replace view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date, (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open)
      or exists (select from delivery_claim c where c.order_id = o.id and c.state = 'open') as held,
    exists (select from return_request r where r.order_id = o.id and r.carried_at is not null) as carried_back,
    coalesce(is_gone(shipment_status_code), false) as is_gone,
    (select jsonb_object_agg(m.order_id, m.units - m.stray_units) from shipment_line l
      join shipment s on s.id = l.shipment_id and s.kind = 'forward' and s.withdrawn_at is null
      join shipment_line m on m.shipment_id = s.id where l.order_id = o.id) as together
  from orders o;
create constraint trigger delivery_claim_asked_due after insert on delivery_claim
  deferrable initially deferred for each row execute function store_due_days();
create constraint trigger delivery_claim_ended_due after update on delivery_claim
  deferrable initially deferred for each row when (old.state <> new.state) execute function store_due_days();
-- A claim is refunded together with the pieces of its order.
create function refuse_unrefunded_claim() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.id = new.order_id and o.cancelled_units + o.returned_units < o.quantity) then
    raise exception 'claim % is refunded without its order', new.id
      using errcode = 'check_violation', constraint = 'delivery_claim_refunded';
  end if;
  return null;
end $$;
create constraint trigger delivery_claim_refunded after insert or update of state on delivery_claim
  deferrable initially deferred for each row when (new.state = 'refunded') execute function refuse_unrefunded_claim();
-- An order that is refunded otherwise leaves nothing to decide.
create function end_claim_of_order() returns trigger language plpgsql as $$
begin
  update delivery_claim set state = 'refunded', reason = 'The order was refunded.', ended_at = now()
    where order_id = new.id and state = 'open';
  return null;
end $$;
create trigger orders_end_claim after update of cancelled_units, returned_units on orders for each row
  when (new.cancelled_units + new.returned_units >= new.quantity and old.cancelled_units + old.returned_units < old.quantity)
  execute function end_claim_of_order();
