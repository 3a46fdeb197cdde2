/** What an administrator looks for in the audit by an order's number, a payment's id or a buyer: orders, their returns and refunds. */
import { readOrderNumber } from '../../../contract/order-number.ts'
import type { Shop } from '../../platform/shop.ts'
import { sql } from '../../platform/db/sql.ts'

/** More would not be read. */
const maxSubjects = 1_000

/** Ids of the newest ones; none for any other text. `accounts` finds those of an e-mail. */
export async function findSubjects(
  { db }: Pick<Shop, 'db'>,
  text: string,
  accounts: (email: string) => Promise<string | undefined>,
): Promise<string[]> {
  const q = text.trim()
  const number = readOrderNumber(q)
  const customerId = q.includes('@') ? await accounts(q.toLowerCase()) : undefined
  const isPayment = q.startsWith('pay_')
  if (!number && !customerId && !isPayment) return []
  const which = number
    ? sql`o.number = ${number}`
    : customerId
      ? sql`o.customer_id = ${customerId}`
      : sql`o.checkout_id in (select p.checkout_id from captured_payment p where p.id = ${q})`
  const rows = await db.query<{ id: string }>(sql`
    with o as materialized (select o.id, o.checkout_id from orders o where ${which} order by o.id desc limit ${maxSubjects})
    select id from (select id from o
      union select r.id from return_request r join o on o.id = r.order_id
      union select f.id from buyer_refund f join o on o.checkout_id = f.checkout_id) as s
    order by id desc limit ${maxSubjects}`)
  return rows.map(({ id }) => id)
}
