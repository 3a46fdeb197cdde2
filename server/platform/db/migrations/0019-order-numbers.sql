-- An order's number: short enough to be said on the telephone, where the id is not. The id stays the id of the API.
-- The alphabet has no vowels, so that no number is a word, and none of the pairs 0O 1I 2Z 5S 8B UV that people mix up.
-- Random, so that a number tells nobody how many orders there are; of 22^8 numbers the function takes one that is free.
create function new_order_number() returns text language plpgsql as $$
declare
  alphabet constant text := '34679CDFGHJKMNPQRTVWXY';
  candidate text;
begin
  loop
    candidate := '';
    for i in 1..8 loop
      candidate := candidate || substr(alphabet, 1 + floor(random() * 22)::int, 1);
    end loop;
    candidate := left(candidate, 4) || '-' || right(candidate, 4);
    exit when not exists (select from orders where number = candidate);
  end loop;
  return candidate;
end $$;

-- A default, because nodes of the version before insert orders without a number while they are replaced.
alter table orders add column number text constraint orders_number unique;
alter table orders alter column number set default new_order_number();
update orders set number = new_order_number();
alter table orders alter column number set not null,
  add constraint orders_number_form check (number ~ '^[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}$');
