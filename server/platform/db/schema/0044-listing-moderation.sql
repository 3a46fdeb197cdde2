-- Moderation of listings: reports, a queue, holds that sellers cannot lift, and the record of sellers

-- Group people ------------------------------------------------------------------------------------------------------------------
-- For other groups, as before, with the time since which they may sell: their approval, or where nobody looks at sellers their
-- registration. Null: nobody has approved them.
create or replace view company as
  select account_id as id, company_name, coalesce(gst, gst_unverified) as gstin, mobile, building_no, street, landmark, city, state,
    pin_code, pickup_location,
    concat_ws(', ', building_no, street, landmark, city, state) || ' - ' || pin_code as address, handling_days, books_when_ready,
    case when approval = 'approved' then
      case when approved_version is null then (select a.created_at from account a where a.id = account_id) else approval_at end
    end as selling_since
  from seller;
create or replace view seller_party as
  select a.email, a.suspended_at, a.suspended_reason, c.* from company c join account a on a.id = c.id;

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- A listing is off sale for each of its causes by itself. The default is for nodes that know only one.
alter table held_back_product add cause text not null default 'incomplete' check (cause in ('incomplete', 'moderation')),
  drop constraint held_back_product_pkey, add primary key (product_id, cause);
comment on table held_back_product is 'A listing that left sale: incomplete, or by a decision of an administrator.';

-- What administrators have to look at, or have decided about a listing.
create table moderated_listing (
  product_id uuid primary key references product on delete cascade,
  -- hidden: until its seller has saved it and an administrator has looked again.
  state text not null default 'on-sale' check (state in ('on-sale', 'hidden', 'taken-down')),
  -- Of the decision that took it off sale, as the seller reads it.
  reason text check (reason in
    ('not-as-described', 'unsafe', 'prohibited', 'misleading-green', 'copied', 'offensive', 'other')),
  note text check (length(note) <= 1000),
  -- The newest decision, and how many there were.
  decided_at timestamptz,
  decisions int not null default 0,
  -- Why it is in the queue, and since when.
  why text[] not null default '{}' check (why <@ array['reported', 'new-seller', 'seller-record', 'category', 'green-words',
    'changed', 'appeal']),
  waits_since timestamptz,
  -- Open reports, and whether somebody with an account, or two without, report a danger or what may not be sold.
  reports int not null default 0 check (reports >= 0),
  grave boolean not null default false,
  -- 1 is looked at first.
  risk_rank smallint not null generated always as (
    case when grave or reports >= 3 then 1
      when why && array['reported', 'seller-record', 'changed', 'appeal'] or why @> array['new-seller', 'category'] then 2 else 3 end) stored,
  -- What the seller answered to the takedown, once.
  appeal text check (length(appeal) between 1 and 2000),
  appealed_at timestamptz,
  -- Rises with all that an administrator reads before they say that nothing is wrong.
  version int not null default 1,
  constraint moderated_listing_why check ((state = 'on-sale') = (reason is null) and (reason is null) = (note is null)),
  constraint moderated_listing_waits check ((waits_since is null) = (why = '{}')),
  -- What is taken down waits for its appeal only: nothing else that happens to it brings it before an administrator again.
  constraint moderated_listing_taken_down check (state <> 'taken-down' or why <@ array['appeal']),
  constraint moderated_listing_appeal check ((appeal is null) = (appealed_at is null)
    and (appeal is null or state = 'taken-down') and ('appeal' <> all (why) or appeal is not null))
);
comment on table moderated_listing is 'A listing that waits for an administrator, or was decided.';
create index moderated_listing_queue on moderated_listing (risk_rank, waits_since, product_id) where waits_since is not null;
create index moderated_listing_off_sale on moderated_listing (product_id) where state <> 'on-sale';

-- The hold follows the state, whoever writes it.
create function hold_moderated() returns trigger language plpgsql as $$
begin
  if new.state = 'on-sale' then
    delete from held_back_product where product_id = new.product_id and cause = 'moderation';
  else
    insert into held_back_product (product_id, cause, told) values (new.product_id, 'moderation', true) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger moderated_listing_held after insert or update of state on moderated_listing
  for each row execute function hold_moderated();

-- Whatever else lifts a hold, such as completed declarations on a node that knows only one cause, leaves this one.
create function keep_moderation_hold() returns trigger language plpgsql as $$
begin
  if exists (select from moderated_listing m where m.product_id = old.product_id and m.state <> 'on-sale')
    and exists (select from product p where p.id = old.product_id) then
    return null;
  end if;
  return old;
end $$;
create trigger moderation_hold_stays before delete on held_back_product for each row
  when (old.cause = 'moderation') execute function keep_moderation_hold();

create table watched_category (
  category_id int primary key references category on delete cascade
);
comment on table watched_category is 'A category whose new listings are looked at.';

-- However a listing comes into such a category.
create function queue_of_category() returns trigger language plpgsql as $$
begin
  insert into moderated_listing as m (product_id, why, waits_since)
  select new.id, array['category'], now() from watched_category w where w.category_id = new.category_id
  on conflict (product_id) do update set version = m.version + 1, waits_since = coalesce(m.waits_since, now()),
    why = case when 'category' = any(m.why) then m.why else m.why || 'category'::text end
    where m.state <> 'taken-down';
  return null;
end $$;
create trigger product_in_category after insert on product for each row execute function queue_of_category();
create trigger product_to_category after update of category_id on product for each row
  when (new.category_id is distinct from old.category_id) execute function queue_of_category();

-- New words of a listing that need a proof and have none. A save that keeps words writes no new row, so that what an administrator
-- has read does not come back.
create function queue_of_green_words() returns trigger language plpgsql as $$
begin
  if not green_words_proven(new.product_id, new.words, new.proved_by) then
    insert into moderated_listing as m (product_id, why, waits_since) values (new.product_id, array['green-words'], now())
    on conflict (product_id) do update set waits_since = coalesce(m.waits_since, now()), why = m.why || 'green-words'::text
      where 'green-words' <> all (m.why) and m.state <> 'taken-down';
  end if;
  return null;
end $$;
create trigger green_word_found after insert on green_word for each row execute function queue_of_green_words();

create table listing_report (
  id uuid primary key,
  product_id uuid not null references product on delete cascade,
  -- Of a visitor there is the keyed hash of their network until the report is decided.
  account_id uuid references account on delete cascade,
  network_key bytea,
  reason text not null check (reason in
    ('not-as-described', 'unsafe', 'prohibited', 'misleading-green', 'copied', 'offensive', 'other')),
  words text not null check (length(words) <= 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint listing_report_of_one check (account_id is null or network_key is null)
);
comment on table listing_report is 'Somebody found a listing wrong.';
-- One person counts once while their report is open.
create unique index listing_report_of_account on listing_report (product_id, account_id) where decided_at is null;
create unique index listing_report_of_network on listing_report (product_id, network_key) where decided_at is null;
create index listing_report_product on listing_report (product_id, id desc);
create index listing_report_account on listing_report (account_id);
create index listing_report_age on listing_report (created_at);

create table moderation_decision (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  product_id uuid references product on delete set null,
  product_name text not null,
  act text not null check (act in ('keep', 'hide', 'take-down', 'uphold')),
  reason text check (reason in
    ('not-as-described', 'unsafe', 'prohibited', 'misleading-green', 'copied', 'offensive', 'other')),
  note text not null check (length(note) <= 1000),
  at timestamptz not null default now(),
  -- A takedown that an appeal has undone: it does not count against the seller.
  undone_at timestamptz,
  constraint moderation_decision_undone check (undone_at is null or act = 'take-down')
);
comment on table moderation_decision is 'What an administrator decided about a listing: the record of its seller.';
create index moderation_decision_seller on moderation_decision (seller_id, id desc);
create index moderation_decision_product on moderation_decision (product_id);
create index moderation_decision_age on moderation_decision (at);

create view seller_moderation as
  select seller_id, to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
    count(*) filter (where act = 'hide')::int as hidden, count(*) filter (where act = 'take-down')::int as taken_down
  from moderation_decision
  where act in ('hide', 'take-down') and undone_at is null and at > now() - interval '12 months'
  group by seller_id, 2;
comment on view seller_moderation is 'Listings of a seller that were hidden and taken down in 12 months, by month.';
