-- People: consents, and accounts that their owners delete (docs/data-retention.md, "Who leaves")

-- Group people ------------------------------------------------------------------------------------------------------------------
alter table account
  -- Asked for, and when the wait is over. What has to end first may take longer; it can be undone until then.
  add column deletion_asked_at timestamptz,
  add column deletion_due_at timestamptz,
  -- 'restore': it was deleted after the backup that brought it back. Nobody undoes that.
  add column deletion_asked_by text check (deletion_asked_by in ('owner', 'team', 'restore')),
  -- Reviews stay without a name only if their author says so.
  add column keeps_reviews boolean not null default false,
  -- From then on the row is a pseudonym, to which what the law keeps refers.
  add column deleted_at timestamptz,
  add constraint account_deletion check (
    (deletion_asked_at is null) = (deletion_due_at is null) and (deletion_asked_at is null) = (deletion_asked_by is null)
      and (deleted_at is null or deletion_due_at is not null)),
  add constraint account_nameless check (deleted_at is null or email = 'deleted-' || id || '@deleted.invalid');
create index account_to_delete on account (deletion_due_at) where deletion_due_at is not null and deleted_at is null;
-- The condition of suspended_account below.
create index account_inactive on account (id) where suspended_at is not null or deletion_asked_at is not null;

-- There is no way back: neither a name nor a log-in.
create function keep_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'account % is deleted', old.id using errcode = 'restrict_violation', constraint = 'account_stays_deleted';
end $$;
create trigger account_stays_deleted before update on account for each row
  when (old.deleted_at is not null and old is distinct from new) execute function keep_deleted();

create table consent (
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('terms', 'privacy')),
  -- The day from which the text was shown; server/people/consents/texts/ has them all.
  version date not null,
  given_at timestamptz not null default now(),
  primary key (account_id, kind, version)
);
comment on table consent is 'A dated text to which a person agreed when they signed up.';

-- What was written while its owner was being deleted waits for the account, and is refused then. The transaction that deletes
-- empties the rows itself. The argument is the column with the account.
create function refuse_row_of_deleted() returns trigger language plpgsql as $$
declare
  owner constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  gone timestamptz;
begin
  select deleted_at into gone from account where id = owner for key share;
  if gone <> now() then
    raise exception 'account % is deleted', owner using errcode = 'restrict_violation', constraint = 'account_stays_deleted';
  end if;
  return new;
end $$;

do $$
declare
  rows_of text[];
begin
  foreach rows_of slice 1 in array array[
    ['customer', 'account_id'], ['seller', 'account_id'], ['address', 'customer_id'], ['session', 'account_id'],
    ['password_proof', 'account_id'], ['one_time_code', 'account_id'], ['known_browser', 'account_id'],
    ['second_factor', 'account_id'], ['recovery_code', 'account_id'], ['consent', 'account_id'], ['cart_line', 'customer_id'],
    ['wishlist_item', 'customer_id'], ['review', 'customer_id'], ['review_vote', 'account_id'], ['review_report', 'account_id'],
    ['complaint', 'account_id'], ['payout_hold', 'seller_id'], ['green_claim', 'seller_id'], ['product', 'seller_id']]
  loop
    execute format('create trigger %I before insert%s on %I for each row execute function refuse_row_of_deleted(%L)',
      rows_of[1] || '_of_deleted', case when rows_of[1] in ('customer', 'seller', 'address') then ' or update' end,
      rows_of[1], rows_of[2]);
  end loop;
end $$;

-- Products of a seller who leaves are off sale, like those of one who is suspended.
create or replace view suspended_account as
  select id, coalesce(suspended_at, deletion_asked_at) as suspended_at,
    coalesce(suspended_reason, 'Their owner deletes the account.') as suspended_reason
  from account where suspended_at is not null or deletion_asked_at is not null;

-- As before; whom the shop paid and in whose name it printed stays, and nothing comes after it.
create or replace function keep_seller_versions() returns trigger language plpgsql as $$
declare
  i seller_identity;
  p seller_payee;
begin
  if exists (select from account where id = new.account_id and deleted_at is not null) then return null; end if;
  select * into i from seller_identity where seller_id = new.account_id order by id desc limit 1;
  if (i.company_name, i.gstin, i.building_no, i.street, i.landmark, i.pin_code, i.city, i.state) is distinct from
    (new.company_name, coalesce(new.gst, new.gst_unverified), new.building_no, new.street, new.landmark, new.pin_code, new.city,
      new.state) then
    insert into seller_identity (seller_id, company_name, gstin, building_no, street, landmark, pin_code, city, state)
    values (new.account_id, new.company_name, coalesce(new.gst, new.gst_unverified), new.building_no, new.street, new.landmark,
      new.pin_code, new.city, new.state);
  end if;
  select * into p from seller_payee where seller_id = new.account_id order by id desc limit 1;
  if (p.bank_full_name, p.bank_account_sealed, p.bank_account_last4, p.ifsc_code) is distinct from
    (new.bank_full_name, new.bank_account_sealed, new.bank_account_last4, new.ifsc_code) then
    insert into seller_payee (seller_id, bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    values (new.account_id, new.bank_full_name, new.bank_account_sealed, new.bank_account_last4, new.ifsc_code);
  end if;
  return null;
end $$;

-- An entry of the audit changes once: the name of a deleted account becomes its pseudonym, and with it go the address and the
-- browser of its owner, and what a note says of them.
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if (new.id, new.at, new.act, new.by_id, new.to_kind, new.to_id, new.request_id)
      is not distinct from (old.id, old.at, old.act, old.by_id, old.to_kind, old.to_id, old.request_id)
    and (new.by_name is not distinct from old.by_name or is_pseudonym(new.by_name, old.by_id::text, old.by_name))
    and (new.to_name is not distinct from old.to_name
      or is_pseudonym(new.to_name, case when old.to_kind = 'account' then old.to_id end, old.to_name))
    and (new.note is not distinct from old.note or new.note like '%deleted-%')
    and (new.ip is not distinct from old.ip or new.ip is null)
    and (new.user_agent is not distinct from old.user_agent or new.user_agent is null) then
    return new;
  end if;
  raise exception 'entries of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
-- Of the row's own account, or of any deleted one where the row has no id; and nobody has the name of before any more.
create function is_pseudonym(name text, whose text, was text) returns boolean language sql stable
return not exists (select from account where email = was)
  and case when whose is null then exists (select from account where name = 'deleted-' || id and deleted_at is not null)
    else name = 'deleted-' || whose end;
drop trigger audit_entry_stays on audit_entry;
create trigger audit_entry_stays before update on audit_entry for each row execute function keep_audit_entry();

-- Whole words: 'sales@weaves.co' is not in 'sales@weaves.com', nor in 'presales@weaves.co'.
create function replace_word(words text, word text, instead text) returns text language sql immutable
return regexp_replace(words, case when word like '%@%' then '(?<![[:alnum:]_.+-])' else '(?<![[:alnum:]])' end
  || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g')
  || case when word like '%@%' then '(?![[:alnum:]_-]|\.[[:alnum:]])' else '(?![[:alnum:]])' end, instead, 'g');

-- Runs as the owner of the tables, because the shop's own account may not change the audit. `strings` are those of the person;
-- `subjects` are ids and numbers of their orders, refunds, complaints and the like, of which somebody may have written a note.
create function forget_in_audit(account uuid, was text, strings text[], subjects text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  pseudonym constant text := 'deleted-' || account;
  noted uuid[];
  one text;
begin
  if not exists (select from public.account a where a.id = account and a.deleted_at is not null) then
    raise exception 'account % is not deleted', account;
  end if;
  -- Who failed to log in is the target: nobody is the actor.
  update public.audit_entry set
    ip = case when by_id = account or by_id is null and to_id = account::text then null else ip end,
    user_agent = case when by_id = account or by_id is null and to_id = account::text then null else user_agent end,
    by_name = case when by_name = was then 'deleted-' || coalesce(by_id, account) else by_name end,
    to_name = case when to_name = was then 'deleted-' || coalesce(case when to_kind = 'account' then to_id end, account::text)
      else to_name end
  where by_name collate "C" = was or to_name collate "C" = was;
  noted := array(select id from public.audit_entry where note is not null and (by_name collate "C" = pseudonym
    or to_name collate "C" = any(pseudonym || subjects) or to_id = any(subjects)));
  foreach one in array was || strings loop
    update public.audit_entry set note = replace_word(note, one, pseudonym)
    where (id = any(noted) or act = 'list-exported' and one = was) and note <> replace_word(note, one, pseudonym);
  end loop;
end $$;

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- The files of a picture have the key of their content, so several things may show one picture. Whoever lets go of it, it stays
-- used while anything shows it. Those who begin to show it lock its row (server/platform/media/queries.ts).
create function keep_shown_picture() returns trigger language plpgsql as $$
declare
  address constant text := '/media/p/' || old.key || '/480.webp';
begin
  if exists (select from product where images @> array[address] and deleted_at is null)
    or exists (select from product_edition where images @> array[address])
    or exists (select from subcategory where image_url = address)
    or exists (select from review where image_urls @> array[address] and image_urls <> '{}' and removed_at is null)
    or exists (select from orders where product_image = address) then
    new.used_at := old.used_at;
    new.removed_at := old.removed_at;
  end if;
  return new;
end $$;
create trigger picture_stays_shown before update of used_at on picture for each row
  when (old.used_at is not null and new.used_at is null) execute function keep_shown_picture();
create index product_images on product using gin (images);
create index product_edition_images on product_edition using gin (images);
create index review_images on review using gin (image_urls) where image_urls <> '{}';

drop trigger seller_suspended on account;
create trigger seller_suspended after update on account
  for each row when ((old.suspended_at, old.deletion_asked_at) is distinct from (new.suspended_at, new.deletion_asked_at))
  execute function note_suspension();

-- Group buying ------------------------------------------------------------------------------------------------------------------
create function refuse_checkout_of_leaving() returns trigger language plpgsql as $$
begin
  if exists (select from account where id = new.customer_id and deletion_asked_at is not null) then
    raise exception 'account % is being deleted', new.customer_id
      using errcode = 'check_violation', constraint = 'checkout_of_who_stays';
  end if;
  return new;
end $$;
create trigger checkout_of_who_stays before insert on checkout for each row execute function refuse_checkout_of_leaving();

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
create index orders_image on orders (product_image);

-- A place without who lives there.
create function nameless(place jsonb) returns jsonb language sql immutable strict
return (select jsonb_object_agg(key, case when key in ('id', 'city', 'state', 'pinCode') then value else '""'::jsonb end)
  from jsonb_each(place));

-- As before; once a person has deleted their account the place loses their name.
create or replace function keep_shipment_places() returns trigger language plpgsql as $$
begin
  if new.from_place is distinct from old.from_place and new.from_place is distinct from nameless(old.from_place)
    or new.to_place is distinct from old.to_place and new.to_place is distinct from nameless(old.to_place)
    or old.reference <> new.reference or old.kind <> new.kind then
    raise exception 'shipment % is with the courier: its places do not change', old.reference
      using errcode = 'restrict_violation', constraint = 'shipment_places_stay';
  end if;
  return new;
end $$;

-- Group administration ----------------------------------------------------------------------------------------------------------
-- As before; the profile of a seller who has left says nothing, and their versions stay.
create or replace view invariant_payee as
  select 'payout: to the bank account of another seller, or of nobody' as invariant, p.id::text as id, p.seller_id from payout p
    where not exists (select from seller_payee y where y.id = p.payee_id and y.seller_id = p.seller_id)
  union all
  select 'document in another name than its seller had', d.id::text, d.seller_id from tax_document d
    join seller s on s.account_id = d.seller_id
    where d.identity_id is not null and not exists (
      select from identity_version i where i.id = d.identity_id and i.seller_id = d.seller_id
        and (i.company_name, i.address, i.gstin) = (d.seller_name, d.seller_address, d.seller_gstin))
  union all
  select 'profile that is not its newest version', s.account_id::text, s.account_id from seller s
    where not exists (select from account a where a.id = s.account_id and a.deleted_at is not null)
      and (not exists (select from seller_identity i where i.seller_id = s.account_id
        and not exists (select from seller_identity n where n.seller_id = s.account_id and n.id > i.id)
        and (i.company_name, i.gstin, i.building_no, i.street, i.landmark, i.pin_code, i.city, i.state)
          = (s.company_name, coalesce(s.gst, s.gst_unverified), s.building_no, s.street, s.landmark, s.pin_code, s.city, s.state))
      or not exists (select from seller_payee p where p.seller_id = s.account_id
        and not exists (select from seller_payee n where n.seller_id = s.account_id and n.id > p.id)
        and (p.bank_full_name, p.bank_account_sealed, p.ifsc_code)
          = (s.bank_full_name, s.bank_account_sealed, s.ifsc_code)));
