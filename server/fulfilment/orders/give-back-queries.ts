/** SQL of what of an order was given back, and of what is left. */
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { attentionOutliving } from './cancel-queries.ts'

/** What is left of an order to give back. Amounts in paise. */
export interface OrderLeft {
  checkoutId: string
  paymentId: string
  /** The price of one piece. */
  piecePaise: number
  leftUnits: number
  leftPaise: number
  /** Its parcel was handed over: it is a sale in the ledger. */
  sold: boolean
  /** The price of the sale; 0 for an order that is not sold. */
  salePaise: number
  reversedPaise: number
}

/** The caller has locked the order. */
export async function readOrderLeft(tx: Tx, orderId: string): Promise<OrderLeft> {
  return singleRow(
    await tx.query<OrderLeft>(sql`
      select o.checkout_id as "checkoutId", p.id as "paymentId", o.amount_paise / o.quantity as "piecePaise",
        o.quantity - o.cancelled_units - o.returned_units as "leftUnits", o.amount_paise - o.refunded_paise as "leftPaise",
        s.order_id is not null as sold, coalesce(s.gross_paise, 0) as "salePaise", o.reversed_paise as "reversedPaise"
      from orders o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
      left join order_sale s on s.order_id = o.id
      where o.id = ${orderId}`),
  )
}

/** Answers what is given back of the order altogether: with each part at least one of the two grows. The trigger orders_refunded fills in the rest of a refunded order. */
export async function addGivenBack(
  tx: Tx,
  orderId: string,
  part: { units: number; sold: boolean; refundPaise: number; reversedPaise: number },
): Promise<{ refundedPaise: number; givenUnits: number }> {
  const cancelled = part.sold ? 0 : part.units
  // Nothing is left of an order that was not handed over: it ends.
  const ends = sql`(not ${part.sold} and ${part.units} > 0 and cancelled_units + returned_units + ${part.units} >= quantity)`
  return singleRow(
    await tx.query<{ refundedPaise: number; givenUnits: number }>(sql`
      update orders set cancelled_units = cancelled_units + ${cancelled},
        returned_units = returned_units + ${part.units - cancelled},
        refunded_paise = refunded_paise + ${part.refundPaise}, reversed_paise = reversed_paise + ${part.reversedPaise},
        status = case when ${ends} then 'refunded' else status end,
        needs_attention = case when ${ends} then ${attentionOutliving} else needs_attention end,
        parcel_check_at = case when ${ends} then null else parcel_check_at end, updated_at = now()
      where id = ${orderId}
      returning refunded_paise as "refundedPaise", cancelled_units + returned_units as "givenUnits"`),
  )
}
