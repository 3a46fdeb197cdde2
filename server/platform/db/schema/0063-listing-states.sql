-- States of a listing: its seller keeps it as a draft, schedules it or hides it

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- A listing has at most one state of its seller; without one it is on sale. A deleted listing is withdrawn.
alter table held_back_product
  add on_sale_at timestamptz,
  drop constraint held_back_product_cause_check,
  add constraint held_back_product_cause_check
    check (cause in ('incomplete', 'moderation', 'draft', 'scheduled', 'hidden')),
  add constraint held_back_product_time check ((cause = 'scheduled') = (on_sale_at is not null));
create unique index held_back_by_seller on held_back_product (product_id) where cause in ('draft', 'scheduled', 'hidden');
create index held_back_due on held_back_product (on_sale_at) where cause = 'scheduled';
comment on table held_back_product is 'A listing off sale: incomplete, by a decision of an administrator, or as its seller wants.';

-- Since when its seller offers it, after a draft or while it was hidden. Null: since it was made.
alter table product add offered_at timestamptz;

-- As before. A price at which nobody could buy is no price of the days before a sale.
create or replace function lowest_price(product_id uuid, since timestamptz) returns bigint language sql stable
return (
  select least(p.price_paise, (select min(h.price_paise) from product_price h where h.product_id = p.id and h.until > $2))
  from product p where p.id = $1 and coalesce(p.offered_at, p.created_at) <= $2);
