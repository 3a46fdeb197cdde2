-- Green claims in lists and in search

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- Lists narrowed by one wording, and counts by wording. The columns of the view `shown_green_claim` that lists read.
create index green_claim_accepted on green_claim (code) include (expires_on, id) where state = 'accepted';

-- Tags of what else changes when a claim of a product is proven or ends: its sorted and filtered lists, searches, the lists of its
-- seller, and ':claims' the numbers of products that each list says for its filter.
create function claim_tags(p product) returns text[] language sql stable
return picked_tags(p.category_id, p.subcategory_id)
  || array['category:' || p.category_id || ':claims', 'subcategory:' || p.subcategory_id || ':claims', 'seller:' || p.seller_id];

create function note_listed_claim() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(claim_tags(p)) from green_claim_product l join product p on p.id = l.product_id
  where l.claim_id = new.id and p.deleted_at is null;
  return null;
end $$;
create trigger green_claim_listed after update on green_claim for each row
  when ((old.state = 'accepted') <> (new.state = 'accepted')) execute function note_listed_claim();

-- As before, and the lists of a product of which an accepted claim is made no longer.
create or replace function note_green_claim_product_out() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct 'product:' || product_id from before
  union
  select unnest(claim_tags(p)) from before b join product p on p.id = b.product_id
    left join green_claim c on c.id = b.claim_id
  where p.deleted_at is null and (c.id is null or c.state = 'accepted');
  return null;
end $$;

-- What is proven so far, as words for search: afterwards server/catalogue/search/search-document.ts writes them.
update product p
set search = p.search || setweight(to_tsvector('english', lower(translate(unaccent(c.words), '/.@_:+&-''"', '          '))), 'D')
from (select product_id, string_agg(wording, ' ' order by wording) as words from shown_green_claim group by product_id) as c
where p.id = c.product_id and p.deleted_at is null;
