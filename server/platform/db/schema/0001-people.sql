-- People: accounts of buyers, sellers and administrators, sessions, addresses, and the record of who did what
create extension if not exists pg_trgm;

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
comment on table account is 'A person who can log in, with an e-mail address and one role.';
-- For the administrator, who searches for parts of e-mails and names.
create index account_email_part on account using gin (email gin_trgm_ops);
-- Few rows: the sellers whose products no list shows.
create index account_suspended on account (id) where suspended_at is not null;
-- For retention, which removes accounts that were never verified.
create index account_unverified on account (created_at) where email_verified_at is null;

create table customer (
  account_id uuid primary key references account on delete cascade,
  first_name text not null,
  last_name text not null,
  mobile text not null
);
comment on table customer is 'The name and telephone number of a buyer.';
create index customer_part on customer using gin ((first_name || ' ' || last_name || ' ' || mobile) gin_trgm_ops);

create table seller (
  account_id uuid primary key references account on delete cascade,
  company_name text not null,
  -- Claimed: the e-mail of this seller is verified.
  gst text unique check (gst = upper(gst)),
  -- The number as it was typed, while the e-mail is not verified. It reserves nothing: two sellers may have the same one.
  gst_unverified text check (gst_unverified = upper(gst_unverified)),
  -- What looks wrong about the number, if anything does.
  gst_doubt text,
  mobile text not null,
  -- Where parcels are picked up, and the courier's name of that place.
  building_no text not null,
  street text not null,
  landmark text not null,
  pin_code text not null,
  city text not null,
  state text not null,
  pickup_location text unique,
  bank_full_name text not null,
  bank_account_sealed text not null,
  bank_account_last4 text not null,
  ifsc_code text not null,
  constraint seller_has_gst check ((gst is null) <> (gst_unverified is null))
);
comment on table seller is 'A company that sells, with its GST number, address and bank account.';

-- A GST number belongs to a seller from the moment their e-mail is verified. Triggers decide it, so that the rule holds however
-- a seller is created or an e-mail verified.
create function put_gst_aside() returns trigger language plpgsql as $$
begin
  if new.gst is not null and exists (select from account where id = new.account_id and email_verified_at is null) then
    new.gst_unverified := new.gst;
    new.gst := null;
  end if;
  return new;
end $$;
create trigger seller_gst_put_aside before insert on seller for each row execute function put_gst_aside();

create function claim_gst() returns trigger language plpgsql as $$
begin
  update seller set gst = gst_unverified, gst_unverified = null where account_id = new.id and gst_unverified is not null;
  return null;
end $$;
create trigger seller_gst_claimed after update of email_verified_at on account
  for each row when (old.email_verified_at is null and new.email_verified_at is not null) execute function claim_gst();

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the password was last entered in this session, for views that require a recent login.
  confirmed_at timestamptz not null default now(),
  ip text,
  user_agent text
);
comment on table session is 'A browser that is logged in.';
create index session_account on session (account_id);
create index session_expiry on session (expires_at);
create index session_seen on session (last_seen_at);

create table password_proof (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null
);
comment on table password_proof is 'A browser in which the right password was entered before the e-mail was verified.';
create index password_proof_account on password_proof (account_id);
create index password_proof_expiry on password_proof (expires_at);

-- A new code overwrites the earlier one of the same purpose, which is invalid from then on.
create table one_time_code (
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  code_hash bytea not null,
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);
comment on table one_time_code is 'The live code that was mailed to an account, one a purpose.';
create index one_time_code_expiry on one_time_code (expires_at);

create table second_factor (
  account_id uuid primary key references account on delete cascade,
  secret_sealed text not null,
  -- Null until a code of it was entered once; until then no login requires it.
  confirmed_at timestamptz,
  -- The time step of the newest code that was accepted: it and all earlier ones are used up.
  last_step bigint not null default 0
);
comment on table second_factor is 'The authenticator app of an administrator.';

-- A code is stored like a password. Its beginning finds the row, so that a try costs one hash.
create table recovery_code (
  account_id uuid not null references second_factor on delete cascade,
  beginning text,
  password_hash text,
  -- Instead of these two, a keyed hash of the whole code. The shop reads it and never writes it.
  code_hash bytea,
  constraint recovery_code_once unique (account_id, beginning),
  constraint recovery_code_keyed_once unique (account_id, code_hash),
  constraint recovery_code_one_form check (
    (code_hash is null) <> (password_hash is null) and (beginning is null) = (password_hash is null))
);
comment on table recovery_code is 'A code that replaces the second factor once.';

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
comment on table address is 'A delivery address in the address book of a buyer.';
create index address_customer on address (customer_id);
create unique index address_one_default on address (customer_id) where is_default;

-- Names are copies: an entry can still be read when the account is deleted.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null default now(),
  act text not null,
  by_id uuid,
  by_name text,
  to_kind text,
  to_id text,
  to_name text,
  ip text,
  user_agent text,
  request_id text,
  note text
);
comment on table audit_entry is 'Who did what to whom, when and from where.';
create index audit_entry_act on audit_entry (act, id desc);
create index audit_entry_at on audit_entry (at);
-- In byte order: names by their beginning, whatever the collation of the database.
create index audit_entry_by on audit_entry (by_name collate "C", id desc);
create index audit_entry_to on audit_entry (to_name collate "C", id desc);
create index audit_entry_ip on audit_entry (ip, id desc);
create index audit_entry_request on audit_entry (request_id);

-- The entries that are kept for 180 days; all others are kept for nine years (docs/data-retention.md). The index below uses
-- this function: a change of the list has to rebuild the index.
create function audit_is_brief(act text) returns boolean language sql immutable
return act in ('login', 'login-failed', 'login-suspended', 'logout', 'login-confirmed', 'login-confirm-failed',
  'password-change-failed', 'second-factor-failed', 'call-refused', 'label-opened');
create index audit_entry_brief on audit_entry (at) where audit_is_brief(act);

-- An entry never changes. It may be deleted after its retention period and not earlier, by any account.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create function refuse_early_removal() returns trigger language plpgsql as $$
begin
  if (old.at < now() - case when audit_is_brief(old.act) then interval '180 days' else interval '9 years' end) then
    return old;
  end if;
  raise exception 'entries of % are kept for their time', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_stays before update on audit_entry for each row execute function refuse_change();
create trigger audit_entry_stays_its_time before delete on audit_entry
  for each row execute function refuse_early_removal();
create trigger audit_entry_stays_whole before truncate on audit_entry
  for each statement execute function refuse_change();

-- Repeats are counted here instead of filling the audit. At the end of the hour one entry gets the count
-- (server/people/audit/repeats.ts).
create table audit_repeat (
  act text not null,
  -- Actor and subject as one text, because nullable columns cannot be a key.
  whose text not null,
  network text not null,
  hour timestamptz not null,
  times int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  by_id uuid,
  by_name text,
  to_kind text,
  to_id text,
  to_name text,
  primary key (act, whose, hour, network)
);
comment on table audit_repeat is 'Repeats of one act within the running hour, on their way to the audit.';
create index audit_repeat_hour on audit_repeat (hour);

-- For other groups, which read these views and not the tables. Only the last view has a bank account, and none has a password.
-- In all schema files a view with all columns of another table or view (`c.*`) names them last. A later file can then repeat
-- `create or replace view` unchanged, and the view gets new columns.
create view suspended_account as
  select id, suspended_at, suspended_reason from account where suspended_at is not null;
comment on view suspended_account is 'An account that may not act at present.';
create view buyer as
  select a.id, a.email, c.first_name, c.last_name, c.mobile from customer c join account a on a.id = c.account_id;
comment on view buyer is 'A customer: name, e-mail address and telephone number.';
create view company as
  select account_id as id, company_name, coalesce(gst, gst_unverified) as gstin, mobile, building_no, street, landmark, city, state,
    pin_code, pickup_location,
    concat_ws(', ', building_no, street, landmark, city, state) || ' - ' || pin_code as address
  from seller;
comment on view company is 'The company of a seller, without e-mail address and bank account.';
create view seller_party as
  select a.email, a.suspended_at, a.suspended_reason, c.* from company c join account a on a.id = c.id;
comment on view seller_party is 'The company of a seller, with the e-mail address and whether they are suspended.';
create view bank_payee as select account_id as id, bank_full_name, bank_account_sealed, ifsc_code from seller;
comment on view bank_payee is 'Where the money of a seller goes: for the file of transfers.';
