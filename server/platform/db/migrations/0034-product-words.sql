-- Where each word of a product on offer stands, in the order in which a search shows it: the first results of a word are the
-- beginning of a range of this index, however many products have the word (docs/decisions/0044).
create table product_word (
  -- A word as full-text search reduces it.
  word text collate "C" not null,
  -- 16 in the name, 8 in the name of the subcategory, 4 in the seller's, 2 in description or category; 1 in stock.
  score smallint not null,
  product_id uuid not null,
  subcategory_id int not null,
  price_paise int not null,
  -- The last four bytes of the seller's id: with it, products of suspended sellers are left out without reading them.
  seller_mark int not null
);

create function seller_mark(seller uuid) returns int language sql immutable strict parallel safe
return ('x' || right(seller::text, 8))::bit(32)::int;

-- Nobody can ask for a longer word.
create function search_words_of(document tsvector, in_stock boolean) returns table (word text, score smallint)
language sql immutable parallel safe as $$
  select lexeme collate "C", (case when 'A' = any(weights) then 16 else 0 end + case when 'B' = any(weights) then 8 else 0 end
    + case when 'C' = any(weights) then 4 else 0 end + case when 'D' = any(weights) then 2 else 0 end
    + in_stock::int)::smallint
  from unnest(document) where length(lexeme) <= 100
$$;

-- Nobody writes products between what is read here and the triggers below.
lock table product in share row exclusive mode;
insert into product_word (word, score, product_id, subcategory_id, price_paise, seller_mark)
select w.word, w.score, p.id, p.subcategory_id, p.price_paise, seller_mark(p.seller_id)
from product p, search_words_of(p.search, p.units > 0) w where p.deleted_at is null;

create unique index product_word_order on product_word (word, score desc, product_id desc)
  include (subcategory_id, price_paise, seller_mark);

-- Triggers write them, so that no writer of products can forget to. The product words of a product belong to its row: whoever
-- changes them has the row locked, so that two writers never meet, and needs no other lock.
create function add_product_words() returns trigger language plpgsql as $$
begin
  insert into product_word (word, score, product_id, subcategory_id, price_paise, seller_mark)
  select w.word, w.score, p.id, p.subcategory_id, p.price_paise, seller_mark(p.seller_id)
  from after p, search_words_of(p.search, p.units > 0) w where p.deleted_at is null;
  return null;
end $$;

create function change_product_words() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    delete from product_word s using search_words_of(old.search, old.units > 0) w
    where s.word = w.word and s.score = w.score and s.product_id = old.id;
  end if;
  if tg_op = 'UPDATE' then
    if new.deleted_at is null then
      insert into product_word (word, score, product_id, subcategory_id, price_paise, seller_mark)
      select w.word, w.score, new.id, new.subcategory_id, new.price_paise, seller_mark(new.seller_id)
      from search_words_of(new.search, new.units > 0) w;
    end if;
  end if;
  return null;
end $$;

create trigger product_words_in after insert on product
  referencing new table as after for each statement execute function add_product_words();
create trigger product_words_out after delete on product
  for each row when (old.deleted_at is null) execute function change_product_words();
-- Of the units only whether there are any: a purchase changes no product word unless it is of the last piece.
create trigger product_words_changed
  after update of search, units, price_paise, subcategory_id, seller_id, deleted_at on product
  for each row when ((old.deleted_at is null or new.deleted_at is null)
    and (old.units > 0, old.price_paise, old.subcategory_id, old.seller_id, old.deleted_at is null, old.search)
      is distinct from (new.units > 0, new.price_paise, new.subcategory_id, new.seller_id, new.deleted_at is null, new.search))
  execute function change_product_words();

-- Spellings of one Hindi word in Latin letters have the same sound: jhadu, jhaadu; diya, diye; thali, thaali. Long vowels,
-- aspirates and doubled letters are made plain, and an 'a' counts only where the word begins.
create function sound_of(word text) returns text language sql immutable strict parallel safe as $$
  select left(plain, 1) || replace(rtrim(substr(plain, 2), 'ae'), 'a', '')
  from (select replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      replace(lower(word), 'aa', 'a'), 'ee', 'i'), 'ii', 'i'), 'oo', 'u'), 'uu', 'u'), 'ph', 'f'), 'w', 'v'), 'z', 'j'),
      'bh', 'b'), 'chh', 'ch'), 'dh', 'd'), 'gh', 'g'), 'jh', 'j'), 'kh', 'k'), 'rh', 'r'), 'th', 't'),
      'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'gg', 'g'), 'jj', 'j'), 'kk', 'k'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'),
      'pp', 'p'), 'ss', 's'), 'tt', 't') as plain) as made_plain
$$;
alter table search_word add column sound text collate "C" generated always as (sound_of(word)) stored;
create index search_word_sound on search_word (sound, word);

-- A word and the words that it becomes without one letter, or without two where it is of six to nine letters: two words that
-- differ by so few letters have one of these in common. Longer ones are compared by trigrams.
create function near_keys(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct key) from (
    select word as key
    union all
    select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i
    union all
    select left(word, i - 1) || substr(word, i + 1, j - i - 1) || substr(word, j + 1)
    from generate_series(1, length(word)) i, generate_series(i + 1, length(word)) j
    where length(word) between 6 and 9
  ) as keys
$$;
create index search_word_near on search_word using gin (near_keys(word)) with (fastupdate = off);
