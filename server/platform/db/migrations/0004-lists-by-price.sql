-- Lists by price, read forwards and backwards, and price ranges. Units are left out on purpose: they change with every
-- purchase, and an index on them would make each of those write to every index of the table.
create index product_by_category_price on product (category_id, price_paise, id) include (seller_id) where deleted_at is null;
create index product_by_subcategory_price on product (subcategory_id, price_paise, id) include (seller_id) where deleted_at is null;
-- Names by their beginning, in byte order whatever the collation of the database: suggestions while somebody types.
create index product_by_name on product (search_text collate "C") where deleted_at is null;
