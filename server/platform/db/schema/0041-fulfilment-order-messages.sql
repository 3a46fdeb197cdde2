-- Fulfilment: buyer and seller write to each other about an order; the desk reads what is reported

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Nothing changes a message: what was reported stays as it was written.
create table order_message (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- The seller of the order, for the seller's list.
  seller_id uuid not null references seller,
  by text not null check (by in ('buyer', 'seller')),
  words text not null check (length(words) <= 2000),
  -- When the other side saw it.
  read_at timestamptz,
  -- As with complaints: messages stay in the order in which they came.
  created_at timestamptz not null default clock_timestamp()
);
comment on table order_message is 'What buyer and seller of an order wrote to each other.';
create index order_message_order on order_message (order_id, created_at, id);
-- Counts the orders of a seller with messages.
create index order_message_orders on order_message (seller_id, order_id);
create index order_message_seller on order_message (seller_id, id desc);
create index order_message_unread on order_message (seller_id, order_id) where by = 'buyer' and read_at is null;
create index order_message_age on order_message (created_at);

-- As for other rows of people: what a seller writes while their account is deleted is refused.
create trigger order_message_of_deleted before insert on order_message for each row
  execute function refuse_row_of_deleted('seller_id');

-- Somebody reports the messages about an order: one complaint of each side at a time, beside one that was opened again.
alter table complaint add reports_messages boolean not null default false,
  add constraint complaint_reports_messages check (not reports_messages or category in ('order', 'seller'));
create unique index complaint_of_messages on complaint (order_id, account_id)
  where reports_messages and state in ('open', 'waiting') and reopened_at is null;
