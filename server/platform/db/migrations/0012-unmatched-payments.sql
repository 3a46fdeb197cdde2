-- Notices of the payment provider that name an order of his which is in no checkout of ours.
create table unmatched_payment (
  id uuid primary key,
  provider_order_id text not null unique,
  event text not null,
  times int not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_note text
);

-- What an administrator did about a refund that the provider could not make.
alter table refund add column settled_note text;
create index refund_newest on refund (id desc);
