/** Counts payments with a stand-in or a test key, for the advice before a shop opens. */
import { singleRow, type Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Orders whose goods might be sent, and refunds that the real provider does not know. */
export async function countTestMoney(db: Queryable): Promise<{ orders: number; refunds: number }> {
  return singleRow(
    await db.query<{ orders: number; refunds: number }>(sql`
      with test_money as (select id from checkout where not starts_with(provider_key_id, 'rzp_live_'))
      select
        (select count(*) from placed_order o join test_money t on t.id = o.checkout_id
          where o.status in ('pending', 'processing', 'shipped', 'completed')) as orders,
        (select count(*) from buyer_refund r join test_money t on t.id = r.checkout_id
          where r.own_state in ('scheduled', 'accepted')) as refunds`),
  )
}
