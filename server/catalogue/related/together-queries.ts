/** SQL of what is bought together. */
import { relatedLimits } from '../../../contract/related-limits.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Products on sale in the order of their ids. */
export async function nextOnSale(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from goods_on_sale where id > ${after} order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Counts anew for `ids`, which are all products on sale with an id above `after` up to `last`. A family counts as one thing, as which
 * its members are bought and shown. Two people are two accounts that had their parcels sent to two addresses. `firstId` is the lowest
 * id of an order that counts.
 */
export async function countTogether(
  db: Queryable,
  ids: readonly string[],
  { after, last, firstId }: { after: string; last: string; firstId: string },
): Promise<void> {
  const { buyersMin, boughtTogether, daysBetween, purchasesOfProduct, purchasesOfBuyer } = relatedLimits
  await db.query(sql`
    with asked as (
      select p.id, coalesce(m.family_id, p.id) as thing
      from unnest(${ids}::uuid[]) as p (id) left join family_member m on m.product_id = p.id
    ), purchase as (
      select t.thing, o.customer_id, o.created_at
      from (select distinct thing from asked) as t
      cross join lateral (
        select k.customer_id, k.created_at
        from (select product_id from family_member where family_id = t.thing union select t.thing) as part
        join kept_purchase k on k.product_id = part.product_id and k.id >= ${firstId}
        order by k.id desc limit ${purchasesOfProduct}) as o
    ), both_bought as (
      select b.thing, coalesce(m.family_id, o.product_id) as other, b.customer_id, o.place_key
      from purchase b
      cross join lateral (
        select k.product_id, k.created_at, k.place_key from kept_purchase k
        where k.customer_id = b.customer_id and k.id >= ${firstId} order by k.id desc limit ${purchasesOfBuyer}) as o
      left join family_member m on m.product_id = o.product_id
      where o.created_at between b.created_at - ${daysBetween} * interval '1 day'
        and b.created_at + ${daysBetween} * interval '1 day'
    ), counted as (
      select thing, other, least(count(distinct customer_id), count(distinct place_key))::int as buyers
      from both_bought where other <> thing group by thing, other
      having least(count(distinct customer_id), count(distinct place_key)) >= ${buyersMin}
    ), placed as (
      select c.thing, p.id, c.buyers, row_number() over (partition by c.thing order by c.buyers desc, p.id) as place
      from counted c
      join goods_on_sale p on p.id = coalesce(
        (select o.product_id from family_member o where o.family_id = c.other order by o.standing limit 1), c.other)
    ), found as (
      select a.id, array_agg(p.id order by p.place) as other_ids, array_agg(p.buyers order by p.place) as buyers
      from asked a join placed p on p.thing = a.thing and p.place <= ${boughtTogether} group by a.id
    ), gone as (
      delete from bought_together b
      where b.product_id > ${after} and b.product_id <= ${last} and b.product_id not in (select id from found)
    )
    insert into bought_together as b (product_id, other_ids, buyers) select id, other_ids, buyers from found
    on conflict (product_id) do update set other_ids = excluded.other_ids, buyers = excluded.buyers
      where (b.other_ids, b.buyers) is distinct from (excluded.other_ids, excluded.buyers)`)
}
