-- Work that grows with the rows of one seller.

-- A new company name is written into the products' search documents by one job (refresh-seller-search), however often the name
-- changes, and each batch of that job tells the pages of its products. This trigger told all of them at each change.
drop trigger seller_changed on seller;
drop function note_seller_changed();

-- For the count below: deleted products stay for months.
create index product_live on product (seller_id) where deleted_at is null;

-- As many as limits.liveProductsMax in contract/limits.ts. The lock makes two transactions of one seller count one after the
-- other; each statement of this function sees what was committed before it.
create function refuse_too_many_products() returns trigger language plpgsql as $$
declare
  seller uuid;
begin
  for seller in select distinct seller_id from after order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('products of ' || seller, 0));
    if (select count(*) from product where seller_id = seller and deleted_at is null) > 10000 then
      raise exception 'seller % has too many products', seller
        using errcode = 'check_violation', constraint = 'product_live_max';
    end if;
  end loop;
  return null;
end $$;
create trigger product_live_max after insert on product
  referencing new table as after for each statement execute function refuse_too_many_products();
