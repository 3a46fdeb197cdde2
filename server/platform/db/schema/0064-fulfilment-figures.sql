-- Sellers' figures: how often each product was looked at and put into a cart, by day

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Counted in the memory of each node and added here in batches (server/fulfilment/figures/count-days.ts). Nobody who looked is kept.
create table product_day (
  product_id uuid not null references product on delete cascade,
  day date not null,
  views int not null check (views >= 0),
  added int not null check (added >= 0),
  -- Sums over many days read the index only.
  primary key (product_id, day) include (views, added)
);
comment on table product_day is 'How often a product was looked at and put into a cart on a day.';
create index product_day_by_day on product_day (day);
