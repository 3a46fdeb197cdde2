/** Frees the use of a coupon for everybody, once nothing of its purchase is kept. */
import { lockCustomer } from '../../people/lock-customer.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { findUse, giveUsesBack, lockCoupons } from './queries.ts'

/** Does nothing where something is kept, or the use is free already. Safe to run twice. */
export async function giveCouponBack({ db }: Shop, checkoutId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCustomer(tx, sql`(select customer_id from checkout where id = ${checkoutId})`)
    const use = await findUse(tx, checkoutId)
    if (!use) return
    await lockCoupons(tx, [use.couponId])
    await giveUsesBack(tx, use.customerId, use.couponId)
  })
}
