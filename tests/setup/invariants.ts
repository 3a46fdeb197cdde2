/** What must hold of money and stock at any moment (reliability.md §3), as one question to the database. */
import type { Queryable } from '../../server/db/client.ts'
import { sql } from '../../server/db/sql.ts'

export interface BrokenInvariant {
  invariant: string
  id: string
}

/** Every row that breaks an invariant; an empty list is the only good answer. */
export async function brokenInvariants(db: Queryable): Promise<BrokenInvariant[]> {
  return db.query(sql`
    select 'units below zero' as invariant, id::text from product where units < 0
    union all
    select 'order without a captured payment of the same amount', c.id::text from checkout c
      where c.state = 'completed' and not exists (
        select 1 from payment p where p.checkout_id = c.id and p.outcome = 'order' and p.amount_paise = c.total_paise)
    union all
    select 'payment without an order and without a refund', p.id from payment p
      where not exists (select 1 from refund r where r.payment_id = p.id and r.amount_paise = p.amount_paise)
        and not exists (select 1 from orders o where p.outcome = 'order' and o.checkout_id = p.checkout_id and o.status <> 'refunded')
    union all
    select 'payment both kept and given back', p.id from payment p join refund r on r.payment_id = p.id where p.outcome = 'order'
    union all
    select 'orders differ from the snapshot', c.id::text from checkout c
      where c.state = 'completed' and c.total_paise is distinct from (select sum(o.amount_paise) from orders o where o.checkout_id = c.id)
    union all
    select 'orders of an unpaid checkout', o.checkout_id::text from orders o join checkout c on c.id = o.checkout_id
      where c.state not in ('completed', 'refunded')
    union all
    select 'hold outlived its time', id::text from checkout
      where state = 'open' and hold_expires_at < now() - interval '5 minutes'`)
}
