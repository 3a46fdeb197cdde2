-- Fulfilment: complaints of buyers, sellers and visitors, which a person of the desk answers in time

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
create table complaint (
  id uuid primary key,
  number text not null default 'C-' || new_order_number() constraint complaint_number unique,
  -- Null: a visitor, who reads it by the link in a mail, or an account that is gone.
  account_id uuid references account on delete set null,
  name text not null check (length(name) <= 201),
  email text not null check (email = lower(email)),
  category text not null check (category in ('order', 'product', 'seller', 'payment', 'account', 'privacy', 'other')),
  order_id uuid references orders on delete set null,
  product_id uuid references product on delete set null,
  seller_id uuid references seller on delete set null,
  -- 'waiting': for an answer of who complains. A solved one is closed when it cannot be opened again.
  state text not null default 'open' check (state in ('open', 'waiting', 'solved', 'closed')),
  -- The two clocks of the E-Commerce Rules: the first answer, and the decision. Opening it again begins the second one anew.
  answer_by timestamptz not null,
  decide_by timestamptz not null,
  answered_at timestamptz,
  solved_at timestamptz,
  closed_at timestamptz,
  reopened_at timestamptz,
  satisfied boolean,
  -- Until when the seller answers; null: they were not asked and do not see it.
  seller_answer_by timestamptz,
  seller_answered_at timestamptz,
  assigned_to uuid references account on delete set null,
  -- A copy of the e-mail, as in the audit.
  assigned_name text,
  escalated_at timestamptz,
  -- When a visitor opened the link that was mailed: before, nobody knows whether the address is theirs.
  link_opened_at timestamptz,
  created_at timestamptz not null default now(),
  due_at timestamptz not null generated always as (
    case when state in ('solved', 'closed') then 'infinity'::timestamptz when answered_at is null then least(answer_by, decide_by)
      else decide_by end) stored,
  constraint complaint_solved check ((state in ('solved', 'closed')) = (solved_at is not null)),
  constraint complaint_closed check ((state = 'closed') = (closed_at is not null)),
  constraint complaint_answered check (state = 'open' or answered_at is not null),
  constraint complaint_rated check (satisfied is null or answered_at is not null),
  constraint complaint_seller check (seller_answer_by is not null or seller_answered_at is null)
);
comment on table complaint is 'A complaint: a ticket with a number and two clocks.';
create index complaint_due on complaint (due_at, id desc);
create index complaint_account on complaint (account_id, id desc);
create index complaint_order on complaint (order_id);
create index complaint_product on complaint (product_id);
create index complaint_seller_asked on complaint (seller_id, id desc);
create index complaint_assigned on complaint (assigned_to);
create index complaint_email on complaint (email);
create index complaint_age on complaint (created_at);
create index complaint_to_close on complaint (solved_at) where state = 'solved';
create index complaint_over on complaint (closed_at) where state = 'closed';

create table complaint_message (
  id uuid primary key,
  complaint_id uuid not null references complaint on delete cascade,
  -- 'desk': an answer to the person; 'note': for administrators only; 'to-seller' and 'seller': between desk and seller.
  kind text not null check (kind in ('person', 'desk', 'note', 'to-seller', 'seller')),
  -- The e-mail of the administrator, a copy as in the audit.
  author text,
  words text not null check (length(words) <= 5500),
  -- Not when its transaction began, which may have waited for another one: messages stay in the order in which they came.
  created_at timestamptz not null default clock_timestamp(),
  constraint complaint_message_author check ((kind in ('desk', 'note', 'to-seller')) = (author is not null))
);
comment on table complaint_message is 'What was said about a complaint, the complaint itself first.';
create index complaint_message_order on complaint_message (complaint_id, created_at, id);

-- Every mail to a visitor has a link of its own, because only hashes of the tokens are kept.
create table complaint_link (
  token_hash bytea primary key,
  complaint_id uuid not null references complaint on delete cascade,
  created_at timestamptz not null default now()
);
comment on table complaint_link is 'A mailed link by which a visitor reads and answers their complaint.';
create index complaint_link_complaint on complaint_link (complaint_id);

-- Group money: jobs that wait while the shop is held ------------------------------------------------------------------------------
create function share_shop_hold() returns void language sql as $$ select pg_advisory_xact_lock_shared(1500151) $$;
comment on function share_shop_hold() is 'Waits for a hold that begins or ends, and lets none do so before the transaction ends.';
