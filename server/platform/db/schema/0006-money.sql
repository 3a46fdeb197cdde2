-- Money: the ledger, payments and refunds, tax, sales, invoices, settlements
create extension if not exists btree_gist;

-- LEDGER ------------------------------------------------------------------------------------------------------------------------

-- Double entry. The postings of an entry say between which accounts money moved: debits are positive, credits negative, and
-- their sum is 0. Written once, never changed, never deleted.
create table journal_entry (
  id bigint generated always as identity primary key,
  -- The event and its subject, such as 'payment:pay_1'. A second entry of the same event is a bug: it is refused.
  key text not null unique,
  kind text not null,
  -- Subjects. No foreign keys: the ledger outlives the demo shop's rows, which are reversed and then deleted.
  payment_id text,
  refund_id uuid,
  order_id uuid,
  posting_count smallint not null check (posting_count >= 2),
  happened_at timestamptz not null default now()
);
comment on table journal_entry is 'One business event that moved money.';
create index journal_entry_payment on journal_entry (payment_id) where payment_id is not null;
create index journal_entry_refund on journal_entry (refund_id) where refund_id is not null;
create index journal_entry_order on journal_entry (order_id) where order_id is not null;
-- The entries of a day and of one kind, for reconciliation and reports.
create index journal_entry_by_time on journal_entry (happened_at);
-- Of the demo shop only, so it is short.
create index journal_entry_reversed on journal_entry (id) where kind = 'reversed';

create table posting (
  entry_id bigint not null references journal_entry,
  line_no smallint not null check (line_no > 0),
  account text not null check (account in ('provider', 'bank', 'buyer', 'refunds', 'seller_payable', 'commission', 'shipping',
    'gst_on_fees', 'tcs', 'tds', 'claims', 'rounding')),
  -- No foreign key: the ledger outlives the sellers of the demo shop.
  seller_id uuid,
  amount_paise bigint not null check (amount_paise <> 0),
  primary key (entry_id, line_no),
  check ((account = 'seller_payable') = (seller_id is not null))
);
comment on table posting is 'A line of a journal entry: an amount on one account.';
create index posting_by_account on posting (account, entry_id) include (amount_paise);
create index posting_by_seller on posting (seller_id, entry_id) include (amount_paise) where seller_id is not null;

-- An entry and its postings are inserted by one statement; later postings would unbalance it or exceed its number.
create function refuse_unbalanced_entry(ids bigint[]) returns void language plpgsql as $$
declare
  broken text;
begin
  select e.key into broken
  from journal_entry e left join lateral (
    select count(*) as postings, sum(amount_paise) as total from posting where entry_id = e.id) p on true
  where e.id = any(ids) and (p.postings <> e.posting_count or p.total <> 0) limit 1;
  if broken is not null then
    raise exception 'journal entry % is not balanced', broken
      using errcode = 'check_violation', constraint = 'journal_entry_balanced';
  end if;
end $$;
create function check_new_postings() returns trigger language plpgsql as $$
begin
  perform refuse_unbalanced_entry(array(select distinct entry_id from added));
  return null;
end $$;
create trigger posting_balanced after insert on posting
  referencing new table as added for each statement execute function check_new_postings();
create function check_new_entry() returns trigger language plpgsql as $$
begin
  perform refuse_unbalanced_entry(array[new.id]);
  return null;
end $$;
create constraint trigger journal_entry_balanced after insert on journal_entry
  deferrable initially deferred for each row execute function check_new_entry();

-- After nine years no law requires an entry: an operator may delete it (docs/data-retention.md).
create function refuse_ledger_change() returns trigger language plpgsql as $$
declare
  happened timestamptz;
begin
  if tg_op = 'DELETE' then
    if tg_table_name = 'posting' then
      select happened_at into happened from journal_entry where id = old.entry_id;
    else
      happened := old.happened_at;
    end if;
    if happened < now() - interval '9 years' then return old; end if;
  end if;
  raise exception 'the ledger is only added to: correct an entry by another one' using errcode = 'restrict_violation';
end $$;
create trigger journal_entry_stays before update or delete on journal_entry for each row execute function refuse_ledger_change();
create trigger journal_entry_stays_whole before truncate on journal_entry
  for each statement execute function refuse_ledger_change();
create trigger posting_stays before update or delete on posting for each row execute function refuse_ledger_change();
create trigger posting_stays_whole before truncate on posting for each statement execute function refuse_ledger_change();

-- The newest entry after which no older one can appear: the lock waits for transactions that have an id and have not committed.
-- Runs as the owner of the tables, because the shop's own account may not lock the ledger.
create function settled_ledger_end() returns bigint language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  newest bigint;
begin
  lock table public.journal_entry in share mode;
  select coalesce(max(id), 0) into newest from public.journal_entry;
  return newest;
end $$;

-- So that a balance need not add up every posting.
create table ledger_checkpoint (
  account text not null,
  seller_id uuid,
  entry_id bigint not null,
  balance_paise bigint not null,
  unique nulls not distinct (account, seller_id)
);
comment on table ledger_checkpoint is 'The balance of an account up to an entry.';

create table ledger_horizon (
  only_row boolean primary key default true check (only_row),
  entry_id bigint not null
);
comment on table ledger_horizon is 'Up to which entry the checkpoint goes: one row.';
insert into ledger_horizon (entry_id) values (0);

-- PAYMENTS AND REFUNDS ----------------------------------------------------------------------------------------------------------

create table payment (
  id text primary key,
  checkout_id uuid not null references checkout,
  amount_paise bigint not null check (amount_paise > 0),
  -- The one payment that bought the checkout, or one to refund.
  outcome text not null check (outcome in ('order', 'refund')),
  received_at timestamptz not null default now()
);
comment on table payment is 'Captured money, by the provider''s payment id.';
create unique index payment_one_for_checkout on payment (checkout_id) where outcome = 'order';
create index payment_checkout on payment (checkout_id);
-- For the check of invariants: rows that arrived lately.
create index payment_by_time on payment (received_at);

-- A payment may be refunded in several parts: order by order, and at the provider.
create table refund (
  id uuid primary key,
  payment_id text not null references payment,
  -- The refunded order; null where the payment bought nothing, or where the provider does not name it.
  order_id uuid references orders,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  -- 'replaced': another refund of the same payment used this money; the rest has a row of its own.
  state text not null check (state in ('scheduled', 'accepted', 'processed', 'failed', 'replaced')),
  -- The refund that has the money of a replaced one: its rest, or the one at the provider that replaced it. Cancellations and
  -- returns name the refund that was decided for them; with this column buyers see its progress.
  replaced_by uuid references refund on delete set null,
  provider_refund_id text unique,
  -- When the last request was sent to the provider, if no response has arrived since.
  asked_at timestamptz,
  -- When the shop learnt that the provider has it.
  accepted_at timestamptz,
  -- An administrator's note on a refund that the provider could not make.
  settled_note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table refund is 'Money that goes back to a buyer, by the provider or by hand.';
create index refund_of_payment on refund (payment_id);
create index refund_of_order on refund (order_id) where order_id is not null;
create index refund_replaced on refund (replaced_by) where replaced_by is not null;
create index refund_newest on refund (id desc);
create index refund_open on refund (updated_at) where state in ('scheduled', 'accepted');
create index refund_unfinished on refund (created_at) where state in ('scheduled', 'accepted', 'failed');
create index refund_by_update on refund (updated_at);
-- Orders come before refunds, and cancellations and returns name both.
alter table cancellation add foreign key (refund_id) references refund on delete set null;
alter table return_request add foreign key (refund_id) references refund on delete set null;

-- No payment is refunded beyond its amount: neither by refunds of the shop, paid by hand or not, nor by all refunds at the
-- provider. Only a person who pays by bank what the provider pays as well can exceed it. The payment's row is locked first, so
-- that of two concurrent refunds the second sees the first.
create function refunds_fit_payment() returns trigger language plpgsql as $$
declare
  paid bigint;
  decided bigint;
  at_provider bigint;
begin
  select amount_paise into paid from payment where id = new.payment_id for no key update;
  select coalesce(sum(amount_paise) filter (where reason <> 'at-provider'), 0),
    coalesce(sum(amount_paise) filter (where settled_note is null), 0) into decided, at_provider
  from refund where payment_id = new.payment_id and state in ('scheduled', 'accepted', 'processed');
  if greatest(decided, at_provider) > paid then
    raise exception 'refunds of payment % exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_fit_payment';
  end if;
  return null;
end $$;
create trigger refunds_fit_payment after insert or update of payment_id, amount_paise, state, reason, settled_note on refund
  for each row when (new.state in ('scheduled', 'accepted', 'processed')) execute function refunds_fit_payment();

create table unmatched_payment (
  id uuid primary key,
  provider_order_id text not null unique,
  event text not null,
  times int not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the receipt of the order is looked up next; null after the last try.
  next_check_at timestamptz default now(),
  resolved_at timestamptz,
  resolved_note text
);
comment on table unmatched_payment is 'A webhook of the provider for an order that is in no checkout.';
create index unmatched_payment_to_check on unmatched_payment (next_check_at)
  where next_check_at is not null and resolved_at is null;

-- TAX ---------------------------------------------------------------------------------------------------------------------------

create table hsn_code (
  code text primary key check (code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
  description text not null check (description <> ''),
  words tsvector not null generated always as (to_tsvector('english', description)) stored
);
comment on table hsn_code is 'A code of goods for GST that a seller may choose, with words to find it by.';
alter table product add foreign key (hsn_code) references hsn_code;

-- The codes of a new shop (docs/money.md, "Tax").
insert into hsn_code (code, description) values
  ('0409', 'Natural honey'),
  ('0602', 'Live plants, cuttings and saplings'),
  ('0801', 'Coconuts and cashew nuts'),
  ('0802', 'Almonds, walnuts, pistachios and other nuts'),
  ('0813', 'Dried fruit'),
  ('0901', 'Coffee beans and ground coffee'),
  ('0902', 'Tea'),
  ('0904', 'Pepper and chillies'),
  ('0906', 'Cinnamon'),
  ('0907', 'Cloves'),
  ('0908', 'Nutmeg, mace and cardamom'),
  ('0909', 'Coriander, cumin, fennel and similar seeds'),
  ('0910', 'Ginger, turmeric, saffron and other spices, spice mixtures'),
  ('1006', 'Rice, packed and labelled'),
  ('1008', 'Millets, buckwheat and canary seed, packed and labelled'),
  ('1102', 'Flour of millets and other cereals, packed and labelled'),
  ('1209', 'Seeds for sowing'),
  ('1211', 'Herbs and other plants for medicine or perfume, such as tulsi or soapnuts, dried'),
  ('1513', 'Coconut oil'),
  ('1515', 'Sesame oil, castor oil and other vegetable oils'),
  ('1701', 'Cane sugar and jaggery, packed and labelled'),
  ('1702', 'Palm sugar and palm jaggery, packed and labelled'),
  ('1806', 'Chocolate and other food with cocoa'),
  ('1904', 'Breakfast cereals, puffed or roasted grain'),
  ('1905', 'Biscuits, cookies, bread and cakes'),
  ('2001', 'Pickles in vinegar'),
  ('2007', 'Jams, jellies and marmalades'),
  ('2008', 'Nuts, seeds and fruit, roasted or prepared'),
  ('2103', 'Sauces, chutneys and mixed seasonings'),
  ('2106', 'Food preparations not named elsewhere, namkeen'),
  ('220210', 'Drinks with added sugar, sweetener or flavour, aerated drinks'),
  ('2309', 'Feed for other animals and birds'),
  ('230910', 'Food for dogs and cats, packed for retail'),
  ('2501', 'Salt'),
  ('3003', 'Ayurvedic and other medicines, not packed for retail'),
  ('3004', 'Ayurvedic and other medicines, packed for retail'),
  ('3101', 'Compost, vermicompost and other organic manure, packed under a brand'),
  ('3213', 'Colours for artists, students and rangoli'),
  ('3301', 'Essential oils'),
  ('3303', 'Perfumes and attars'),
  ('3304', 'Skin care, sunscreen and make-up'),
  ('33049110', 'Face powder'),
  ('33049120', 'Talcum powder'),
  ('330510', 'Shampoo, liquid or in bars'),
  ('33059011', 'Hair oil, perfumed'),
  ('33059019', 'Hair oil, other'),
  ('33059040', 'Hair dye, natural or synthetic'),
  ('33059090', 'Conditioner, hair mask and other hair care'),
  ('330610', 'Toothpaste, tooth powder and tooth tablets'),
  ('330620', 'Dental floss'),
  ('330690', 'Mouthwash and other care of mouth and teeth'),
  ('3307', 'Deodorants, bath salts and other toilet preparations'),
  ('330710', 'Shaving cream, shaving soap and aftershave'),
  ('330741', 'Incense sticks, agarbatti and dhoop'),
  ('330749', 'Room fresheners and diffusers'),
  ('3401', 'Soap, toilet soap'),
  ('340111', 'Toilet soap in bars and cakes'),
  ('340119', 'Soap in bars for laundry and dishes'),
  ('340120', 'Soap flakes, powder and liquid soap'),
  ('340130', 'Body wash, face wash and hand wash'),
  ('3402', 'Detergents, dish wash, laundry liquid and cleaners'),
  ('3405', 'Polishes and scouring powders'),
  ('3406', 'Candles'),
  ('3808', 'Insect repellents and disinfectants'),
  ('3924', 'Tableware and household articles of plastics'),
  ('4201', 'Collars, leads and harness for pets'),
  ('4202', 'Trunks, purses, pouches and bags, other'),
  ('42022220', 'Handbags and shopping bags of cotton'),
  ('42022230', 'Handbags and shopping bags of jute'),
  ('4414', 'Wooden frames for pictures and mirrors'),
  ('4419', 'Tableware and kitchenware of wood or bamboo'),
  ('4420', 'Wooden ornaments and boxes'),
  ('4421', 'Other articles of wood or bamboo, clothes pegs, organisers'),
  ('4602', 'Basketry, areca and other leaf plates, articles of loofah'),
  ('4819', 'Boxes and bags of paper'),
  ('4820', 'Albums, folders and other paper stationery'),
  ('482010', 'Diaries, journals and registers'),
  ('482020', 'Notebooks and exercise books'),
  ('4823', 'Other articles of paper, seed paper, gift wrap'),
  ('4901', 'Printed books'),
  ('4909', 'Greeting cards and postcards'),
  ('5601', 'Cotton wool and cotton buds'),
  ('5602', 'Felt and articles of felt'),
  ('5609', 'Articles of rope, cord and twine'),
  ('5702', 'Carpets and rugs, woven'),
  ('5705', 'Carpets and rugs, other, such as braided'),
  ('6105', 'Shirts of men and boys, knitted'),
  ('6109', 'T-shirts and vests, knitted'),
  ('6111', 'Clothes for babies, knitted'),
  ('6115', 'Socks and stockings'),
  ('6203', 'Suits, trousers and shorts of men and boys'),
  ('6204', 'Dresses, skirts, trousers and suits of women and girls'),
  ('6205', 'Shirts of men and boys, woven'),
  ('6206', 'Blouses and shirts of women and girls, woven'),
  ('6209', 'Clothes for babies, woven'),
  ('6211', 'Kurtas, tracksuits and other garments'),
  ('6214', 'Shawls, scarves, stoles and veils'),
  ('6301', 'Blankets, swaddles and throws'),
  ('6302', 'Towels, bed linen, table linen and kitchen linen'),
  ('6303', 'Curtains and blinds'),
  ('6304', 'Cushion covers and other furnishing of textiles'),
  ('6305', 'Sacks and produce bags of jute, cotton or other textiles'),
  ('6307', 'Dishcloths, dusters and other made-up textiles'),
  ('6403', 'Footwear with uppers of leather, value of a pair'),
  ('6404', 'Footwear with uppers of textiles, value of a pair'),
  ('6405', 'Other footwear, such as slippers of jute, value of a pair'),
  ('6504', 'Hats, plaited or of straw'),
  ('6505', 'Hats of textiles'),
  ('6601', 'Umbrellas'),
  ('6911', 'Tableware and household articles of porcelain'),
  ('6912', 'Tableware, kitchenware, planters and household articles of clay or stoneware'),
  ('69120040', 'Earthen pots and clay lamps (diyas)'),
  ('6913', 'Ornamental articles of ceramics, vases'),
  ('7013', 'Glassware for table, kitchen and home'),
  ('7117', 'Imitation jewellery'),
  ('7323', 'Tableware, bottles, kitchen and household articles of steel or iron'),
  ('7418', 'Tableware, bottles, kitchen and household articles of copper, brass or bronze'),
  ('7615', 'Tableware, kitchen and household articles of aluminium'),
  ('8201', 'Garden and farm tools worked by hand'),
  ('8212', 'Razors and razor blades'),
  ('8215', 'Spoons, forks and ladles of metal'),
  ('8306', 'Bells, statuettes and ornaments of metal'),
  ('9403', 'Furniture, other'),
  ('940382', 'Furniture of bamboo'),
  ('940383', 'Furniture of rattan or cane'),
  ('9404', 'Mattresses, cushions and pillows'),
  ('940440', 'Quilts and bedspreads'),
  ('9405', 'Lamps and lampshades'),
  ('9503', 'Toys that are not electronic, puzzles'),
  ('9506', 'Yoga mats and other sports goods'),
  ('9603', 'Brushes, other'),
  ('960310', 'Brooms of grass or other plants'),
  ('960321', 'Toothbrushes'),
  ('9608', 'Pens'),
  ('9609', 'Pencils, crayons and chalk'),
  ('9615', 'Combs and hair slides'),
  ('9617', 'Insulated flasks'),
  ('9619', 'Nappies for babies'),
  ('96190010', 'Sanitary towels, pads and napkins');

-- A new rate is a new row, and the end of the old one. Placed orders keep theirs (order_tax).
create table gst_rate (
  id int generated always as identity primary key,
  -- The beginning of its codes; the longest match wins. '' is for goods without a code, or whose code has no rate.
  hsn_prefix text not null check (hsn_prefix ~ '^[0-9]{0,8}$'),
  -- In hundredths of a percent.
  rate_bp int not null check (rate_bp between 0 and 10000),
  -- For pieces whose value without tax is at most this; null for those of any value.
  value_up_to_paise bigint check (value_up_to_paise > 0),
  valid_from date not null,
  -- The last day.
  valid_to date check (valid_to >= valid_from),
  constraint gst_rate_one_a_day exclude using gist (hsn_prefix with =,
    coalesce(value_up_to_paise, 9223372036854775807) with =, daterange(valid_from, valid_to, '[]') with &&)
);
comment on table gst_rate is 'Which GST rate goods with an HSN code have, and on which days.';

-- The rate of one piece at this tax-inclusive price on a day in India.
create function gst_rate_for(code text, piece_paise bigint, day date) returns int language sql stable as $$
  select rate_bp from gst_rate
  where starts_with(coalesce(code, ''), hsn_prefix) and day >= valid_from and day <= coalesce(valid_to, 'infinity')
    and (value_up_to_paise is null or piece_paise * 10000 <= value_up_to_paise * (10000 + rate_bp))
  order by length(hsn_prefix) desc, value_up_to_paise nulls last limit 1
$$;

-- The general rate must exist on each day: without it no paid order of goods without a code could be placed. A later first day
-- leaves days out, as an earlier last day does.
create function keep_general_gst_rate() returns trigger language plpgsql as $$
begin
  if not coalesce((select range_agg(daterange(valid_from, valid_to, '[]')) @> datemultirange(daterange('2026-01-01', null))
      from gst_rate where hsn_prefix = '' and value_up_to_paise is null), false) then
    raise exception 'goods without an HSN code need a GST rate that does not end and leaves out no day'
      using errcode = 'check_violation', constraint = 'gst_rate_general';
  end if;
  return null;
end $$;
create constraint trigger gst_rate_general after insert or update or delete on gst_rate
  deferrable initially deferred for each row execute function keep_general_gst_rate();

-- The rates of a new shop.
insert into gst_rate (hsn_prefix, rate_bp, valid_from) values ('', 1800, '2017-07-01');
insert into gst_rate (hsn_prefix, rate_bp, valid_from)
select prefix, rate_bp, '2025-09-22'
from (values
    (0, '
      0602 1209 2309 2501 482020 4901 69120040 8201 9609 96190010'),
    (300, '
      7117'),
    (500, '
      0409 0801 0802 0813 0901 0902 0904 0906 0907 0908 0909 0910 1006 1008 1102 1211 1513 1515 1701 1702 1806
      1904 1905 2001 2007 2008 2103 2106 3003 3004 3101 3213 33049110 33049120 330510 33059011 33059019 330610
      330620 330710 330741 3401 3406 42022220 42022230 4414 4419 4420 4421 4602 4819 5601 5602 5609 5702 5705
      6504 6505 6601 6911 6912 6913 7323 7418 7615 8215 8306 940382 940383 9503 9506 960310 960321 9615 9619'),
    (1800, '
      230910 3301 3303 3304 3305 3306 3307 340119 340120 340130 3402 3405 3808 3924 4201 4202 4820 4823 4909
      7013 8212 9403 9404 9405 9603 9608 9617'),
    (4000, '
      220210')
  ) as seed (rate_bp, prefixes), regexp_split_to_table(trim(prefixes, E' \n'), '\s+') as prefix;
-- Garments, made-up textiles, footwear (a pair) and quilts.
insert into gst_rate (hsn_prefix, rate_bp, value_up_to_paise, valid_from)
select prefix, rate_bp, value_up_to_paise, '2025-09-22'
from unnest('{61,62,63,64,940440}'::text[]) as prefix,
  (values (500, 250000), (1800, null)) as seed (rate_bp, value_up_to_paise);

create table order_tax (
  order_id uuid primary key references orders on delete cascade,
  -- Copies: a sold product does not depend on the name or existence of a code.
  hsn_code text,
  rate_bp int not null check (rate_bp between 0 and 10000),
  seller_gstin text not null,
  -- Where the seller is registered and where the goods are delivered.
  seller_state text not null,
  place_of_supply text not null,
  gross_paise bigint not null check (gross_paise > 0),
  taxable_paise bigint not null check (taxable_paise > 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  constraint order_tax_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise),
  -- Within a state two equal halves, between states one whole.
  constraint order_tax_in_one_form
    check (case when seller_state = place_of_supply
      then igst_paise = 0 and cgst_paise = sgst_paise + utgst_paise and (sgst_paise = 0 or utgst_paise = 0)
      else cgst_paise = 0 and sgst_paise = 0 and utgst_paise = 0 end)
);
comment on table order_tax is 'The tax in the price of an order, as it was when the order was placed.';

-- Deleted only with its order.
create function keep_order_tax() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from orders where id = old.order_id) then return old; end if;
  end if;
  raise exception 'the tax of an order does not change' using errcode = 'restrict_violation';
end $$;
create trigger order_tax_stays before update or delete on order_tax for each row execute function keep_order_tax();
create trigger order_tax_stays_whole before truncate on order_tax for each statement execute function keep_order_tax();

-- SALES -------------------------------------------------------------------------------------------------------------------------

-- Rates are rows with dates: a new one is a new row, and the end of the old one. An order keeps those of the day on which it
-- was placed (order_terms).

-- The most specific rule wins: of the seller, of the category, the general one.
create table commission_rule (
  id int generated always as identity primary key,
  seller_id uuid references seller on delete cascade,
  category_id int references category on delete cascade,
  -- In hundredths of a percent of the tax-inclusive price.
  rate_bp int not null check (rate_bp between 0 and 10000),
  valid_from date not null,
  -- The last day.
  valid_to date check (valid_to >= valid_from),
  check (seller_id is null or category_id is null),
  constraint commission_rule_one_a_day exclude using gist (
    coalesce(seller_id, '00000000-0000-0000-0000-000000000000') with =, coalesce(category_id, 0) with =,
    daterange(valid_from, valid_to, '[]') with &&)
);
comment on table commission_rule is 'What of a price the shop keeps: in general, in a category, of a seller.';
create index commission_rule_of_seller on commission_rule (seller_id) where seller_id is not null;
create function commission_bp_for(seller uuid, category int, day date) returns int language sql stable as $$
  select rate_bp from commission_rule
  where (seller_id = seller or seller_id is null) and (category_id = category or category_id is null)
    and day >= valid_from and day <= coalesce(valid_to, 'infinity')
  order by seller_id nulls last, category_id nulls last limit 1
$$;

-- The weight is the larger of the real and the volumetric one.
create table shipping_charge (
  id int generated always as identity primary key,
  -- For parcels up to this weight; null for all heavier ones.
  up_to_grams int check (up_to_grams > 0),
  base_paise bigint not null check (base_paise >= 0),
  -- For each started kilogram above the first, in addition.
  further_kg_paise bigint not null default 0 check (further_kg_paise >= 0),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  constraint shipping_charge_one_a_day exclude using gist (coalesce(up_to_grams, 2147483647) with =,
    daterange(valid_from, valid_to, '[]') with &&)
);
comment on table shipping_charge is 'What a seller pays for a parcel of this weight, without GST.';
create function shipping_paise_for(grams numeric, day date) returns bigint language sql stable as $$
  select base_paise + further_kg_paise * greatest(0, ceil(grams / 1000) - 1)::bigint from shipping_charge
  where day >= valid_from and day <= coalesce(valid_to, 'infinity') and grams <= coalesce(up_to_grams, 'infinity'::float8)
  order by up_to_grams nulls last limit 1
$$;

-- GST on what the shop charges sellers, TCS (CGST Act s.52) on the value without tax, TDS (Income-tax Act) on the price.
create table levy_rate (
  id int generated always as identity primary key,
  levy text not null check (levy in ('gst-on-fees', 'tcs', 'tds')),
  rate_bp int not null check (rate_bp between 0 and 10000),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  constraint levy_rate_one_a_day exclude using gist (levy with =, daterange(valid_from, valid_to, '[]') with &&)
);
comment on table levy_rate is 'Rates of GST on fees, TCS and TDS, and on which days.';
create function levy_bp_for(which text, day date) returns int language sql stable as $$
  select rate_bp from levy_rate where levy = which and day >= valid_from and day <= coalesce(valid_to, 'infinity')
$$;

insert into commission_rule (rate_bp, valid_from) values (1000, '2017-07-01');
insert into shipping_charge (up_to_grams, base_paise, further_kg_paise, valid_from) values
  (500, 5000, 0, '2017-07-01'), (null, 8000, 4000, '2017-07-01');
insert into levy_rate (levy, rate_bp, valid_from, valid_to) values
  ('gst-on-fees', 1800, '2017-07-01', null),
  ('tcs', 100, '2018-10-01', '2024-07-09'), ('tcs', 50, '2024-07-10', null),
  ('tds', 100, '2020-10-01', '2024-09-30'), ('tds', 10, '2024-10-01', null);

-- Without these, on any day from the first one with terms, no paid order could be placed and no parcel handed over.
create function keep_general_rules() returns trigger language plpgsql as $$
declare
  days constant datemultirange := datemultirange(daterange('2026-01-01', null));
begin
  if not (select
    coalesce((select range_agg(daterange(valid_from, valid_to, '[]')) @> days from commission_rule
      where seller_id is null and category_id is null), false)
    and coalesce((select range_agg(daterange(valid_from, valid_to, '[]')) @> days from shipping_charge
      where up_to_grams is null), false)
    and 3 = (select count(*) from (select from levy_rate group by levy
      having range_agg(daterange(valid_from, valid_to, '[]')) @> days) whole)
    and exists (select from return_policy where category_id is null)) then
    raise exception 'the general commission, shipping charge, levies and return policy must not end or leave out a day'
      using errcode = 'check_violation', constraint = 'general_rules';
  end if;
  return null;
end $$;
create constraint trigger general_rules after update or delete on commission_rule
  deferrable initially deferred for each row execute function keep_general_rules();
create constraint trigger general_rules after update or delete on shipping_charge
  deferrable initially deferred for each row execute function keep_general_rules();
create constraint trigger general_rules after update or delete on levy_rate
  deferrable initially deferred for each row execute function keep_general_rules();
create constraint trigger general_rules after update or delete on return_policy
  deferrable initially deferred for each row execute function keep_general_rules();

create table order_terms (
  order_id uuid primary key references orders on delete cascade,
  commission_bp int not null check (commission_bp between 0 and 10000),
  gst_on_fees_bp int not null check (gst_on_fees_bp between 0 and 10000),
  tcs_bp int not null check (tcs_bp between 0 and 10000),
  tds_bp int not null check (tds_bp between 0 and 10000),
  -- The chargeable weight of one piece: the larger of the real and the volumetric one (length × width × height / 5000 kg).
  piece_grams numeric(14, 2) not null check (piece_grams > 0),
  -- The return policy of the day.
  cancel_until timestamptz not null,
  return_days int not null,
  answer_days int not null,
  send_days int not null,
  refund_days int not null,
  change_of_mind boolean not null,
  way_back text not null check (way_back in ('buyer', 'seller')),
  exchanges boolean not null default true
);
comment on table order_terms is 'The rates and periods that hold for an order, frozen when it is placed.';

-- The amounts for buyer and seller. The seller gets the price less the fees.
create table order_sale (
  order_id uuid primary key references orders on delete cascade,
  units int not null check (units > 0),
  gross_paise bigint not null check (gross_paise > 0),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  commission_paise bigint not null check (commission_paise >= 0),
  shipping_paise bigint not null check (shipping_paise >= 0),
  gst_on_fees_paise bigint not null check (gst_on_fees_paise >= 0),
  tcs_paise bigint not null check (tcs_paise >= 0),
  tds_paise bigint not null check (tds_paise >= 0),
  sold_at timestamptz not null default now(),
  constraint order_sale_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise)
);
comment on table order_sale is 'What of an order was handed over to the courier: the sale.';
create index order_sale_by_time on order_sale (sold_at);

-- In the order of `no`. The reversals of a sale never exceed the sale. Pieces that are returned after the whole price was
-- reversed have no row.
create table order_reversal (
  id uuid primary key,
  order_id uuid not null references order_sale on delete cascade,
  no smallint not null check (no > 0),
  -- 'returned': the goods came back from the buyer; 'undelivered': from the courier; 'lost': nobody has them; 'price-reduced':
  -- the buyer keeps them. 'exchanged' has no price, because the sale stands: it charges the parcels of an exchange to the
  -- seller.
  cause text not null check (cause in ('returned', 'undelivered', 'lost', 'price-reduced', 'exchanged')),
  units int not null check (units >= 0),
  gross_paise bigint not null
    constraint order_reversal_gross_paise_check check (gross_paise > 0 or cause = 'exchanged' and gross_paise = 0 and units = 0),
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  utgst_paise bigint not null,
  igst_paise bigint not null,
  -- Credited to the seller.
  commission_paise bigint not null,
  gst_on_fees_paise bigint not null,
  tcs_paise bigint not null,
  tds_paise bigint not null,
  -- The way back of the parcel without GST, and who pays it.
  way_back_paise bigint not null default 0 check (way_back_paise >= 0),
  way_back_gst_paise bigint not null default 0 check (way_back_gst_paise >= 0),
  way_back_paid_by text check (way_back_paid_by in ('buyer', 'seller')),
  -- The shop's compensation to the seller for goods that the courier lost.
  compensation_paise bigint not null default 0 check (compensation_paise >= 0),
  created_at timestamptz not null default now(),
  unique (order_id, no),
  check ((way_back_paid_by is null) = (way_back_paise + way_back_gst_paise = 0)),
  constraint order_reversal_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise)
);
comment on table order_reversal is 'The reversal of a part of a sale, with its reason.';
create index order_reversal_by_time on order_reversal (created_at);

create function keep_with_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from orders where id = old.order_id) then return old; end if;
  end if;
  raise exception '% of an order does not change', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger order_terms_stay before update or delete on order_terms for each row execute function keep_with_order();
create trigger order_terms_stay_whole before truncate on order_terms for each statement execute function keep_with_order();
create trigger order_sale_stays before update or delete on order_sale for each row execute function keep_with_order();
create trigger order_sale_stays_whole before truncate on order_sale for each statement execute function keep_with_order();
create trigger order_reversal_stays before update or delete on order_reversal for each row execute function keep_with_order();
create trigger order_reversal_stays_whole before truncate on order_reversal for each statement execute function keep_with_order();

-- INVOICES ----------------------------------------------------------------------------------------------------------------------

-- Documents of the sellers, with all particulars of Rules 46 and 53(1A) of the CGST Rules, as of the day of issue. A row never
-- changes, and deleting its subject does not delete it.

-- Its row is locked from the issue to the commit, so that a number is free again after a rollback: no number is missing, and
-- none is used twice.
create table invoice_series (
  -- No foreign key: documents outlive the sellers of the demo shop.
  seller_id uuid not null,
  -- The year in which it begins, on 1 April.
  financial_year int not null check (financial_year between 2017 and 2199),
  kind text not null check (kind in ('invoice', 'credit-note')),
  last_no int not null check (last_no > 0),
  -- Dates ascend with the numbers, also when a clock is set back.
  last_on date not null,
  primary key (seller_id, financial_year, kind),
  check (last_on >= make_date(financial_year, 4, 1) and last_on <= make_date(financial_year + 1, 3, 31))
);
comment on table invoice_series is 'The last number that a seller''s series of documents has in a financial year.';

create table tax_document (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  seller_id uuid not null,
  financial_year int not null,
  no int not null check (no > 0),
  serial text not null check (serial ~ '^[A-Za-z0-9/-]{1,16}$'),
  issued_on date not null,
  issued_at timestamptz not null,
  -- Its subject and its readers. No foreign keys: a document outlives the rows of the demo shop.
  order_id uuid not null,
  reversal_id uuid,
  customer_id uuid not null,
  order_number text not null,
  ordered_on date not null,
  payment_id text not null,
  -- The supplier.
  seller_name text not null,
  seller_address text not null,
  seller_gstin text not null,
  seller_state text not null,
  seller_state_code text not null check (seller_state_code ~ '^[0-9]{2}$'),
  -- The recipient. The two columns of a business are set only where the buyer gave them.
  buyer_name text not null,
  buyer_business_name text,
  buyer_gstin text,
  delivery_street text not null,
  delivery_city text not null,
  delivery_pin_code text not null,
  -- The state of the delivery is the place of supply.
  place_of_supply text not null,
  place_of_supply_code text not null check (place_of_supply_code ~ '^[0-9]{2}$'),
  -- The goods.
  description text not null,
  hsn_code text,
  -- 0 for a credit note of a reduced price.
  quantity int not null check (quantity >= 0),
  -- A unit quantity code of the GST portal.
  unit text not null default 'NOS',
  rate_bp int not null check (rate_bp between 0 and 10000),
  gross_paise bigint not null check (gross_paise > 0),
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  utgst_paise bigint not null check (utgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  reverse_charge boolean not null default false,
  -- Of a credit note: its invoice, and the reason.
  invoice_id uuid references tax_document,
  invoice_serial text,
  invoice_on date,
  reason text,
  constraint tax_document_one_no unique (seller_id, financial_year, kind, no),
  constraint tax_document_one_serial unique (seller_id, serial),
  constraint tax_document_adds_up
    check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise = gross_paise),
  constraint tax_document_names_its_invoice check (case kind
    when 'invoice' then num_nonnulls(reversal_id, invoice_id, invoice_serial, invoice_on, reason) = 0
    else num_nonnulls(reversal_id, invoice_id, invoice_serial, invoice_on, reason) = 5 and issued_on >= invoice_on end)
);
comment on table tax_document is 'An invoice or credit note with all its particulars.';
create unique index tax_document_one_invoice on tax_document (order_id) where kind = 'invoice';
create unique index tax_document_one_credit_note on tax_document (reversal_id) where reversal_id is not null;
create index tax_document_by_order on tax_document (order_id);
create index tax_document_by_month on tax_document (seller_id, issued_on);
create index tax_document_of_invoice on tax_document (invoice_id) where invoice_id is not null;

-- A series increments by one, and a document has the present number of its series.
create function count_by_one() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.last_no = 1 then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.last_no = old.last_no + 1 and new.last_on >= old.last_on
      and (new.seller_id, new.financial_year, new.kind) = (old.seller_id, old.financial_year, old.kind) then
      return new;
    end if;
  end if;
  raise exception 'a series of invoices counts by one' using errcode = 'restrict_violation';
end $$;
create trigger invoice_series_counts before insert or update or delete on invoice_series
  for each row execute function count_by_one();
create trigger invoice_series_stays before truncate on invoice_series for each statement execute function count_by_one();

create function take_number_of_series() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice_series s where s.seller_id = new.seller_id
      and s.financial_year = new.financial_year and s.kind = new.kind and s.last_no = new.no and s.last_on = new.issued_on) then
    raise exception '% % does not have the next number of its series', new.kind, new.serial
      using errcode = 'check_violation', constraint = 'tax_document_next_no';
  end if;
  return new;
end $$;
create trigger tax_document_next_no before insert on tax_document
  for each row execute function take_number_of_series();

-- A counted number has its document when the transaction commits.
create function require_document_of_number() returns trigger language plpgsql as $$
begin
  if not exists (select from tax_document d where d.seller_id = new.seller_id and d.financial_year = new.financial_year
      and d.kind = new.kind and d.no = new.last_no) then
    raise exception 'number % of a series of invoices has no document', new.last_no
      using errcode = 'check_violation', constraint = 'invoice_series_has_documents';
  end if;
  return null;
end $$;
create constraint trigger invoice_series_has_documents after insert or update on invoice_series
  deferrable initially deferred for each row execute function require_document_of_number();

-- After nine years no law requires a document: an operator may delete it (docs/data-retention.md).
create function keep_tax_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.issued_at < now() - interval '9 years' then return old; end if;
  end if;
  raise exception 'an invoice does not change: it is corrected by a credit note' using errcode = 'restrict_violation';
end $$;
create trigger tax_document_stays before update or delete on tax_document
  for each row execute function keep_tax_document();
create trigger tax_document_stays_whole before truncate on tax_document
  for each statement execute function keep_tax_document();

-- A missing file is made from the document's row.
create table tax_document_file (
  document_id uuid primary key references tax_document on delete cascade,
  pdf bytea not null check (length(pdf) > 0),
  made_at timestamptz not null default now()
);
comment on table tax_document_file is 'The PDF of a document as it was made after the issue.';
-- Compressed already.
alter table tax_document_file alter column pdf set storage external;

create table gstr1_large_invoice (
  -- The first day of the limit, which ends with the next row.
  valid_from date primary key,
  above_paise bigint not null check (above_paise > 0)
);
comment on table gstr1_large_invoice is 'Above which amount GSTR-1 names invoices between states one by one.';
insert into gstr1_large_invoice (valid_from, above_paise) values ('2017-07-01', 25000000), ('2024-08-01', 10000000);
create function gstr1_large_paise(day date) returns bigint language sql stable as $$
  select above_paise from gstr1_large_invoice where valid_from <= day order by valid_from desc limit 1
$$;

-- SETTLEMENTS -------------------------------------------------------------------------------------------------------------------

-- The ledger only grows, so unsettled entries are listed here. `due_on` and `held` are a copy of `unsettled_due` for the sums
-- of the money pages, which would otherwise compute a hundred thousand days from four tables. The triggers below maintain it.
create table unsettled_entry (
  entry_id bigint primary key,
  seller_id uuid not null references seller on delete cascade,
  order_id uuid not null references orders on delete cascade,
  -- Of order_reversal; null for the sale.
  reversal_no smallint,
  -- What the seller gets by it; negative for a debit.
  net_paise bigint not null,
  due_on date,
  held boolean not null default false
);
comment on table unsettled_entry is 'An entry that changes what the shop owes a seller, until it is settled.';
create index unsettled_entry_of_seller on unsettled_entry (seller_id, order_id);
create unique index unsettled_entry_of_order on unsettled_entry (order_id, coalesce(reversal_no, 0));
-- The sums of the money pages read this index alone.
create index unsettled_entry_due_day on unsettled_entry (seller_id, due_on) include (net_paise);

create function note_unsettled_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added where account = 'seller_payable') then
    insert into unsettled_entry (entry_id, seller_id, order_id, reversal_no, net_paise)
    select e.id, a.seller_id, e.order_id, case e.kind when 'sale-reversed' then split_part(e.key, ':', 3)::smallint end,
      -sum(a.amount_paise)
    from added a join journal_entry e on e.id = a.entry_id
    where a.account = 'seller_payable' and e.kind in ('sale', 'sale-reversed') group by e.id, a.seller_id;
  end if;
  return null;
end $$;
create trigger posting_unsettled after insert on posting
  referencing new table as added for each statement execute function note_unsettled_entries();

-- When each unsettled entry is due: on the day on which the time for returns ends; at once ('-infinity') where the sale is
-- settled, or nothing is left of it. Null while it is unknown: not delivered, or held. The delivery of a replacement counts as
-- the order's: an earlier payout would have to be taken back from the seller.
create view unsettled_due as
  select u.entry_id, u.seller_id, u.order_id, u.reversal_no, u.net_paise, w.window_ends_on, o.held,
    case when not open.sale_open then date '-infinity' when o.held then null
      when o.reversed_paise >= s.gross_paise then date '-infinity' else w.window_ends_on end as due_on
  from unsettled_entry u join placed_order o on o.id = u.order_id join order_sale s on s.order_id = u.order_id
  join order_terms t on t.order_id = u.order_id
  cross join lateral (select u.reversal_no is null or exists (
    select from unsettled_entry x where x.order_id = u.order_id and x.reversal_no is null) as sale_open) open
  cross join lateral (select ((o.last_delivered_at + t.return_days * interval '1 day') at time zone 'Asia/Kolkata')::date
    as window_ends_on) w;
comment on view unsettled_due is 'When an unsettled entry is due.';

-- The settlement run pays by the view. The lock comes first: of two transactions that change the same order, the second one
-- then sees the changes of the first.
create function store_due_day(which uuid) returns void language plpgsql as $$
begin
  perform from unsettled_entry where order_id = which order by entry_id for update;
  if found then
    update unsettled_entry e set due_on = d.due_on, held = d.held from unsettled_due d
    where e.order_id = which and d.order_id = which and d.entry_id = e.entry_id
      and (e.due_on is distinct from d.due_on or e.held <> d.held);
  end if;
end $$;
create function store_due_days() returns trigger language plpgsql as $$
begin
  perform store_due_day(case tg_op when 'DELETE' then old.order_id else new.order_id end);
  return null;
end $$;
create function store_due_day_of_order() returns trigger language plpgsql as $$
begin
  perform store_due_day(new.id);
  return null;
end $$;
create function store_due_day_of_replacement() returns trigger language plpgsql as $$
begin
  perform store_due_day(r.order_id) from return_request r where r.id = new.request_id;
  return null;
end $$;
-- At the end of the transaction, when the sale or reversal and its entry both exist.
create constraint trigger unsettled_entry_due after insert on unsettled_entry
  deferrable initially deferred for each row execute function store_due_days();
-- Once the sale is settled, the rest of the order is due at once.
create constraint trigger unsettled_entry_settled after delete on unsettled_entry
  deferrable initially deferred for each row when (old.reversal_no is null) execute function store_due_days();
create constraint trigger orders_due after update of delivery_date, reversed_paise on orders
  deferrable initially deferred for each row
  when (old.delivery_date is distinct from new.delivery_date or old.reversed_paise <> new.reversed_paise)
  execute function store_due_day_of_order();
create constraint trigger return_request_asked_due after insert on return_request
  deferrable initially deferred for each row execute function store_due_days();
create constraint trigger return_request_closed_due after update on return_request
  deferrable initially deferred for each row when (old.is_open <> new.is_open) execute function store_due_days();
create constraint trigger replacement_delivered_due after update of delivered_at on replacement
  deferrable initially deferred for each row when (old.delivered_at is distinct from new.delivered_at)
  execute function store_due_day_of_replacement();

-- A run is done in parts, with some sellers in each transaction; an interrupted run is continued.
create table settlement_run (
  id uuid primary key,
  up_to date not null unique,
  state text not null default 'running' check (state in ('running', 'done')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'done') = (finished_at is not null))
);
comment on table settlement_run is 'A run that settles with all sellers up to a day.';
-- Amounts are carried in one order only if runs are made one after the other.
create unique index settlement_run_one_at_a_time on settlement_run ((true)) where state = 'running';

-- Written once.
create table settlement (
  id uuid primary key,
  run_id uuid not null references settlement_run,
  seller_id uuid not null references seller on delete cascade,
  lines int not null check (lines > 0),
  gross_paise bigint not null,
  reversed_paise bigint not null,
  commission_paise bigint not null,
  shipping_paise bigint not null,
  gst_on_fees_paise bigint not null,
  tcs_paise bigint not null,
  tds_paise bigint not null,
  compensation_paise bigint not null,
  net_paise bigint not null,
  carried_before_paise bigint not null,
  -- Less than one rupee is not paid, and a seller's debt is deducted from their next sales.
  payout_paise bigint not null check (payout_paise = 0 or payout_paise >= 100),
  carried_after_paise bigint not null check (carried_after_paise < 100),
  created_at timestamptz not null default now(),
  unique (run_id, seller_id),
  constraint settlement_adds_up check (net_paise = gross_paise - reversed_paise - commission_paise - shipping_paise
    - gst_on_fees_paise - tcs_paise - tds_paise + compensation_paise),
  constraint settlement_carries check (carried_before_paise + net_paise = payout_paise + carried_after_paise),
  constraint settlement_pays_or_carries check (payout_paise = 0 or carried_after_paise = 0)
);
comment on table settlement is 'The settlement of one seller in one run.';
create index settlement_of_seller on settlement (seller_id, id);
create index settlement_that_owes on settlement (seller_id) where carried_after_paise < 0;

-- An entry of the ledger is in one settlement at most, so no entry is paid twice.
create table settlement_line (
  entry_id bigint primary key,
  settlement_id uuid not null references settlement on delete cascade,
  order_id uuid references orders on delete set null,
  reversal_no smallint,
  order_number text not null,
  product_name text not null,
  happened_at timestamptz not null,
  units int not null,
  gross_paise bigint not null,
  reversed_paise bigint not null,
  commission_paise bigint not null,
  shipping_paise bigint not null,
  gst_on_fees_paise bigint not null,
  tcs_paise bigint not null,
  tds_paise bigint not null,
  compensation_paise bigint not null,
  net_paise bigint not null,
  constraint settlement_line_adds_up check (net_paise = gross_paise - reversed_paise - commission_paise - shipping_paise
    - gst_on_fees_paise - tcs_paise - tds_paise + compensation_paise)
);
comment on table settlement_line is 'A sale or a reversal in a settlement.';
create index settlement_line_of_settlement on settlement_line (settlement_id, entry_id);
create index settlement_line_of_order on settlement_line (order_id) where order_id is not null;

create table bank_file (
  id uuid primary key,
  run_id uuid not null references settlement_run,
  payouts int not null check (payouts > 0),
  paise bigint not null check (paise > 0),
  created_at timestamptz not null default now()
);
comment on table bank_file is 'A file of transfers for the bank.';
create index bank_file_of_run on bank_file (run_id, id);

create table payout (
  id uuid primary key,
  -- The reference of bank files, as HP00000001.
  number bigint generated always as identity unique,
  settlement_id uuid not null references settlement on delete cascade,
  seller_id uuid not null references seller on delete cascade,
  paise bigint not null check (paise >= 100),
  method text not null check (method in ('route', 'bank')),
  state text not null check (state in ('ready', 'in-file', 'sending', 'paid', 'failed', 'returned')),
  bank_file_id uuid references bank_file,
  -- The bank's number of the transfer. Unique, so that one transfer does not count for two payouts.
  utr text unique,
  provider_transfer_id text unique,
  note text check (length(note) <= 500),
  paid_at timestamptz,
  -- The part of a payout by Route that was reversed at the provider while the rest stays with the seller, and in how many
  -- parts. Each part is an entry of its own in the ledger. For the whole the state is 'returned'.
  came_back_paise bigint not null default 0,
  came_back_parts int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (method = 'bank' or bank_file_id is null and utr is null and state not in ('ready', 'in-file')),
  check (method = 'route' or provider_transfer_id is null and state <> 'sending'),
  check (state not in ('paid', 'returned') or paid_at is not null and coalesce(utr, provider_transfer_id) is not null),
  constraint payout_came_back_in_part check (came_back_paise >= 0 and came_back_paise < paise),
  constraint payout_came_back_in_parts check ((came_back_parts > 0) = (came_back_paise > 0))
);
comment on table payout is 'A transfer that pays a settlement, by the bank or by the provider.';
-- A settlement is paid once; after a failure or a return another payout pays it.
create unique index payout_one_for_settlement on payout (settlement_id) where state not in ('failed', 'returned');
create index payout_of_settlement on payout (settlement_id, id);
create index payout_of_seller on payout (seller_id, id);
create index payout_of_file on payout (bank_file_id) where bank_file_id is not null;
create index payout_open on payout (state, updated_at) where state <> 'paid';
create index payout_partly_back on payout (updated_at) where came_back_paise > 0 and state = 'paid';

-- The keys of all entries that a payout can have.
create function payout_entry_keys(id uuid, parts int) returns text[] language sql immutable parallel safe as $$
  select array['payout:' || id, 'payout-reversed:' || id]
    || array(select 'payout-reversed:' || id || ':' || n from generate_series(1, parts) as n)
$$;

create table bank_reply (
  sha256 text primary key,
  paid int not null,
  failed int not null,
  created_at timestamptz not null default now()
);
comment on table bank_reply is 'A reply of the bank that was imported, so that none is imported twice.';

-- providers.md §1.10.
create table route_account (
  seller_id uuid primary key references seller on delete cascade,
  account_id text not null unique,
  product_id text,
  status text not null,
  updated_at timestamptz not null default now()
);
comment on table route_account is 'The linked account of a seller at the payment provider.';

-- `sides` has count and paise of each kind of movement, at the provider and in the ledger.
create table reconciliation (
  day date primary key,
  state text not null check (state in ('done', 'failed')),
  checked_at timestamptz not null default now(),
  sides jsonb not null,
  differences int not null check (differences >= 0),
  note text
);
comment on table reconciliation is 'The provider''s lists of a day compared with the ledger.';

create table reconciliation_difference (
  id uuid primary key,
  day date not null references reconciliation on delete cascade,
  subject text not null check (subject in ('payment', 'refund', 'transfer')),
  kind text not null check (kind in ('missing-here', 'missing-there', 'other-amount')),
  provider_id text not null,
  there_paise bigint,
  here_paise bigint
);
comment on table reconciliation_difference is 'A movement of a day that only one side has, or that differs.';
create index reconciliation_difference_of_day on reconciliation_difference (day, id);

-- For other groups.
create view captured_payment as
  select p.id, p.checkout_id, p.amount_paise, p.outcome,
    exists (select from refund r where r.payment_id = p.id and r.reason = 'paid-twice') as is_second
  from payment p;
comment on view captured_payment is 'A payment, and whether it goes back because the purchase was paid twice.';
create view unresolved_notice as select provider_order_id from unmatched_payment where resolved_at is null;
comment on view unresolved_notice is 'An order of the provider in an unresolved webhook.';
-- `state` and the like are those of the refund that has the money in the end; `own_state` and `order_id` of the one that was
-- decided.
create view buyer_refund as
  select f.id, p.checkout_id, f.order_id, f.reason, f.state as own_state, n.state, n.provider_refund_id, n.created_at,
    n.accepted_at
  from refund f join payment p on p.id = f.payment_id join refund n on n.id = coalesce(f.replaced_by, f.id);
comment on view buyer_refund is 'A refund as its buyer sees it, with its progress.';
-- A sale has terms, so an order without a row here has neither.
create view order_money as
  select exists (select from order_sale s where s.order_id = t.order_id) as is_sold,
    (select s.gross_paise from order_sale s where s.order_id = t.order_id) as sale_paise, t.*
  from order_terms t;
comment on view order_money is 'The terms of an order, whether it was handed over, and at which price.';
create view order_document as select id, order_id, kind, serial, issued_on, issued_at from tax_document;
comment on view order_document is 'The invoices and credit notes of an order.';
create view waiting_refunds as
  select (select count(*) from refund where state in ('scheduled', 'accepted')) as refunds,
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from refund
      where state in ('scheduled', 'accepted')) as oldest_seconds,
    (select count(*) from refund where state = 'failed') as failed;
comment on view waiting_refunds is 'How many refunds wait, and for how long: one row for /metrics.';

-- For money's own statements.
create view sold_order as
  select o.id, o.number, o.checkout_id, o.seller_id, o.product_id, o.product_name, o.customer_id, o.created_at as placed_at,
    o.delivery_date, o.reversed_paise, o.street, o.city, o.pin_code, s.*
  from order_sale s join placed_order o on o.id = s.order_id;
comment on view sold_order is 'A sale with the order that was sold.';
create view payee as
  select s.id, s.email, s.company_name, s.gstin, s.suspended_at, s.suspended_reason, r.account_id as route_account_id,
    r.status as route_status
  from seller_party s left join route_account r on r.seller_id = s.id;
comment on view payee is 'A seller as settlements see them.';
