-- GST (docs/money.md, "Tax"). Which goods have which HSN code, and which rate a code has on which days. Rates are rows with
-- dates: a new one is a new row, and the end of the old one. Past orders keep theirs (order_tax).
create extension if not exists btree_gist;

create table hsn_code (
  code text primary key check (code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
  description text not null check (description <> ''),
  words tsvector not null generated always as (to_tsvector('english', description)) stored
);

create table gst_rate (
  id int generated always as identity primary key,
  -- The beginning of the codes that it is for; the longest that fits wins. '' is for goods without a code, or whose code has no rate.
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

-- The rate of one piece at this tax-inclusive price on a day in India.
create function gst_rate_for(code text, piece_paise bigint, day date) returns int language sql stable as $$
  select rate_bp from gst_rate
  where starts_with(coalesce(code, ''), hsn_prefix) and day >= valid_from and day <= coalesce(valid_to, 'infinity')
    and (value_up_to_paise is null or piece_paise * 10000 <= value_up_to_paise * (10000 + rate_bp))
  order by length(hsn_prefix) desc, value_up_to_paise nulls last limit 1
$$;

-- Without a rate for all other goods no paid order of such goods could be placed.
create function keep_general_gst_rate() returns trigger language plpgsql as $$
begin
  if not exists (select from gst_rate where hsn_prefix = '' and value_up_to_paise is null and valid_to is null) then
    raise exception 'goods without an HSN code need a GST rate that does not end'
      using errcode = 'check_violation', constraint = 'gst_rate_general';
  end if;
  return null;
end $$;

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

create constraint trigger gst_rate_general after insert or update or delete on gst_rate
  deferrable initially deferred for each row execute function keep_general_gst_rate();

-- Null for a listing whose seller has not told it yet.
alter table product add column hsn_code text references hsn_code;
create index product_without_hsn on product (seller_id, id desc) where deleted_at is null and hsn_code is null;

-- The tax in the price of an order, as it was when the order was placed. Orders that were placed before have no row.
create table order_tax (
  order_id uuid primary key references orders on delete cascade,
  -- Copies: what a code is called or whether it exists does not matter to what was sold.
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

-- It goes with its order and in no other way.
create function keep_order_tax() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from orders where id = old.order_id) then return old; end if;
  end if;
  raise exception 'the tax of an order does not change' using errcode = 'restrict_violation';
end $$;
create trigger order_tax_stays before update or delete on order_tax for each row execute function keep_order_tax();
create trigger order_tax_stays_whole before truncate on order_tax for each statement execute function keep_order_tax();
