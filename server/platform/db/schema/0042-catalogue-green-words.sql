-- Green words: what in a listing's texts needs a proof, and why its seller keeps the words without one

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- Written with each save of the product. Whether an accepted claim settles the words is decided where they are read, so that a
-- claim that is accepted, expires or is withdrawn changes no row here.
create table green_word (
  id uuid primary key,
  product_id uuid not null references product on delete cascade,
  field text not null check (field in ('name', 'description', 'details')),
  -- In lower case.
  words text not null check (length(words) between 1 and 100),
  -- Codes of the wordings in contract/green-claim-list.ts of which one settles the words.
  proved_by text[] not null,
  -- Why the seller keeps the words; null where they were not asked or gave none.
  reason text check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  constraint green_word_once unique (product_id, field, words)
);
comment on table green_word is 'Words in a listing that need a proof, and why its seller keeps them.';

-- A claim in free wording settles the words that it contains.
create function green_words_proven(product uuid, words text, proved_by text[]) returns boolean language sql stable
return exists (select from shown_green_claim g where g.product_id = product
  and (g.code = any(proved_by) or g.code is null and strpos(lower(g.wording), words) > 0));
