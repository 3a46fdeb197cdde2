-- What is bought together, counted each night from orders

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
create view kept_purchase as
  select o.id, o.customer_id, o.product_id, o.created_at, place_key(o.street, o.pin_code) as place_key
  from orders o
  where o.status not in ('cancelled', 'refunded')
    and not exists (select from company c where c.id = o.seller_id and place_key(o.street, o.pin_code) in (
      place_key(c.street, c.pin_code), place_key(c.building_no || c.street, c.pin_code)));
comment on view kept_purchase is 'An order that was neither cancelled nor paid back, and did not go to its seller''s own address.';

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table bought_together (
  product_id uuid primary key references product on delete cascade,
  -- Most buyers first. A family is here as the member that stood for it when it was counted.
  other_ids uuid[] not null,
  -- How many people bought both.
  buyers int[] not null,
  constraint bought_together_parts check (cardinality(other_ids) between 1 and 6 and cardinality(buyers) = cardinality(other_ids)),
  -- What fewer people did could be told of one of them.
  constraint bought_together_buyers check (3 <= all (buyers)),
  constraint bought_together_others check (product_id <> all (other_ids))
);
comment on table bought_together is 'What the same people bought with a product, counted each night.';

create function note_bought_together() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('product:' || coalesce(new.product_id, old.product_id));
  return null;
end $$;
create trigger bought_together_changed after insert or update or delete on bought_together
  for each row execute function note_bought_together();
