-- Fulfilment: the words by which sellers and administrators find orders, in one indexed column

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- In lower case, each word behind a space; triggers write it.
alter table orders add searched text not null default '';

create function order_words(o orders) returns text language sql stable as $$
  select lower(concat_ws(' ', '', o.product_name, c.first_name, c.last_name, o.recipient_name, o.city, o.pin_code, o.awb_number,
    o.shipment_id, o.number, o.id))
  from buyer c where c.id = o.customer_id
$$;

create function fill_order_words() returns trigger language plpgsql as $$
begin
  -- A new name that is written at the same time waits for this order.
  perform from customer where account_id = new.customer_id for share;
  new.searched := order_words(new);
  return new;
end $$;
create trigger orders_searched before insert
  or update of customer_id, product_name, recipient_name, city, pin_code, awb_number, shipment_id, number on orders
  for each row execute function fill_order_words();

create function rename_in_orders() returns trigger language plpgsql as $$
begin
  -- In the order in which all lock orders.
  perform from orders where customer_id = new.account_id order by id for no key update;
  update orders o set searched = order_words(o) where customer_id = new.account_id;
  return null;
end $$;
create trigger customer_in_orders after update of first_name, last_name on customer for each row
  when (new.first_name <> old.first_name or new.last_name <> old.last_name) execute function rename_in_orders();

update orders o set searched = order_words(o);
create index orders_searched on orders using gin (searched gin_trgm_ops);
-- It had number and product's name alone.
drop index orders_text_part;
