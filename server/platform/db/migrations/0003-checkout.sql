-- A frozen cart: what was to be paid, at which prices, to which address. State moves
-- open → completed | expired | replaced | refunded; expired and replaced may still become completed or refunded
-- when money arrives late.
create table checkout (
  id uuid primary key,
  customer_id uuid not null references customer,
  state text not null check (state in ('open', 'completed', 'expired', 'replaced', 'refunded')),
  total_paise bigint not null check (total_paise > 0),
  fingerprint text not null,
  address_id uuid,
  street text not null,
  city text not null,
  state_name text not null,
  pin_code text not null,
  provider_order_id text unique,
  replaced_by uuid references checkout,
  hold_expires_at timestamptz not null,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create unique index checkout_one_open on checkout (customer_id) where state = 'open';
create index checkout_by_customer on checkout (customer_id, id desc);
create index checkout_to_check on checkout (next_check_at) where next_check_at is not null;

create table checkout_line (
  checkout_id uuid not null references checkout on delete cascade,
  line_no int not null,
  product_id uuid not null references product,
  seller_id uuid not null references seller,
  product_name text not null,
  product_image text not null,
  price_paise bigint not null check (price_paise > 0),
  quantity int not null check (quantity > 0),
  primary key (checkout_id, line_no),
  unique (checkout_id, product_id)
);

-- Captured money, by the provider's payment id.
create table payment (
  id text primary key,
  checkout_id uuid not null references checkout,
  amount_paise bigint not null check (amount_paise > 0),
  -- What became of it: the one payment that bought the checkout, or one to give back.
  outcome text not null check (outcome in ('order', 'refund')),
  received_at timestamptz not null default now()
);
create unique index payment_one_for_checkout on payment (checkout_id) where outcome = 'order';
create index payment_checkout on payment (checkout_id);

create table refund (
  id uuid primary key,
  payment_id text not null unique references payment,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  state text not null check (state in ('scheduled', 'accepted', 'processed', 'failed')),
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refund_open on refund (updated_at) where state in ('scheduled', 'accepted');

create table webhook_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index webhook_event_received on webhook_event (received_at);

create table orders (
  id uuid primary key,
  checkout_id uuid not null,
  line_no int not null,
  customer_id uuid not null references customer,
  seller_id uuid not null references seller,
  product_id uuid not null references product,
  product_name text not null,
  product_image text not null,
  quantity int not null check (quantity > 0),
  amount_paise bigint not null check (amount_paise > 0),
  street text not null,
  city text not null,
  state_name text not null,
  pin_code text not null,
  status text not null check (status in ('pending', 'processing', 'shipped', 'completed', 'cancelled', 'refunded')),
  shipment_id text,
  shipment_status text,
  shipment_status_code int,
  awb_number text,
  courier_name text,
  shipment_label_url text,
  delivery_date timestamptz,
  needs_attention text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (checkout_id, line_no),
  foreign key (checkout_id, line_no) references checkout_line
);
create index orders_by_customer on orders (customer_id, id desc);
create index orders_by_seller on orders (seller_id, id desc) where status <> 'refunded';
create index orders_newest on orders (id desc);
create unique index orders_shipment on orders (shipment_id) where shipment_id is not null;
create unique index orders_awb on orders (awb_number) where awb_number is not null;

-- What a customer's own unpaid checkout keeps: it never stands in his own way (api-rules §3.6).
create view held_units as
  select c.customer_id, l.product_id, l.quantity
  from checkout c join checkout_line l on l.checkout_id = c.id
  where c.state = 'open';
