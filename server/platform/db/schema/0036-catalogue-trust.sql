-- Trust: photos that go with their review, listings that become another thing, answers taken down, votes of buyers only

-- Earlier photos of reviews have the key of their content, and nothing else shows these. Read before anything is locked.
create temporary table earlier_photo on commit drop as
  with named as (
    select i.address, r.id as review_id from review r, unnest(r.image_urls) as i (address) where r.removed_at is null
    union all select i.address, null from review r, unnest(r.image_urls) as i (address) where r.removed_at is not null
    union all select i.address, null from review_edit e, unnest(e.image_urls) as i (address)
  ), other as (
    select unnest(images) as address from product
    union select image_url from subcategory
    union select product_image from orders
    union select product_image from checkout_line
  )
  select p.key, array_agg(distinct n.review_id) filter (where n.review_id is not null) as reviews
  from named n join picture p on n.address = '/media/p/' || p.key || '/480.webp' and p.removed_at is null
  where not exists (select from other o where o.address = n.address) group by p.key;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
create or replace view order_to_review as
  select o.id, o.number, o.customer_id, o.seller_id, o.product_id, o.product_name, o.status, o.delivery_date,
    place_key(o.street, o.pin_code) as place_key,
    coalesce((select s.id from order_shipment s where s.order_id = o.id limit 1), o.id) as parcel_id,
    o.status = 'completed' and o.delivery_date is not null or exists (
      select from return_request r where r.order_id = o.id and r.state in ('refunded', 'exchanged')) as received,
    o.refunded_paise = 0 and not exists (select from return_request r where r.order_id = o.id and r.is_open)
      and not exists (select from delivery_claim c where c.order_id = o.id and c.state = 'open') as kept,
    o.refunded_paise > 0 as refunded,
    exists (select from company c where c.id = o.seller_id and place_key(o.street, o.pin_code) in (
      place_key(c.street, c.pin_code), place_key(c.building_no || c.street, c.pin_code))) as to_seller
  from orders o;

alter table complaint
  -- An administrator found that nobody is behind it: it is answered to nobody, and is in no figure.
  add dismissed_at timestamptz,
  add constraint complaint_dismissed check (dismissed_at is null or state = 'closed' and account_id is null);

-- However an account is erased: its name and address leave its complaints, and one that is open ends, as nobody is left to answer.
-- A visitor's complaint is the account's if the account has proven the address: anybody can sign up with it.
create function forget_complainant() returns trigger language plpgsql as $$
declare
  forgotten constant uuid[] := array(
    select id from complaint where account_id = old.id or email = old.email and old.email_verified_at is not null);
begin
  delete from complaint_link where complaint_id = any(forgotten);
  update complaint set name = 'Erased account', email = '', state = 'closed', solved_at = coalesce(solved_at, now()),
    closed_at = coalesce(closed_at, now()), answered_at = coalesce(answered_at, now())
  where id = any(forgotten);
  return coalesce(new, old);
end $$;
create trigger account_erased_complaints before delete on account for each row execute function forget_complainant();
create trigger account_renamed_complaints before update of email on account for each row
  when (old.email <> new.email) execute function forget_complainant();

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table review_photo (
  key text primary key references picture,
  review_id uuid not null references review on delete cascade
);
comment on table review_photo is 'A photo of one review.';
create index review_photo_of on review_photo (review_id);

-- However a photo leaves its review: the timer of unused pictures removes the files.
create function release_review_photo() returns trigger language plpgsql as $$
begin
  update picture set used_at = null where key = old.key and removed_at is null;
  return null;
end $$;
create trigger review_photo_out after delete on review_photo for each row execute function release_review_photo();

-- What two reviews show stays. What only removed reviews and earlier words name is shown no longer.
insert into review_photo (key, review_id) select key, reviews[1] from earlier_photo where cardinality(reviews) = 1;
update picture set used_at = null where key in (select key from earlier_photo where reviews is null) and removed_at is null;

alter table product add edition int not null default 1;
create table product_edition (
  product_id uuid primary key references product on delete cascade,
  name text not null,
  description text not null,
  images text[] not null,
  subcategory_id int
);
comment on table product_edition is 'What an edited product was.';

-- Which part of the words of a text another one has, too. Each text is split once.
create function kept_words(of_text text, other text) returns float language sql immutable
return (select coalesce(avg((o.w is not null)::int), 1)
  from (select distinct w from regexp_split_to_table(lower(of_text), '[[:space:][:punct:]]+') as w where w <> '') as d
  left join (select distinct w from regexp_split_to_table(lower(other), '[[:space:][:punct:]]+') as w) as o using (w));

-- A product that an edit, or several small ones, made into another thing, also by words beside the old ones: its accepted claims wait
-- for a review again, its reviews say that they are of an earlier listing, and the newest one waits for a person. They still count:
-- no edit loses bad reviews.
create function note_other_product() returns trigger language plpgsql as $$
declare
  was product_edition;
begin
  select * into was from product_edition where product_id = old.id;
  if not found then
    insert into product_edition values (old.id, old.name, old.description, old.images, old.subcategory_id) returning * into was;
  end if;
  if new.subcategory_id <> was.subcategory_id or not new.images && was.images
    or kept_words(was.name, new.name) < 0.7 or kept_words(new.name, was.name) < 0.5
    or kept_words(was.description, new.description) < 0.5 or kept_words(new.description, was.description) < 0.5 then
    new.edition := old.edition + 1;
    update product_edition set (name, description, images, subcategory_id)
      = (new.name, new.description, new.images, new.subcategory_id) where product_id = new.id;
    update green_claim c set state = 'submitted', reason = 'The listing describes another product now: ' || left(new.name, 300)
      from green_claim_product l where l.product_id = new.id and c.id = l.claim_id and c.state = 'accepted'
        and (c.expires_on is null or c.expires_on >= india_today());
    update review set waits_since = coalesce(waits_since, now()), updated_at = now(),
      flags = case when 'other-listing' = any(flags) then flags else flags || 'other-listing'::text end
      where id = (select id from review where product_id = new.id and removed_at is null order by id desc limit 1);
    insert into catalogue_change (tag) values ('reviews:' || new.id);
  end if;
  return new;
end $$;
create trigger product_edited before update of name, description, images, subcategory_id on product for each row
  when (new.deleted_at is null and (old.name, old.description, old.images, old.subcategory_id)
    is distinct from (new.name, new.description, new.images, new.subcategory_id))
  execute function note_other_product();

-- As before, and an accepted claim may have to be reviewed again.
create or replace function guard_green_claim() returns trigger language plpgsql as $$
declare
  -- What changes without a review, and what changes with the state.
  aside constant text[] := array['document_shown', 'told_days', 'replaces'];
  moving constant text[] := aside || array['state', 'reason', 'state_at', 'version'];
begin
  if to_jsonb(new) - aside <> to_jsonb(old) - aside then
    new.version := old.version + 1;
  end if;
  if new.state <> old.state then
    if (old.state, new.state) not in (('drafted', 'submitted'), ('refused', 'submitted'), ('submitted', 'accepted'),
      ('submitted', 'refused'), ('accepted', 'submitted'), ('accepted', 'refused'), ('accepted', 'expired'),
      ('accepted', 'withdrawn'), ('drafted', 'withdrawn'), ('submitted', 'withdrawn'), ('refused', 'withdrawn')) then
      raise exception 'green claim % cannot go from % to %', new.id, old.state, new.state
        using errcode = 'check_violation', constraint = 'green_claim_moves';
    end if;
    if new.state in ('submitted', 'accepted') then
      if new.expires_on < india_today() or new.issued_on > india_today() then
        raise exception 'the proof of green claim % is not valid today', new.id
          using errcode = 'check_violation', constraint = 'green_claim_in_time';
      end if;
      if not exists (select from green_claim_product where claim_id = new.id) then
        raise exception 'green claim % has no product', new.id
          using errcode = 'check_violation', constraint = 'green_claim_has_products';
      end if;
    end if;
    new.state_at := now();
  end if;
  if old.state not in ('drafted', 'refused') and to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'green claim % is not being written any more', new.id
      using errcode = 'check_violation', constraint = 'green_claim_as_reviewed';
  end if;
  return new;
end $$;

alter table review add edition int not null default 1,
  -- Rises with all that an administrator reads before they say that nothing is wrong.
  add version int not null default 1,
  -- Why an administrator took the seller's answer down; there is no other one afterwards.
  add answer_removed_for text check (answer_removed_for in
    ('personal-data', 'abusive', 'illegal', 'advertising', 'other-product', 'not-genuine')),
  add answer_removed_at timestamptz,
  add constraint review_answer_removed check ((answer_removed_for is null) = (answer_removed_at is null)
    and (answer is null or answer_removed_at is null)),
  drop constraint review_flags_check,
  add constraint review_flags_check check (flags <@ array['same-address', 'same-network', 'burst', 'own-address', 'own-network',
    'refunded', 'other-listing']);

alter table review_report add about text not null default 'review' check (about in ('review', 'answer')),
  drop constraint review_report_pkey,
  add primary key (review_id, account_id, about);

create function begin_review() returns trigger language plpgsql as $$
begin
  new.edition := (select p.edition from product p where p.id = new.product_id);
  return new;
end $$;
create trigger review_begins before insert on review for each row execute function begin_review();

create function count_review_version() returns trigger language plpgsql as $$
begin
  if (old.stars, old.words, old.image_urls, old.removed_for, old.flags)
    is distinct from (new.stars, new.words, new.image_urls, new.removed_for, new.flags)
    or old.waits_since is null and new.waits_since is not null then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger review_version before update on review for each row execute function count_review_version();

create function note_review_report() returns trigger language plpgsql as $$
begin
  update review set waits_since = coalesce(waits_since, now()), version = version + 1, updated_at = now() where id = new.review_id;
  return null;
end $$;
create trigger review_reported after insert on review_report for each row execute function note_review_report();

drop trigger review_changed on review;
create trigger review_changed after update on review for each row
  when ((old.stars, old.words, old.image_urls, old.is_anonymous, old.customer_id, old.helpful, old.answer, old.removed_for,
      old.answer_removed_for, old.edition)
    is distinct from
    (new.stars, new.words, new.image_urls, new.is_anonymous, new.customer_id, new.helpful, new.answer, new.removed_for,
      new.answer_removed_for, new.edition))
  execute function note_reviews();

-- Only who has received something from this shop says what is helpful.
create function guard_review_vote() returns trigger language plpgsql as $$
begin
  if exists (select from suspended_account a where a.id = new.account_id)
    or not exists (select from order_to_review o where o.customer_id = new.account_id and o.received) then
    raise exception 'account % has received nothing', new.account_id
      using errcode = 'check_violation', constraint = 'review_vote_of_buyer';
  end if;
  return new;
end $$;
create trigger review_vote_guarded before insert on review_vote for each row execute function guard_review_vote();
delete from review_vote v where exists (select from suspended_account a where a.id = v.account_id)
  or not exists (select from order_to_review o where o.customer_id = v.account_id and o.received);

create function forget_votes() returns trigger language plpgsql as $$
begin
  delete from review_vote where account_id = new.id;
  return null;
end $$;
create trigger account_suspended_votes after update of suspended_at on account for each row
  when (old.suspended_at is null and new.suspended_at is not null) execute function forget_votes();

-- Searches are sorted and narrowed by rating, too.
create function note_rating() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('search');
  return null;
end $$;
create trigger product_rated after update of rating_tenths on product for each row
  when (new.deleted_at is null and old.rating_tenths is distinct from new.rating_tenths) execute function note_rating();

create or replace view shown_review as
  select r.id, r.product_id, r.seller_id, r.created_at, r.edited_at, r.helpful, r.removed_for, r.stars as sorted_stars,
    r.answer is null and r.removed_at is null and r.answer_removed_at is null as unanswered,
    case when r.removed_at is null then r.stars end as stars,
    case when r.removed_at is null then r.words end as words,
    case when r.removed_at is null then r.image_urls else '{}' end as image_urls,
    case when r.removed_at is null then r.answer end as answer,
    case when r.removed_at is null then r.answered_at end as answered_at,
    case when r.removed_at is null and not r.is_anonymous then b.first_name end as first_name,
    case when r.removed_at is null and not r.is_anonymous then left(b.last_name, 1) end as initial,
    case when r.removed_at is null then r.answer_removed_for end as answer_removed_for,
    coalesce(r.edition < (select p.edition from product p where p.id = r.product_id), false) as of_earlier_listing
  from review r left join buyer b on b.id = r.customer_id;

-- Group administration ----------------------------------------------------------------------------------------------------------
create or replace view invariant_review as
  select 'rating that its reviews do not make' as invariant, p.id::text as id, p.id as product_id
    from product p cross join lateral (
      select array[count(*) filter (where r.stars = 1), count(*) filter (where r.stars = 2), count(*) filter (where r.stars = 3),
        count(*) filter (where r.stars = 4), count(*) filter (where r.stars = 5)]::int[] as counts
      from review r where r.product_id = p.id and r.removed_at is null) c
    where p.rating_counts <> c.counts
  union all
  select 'helpful votes that nobody gave', r.id::text, r.product_id from review r
    where r.helpful <> (select count(*) from review_vote v where v.review_id = r.id)
  union all
  select 'photo that its review does not show', f.key, r.product_id from review_photo f join review r on r.id = f.review_id
    where r.removed_at is not null or '/media/p/' || f.key || '/480.webp' <> all(r.image_urls);
