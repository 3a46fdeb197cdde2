-- Money: disputes that the shop cannot place, and those that are opened again (docs/money.md, "Disputes")

create table unplaced_dispute (
  -- The provider's id.
  id text primary key,
  why text not null check (why in ('unknown-payment', 'unreadable')),
  payment_id text,
  amount_paise bigint check (amount_paise > 0),
  first_seen_at timestamptz not null default now(),
  asked_at timestamptz not null default now()
);
comment on table unplaced_dispute is 'A dispute of a payment that the shop does not know, or whose facts it cannot read, until it is placed or over.';
create index unplaced_dispute_asked on unplaced_dispute (asked_at);

-- How often it was opened again after it was won or closed.
alter table dispute add reopened int not null default 0 check (reopened >= 0);
-- A counted loss is not undone: a report that it is open is an exception, too.
alter table dispute drop constraint dispute_contradicted_by_check;
alter table dispute add constraint dispute_contradicted_by_check
  check (contradicted_by in ('open', 'action-required', 'under-review', 'won', 'lost', 'closed')) not valid;
