-- Exchanges (docs/money.md, "Exchanges"): a return whose buyer wants the same product again instead of his money.

-- Whether what is faulty may be exchanged. Orders keep the answer of the day on which they were placed.
alter table return_policy add column exchanges boolean not null default true;
alter table order_terms add column exchanges boolean not null default true;

-- 'replacing': the seller hands a replacement over; 'sent': the courier brings it; 'exchanged': the buyer has it.
alter table return_request
  drop constraint return_request_state_check,
  add constraint return_request_state_check check (state in ('requested', 'disputed', 'accepted', 'pickup-booked', 'to-send',
    'picked-up', 'received', 'replacing', 'sent', 'exchanged', 'refunded', 'rejected', 'withdrawn')),
  add column wanted text not null default 'refund' check (wanted in ('refund', 'exchange')),
  -- Why a wanted exchange became a refund.
  add column fell_back text check (fell_back in ('sold-out', 'not-booked', 'undelivered', 'lost', 'seller', 'shop')),
  add constraint return_request_fell_back check (fell_back is null or wanted = 'exchange'),
  add constraint return_request_exchanged check (state not in ('replacing', 'sent', 'exchanged')
    or wanted = 'exchange' and (fell_back is null or state <> 'exchanged')),
  -- A node of the version before knows no exchanges: its refund of one is refused, and another node sees to it.
  add constraint return_request_refunded check (state <> 'refunded' or wanted = 'refund' or fell_back is not null),
  drop constraint return_request_check,
  add constraint return_request_restocked check (not restocked or state not in ('requested', 'accepted', 'pickup-booked',
    'to-send', 'picked-up', 'received', 'rejected', 'withdrawn'));

-- 'exchanged' ends a return. The column is made anew, because the expression of a generated one cannot be changed.
create or replace view order_on_hold as
  select order_id from return_request where state not in ('refunded', 'exchanged', 'rejected', 'withdrawn');
drop trigger return_request_closed_due on return_request;
alter table return_request drop column is_open;
alter table return_request add column is_open boolean not null
  generated always as (state not in ('refunded', 'exchanged', 'rejected', 'withdrawn')) stored;
create or replace view order_on_hold as select order_id from return_request where is_open;
create constraint trigger return_request_closed_due after update on return_request
  deferrable initially deferred for each row when (old.is_open <> new.is_open) execute function store_due_days();
create index return_request_open on return_request (order_id) where is_open;
create index return_request_due on return_request (due_at) where is_open and due_at is not null;
create index return_request_ended on return_request (updated_at) where not is_open;

-- The pieces that replace returned ones, taken from the stock when those have come back, and their parcel.
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
  -- Delivered, or not needed any more because the money goes back.
  ended_at timestamptz,
  -- Pieces that were never handed over are counted in the stock again.
  stock_returned_at timestamptz,
  check (stock_returned_at is null or handed_over_at is null and ended_at is not null),
  check (delivered_at is null or handed_over_at is not null and ended_at is not null),
  check (check_at is null or ended_at is null)
);
create index replacement_check on replacement (check_at) where check_at is not null;

-- What the parcels of an exchange cost the seller is a row without a price: the sale stands.
alter table order_reversal
  drop constraint order_reversal_cause_check,
  add constraint order_reversal_cause_check check (cause in ('returned', 'undelivered', 'lost', 'price-reduced', 'exchanged')),
  drop constraint order_reversal_gross_paise_check,
  add constraint order_reversal_gross_paise_check check (gross_paise > 0 or cause = 'exchanged' and gross_paise = 0 and units = 0);
