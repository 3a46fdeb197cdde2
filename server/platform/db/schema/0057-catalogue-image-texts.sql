-- Texts of pictures: what is to be seen, for people who hear the page

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create function image_texts_fit(texts jsonb) returns boolean language sql immutable
return jsonb_typeof(texts) = 'object' and not exists (
  select from jsonb_each(texts) as t (image, words)
  where jsonb_typeof(words) <> 'string' or length(words #>> '{}') not between 1 and 160);

alter table product
  -- By the address of the picture, so that a text stays with its picture in any order. A picture without a text has no entry.
  add image_texts jsonb not null default '{}',
  add constraint product_image_texts check (image_texts = '{}' or image_texts_fit(image_texts)) not valid;

-- As before, with the new column.
create or replace view goods as
  select (select c.company_name from company c where c.id = p.seller_id) as seller_company,
    (select s.name from subcategory s where s.id = p.subcategory_id) as subcategory_name,
    p.deleted_at is null and not exists (select from absent_seller a where a.id = p.seller_id)
      and not exists (select from held_back_product h where h.product_id = p.id) as on_sale, p.*
  from product p;
create or replace view goods_on_sale as
  select g.* from goods g
  where g.deleted_at is null and not exists (select from absent_seller a where a.id = g.seller_id)
    and not exists (select from held_back_product h where h.product_id = g.id);

-- The texts of pictures are read for green words, too.
alter table green_word drop constraint green_word_field_check,
  add constraint green_word_field_check check (field in ('name', 'description', 'details', 'imageTexts')) not valid;
