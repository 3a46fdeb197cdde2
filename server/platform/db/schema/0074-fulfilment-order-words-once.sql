-- Fulfilment: the words of an order are composed again only where one of them changes

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Whoever shows a shipment in its orders writes its numbers again, mostly as they are.
drop trigger orders_searched on orders;
create trigger orders_searched_in before insert on orders for each row execute function fill_order_words();
create trigger orders_searched before update on orders for each row
  when ((old.customer_id, old.product_name, old.recipient_name, old.city, old.pin_code, old.awb_number, old.shipment_id, old.number)
    is distinct from
    (new.customer_id, new.product_name, new.recipient_name, new.city, new.pin_code, new.awb_number, new.shipment_id, new.number))
  execute function fill_order_words();
