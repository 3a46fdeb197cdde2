-- Catalogue: reviews of products by their buyers, and how sellers deliver.

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- One delivery address, however it is typed.
create function place_key(street text, pin text) returns text language sql immutable
return md5(regexp_replace(lower(street), '\W+', '', 'g') || pin);

-- `received`: the buyer has had it in their hands, also if it came back later. `kept`: nothing of it is refunded or asked back.
create view order_to_review as
  select o.id, o.number, o.customer_id, o.seller_id, o.product_id, o.product_name, o.status, o.delivery_date,
    place_key(o.street, o.pin_code) as place_key,
    coalesce((select s.id from order_shipment s where s.order_id = o.id limit 1), o.id) as parcel_id,
    o.status = 'completed' and o.delivery_date is not null or exists (
      select from return_request r where r.order_id = o.id and r.state in ('refunded', 'exchanged')) as received,
    o.refunded_paise = 0 and not exists (select from return_request r where r.order_id = o.id and r.is_open)
      and not exists (select from delivery_claim c where c.order_id = o.id and c.state = 'open') as kept
  from orders o;
comment on view order_to_review is 'An order, and whether its buyer has received and kept it.';
create index orders_delivered on orders (delivery_date) where status = 'completed';

create table delivery_record (
  seller_id uuid primary key references seller on delete cascade,
  -- Of the last 90 days: delivered parcels; promised orders, and those of them in time; orders, and those of them of which the
  -- seller cancelled something; received orders, and those of them that came back as not as described.
  parcels int not null,
  promised int not null,
  in_time int not null,
  ordered int not null,
  cancelled int not null,
  received int not null,
  not_as_described int not null,
  counted_at timestamptz not null default now(),
  constraint delivery_record_parts check (in_time <= promised and cancelled <= ordered and not_as_described <= received)
);
comment on table delivery_record is 'How a seller delivered in the last 90 days, counted each night.';
create view delivery_rating as
  select seller_id, parcels, promised, in_time, ordered, cancelled, received, not_as_described from delivery_record;
comment on view delivery_rating is 'How a seller delivered in the last 90 days.';

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- Kept by rate_product(): how many reviews have one star, two stars and so on; their number; their mean in tenths; and the mean
-- by which lists are sorted: as if each product had five more reviews, of 3.5 stars, in thousandths.
alter table product add rating_counts int[] not null default '{0,0,0,0,0}',
  add rating_count int not null default 0,
  add rating_tenths int,
  add rating_score int not null default 3500,
  add constraint product_rating_adds_up check (0 <= all (rating_counts) and rating_count
    = rating_counts[1] + rating_counts[2] + rating_counts[3] + rating_counts[4] + rating_counts[5]);
create index product_by_category_rating on product (category_id, rating_score, id) include (seller_id) where deleted_at is null;
create index product_by_subcategory_rating on product (subcategory_id, rating_score, id) include (seller_id)
  where deleted_at is null;
-- Products of four stars and more are few at first: without these a list reads all others.
create index product_by_category_rated on product (category_id, id desc) include (seller_id)
  where deleted_at is null and rating_tenths >= 40;
create index product_by_subcategory_rated on product (subcategory_id, id desc) include (seller_id)
  where deleted_at is null and rating_tenths >= 40;
create or replace view goods as
  select (select c.company_name from company c where c.id = p.seller_id) as seller_company,
    (select s.name from subcategory s where s.id = p.subcategory_id) as subcategory_name,
    p.deleted_at is null and not exists (select from suspended_account a where a.id = p.seller_id) as on_sale, p.*
  from product p;
create or replace view goods_on_sale as
  select g.* from goods g
  where g.deleted_at is null and not exists (select from suspended_account a where a.id = g.seller_id);

create table review (
  id uuid primary key,
  product_id uuid not null references product on delete cascade,
  seller_id uuid not null references seller,
  -- Null once the account or the order is erased: the review stays, without a name.
  customer_id uuid references customer on delete set null,
  order_id uuid references orders on delete set null,
  stars int not null check (stars between 1 and 5),
  words text not null check (length(words) <= 2000),
  image_urls text[] not null default '{}' check (cardinality(image_urls) <= 4),
  -- The author is shown as 'A buyer'.
  is_anonymous boolean not null default false,
  helpful int not null default 0 check (helpful >= 0),
  answer text check (length(answer) <= 1000),
  answered_at timestamptz,
  -- Why an administrator took it down. It is never hidden otherwise.
  removed_for text check (removed_for in
    ('personal-data', 'abusive', 'illegal', 'advertising', 'other-product', 'not-genuine')),
  removed_at timestamptz,
  -- What may be a ring (server/catalogue/reviews/rules.ts). A person looks at it; no machine hides a review.
  flags text[] not null default '{}' check (flags <@ array['same-address', 'same-network', 'burst']),
  -- Since when somebody has to look at it: flagged, or reported.
  waits_since timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  updated_at timestamptz not null default now(),
  -- One of a buyer and a product.
  constraint review_once unique (customer_id, product_id),
  constraint review_answered check ((answer is null) = (answered_at is null)),
  constraint review_removed check ((removed_for is null) = (removed_at is null))
);
comment on table review is 'What a buyer says of a product that they have received.';
create index review_by_helpful on review (product_id, helpful, id);
create index review_by_stars on review (product_id, stars, id);
create index review_newest on review (product_id, id desc);
create index review_removed_of on review (product_id) where removed_at is not null;
create index review_all on review (id desc) where removed_at is null;
create index review_of_seller on review (seller_id, id desc);
create index review_unanswered on review (seller_id, id desc) where answer is null and removed_at is null;
create index review_waiting on review (id desc) where waits_since is not null;
create index review_of_order on review (order_id);
create index review_changed on review (updated_at);

create table review_edit (
  review_id uuid not null references review on delete cascade,
  no int not null,
  stars int not null,
  words text not null,
  image_urls text[] not null,
  written_at timestamptz not null,
  primary key (review_id, no)
);
comment on table review_edit is 'How a review was before its author changed it.';

create table review_vote (
  review_id uuid not null references review on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (review_id, account_id)
);
comment on table review_vote is 'A person who found a review helpful.';
create index review_vote_account on review_vote (account_id);

create table review_report (
  review_id uuid not null references review on delete cascade,
  account_id uuid not null references account on delete cascade,
  reason text not null check (reason in
    ('personal-data', 'abusive', 'illegal', 'advertising', 'other-product', 'not-genuine')),
  words text not null check (length(words) <= 500),
  reported_at timestamptz not null default now(),
  primary key (review_id, account_id)
);
comment on table review_report is 'What a person finds wrong with a review.';
create index review_report_account on review_report (account_id);

create table review_origin (
  review_id uuid primary key references review on delete cascade,
  product_id uuid not null,
  place_key text not null,
  network text,
  written_at timestamptz not null default now()
);
comment on table review_origin is 'Where a new review came from, to find rings: delivery address and network.';
create index review_origin_place on review_origin (product_id, place_key);
create index review_origin_network on review_origin (product_id, network);
create index review_origin_age on review_origin (written_at);

create table review_invitation (
  parcel_id uuid primary key,
  invited_at timestamptz not null default now()
);
comment on table review_invitation is 'A parcel whose buyer was asked for reviews, once.';
create index review_invitation_age on review_invitation (invited_at);

-- A trigger keeps the rating, so that no writer of reviews can forget it. Writers of one product's reviews wait for its row.
create function rate_product() returns trigger language plpgsql as $$
declare
  rated uuid := coalesce(new.product_id, old.product_id);
  counts int[];
  count int;
  stars int;
begin
  select p.rating_counts into counts from product p where p.id = rated for no key update;
  if tg_op <> 'INSERT' and old.removed_at is null then
    counts[old.stars] := counts[old.stars] - 1;
  end if;
  if tg_op <> 'DELETE' and new.removed_at is null then
    counts[new.stars] := counts[new.stars] + 1;
  end if;
  count := counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
  stars := counts[1] + 2 * counts[2] + 3 * counts[3] + 4 * counts[4] + 5 * counts[5];
  update product set rating_counts = counts, rating_count = count,
    rating_tenths = case when count > 0 then round(10.0 * stars / count) end,
    rating_score = round(1000 * (stars + 5 * 3.5) / (count + 5))
  where id = rated;
  -- Sorted and filtered lists. The trigger of the product tells its own page, and the lists that show it.
  insert into catalogue_change (tag)
    select unnest(picked_tags(category_id, subcategory_id)) from product where id = rated and deleted_at is null;
  return null;
end $$;
create trigger review_rates_in after insert on review for each row execute function rate_product();
create trigger review_rates_out after delete on review for each row execute function rate_product();
create trigger review_rates_changed after update of stars, removed_at on review for each row
  when ((old.stars, old.removed_at is null) is distinct from (new.stars, new.removed_at is null)) execute function rate_product();

-- The tag of pages with reviews of a product: 'reviews:<id>'.
create function note_reviews() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('reviews:' || coalesce(new.product_id, old.product_id));
  return null;
end $$;
create trigger review_in_or_out after insert or delete on review for each row execute function note_reviews();
create trigger review_changed after update on review for each row
  when ((old.stars, old.words, old.image_urls, old.is_anonymous, old.customer_id, old.helpful, old.answer, old.removed_for)
    is distinct from
    (new.stars, new.words, new.image_urls, new.is_anonymous, new.customer_id, new.helpful, new.answer, new.removed_for))
  execute function note_reviews();

create function count_helpful() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update review set helpful = helpful + 1, updated_at = now() where id = new.review_id;
  else
    update review set helpful = helpful - 1, updated_at = now() where id = old.review_id;
  end if;
  return null;
end $$;
create trigger review_vote_counts after insert or delete on review_vote for each row execute function count_helpful();

-- For catalogue's own statements: a review as people see it. One that was taken down says nothing but why.
create view shown_review as
  select r.id, r.product_id, r.seller_id, r.created_at, r.edited_at, r.helpful, r.removed_for, r.stars as sorted_stars,
    r.answer is null and r.removed_at is null as unanswered,
    case when r.removed_at is null then r.stars end as stars,
    case when r.removed_at is null then r.words end as words,
    case when r.removed_at is null then r.image_urls else '{}' end as image_urls,
    case when r.removed_at is null then r.answer end as answer,
    case when r.removed_at is null then r.answered_at end as answered_at,
    case when r.removed_at is null and not r.is_anonymous then b.first_name end as first_name,
    case when r.removed_at is null and not r.is_anonymous then left(b.last_name, 1) end as initial
  from review r left join buyer b on b.id = r.customer_id;
comment on view shown_review is 'A review as everybody may see it.';

-- Group administration ----------------------------------------------------------------------------------------------------------
create view invariant_review as
  select 'rating that its reviews do not make' as invariant, p.id::text as id, p.id as product_id
    from product p cross join lateral (
      select array[count(*) filter (where r.stars = 1), count(*) filter (where r.stars = 2), count(*) filter (where r.stars = 3),
        count(*) filter (where r.stars = 4), count(*) filter (where r.stars = 5)]::int[] as counts
      from review r where r.product_id = p.id and r.removed_at is null) c
    where p.rating_counts <> c.counts
  union all
  select 'helpful votes that nobody gave', r.id::text, r.product_id from review r
    where r.helpful <> (select count(*) from review_vote v where v.review_id = r.id);
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_review';
end $$;
