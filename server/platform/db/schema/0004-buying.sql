-- Buying: carts, wish lists and checkouts

create table cart_line (
  id uuid primary key,
  customer_id uuid not null references customer on delete cascade,
  product_id uuid not null references product,
  quantity int not null check (quantity > 0),
  added_at timestamptz not null default now(),
  unique (customer_id, product_id)
);
comment on table cart_line is 'A product in the cart of a buyer.';
create index cart_line_product on cart_line (product_id);

create table wishlist_item (
  id uuid primary key,
  customer_id uuid not null references customer on delete cascade,
  product_id uuid not null references product,
  added_at timestamptz not null default now(),
  unique (customer_id, product_id)
);
comment on table wishlist_item is 'A product on the wish list of a buyer.';
create index wishlist_item_newest on wishlist_item (customer_id, id desc) include (product_id);
create index wishlist_item_product on wishlist_item (product_id);

-- Two checkouts of a customer with a product in common are tries at the same purchase, unless the first was completed before
-- the second was opened. Both times are numbers of this sequence, taken while the customer's row is locked, because the clocks
-- of transactions may have another order.
create sequence checkout_seq;

-- State moves open → completed | expired | replaced | refunded. Expired and replaced may still become completed or refunded
-- when money arrives late, until 'abandoned': no payment can arrive any more, so the provider is not asked again.
create table checkout (
  id uuid primary key,
  customer_id uuid not null references customer,
  state text not null check (state in ('open', 'completed', 'expired', 'replaced', 'refunded', 'abandoned')),
  total_paise bigint not null check (total_paise > 0),
  -- Hash of lines, prices and address: a second try with the same cart is the same checkout.
  fingerprint text not null,
  -- A copy of the address, and the id of its source.
  address_id uuid,
  street text not null,
  city text not null,
  state_name text not null,
  pin_code text not null,
  -- The data of a business buyer for its invoices. Both or neither.
  buyer_gstin text check (buyer_gstin ~ '^[0-9A-Z]{15}$'),
  buyer_business_name text check (buyer_business_name <> ''),
  -- A request claims the creation of the provider's order first, so that only one at a time creates it.
  provider_order_claimed_at timestamptz,
  provider_order_id text unique,
  -- The public key that the provider's order was made with: payments with the key of a stand-in or a test key are no money.
  -- Null: no order at the provider yet.
  provider_key_id text,
  hold_expires_at timestamptz not null,
  -- When the stock hold ended; null while it lasts. Limits how long one buyer may hold goods.
  hold_ended_at timestamptz,
  -- A keyed hash of the buyer's network: unpaid checkouts are limited for each account and each network.
  network_hash text,
  -- When the provider is asked again.
  next_check_at timestamptz,
  opened_seq bigint not null default nextval('checkout_seq'),
  completed_seq bigint,
  -- How many order confirmations were queued.
  confirmation_mails smallint,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint checkout_buyer_is_whole check ((buyer_gstin is null) = (buyer_business_name is null)),
  constraint checkout_completed_seq check ((state = 'completed') = (completed_seq is not null)),
  constraint checkout_hold_ended check ((state = 'open') = (hold_ended_at is null)),
  -- Every checkout that the provider knows, and that may still be paid, has a next check.
  constraint checkout_has_next_look check (
    state in ('completed', 'refunded', 'abandoned')
    or next_check_at is not null
    or (provider_order_id is null and state <> 'open'))
);
comment on table checkout is 'A frozen cart: what is to be paid, at which prices, to which address.';
create unique index checkout_one_open on checkout (customer_id) where state = 'open';
create index checkout_by_customer on checkout (customer_id, id desc);
create index checkout_to_check on checkout (next_check_at) where next_check_at is not null;
create index checkout_by_network on checkout (network_hash, created_at) where network_hash is not null;
-- For retention.
create index checkout_unpaid on checkout (created_at) where state in ('expired', 'replaced', 'abandoned');

-- Written by a trigger, so that no writer of checkouts can forget to.
create function note_checkout_state() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then new.hold_ended_at := coalesce(new.hold_ended_at, now()); end if;
  if new.state = 'completed' then new.completed_seq := coalesce(new.completed_seq, nextval('checkout_seq')); end if;
  return new;
end $$;
create trigger checkout_state_changed before insert or update of state on checkout
  for each row execute function note_checkout_state();

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
comment on table checkout_line is 'A product of a checkout, with its price and number of pieces.';
create index checkout_line_product on checkout_line (product_id, checkout_id);
-- Removing a seller must not read every line.
create index checkout_line_seller on checkout_line (seller_id);

-- The hold of a customer's own unpaid checkout: it never prevents their own purchase (api-rules §3.6).
create view held_units as
  select c.customer_id, l.product_id, l.quantity
  from checkout c join checkout_line l on l.checkout_id = c.id
  where c.state = 'open';
comment on view held_units is 'The pieces that unpaid checkouts hold.';

create table webhook_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
comment on table webhook_event is 'Stored webhooks of payment provider and courier, so that none is processed twice.';
create index webhook_event_received on webhook_event (received_at);

-- For other groups.
create view purchase as
  select c.id, c.customer_id, c.provider_order_id, c.buyer_business_name, c.buyer_gstin, b.email as buyer_email,
    b.first_name || ' ' || b.last_name as buyer_name
  from checkout c join buyer b on b.id = c.customer_id;
comment on view purchase is 'A checkout with its buyer.';
create view purchase_line as
  select c.customer_id, c.street, c.city, c.state_name, c.pin_code, l.*
  from checkout c join checkout_line l on l.checkout_id = c.id;
comment on view purchase_line is 'A line of a checkout with its buyer and delivery address.';
create view chosen_product as
  select product_id from cart_line
  union all select product_id from wishlist_item
  union all select product_id from checkout_line;
comment on view chosen_product is 'The products in carts, wish lists and checkouts: they cannot be removed.';
create view waiting_holds as
  select (select count(*) from checkout where state = 'open') as held,
    (select count(*) from checkout where state = 'open' and hold_expires_at < now() - interval '3 minutes') as overdue;
comment on view waiting_holds is 'How many unpaid checkouts hold stock: one row for /metrics.';
