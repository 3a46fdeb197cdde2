/** The lock for changes of one customer's rows. */
import type { Tx } from '../platform/db/client.ts'
import { type Sql, sql } from '../platform/db/sql.ts'

/**
 * Serialises the transactions of one customer until the caller's ends. It serialises:
 * - additions to the cart and to the wishlist, which a trigger counts (`list_has_room`);
 * - changes of addresses, which count them and choose the default one;
 * - the start of a checkout, so that a second tab finds the checkout of the first;
 * - the settlement of payments, so that of two payments of one customer the second sees what the first bought.
 * It is the first lock of a transaction: the checkout comes after it, and products by id come last. In another order two
 * transactions could wait for each other. Rows that merely refer to the customer can still be inserted meanwhile ('no key').
 * `customerId` may be a subquery that returns the id. An unknown customer locks nothing.
 */
export async function lockCustomer(tx: Tx, customerId: string | Sql): Promise<void> {
  await tx.query(sql`select 1 from customer where account_id = ${customerId} for no key update`)
}
