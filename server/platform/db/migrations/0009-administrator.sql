-- A category goes when nothing in it is for sale any more: products deleted before, which orders still point at, let go of it.
alter table product alter column category_id drop not null, alter column subcategory_id drop not null,
  add constraint product_has_place check (deleted_at is not null or (category_id is not null and subcategory_id is not null));

-- Names that differ in case only are one name to people.
create unique index category_name_once on category (lower(name));
create unique index subcategory_name_once on subcategory (category_id, lower(name));

-- The administrator's list of a seller's orders shows the refunded ones, too; the seller's own passes over these few.
drop index orders_by_seller;
create index orders_by_seller on orders (seller_id, id desc);

-- What administrators look for: pieces of e-mails and names.
create index account_email_part on account using gin (email gin_trgm_ops);
create index customer_part on customer using gin ((first_name || ' ' || last_name || ' ' || mobile) gin_trgm_ops);
