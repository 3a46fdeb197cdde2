/**
 * What happens in the large shop, before any table of the shop is written: who buys what and when, and what becomes of each
 * order. `bench.sold` has a row for each order. A moment that has not come yet is null in it.
 */

/** How much is in the large shop. */
export interface LargeSize {
  products: number
  sellers: number
  customers: number
  orders: number
  /** The shop's present moment: everything happened in the two years before it. */
  until: Date
}

const years = 2
/** Customers who are there before the first order. */
const earlyShare = 0.01

/** Statements in their order, each with what it does. */
export type Steps = readonly (readonly [name: string, statement: string])[]

/** The numbers of pages, paise and days are the same for the same size; moments differ by the hour of making. */
export function planSteps({ products, customers, orders, until }: LargeSize): Steps {
  const now = `timestamptz '${until.toISOString()}'`
  const happened = (condition: string, moment: string) =>
    `case when ${condition} and ${moment} <= ${now} then ${moment} end`
  const early = Math.ceil(customers * earlyShare)
  return [
    [
      'functions',
      `
      create function bench.id(at timestamptz, key text) returns uuid language sql stable as $$
        select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(key), 1, 3) || '8'
          || substr(md5(key), 4, 15))::uuid $$;
      -- Between 0 and 1, determined by the number and the salt.
      create function bench.chance(no bigint, salt bigint) returns float8 language sql immutable as $$
        select (hashint8extended(no, salt) & 1073741823) / 1073741824.0::float8 $$;
      -- When this share of all purchases was made: there are more of them each day.
      create function bench.moment(progress float8) returns timestamptz language sql stable as $$
        select date_trunc('milliseconds', ${now} - interval '${years} years' * (1 - power(progress, 2.0 / 3))) $$;
      -- shareOf of server/money/sales/rules.ts.
      create function bench.share(paise bigint, part bigint, whole bigint) returns bigint language sql immutable as $$
        select (2 * paise * part + whole) / (2 * whole) $$;
      -- The first day whose settlement run, on the Monday after it at four, is after this moment.
      create function bench.run_after(moment timestamptz) returns date language sql stable as $$
        select (moment at time zone 'Asia/Kolkata' - interval '28 hours')::date + 1 $$;
      create function bench.sunday(day date) returns date language sql immutable as $$
        select day + (7 - extract(isodow from day))::int $$;
      create function bench.run_at(sunday date) returns timestamptz language sql stable as $$
        select (sunday + interval '28 hours') at time zone 'Asia/Kolkata' $$`,
    ],
    [
      'purchases',
      `
      create unlogged table bench.buy as
      with drawn as (
        select i as no, case when c < 0.6 then 1 when c < 0.85 then 2 when c < 0.95 then 3 else 4 end as lines
        from generate_series(1, ${orders}) as i, lateral (select bench.chance(i, 20) as c) as x
      ), summed as (select no, lines, sum(lines) over (order by no) - lines as before from drawn
      ), whole as (
        select no, least(lines, ${orders} - before)::int as lines, before::int, (no - 1)::float8 / count(*) over () as progress
        from summed where before < ${orders}
      )
      select b.no, b.lines, b.before, b.at, bench.id(b.at, 'checkout' || b.no) as id, c.id as customer_id,
        bench.chance(b.no, 22) < 0.002 as sold_out, bench.chance(b.no, 23) < 0.003 as paid_twice
      from (select *, bench.moment(progress) as at,
        floor((${early} + ${customers - early} * progress) * bench.chance(no, 21))::int as customer_no from whole) as b
      join bench.customer c on c.no = b.customer_no;
      analyze bench.buy`,
    ],
    [
      'what becomes of the orders',
      `
      create unlogged table bench.sold as
      with line as (
        select b.no as buy_no, b.id as checkout_id, b.customer_id, b.at, b.sold_out, l.line_no, b.before + l.line_no as no,
          (floor(${products} * power(bench.chance(b.no, 24), 1.7))::int + (l.line_no - 1) * ${Math.max(1, Math.floor(products / 4))}) % ${products}
            as product_no
        from bench.buy b, generate_series(1, b.lines) as l (line_no)
      ), fated as (
        select l.*, p.id as product_id, p.seller_id, p.price_paise, x.quantity, p.price_paise * x.quantity as amount_paise,
          bench.id(l.at + l.line_no * interval '1 millisecond', 'order' || l.no) as id,
          case when l.sold_out then 'sold-out' when f.fate < 0.02 then 'cancelled' when f.fate < 0.035 then 'rto'
            when f.fate < 0.065 then 'returned' when f.fate < 0.069 then 'rejected'
            when f.fate < 0.072 and l.at > ${now} - interval '10 days' then 'unbookable' else 'kept' end as fate
        from line l join bench.product p on p.no = l.product_no
        cross join lateral (select case when c < 0.8 then 1 when c < 0.95 then 2 else 3 end as quantity
          from (select bench.chance(l.no, 31) as c) as c) as x
        cross join lateral (select bench.chance(l.no, 30) as fate) as f
      ), handed as (
        select *, at + interval '10 hours' + interval '38 hours' * bench.chance(no, 32) as handed from fated
      ), brought as (
        select *, handed + interval '36 hours' + interval '84 hours' * bench.chance(no, 33) as brought,
          handed + interval '5 days' + interval '3 days' * bench.chance(no, 33) as rto from handed
      ), asked as (
        select *, brought + interval '4 hours' + interval '130 hours' * bench.chance(no, 34) as asked from brought
      ), ended as (
        select *, case fate when 'sold-out' then at + interval '1 minute'
            when 'cancelled' then at + interval '50 minutes' * bench.chance(no, 35)
            when 'rto' then rto + interval '30 hours' * bench.chance(no, 35)
            when 'returned' then asked + interval '3 days' + interval '5 days' * bench.chance(no, 35)
            when 'rejected' then asked + interval '1 day' * bench.chance(no, 35) end as ended,
          case when fate = 'returned' and quantity > 1 and bench.chance(no, 36) < 0.4 then 1 else quantity end as pieces_back,
          fate = 'returned' and amount_paise > 20000 and bench.chance(no, 37) < 0.5 as buyer_pays
        from asked
      ), known as (
        select *, ${happened("fate in ('kept', 'rto', 'returned', 'rejected')", 'handed')} as handed_at,
          ${happened("fate in ('kept', 'returned', 'rejected')", 'brought')} as delivered_at,
          ${happened("fate = 'rto'", 'rto')} as rto_at,
          ${happened("fate in ('returned', 'rejected')", 'asked')} as asked_at, ${happened('true', 'ended')} as ended_at
        from ended
      ), reckoned as (
        select *, fate in ('rto', 'returned') and ended_at is not null as is_reversed,
          case when buyer_pays then 5000 when fate = 'returned' then 8000 else 0 end as way_back_paise
        from known
      )
      select buy_no, checkout_id, customer_id, no, line_no, id, at, product_id, product_no, seller_id, price_paise, quantity, amount_paise, fate,
        handed_at, delivered_at, rto_at, asked_at, ended_at, pieces_back, buyer_pays, is_reversed, way_back_paise,
        price_paise * pieces_back - case when buyer_pays then 5900 else 0 end as refund_paise,
        fate <> 'unbookable' and at + interval '30 minutes' <= ${now} as is_booked,
        case when bench.run_at(bench.sunday(due_on)) <= ${now} then bench.sunday(due_on) end as settled_on
      from reckoned cross join lateral (select case
        when is_reversed and pieces_back = quantity then bench.run_after(ended_at)
        when delivered_at is null or asked_at is not null and ended_at is null then null
        else greatest(((delivered_at + interval '7 days') at time zone 'Asia/Kolkata')::date, bench.run_after(ended_at))
        end as due_on) as d;
      analyze bench.sold`,
    ],
  ]
}
