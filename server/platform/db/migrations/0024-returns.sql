-- Returns (docs/money.md, "Returns"): a buyer asks to give pieces of a delivered order back, and what becomes of that.
create table return_request (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- A copy of the order's, so that the list of a seller is read from one index.
  seller_id uuid not null references seller on delete cascade,
  units int not null check (units > 0),
  reason text not null check (reason in
    ('damaged', 'defective', 'wrong-item', 'not-as-described', 'incomplete', 'late', 'changed-mind')),
  words text not null check (length(words) <= 1000),
  -- The moves from one state to the next stand in server/fulfilment/returns/rules.ts.
  state text not null default 'requested' check (state in ('requested', 'disputed', 'accepted', 'pickup-booked', 'to-send',
    'picked-up', 'received', 'refunded', 'rejected', 'withdrawn')),
  -- What an open return may take back of a sale must not be paid out to the seller.
  is_open boolean not null generated always as (state not in ('refunded', 'rejected', 'withdrawn')) stored,
  -- When the clock acts, because nobody did.
  due_at timestamptz,
  -- The price of the way back without GST, and who pays it; both are decided when the buyer asks.
  way_back_paise bigint not null check (way_back_paise >= 0),
  way_back_paid_by text not null check (way_back_paid_by in ('buyer', 'seller')),
  -- What the buyer gets back: promised while the return is open, given once it is refunded.
  refund_paise bigint not null check (refund_paise >= 0),
  refund_id uuid references refund on delete set null,
  received_at timestamptz,
  restocked boolean not null default false,
  -- The courier's shipment of the way back.
  booking_started_at timestamptz,
  shipment_id text,
  awb_number text,
  courier_name text,
  -- When a worker books or tracks it next; null for a return that has nothing to do with the courier.
  check_at timestamptz,
  tries int not null default 0,
  courier_code int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not restocked or state = 'refunded')
);
create index return_request_of_order on return_request (order_id);
create index return_request_open on return_request (order_id) where is_open;
create index return_request_of_seller on return_request (seller_id, id desc);
create index return_request_due on return_request (due_at) where is_open and due_at is not null;
create index return_request_ended on return_request (updated_at) where not is_open;
create index return_request_check on return_request (check_at) where check_at is not null;
create index return_request_disputed on return_request (id desc) where state = 'disputed';
create unique index return_request_awb on return_request (awb_number) where awb_number is not null;
create index return_request_refund on return_request (refund_id) where refund_id is not null;

-- The history of a return: each state with who brought it about.
create table return_event (
  request_id uuid not null references return_request on delete cascade,
  no smallint not null,
  state text not null,
  at timestamptz not null default now(),
  by text not null check (by in ('buyer', 'seller', 'shop', 'courier', 'clock')),
  note text check (length(note) <= 500),
  primary key (request_id, no)
);

-- The pictures of a return are rows of `picture` with a key of their own kind, which no public address serves.
create table return_photo (
  request_id uuid not null references return_request on delete cascade,
  no smallint not null check (no between 1 and 5),
  key text not null unique references picture,
  primary key (request_id, no)
);
