-- Listings as the law asks for them: who sells, and what each product has to declare.

-- Group people ------------------------------------------------------------------------------------------------------------------
alter table seller
  -- As the seller tells it on their public page; empty: they have not.
  add story text not null default '' check (length(story) <= 2000),
  -- Who answers complaints, and how to reach them; empty: the customer care number does.
  add grievance_contact text not null default '' check (length(grievance_contact) <= 200);

create table seller_undertaking (
  seller_id uuid not null references seller on delete cascade,
  -- The day of the text, which is its version in contract/seller-undertaking.ts.
  version date not null,
  -- The whole text as it was accepted.
  words text not null check (length(words) between 1 and 10000),
  accepted_at timestamptz not null default now(),
  primary key (seller_id, version)
);
comment on table seller_undertaking is 'What a seller has undertaken to do: the text, and when they accepted it.';

-- What was accepted is evidence: it goes with its seller only.
create function keep_undertaking() returns trigger language plpgsql as $$
begin
  raise exception 'an undertaking of seller % stays as it was accepted', old.seller_id
    using errcode = 'check_violation', constraint = 'seller_undertaking_stays';
end $$;
create trigger seller_undertaking_stays before update on seller_undertaking for each row execute function keep_undertaking();

-- The GST number only once it is claimed. Without sellers who have not verified their e-mail address and suspended ones.
create view seller_page as
  select s.account_id as id, s.company_name, s.gst as gstin, s.mobile, c.address, s.city, s.state, s.story, s.grievance_contact,
    a.created_at, (select max(u.version) from seller_undertaking u where u.seller_id = s.account_id) as undertaking
  from seller s join account a on a.id = s.account_id join company c on c.id = s.account_id
  where a.email_verified_at is not null and a.suspended_at is null;
comment on view seller_page is 'What the public page of a seller says of them.';

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- The tag of pages about a seller and of lists of their products: 'seller:<id>'.
create function note_seller_page() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('seller:' || (to_jsonb(new) ->> tg_argv[0]));
  return null;
end $$;
create trigger seller_page_changed after update on seller for each row
  when ((old.company_name, old.gst, old.mobile, old.building_no, old.street, old.landmark, old.pin_code, old.city, old.state,
    old.story, old.grievance_contact) is distinct from (new.company_name, new.gst, new.mobile, new.building_no, new.street,
    new.landmark, new.pin_code, new.city, new.state, new.story, new.grievance_contact))
  execute function note_seller_page('account_id');
create trigger seller_page_undertaken after insert on seller_undertaking for each row
  execute function note_seller_page('seller_id');
create trigger seller_page_hidden after update on account for each row
  when (old.role = 'SELLER' and (old.suspended_at, old.email_verified_at) is distinct from (new.suspended_at, new.email_verified_at))
  execute function note_seller_page('id');

create function note_sellers_products() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) select distinct 'seller:' || seller_id from after;
  return null;
end $$;
create trigger sellers_products_in after insert on product
  referencing new table as after for each statement execute function note_sellers_products();

-- As note_products_changed() for lists that are sorted and filtered; a change of the rating moves a product, too.
create function note_sellers_products_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct 'seller:' || a.seller_id from before b join after a on a.id = b.id
  where (b.deleted_at is null, b.name, b.price_paise, b.units > 0, b.rating_score)
    is distinct from (a.deleted_at is null, a.name, a.price_paise, a.units > 0, a.rating_score);
  return null;
end $$;
create trigger sellers_products_changed after update on product
  referencing old table as before new table as after for each statement execute function note_sellers_products_changed();
