/** Adds reviews, green claims and complaints to a shop of `fillSearchShop`. The same number gives the same rows. */
import type { Db } from '../server/platform/db/client.ts'
import { sql } from '../server/platform/db/sql.ts'
import { chance, drawn } from './search-shop.ts'

/** For each product ten reviews, half a claim and one complaint on the average; a tenth of the reviews are of one hundredth. */
export async function fillTrust(db: Db, products: number): Promise<void> {
  await db.transaction(async (tx) => {
    // The triggers work row by row: what they would write is written by one statement below.
    await tx.execute('set local session_replication_role = replica')
    await tx.execute(`
      create temporary table numbered on commit drop as
      select row_number() over (order by md5(id::text)) - 1 as no, id, seller_id from product`)
    await tx.execute('create unique index on numbered (no); analyze numbered')
    await tx.query(sql`
      insert into review (id, product_id, seller_id, stars, words, helpful, answer, answered_at, flags, waits_since, created_at)
      select (lpad(to_hex(1760000000000 + i), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
        n.id, n.seller_id, 1 + ${drawn(21, 5, 0.5)}, 'Came well packed; in use for some weeks. Number ' || i, ${drawn(22, 40, 4)},
        case when ${chance(23)} < 0.2 then 'Thank you.' end, case when ${chance(23)} < 0.2 then now() end,
        case when ${chance(24)} < 0.002 then '{burst}'::text[] else '{}' end, case when ${chance(24)} < 0.002 then now() end,
        now() - i * interval '1 second'
      from generate_series(1, ${10 * products}::bigint) as i join numbered n on n.no = ${drawn(25, products, 2)}`)
    await tx.execute(`
      update product p set rating_counts = c.counts, rating_count = c.count, rating_tenths = round(10.0 * c.stars / c.count),
        rating_score = round(1000 * (c.stars + 5 * 3.5) / (c.count + 5))
      from (select product_id, count(*) as count, sum(stars) as stars, array[count(*) filter (where stars = 1),
          count(*) filter (where stars = 2), count(*) filter (where stars = 3), count(*) filter (where stars = 4),
          count(*) filter (where stars = 5)]::int[] as counts
        from review group by product_id) as c
      where c.product_id = p.id`)
    const codes = ['organic-cotton', 'plastic-free-packaging', 'compostable', 'cruelty-free', 'recyclable']
    await tx.query(sql`
      insert into green_claim (id, seller_id, code, wording, covers, evidence_kind, issuer, certificate_number, issued_on, expires_on,
        link, state, reason)
      select md5('claim' || i)::uuid, n.seller_id, (${codes}::text[])[1 + ${drawn(26, codes.length, 1)}], 'Claim', 'product', 'gots',
        'Issuer', 'N' || i, '2026-01-01', current_date + 300, 'https://issuer.example/' || i, s.state,
        case s.state when 'refused' then 'Not legible.' end
      from generate_series(1, ${products / 2}::bigint) as i join numbered n on n.no = ${drawn(27, products, 1)},
        lateral (select case when ${chance(28)} < 0.8 then 'accepted' when ${chance(28)} < 0.9 then 'refused' else 'submitted' end as state) as s`)
    await tx.execute(`
      insert into green_claim_product (claim_id, product_id)
      select c.id, p.id from green_claim c,
        lateral (select id from product where seller_id = c.seller_id order by md5(c.id::text || id) limit 3) as p`)
    await tx.query(sql`
      insert into complaint (id, name, email, category, product_id, seller_id, state, answer_by, decide_by, answered_at, solved_at,
        closed_at, created_at)
      select (lpad(to_hex(1760000000000 + i * 1000), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
        'Buyer', 'buyer-' || i || '@bench.hariyali.test', 'product', n.id, n.seller_id, s.state, t.at + interval '2 days',
        t.at + interval '30 days', case when s.state <> 'open' then t.at + interval '1 day' end,
        case when s.state in ('solved', 'closed') then t.at + interval '9 days' end,
        case when s.state = 'closed' then t.at + interval '40 days' end, t.at
      from generate_series(1, ${products}::bigint) as i join numbered n on n.no = ${drawn(29, products, 1)},
        lateral (select now() - i * interval '5 minutes' as at) as t,
        lateral (select case when ${chance(30)} < 0.9 then 'closed' when ${chance(30)} < 0.97 then 'solved'
          when ${chance(30)} < 0.99 then 'open' else 'waiting' end as state) as s`)
    await tx.execute(`
      insert into complaint_message (id, complaint_id, kind, words)
      select id, id, 'person', 'It does not do what the page says.' from complaint`)
  })
  await db.execute('vacuum (analyze)')
}
