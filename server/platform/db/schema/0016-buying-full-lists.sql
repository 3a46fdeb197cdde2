-- A cart and a wishlist bound what one account can store. The lock on the customer lets the second of two additions count what
-- the first one wrote (server/people/lock-customer.ts).
create function list_has_room() returns trigger language plpgsql as $$
declare
  most int := tg_argv[0];
  listed int;
begin
  perform from customer where account_id = new.customer_id for no key update;
  execute format('select count(*) from %I where customer_id = $1', tg_table_name) into listed using new.customer_id;
  if listed >= most then
    raise exception '%', format(tg_argv[1], most) using errcode = 'check_violation', constraint = 'list_has_room';
  end if;
  return new;
end $$;
create trigger cart_line_has_room before insert on cart_line
  for each row execute function list_has_room(100, 'Your cart is full: at most %s different products.');
create trigger wishlist_item_has_room before insert on wishlist_item
  for each row execute function list_has_room(1000, 'Your wishlist is full: at most %s products.');
