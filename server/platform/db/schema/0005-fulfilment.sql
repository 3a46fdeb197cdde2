-- Fulfilment: orders and their parcels, cancellations, returns and exchanges

-- An order's number is short enough for a telephone call, the id is not. The API uses the id. The alphabet has no vowels, so
-- that no number is a word, and none of the pairs 0O 1I 2Z 5S 8B UV that people confuse. Numbers are random, so that they do
-- not reveal how many orders there are; the function takes a free one of 22^8.
create function new_order_number() returns text language plpgsql as $$
declare
  alphabet constant text := '34679CDFGHJKMNPQRTVWXY';
  candidate text;
begin
  loop
    candidate := '';
    for i in 1..8 loop
      candidate := candidate || substr(alphabet, 1 + floor(random() * 22)::int, 1);
    end loop;
    candidate := left(candidate, 4) || '-' || right(candidate, 4);
    exit when not exists (select from orders where number = candidate);
  end loop;
  return candidate;
end $$;

create table orders (
  id uuid primary key,
  number text not null default new_order_number() constraint orders_number unique,
  checkout_id uuid not null,
  line_no int not null,
  customer_id uuid not null references customer,
  seller_id uuid not null references seller,

  -- The goods as they were bought.
  product_id uuid not null references product,
  product_name text not null,
  product_image text not null,
  quantity int not null check (quantity > 0),
  amount_paise bigint not null check (amount_paise > 0),

  -- The delivery address.
  street text not null,
  city text not null,
  state_name text not null,
  pin_code text not null,

  status text not null check (status in ('pending', 'processing', 'shipped', 'completed', 'cancelled', 'refunded')),
  -- Why an administrator has to act.
  needs_attention text,
  -- Placed without terms (order_terms): settled with its seller by hand.
  has_no_terms boolean not null default false,

  -- Pieces are cancelled before the parcel is handed over and returned after it. `refunded_paise` is decided, not necessarily
  -- paid; `reversed_paise` is the reversed price of the sale.
  cancelled_units int not null default 0 check (cancelled_units >= 0),
  returned_units int not null default 0 check (returned_units >= 0),
  refunded_paise bigint not null default 0 check (refunded_paise >= 0),
  reversed_paise bigint not null default 0 check (reversed_paise >= 0),

  -- The parcel. After a cancellation the remaining pieces travel in another one with the next number, because the courier
  -- accepts an order's id only once.
  parcel_no int not null default 1 check (parcel_no > 0),
  courier_order_id text,
  booking_started_at timestamptz,
  shipment_id text,
  awb_number text,
  courier_name text,
  shipment_label_url text,
  pickup_requested_at timestamptz,
  shipment_status text,
  shipment_status_code int,
  delivery_date timestamptz,
  parcel_tries int not null default 0,
  -- Null: nothing is left to ask. A worker moves the time ahead before it works on the parcel, so that no other worker does.
  parcel_check_at timestamptz,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (checkout_id, line_no),
  foreign key (checkout_id, line_no) references checkout_line,
  constraint orders_number_form check (number ~ '^[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}$'),
  constraint orders_units_fit check (cancelled_units + returned_units <= quantity),
  constraint orders_refunds_fit check (refunded_paise <= amount_paise and reversed_paise <= amount_paise),
  -- The statement that refunds an order also removes its parcel from the queue: no worker books it afterwards.
  constraint orders_refunded_rest check (status <> 'refunded' or parcel_check_at is null)
);
comment on table orders is 'One product of a paid checkout: an order, its parcel, and how much of it was refunded.';

-- Lists, newest first.
create index orders_newest on orders (id desc);
create index orders_by_customer on orders (customer_id, id desc);
create index orders_by_seller on orders (seller_id, id desc);
-- A seller's orders by the state of their parcels.
create index orders_by_seller_shipment on orders (seller_id, (coalesce(shipment_status, 'Pending')), id desc)
  where status <> 'refunded';
-- The administrator's orders of a rare status: without it the list reads every order to find the last of them.
create index orders_by_rare_status on orders (status, id desc) where status <> 'completed';
create index orders_need_attention on orders (id desc) where needs_attention is not null;
create index orders_without_terms on orders (seller_id) where has_no_terms;
-- For the check of invariants: rows that changed lately.
create index orders_by_update on orders (updated_at);
create index orders_parcel_due on orders (parcel_check_at) where parcel_check_at is not null;
create unique index orders_shipment on orders (shipment_id) where shipment_id is not null;
create unique index orders_awb on orders (awb_number) where awb_number is not null;
-- Removing a product must not read every order.
create index orders_product on orders (product_id);

-- A handed-over order is sold: an order with terms has its sale by the end of the transaction.
create function refuse_unsold_hand_over() returns trigger language plpgsql as $$
begin
  if exists (select from order_terms where order_id = new.id) and not exists (select from order_sale where order_id = new.id) then
    raise exception 'order % was handed over without a sale', new.id
      using errcode = 'check_violation', constraint = 'orders_sold';
  end if;
  return null;
end $$;
create constraint trigger orders_sold after update of status on orders deferrable initially deferred
  for each row when (new.status <> old.status
    and (new.status in ('shipped', 'completed') or new.status = 'cancelled' and new.shipment_status = 'RTO'))
  execute function refuse_unsold_hand_over();

-- A refunded order has nothing left. It is refused while its sale is not wholly reversed. It is also refused without
-- `refunded_paise`, which is filled in here, if another order of the checkout is refunded in part.
create function fill_refunded_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
    exists (select from order_sale s where s.order_id = new.id and s.gross_paise > new.reversed_paise)
    or new.refunded_paise < new.amount_paise and exists (select from orders o
      where o.checkout_id = new.checkout_id and o.refunded_paise > 0 and o.status <> 'refunded')) then
    raise exception 'order % is refunded without its sale, or without what was refunded in parts', new.id
      using errcode = 'check_violation', constraint = 'orders_refunded';
  end if;
  new.refunded_paise := new.amount_paise;
  if new.cancelled_units + new.returned_units < new.quantity then
    new.cancelled_units := new.quantity - new.returned_units;
  end if;
  return new;
end $$;
create trigger orders_refunded before insert or update of status on orders
  for each row when (new.status = 'refunded') execute function fill_refunded_order();

-- In the courier's own codes; a repeated webhook finds its own row.
create table parcel_event (
  order_id uuid not null references orders on delete cascade,
  parcel_no int not null default 1,
  code int not null,
  happened_at timestamptz not null,
  words text not null,
  heard_by text not null check (heard_by in ('webhook', 'sweep')),
  received_at timestamptz not null default now(),
  primary key (order_id, parcel_no, code, happened_at)
);
comment on table parcel_event is 'All tracking events of a parcel.';
create index parcel_event_received on parcel_event (received_at);

create table cancellation (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  by text not null check (by in ('customer', 'administrator')),
  units int not null check (units > 0),
  -- The refunded price, and the refund: null where all of it was refunded at the payment provider before. Its foreign key is
  -- made with `refund`, in money.
  paise bigint not null check (paise >= 0),
  refund_id uuid,
  cancelled_at timestamptz not null default now(),
  -- The parcel with these pieces, and its air waybill if it was known. If its booking had begun, the courier has to cancel it.
  parcel_no int not null check (parcel_no > 0),
  awb_number text,
  booking_started boolean not null,
  -- When the courier had cancelled the parcel, or did not know it.
  courier_cancelled_at timestamptz
);
comment on table cancellation is 'Pieces of an order that were cancelled before the parcel was handed over.';
create index cancellation_of_order on cancellation (order_id);
create index cancellation_refund on cancellation (refund_id) where refund_id is not null;
create index cancellation_awb on cancellation (awb_number) where awb_number is not null;

create table return_policy (
  -- Null is for the categories without a row of their own.
  category_id int unique nulls not distinct references category on delete cascade,
  cancel_minutes int not null default 60 check (cancel_minutes between 0 and 10080),
  -- Days after the delivery.
  return_days int not null default 7 check (return_days between 0 and 90),
  -- The time limits of the seller's decision, of the buyer's dispatch, and of the shop's refund after the goods came back.
  answer_days int not null default 2 check (answer_days between 1 and 30),
  send_days int not null default 7 check (send_days between 1 and 30),
  refund_days int not null default 7 check (refund_days between 1 and 30),
  -- Whether a buyer may return what is not faulty. Damaged, defective and wrong goods may always be returned.
  change_of_mind boolean not null default true,
  -- Who pays the way back of what is not faulty.
  way_back text not null default 'buyer' check (way_back in ('buyer', 'seller')),
  -- Whether what is faulty may be exchanged.
  exchanges boolean not null default true
);
comment on table return_policy is 'How long, and on what terms, products of a category may be cancelled and returned.';
insert into return_policy (category_id) values (null);
create trigger return_policy_changed after insert or update or delete on return_policy
  for each statement execute function note_tag('periods');

-- Returns and exchanges (docs/money.md, "Returns", "Exchanges"). An exchange is a return whose buyer wants the same product
-- again instead of the money.
create table return_request (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- A copy of the order's, so that the list of a seller is read from one index.
  seller_id uuid not null references seller on delete cascade,
  units int not null check (units > 0),
  reason text not null check (reason in
    ('damaged', 'defective', 'wrong-item', 'not-as-described', 'incomplete', 'late', 'changed-mind')),
  words text not null check (length(words) <= 1000),
  wanted text not null default 'refund' check (wanted in ('refund', 'exchange')),
  -- Why a requested exchange became a refund.
  fell_back text check (fell_back in ('sold-out', 'not-booked', 'undelivered', 'lost', 'seller', 'shop')),
  -- server/fulfilment/returns/rules.ts has the moves from state to state. 'replacing': the seller hands a replacement over;
  -- 'sent': it is in transit; 'exchanged': the buyer has it.
  state text not null default 'requested' check (state in ('requested', 'disputed', 'accepted', 'pickup-booked', 'to-send',
    'picked-up', 'received', 'replacing', 'sent', 'exchanged', 'refunded', 'rejected', 'withdrawn')),
  -- The part of a sale that an open return may reverse must not be paid out to the seller.
  is_open boolean not null generated always as (state not in ('refunded', 'exchanged', 'rejected', 'withdrawn')) stored,
  -- The time limit of the state, after which the timer acts.
  due_at timestamptz,
  -- The price of the way back without GST, and who pays it; both are decided when the buyer asks.
  way_back_paise bigint not null check (way_back_paise >= 0),
  way_back_paid_by text not null check (way_back_paid_by in ('buyer', 'seller')),
  -- The refund: promised while the return is open, paid once it is refunded. The foreign key is made with `refund`, in money.
  refund_paise bigint not null check (refund_paise >= 0),
  refund_id uuid,
  received_at timestamptz,
  restocked boolean not null default false,
  -- The courier's shipment of the way back.
  booking_started_at timestamptz,
  shipment_id text,
  awb_number text,
  courier_name text,
  courier_code int,
  -- When a worker books or tracks it next; null for a return without a courier.
  check_at timestamptz,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint return_request_fell_back check (fell_back is null or wanted = 'exchange'),
  constraint return_request_exchanged check (state not in ('replacing', 'sent', 'exchanged')
    or wanted = 'exchange' and (fell_back is null or state <> 'exchanged')),
  -- An exchange becomes a refund only for a stored reason.
  constraint return_request_refunded check (state <> 'refunded' or wanted = 'refund' or fell_back is not null),
  constraint return_request_restocked check (not restocked or state not in ('requested', 'accepted', 'pickup-booked',
    'to-send', 'picked-up', 'received', 'rejected', 'withdrawn'))
);
comment on table return_request is 'Pieces that a buyer asks to return, and what was decided.';
create index return_request_of_order on return_request (order_id);
create index return_request_open on return_request (order_id) where is_open;
create index return_request_of_seller on return_request (seller_id, id desc);
create index return_request_due on return_request (due_at) where is_open and due_at is not null;
create index return_request_check on return_request (check_at) where check_at is not null;
create index return_request_disputed on return_request (id desc) where state = 'disputed';
create index return_request_ended on return_request (updated_at) where not is_open;
create unique index return_request_awb on return_request (awb_number) where awb_number is not null;
create index return_request_refund on return_request (refund_id) where refund_id is not null;

create table return_event (
  request_id uuid not null references return_request on delete cascade,
  no smallint not null,
  state text not null,
  at timestamptz not null default now(),
  by text not null check (by in ('buyer', 'seller', 'shop', 'courier', 'clock')),
  note text check (length(note) <= 500),
  primary key (request_id, no)
);
comment on table return_event is 'The history of a return: each state with its actor.';

-- Rows of `picture` with private keys, which no public address serves.
create table return_photo (
  request_id uuid not null references return_request on delete cascade,
  no smallint not null check (no between 1 and 5),
  key text not null unique references picture,
  primary key (request_id, no)
);
comment on table return_photo is 'The pictures that a buyer adds to a return.';

create table replacement (
  id uuid primary key,
  request_id uuid not null unique references return_request on delete cascade,
  units int not null check (units > 0),
  held_at timestamptz not null default now(),
  -- The courier's shipment; `label_url` is its own address of the label.
  booking_started_at timestamptz,
  shipment_id text,
  awb_number text unique,
  courier_name text,
  label_url text,
  pickup_requested_at timestamptz,
  courier_code int,
  -- When a worker books or tracks it next; null before it is booked and after its end.
  check_at timestamptz,
  tries int not null default 0,
  handed_over_at timestamptz,
  delivered_at timestamptz,
  -- Delivered, or ended because the return is refunded.
  ended_at timestamptz,
  -- Pieces that were never handed over are counted in the stock again.
  stock_returned_at timestamptz,
  check (stock_returned_at is null or handed_over_at is null and ended_at is not null),
  check (delivered_at is null or handed_over_at is not null and ended_at is not null),
  check (check_at is null or ended_at is null)
);
comment on table replacement is 'The pieces that replace returned ones, taken from the stock, and their parcel.';
create index replacement_check on replacement (check_at) where check_at is not null;
-- For /metrics: pieces that are held for a buyer while no courier has them.
create index replacement_waiting on replacement (id) where ended_at is null and handed_over_at is null;

-- For other groups. The money of an order waits (`held`) while a return is open. Its last delivery may be that of a
-- replacement, which may be returned for as long as the order, counted from its own delivery.
create view placed_order as
  select id, number, checkout_id, customer_id, seller_id, product_id, product_name, quantity, amount_paise, street, city,
    state_name, pin_code, status, has_no_terms, cancelled_units, returned_units, refunded_paise, reversed_paise, delivery_date,
    created_at,
    greatest(delivery_date, (select max(p.delivered_at) from return_request r join replacement p on p.request_id = r.id
      where r.order_id = o.id)) as last_delivered_at,
    exists (select from return_request r where r.order_id = o.id and r.is_open) as held
  from orders o;
comment on view placed_order is 'An order without its parcel; when it was delivered last, and whether its money waits for a decision.';

-- Of the category, or the general one.
create function return_policy_for(category int) returns table (cancel_minutes int, return_days int, answer_days int, send_days int,
  refund_days int, change_of_mind boolean, way_back text, exchanges boolean) language sql stable as $$
  select cancel_minutes, return_days, answer_days, send_days, refund_days, change_of_mind, way_back, exchanges
  from return_policy where category_id = $1 or category_id is null order by category_id nulls last limit 1
$$;

-- The orders of a checkout are locked until the caller's transaction ends.
create function lock_orders_of(checkout uuid) returns void language plpgsql as $$
begin
  perform from orders where checkout_id = checkout order by id for no key update;
end $$;

create view waiting_parcels as
  select (select count(*) from orders where parcel_check_at is not null and status = 'pending') as parcels,
    (select count(*) from orders where parcel_check_at < now() - interval '10 minutes') as parcels_overdue,
    (select count(*) from orders where needs_attention is not null) as need_attention,
    (select count(*) from replacement where ended_at is null and handed_over_at is null) as replacements,
    (select count(*) from return_request where check_at < now() - interval '10 minutes')
      + (select count(*) from replacement where check_at < now() - interval '10 minutes') as returns_overdue;
comment on view waiting_parcels is 'How many parcels, returns and replacements wait: one row for /metrics.';

-- For fulfilment's own statements: the people of an order, and its goods as a courier needs them.
create view order_parties as
  select o.id as order_id, o.product_id, o.product_name, o.quantity, o.amount_paise, o.street, o.city, o.state_name, o.pin_code,
    b.email as buyer_email, b.first_name as buyer_first_name, b.last_name as buyer_last_name,
    b.mobile as buyer_mobile, s.id as seller_id, s.email as seller_email, s.company_name as seller_company,
    s.mobile as seller_mobile, s.building_no as seller_building_no, s.street as seller_street, s.landmark as seller_landmark,
    s.city as seller_city, s.state as seller_state, s.pin_code as seller_pin_code, s.pickup_location, s.address as seller_address,
    s.suspended_at as seller_suspended_at
  from orders o join buyer b on b.id = o.customer_id join seller_party s on s.id = o.seller_id;
comment on view order_parties is 'An order with its buyer and seller.';
create view order_parcel as
  select p.weight_grams, p.length_cm, p.width_cm, p.height_cm, x.*
  from order_parties x join goods p on p.id = x.product_id;
comment on view order_parcel is 'An order with its buyer and seller, and the size of one piece.';
