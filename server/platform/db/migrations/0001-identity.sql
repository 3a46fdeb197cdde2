create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('CUSTOMER', 'SELLER', 'ADMIN')),
  password_hash text not null,
  email_verified_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null default now()
);

create table customer (
  account_id uuid primary key references account on delete cascade,
  first_name text not null,
  last_name text not null,
  mobile text not null
);

create table seller (
  account_id uuid primary key references account on delete cascade,
  company_name text not null,
  gst text not null unique check (gst = upper(gst)),
  gst_doubt text,
  mobile text not null,
  building_no text not null,
  street text not null,
  landmark text not null,
  pin_code text not null,
  city text not null,
  state text not null,
  bank_full_name text not null,
  bank_account_sealed text not null,
  bank_account_last4 text not null,
  ifsc_code text not null,
  pickup_location text unique
);

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

-- A browser that gave the right password for an account whose e-mail is not verified yet.
create table password_proof (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null
);
create index password_proof_account on password_proof (account_id);

-- One live code an account and purpose: a new one overwrites, and so voids, the earlier one.
create table one_time_code (
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  code_hash bytea not null,
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);

create table rate_limit (
  key text primary key,
  window_ends_at timestamptz not null,
  hits int not null
);
create index rate_limit_window on rate_limit (window_ends_at);

create table address (
  id uuid primary key,
  customer_id uuid not null references customer on delete cascade,
  street text not null,
  city text not null,
  state text not null,
  pin_code text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index address_customer on address (customer_id);
create unique index address_one_default on address (customer_id) where is_default;

create table setting (
  name text primary key,
  value jsonb not null
);
