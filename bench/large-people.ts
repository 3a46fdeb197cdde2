/** Sellers, buyers and what belongs to them alone: addresses, carts, wishlists, sessions, the audit of their log-ins. */
import { syllables } from '../tests/setup/many-products-words.ts'
import type { LargeSize, Steps } from './large-plan.ts'

/** Where people live and sell, with the code of GST numbers. */
const places = [
  ['Rajasthan', '08', 'Jaipur', '3020'],
  ['Maharashtra', '27', 'Pune', '4110'],
  ['Karnataka', '29', 'Bengaluru', '5600'],
  ['Tamil Nadu', '33', 'Chennai', '6000'],
  ['Delhi', '07', 'Delhi', '1100'],
  ['Uttar Pradesh', '09', 'Lucknow', '2260'],
  ['Gujarat', '24', 'Ahmedabad', '3800'],
  ['West Bengal', '19', 'Kolkata', '7000'],
  ['Kerala', '32', 'Kochi', '6820'],
  ['Telangana', '36', 'Hyderabad', '5000'],
] as const

const listOf = (words: readonly string[]) => `(array[${words.map((word) => `'${word}'`).join(', ')}])`
/** An invented word of `length` syllables. */
const invented = (number: string, length: number) =>
  `initcap(${Array.from({ length }, (_, i) => `${listOf(syllables)}[1 + (${number} / ${20 ** i}) % 20]`).join(' || ')})`

/** `passwordHash`: of everybody. */
export function peopleSteps(
  { products, customers, until }: LargeSize,
  { passwordHash, admin }: { passwordHash: string; admin: string },
): Steps {
  const now = `timestamptz '${until.toISOString()}'`
  const early = Math.ceil(customers / 100)
  return [
    [
      'sellers and products',
      `
      create table bench.place as
      select * from (values ${places.map(([state, code, city, pin], i) => `(${i}, '${state}', '${code}', '${city}', '${pin}')`).join(', ')})
        as p (no, state, code, city, pin);
      update account set password_hash = '${passwordHash}', created_at = ${now} - interval '800 days';
      update seller s set state = p.state, city = p.city, pin_code = p.pin || '01', gst = p.code || 'BENCH' || lpad(n.no::text, 4, '0') || 'A1Z5'
      from (select account_id, row_number() over (order by account_id) as no from seller) as n join bench.place p on p.no = n.no % ${places.length}
      where n.account_id = s.account_id;
      update product p set hsn_code = (array['3401', '6302', '4419', '7323', '3304', '960321', '4820', null])[1 + n.no % 8],
        weight_grams = 60 + 40 * (n.no % 31), low_stock_told = p.units < 10
      from (select id, row_number() over (order by id) as no from product) as n where n.id = p.id;
      create unlogged table bench.product as
      select row_number() over (order by p.id)::int - 1 as no, p.id, p.seller_id, p.name, p.images[1] as image, p.price_paise, p.hsn_code,
        -- Until that day every code had the general rate.
        gst_rate_for(p.hsn_code, p.price_paise, '2025-09-21') as rate_bp_before, gst_rate_for(p.hsn_code, p.price_paise, '2025-09-22') as rate_bp,
        greatest(p.weight_grams, p.length_cm * p.width_cm * p.height_cm / 5, 0.01) as piece_grams, s.gst, s.state
      from product p join seller s on s.account_id = p.seller_id;
      create unique index on bench.product (no);
      analyze bench.product`,
    ],
    [
      'customers',
      `
      create unlogged table bench.customer as
      select no, bench.id(at, 'customer' || no) as id, at, ${invented('(no * 7 + no / 400)', 2)} as first_name, ${invented('(no * 13)', 3)} as last_name
      from (select no, bench.moment(greatest(0, no - ${early})::float8 / ${customers - early}) - interval '1 hour' as at
        from generate_series(0, ${customers - 1}) as no) as c;
      create unique index on bench.customer (no);
      analyze bench.customer;
      insert into account (id, email, role, password_hash, email_verified_at, created_at)
      select id, lower(first_name) || '.' || lower(last_name) || no || '@mail.test', 'CUSTOMER', '${passwordHash}', at, at from bench.customer;
      insert into account (id, email, role, password_hash, email_verified_at)
      select bench.id(${now}, 'administrator'), '${admin}', 'ADMIN', '${passwordHash}', ${now};
      insert into customer (account_id, first_name, last_name, mobile)
      select id, first_name, last_name, '9' || lpad(((no::bigint * 7919) % 1000000000)::text, 9, '0') from bench.customer;
      insert into address (id, customer_id, street, city, state, pin_code, is_default, created_at)
      select bench.id(c.at, 'address' || a || ' ' || c.no), c.id, (1 + c.no % 99) || ', ${'Station Road'}', p.city, p.state,
        p.pin || lpad((1 + c.no % 89)::text, 2, '0'), a = 0, c.at
      from bench.customer c, generate_series(0, 1) as a, bench.place p
      where (a = 0 or bench.chance(c.no, 10) < 0.2) and p.no = floor(${places.length} * power(bench.chance(c.no, 11 + a), 1.5))`,
    ],
    [
      'carts, wishlists and sessions',
      `
      insert into cart_line (id, customer_id, product_id, quantity, added_at)
      select bench.id(x.at, 'cart' || n || ' ' || c.no), c.id, p.id, 1 + n % 2, x.at
      from bench.customer c, generate_series(1, 4) as n, bench.product p,
        lateral (select ${now} - interval '20 days' * bench.chance(c.no * 4 + n, 12) as at) as x
      where bench.chance(c.no, 13) < 0.15 and bench.chance(c.no * 4 + n, 14) < 0.6
        and p.no = floor(${products} * bench.chance(c.no * 4 + n, 15)) on conflict do nothing;
      insert into wishlist_item (id, customer_id, product_id, added_at)
      select bench.id(x.at, 'wish' || n || ' ' || c.no), c.id, p.id, x.at
      from bench.customer c, generate_series(1, 12) as n, bench.product p,
        lateral (select ${now} - interval '200 days' * bench.chance(c.no * 12 + n, 16) as at) as x
      where bench.chance(c.no, 17) < 0.2 and bench.chance(c.no * 12 + n, 18) < 0.6
        and p.no = floor(${products} * bench.chance(c.no * 12 + n, 19)) on conflict do nothing;
      insert into session (token_hash, account_id, created_at, last_seen_at, expires_at, ip, user_agent)
      select sha256(('session' || no)::bytea), id, ${now} - interval '5 days', ${now} - interval '4 days' * bench.chance(no, 5),
        ${now} + interval '60 days', '10.0.' || no % 250 || '.1', 'Mozilla/5.0' from bench.customer where bench.chance(no, 6) < 0.3;
      insert into audit_entry (id, at, act, by_id, by_name, to_kind, to_id, to_name, ip)
      select bench.id(x.at, 'log-in' || n || ' ' || c.no), x.at, 'login', c.id, a.email, 'account', c.id::text, a.email, '10.0.' || c.no % 250 || '.1'
      from bench.customer c join account a on a.id = c.id cross join generate_series(1, 3) as n
      cross join lateral (select greatest(c.at, ${now} - interval '179 days' * bench.chance(c.no * 3 + n, 7)) as at) as x`,
    ],
  ]
}
