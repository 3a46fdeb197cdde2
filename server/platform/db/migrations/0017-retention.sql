-- A GST number belongs to a seller from the moment his e-mail is verified. Until then it is only what somebody typed, stands in
-- its own column and is in nobody's way; `gst` and its unique constraint know claimed numbers alone. The triggers decide it,
-- so that every way to make a seller or to verify an e-mail, also one of a node of the version before, keeps to it.
alter table seller alter column gst drop not null,
  add column gst_unverified text check (gst_unverified = upper(gst_unverified)),
  add constraint seller_has_gst check ((gst is null) <> (gst_unverified is null));

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

update seller s set gst_unverified = s.gst, gst = null
from account a where a.id = s.account_id and a.email_verified_at is null;

-- Repeats of one act within an hour are counted here instead of standing in the audit one by one; the hour's number goes
-- there when the hour is over (server/people/audit/repeats.ts).
create table audit_repeat (
  act text not null,
  -- Who did it and whom it concerned, as one text: columns that may be null are no key.
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
create index audit_repeat_hour on audit_repeat (hour);

-- Which entries are kept for 180 days; all others are kept for nine years (docs/data-retention.md). The index below is built on
-- this function: who changes the list builds the index anew.
create function audit_is_brief(act text) returns boolean language sql immutable
return act in ('login', 'login-failed', 'login-suspended', 'logout', 'login-confirmed', 'login-confirm-failed',
  'password-change-failed', 'second-factor-failed', 'call-refused', 'label-opened');
create index audit_entry_brief on audit_entry (at) where audit_is_brief(act);

-- An entry may go once it is older than that, and not a day before, whoever asks.
create function refuse_early_removal() returns trigger language plpgsql as $$
begin
  if (old.at < now() - case when audit_is_brief(old.act) then interval '180 days' else interval '9 years' end) then
    return old;
  end if;
  raise exception 'entries of % are kept for their time', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger audit_entry_stays on audit_entry;
create trigger audit_entry_stays before update on audit_entry for each row execute function refuse_change();
create trigger audit_entry_stays_its_time before delete on audit_entry
  for each row execute function refuse_early_removal();

-- When it was last looked at whether a product still has the word.
alter table search_word add column checked_at timestamptz not null default now();
create index search_word_checked on search_word (checked_at);

-- What a timer removes is found without reading the tables.
create index account_unverified on account (created_at) where email_verified_at is null;
create index session_seen on session (last_seen_at);
create index password_proof_expiry on password_proof (expires_at);
create index one_time_code_expiry on one_time_code (expires_at);
create index catalogue_change_old on catalogue_change (written_at);
create index parcel_event_received on parcel_event (received_at);
create index product_deleted on product (deleted_at) where deleted_at is not null;
create index checkout_unpaid on checkout (created_at) where state in ('expired', 'replaced', 'abandoned');

-- And removing one row must not read another table for rows that point at it.
create index checkout_line_seller on checkout_line (seller_id);
create index orders_product on orders (product_id);
create index product_seller on product (seller_id);

-- A deleted product is on no page: when its row goes, nothing changes, and its category may be gone before it.
create or replace function note_products_out() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(
    shelf_tags(category_id, subcategory_id) || picked_tags(category_id, subcategory_id) || ('product:' || id)) from before
  where deleted_at is null;
  return null;
end $$;
