-- Trust: notes of the audit in any case of letters, messages to who is being deleted

-- Group people ------------------------------------------------------------------------------------------------------------------
-- As before, and a note has a name in any case: 'RAVI KUMAR' for 'Ravi Kumar'.
create or replace function replace_word(words text, word text, instead text) returns text language sql immutable
return regexp_replace(words, case when word like '%@%' then '(?<![[:alnum:]_.+-])' else '(?<![[:alnum:]])' end
  || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g')
  || case when word like '%@%' then '(?![[:alnum:]_-]|\.[[:alnum:]])' else '(?![[:alnum:]])' end, instead, 'gi');

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- As for the seller of an order: what is written about it while its buyer's account is deleted is refused.
create function refuse_message_of_deleted() returns trigger language plpgsql as $$
declare
  gone timestamptz;
begin
  select a.deleted_at into gone from orders o join account a on a.id = o.customer_id where o.id = new.order_id for key share of a;
  if gone is not null then
    raise exception 'the buyer of order % is deleted', new.order_id
      using errcode = 'restrict_violation', constraint = 'account_stays_deleted';
  end if;
  return new;
end $$;
create trigger order_message_to_deleted before insert on order_message for each row execute function refuse_message_of_deleted();

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- All that a product was, so that a listing that goes back to an earlier form is that again, with its reviews.
alter table product_edition add edition int not null default 1;
update product_edition e set edition = p.edition from product p where p.id = e.product_id;
alter table product_edition drop constraint product_edition_pkey, add primary key (product_id, edition);
comment on table product_edition is 'What an edited product was: at most 20 things.';

-- Words beside the old description make another thing of it only if they are many: a short description may become twice as long.
create function is_other_product(was product_edition, name text, description text, images text[], subcategory_id int) returns boolean
  language sql stable
return subcategory_id <> was.subcategory_id or not images && was.images
  or kept_words(was.name, name) < 0.7 or kept_words(name, was.name) < 0.5
  or kept_words(was.description, description) < 0.5
  or kept_words(description, was.description) < 0.5 and (
    select count(distinct w) from regexp_split_to_table(lower(description), '[[:space:][:punct:]]+') as w
    where w <> '' and w <> all (regexp_split_to_array(lower(was.description), '[[:space:][:punct:]]+'))) > 30;

-- As before, by the rule above; a form that the product had before is no new one.
create or replace function note_other_product() returns trigger language plpgsql as $$
declare
  was product_edition;
begin
  select * into was from product_edition where product_id = old.id and edition = old.edition;
  if not found then
    insert into product_edition values (old.id, old.name, old.description, old.images, old.subcategory_id, old.edition)
    returning * into was;
  end if;
  if is_other_product(was, new.name, new.description, new.images, new.subcategory_id) then
    new.edition := (select e.edition from product_edition e
      where e.product_id = new.id and not is_other_product(e, new.name, new.description, new.images, new.subcategory_id)
      order by e.edition desc limit 1);
    if new.edition is null then
      new.edition := (select max(e.edition) + 1 from product_edition e where e.product_id = new.id);
      delete from product_edition where product_id = new.id and edition <= new.edition - 20;
      insert into product_edition values (new.id, new.name, new.description, new.images, new.subcategory_id, new.edition);
    end if;
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
    coalesce(r.edition <> (select p.edition from product p where p.id = r.product_id), false) as of_earlier_listing
  from review r left join buyer b on b.id = r.customer_id;

-- Group money -------------------------------------------------------------------------------------------------------------------
-- As before; who has left, and was not suspended before, is paid what comes to light later, to the bank account that stays for it.
create or replace view payee as
  select s.id, s.email, s.company_name, s.gstin,
    case when s.email like '%@deleted.invalid' and s.suspended_reason = 'Deleted at their owner''s request.' then null
      else s.suspended_at end as suspended_at,
    s.suspended_reason, r.account_id as route_account_id, r.status as route_status,
    (select max(p.id) from payee_version p where p.seller_id = s.id) as payee_id,
    h.until as held_until, h.id is not null as held, coalesce(h.stopped, false) as stopped,
    -- The linked account is good for the present details.
    coalesce(r.status = 'activated' and r.payee_id = (select max(p.id) from payee_version p where p.seller_id = s.id)
      and s.gstin = (select i.gstin from identity_version i where i.id = r.identity_id), false) as route_is_current
  from seller_party s left join route_account r on r.seller_id = s.id left join held_seller h on h.id = s.id;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Shown to nobody but the bank that disputes the payment: the sheet 'Proof of delivery' of a dispute has it.
create table dispute_proof (
  order_id uuid primary key references orders on delete cascade,
  recipient text not null,
  street text not null,
  proof_url text check (proof_url ~ '^https?://'),
  until timestamptz not null
);
comment on table dispute_proof is 'Who received an order and where, while a bank may dispute the payment of a buyer who has left.';
create index dispute_proof_age on dispute_proof (until);

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- What a saving refers to is proven by it: the present price and MRP are the product's own.
create table product_price (
  product_id uuid not null references product on delete cascade,
  until timestamptz not null,
  price_paise bigint not null,
  mrp_paise bigint,
  primary key (product_id, until)
);
comment on table product_price is 'What a product cost, and its MRP, until they changed.';
create index product_price_age on product_price (until);

create function note_price() returns trigger language plpgsql as $$
begin
  -- Of two changes in one transaction nobody has seen the first one's price.
  insert into product_price values (old.id, now(), old.price_paise, old.mrp_paise) on conflict do nothing;
  return null;
end $$;
create trigger product_price_changed after update on product for each row
  when ((old.price_paise, old.mrp_paise) is distinct from (new.price_paise, new.mrp_paise)) execute function note_price();
