/**
 * The courier's calls that book what travels. Nothing else makes them (`tests/repository.test.ts`): before them it asks,
 * under the lock of the order, whether what is sent to a buyer is still paid and undisputed.
 */
import { disputeEndedAt, whyNotToSend } from '../../money/disputes/disputed-order.ts'
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Courier } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { flagOrder, unflagOrder } from './flag-order.ts'

/** The text for an administrator; `status-note.ts` tells the seller and the buyer. */
export const paymentDisputed =
  "The buyer's bank disputes the payment: what is not sent yet waits, and goes on or ends by itself once the bank has decided."

/** How long what waits for a bank rests before it asks again. */
export const bankWaitSeconds = 900

/** `orderId` and how many of its pieces are sent. */
export interface Goods {
  orderId: string
  units: number
}

/** Whether the buyer still has a claim to so many pieces, and something of their price is not paid back. */
export const isPaid = ({
  units,
  leftUnits,
  leftPaise,
}: {
  units: number
  leftUnits: number
  leftPaise: number
}): boolean => leftUnits >= units && leftPaise > 0

/**
 * Locks this order alone: a new dispute and every refund lock all that were paid together. While the bank disputes the payment the order is flagged; the
 * flag ends with the first answer afterwards.
 */
export async function maySend(tx: Tx, { orderId, units }: Goods): Promise<'yes' | 'disputed' | 'unpaid'> {
  const left = singleRow(
    await tx.query<{ leftUnits: number; leftPaise: number; isFlagged: boolean }>(sql`
      select quantity - cancelled_units - returned_units as "leftUnits", amount_paise - refunded_paise as "leftPaise",
        needs_attention is not null as "isFlagged"
      from orders where id = ${orderId} for no key update`),
  )
  const { isDisputed, isPaymentGone } = await whyNotToSend(tx, orderId)
  if (isDisputed) {
    await flagOrder(tx, orderId, paymentDisputed)
    return 'disputed'
  }
  if (left.isFlagged) await unflagOrder(tx, orderId, [paymentDisputed])
  return isPaid({ units, ...left }) && !isPaymentGone ? 'yes' : 'unpaid'
}

/** For how many days an order waits for the courier: since it was placed or packed, or since its last dispute ended. */
export async function waitingDays({ db }: Pick<Shop, 'db'>, orderId: string): Promise<number> {
  const { createdAt } = singleRow(
    await db.query<{ createdAt: Date }>(
      sql`select greatest(o.created_at, (select max(s.packed_at) from shipment_line l join shipment s on s.id = l.shipment_id
        where l.order_id = o.id and s.kind = 'forward')) as "createdAt" from orders o where o.id = ${orderId}`,
    ),
  )
  const since = Math.max(createdAt.getTime(), (await disputeEndedAt(db, orderId))?.getTime() ?? 0)
  return (Date.now() - since) / 86_400_000
}

/** Nothing is asked of the courier. 'ended': another decision has ended the parcel. */
export class NotSent extends Error {
  readonly why: 'disputed' | 'unpaid' | 'ended'
  constructor(why: NotSent['why']) {
    super(`nothing is sent: ${why}`)
    this.why = why
  }
}

/**
 * The first call asks, and the later ones rely on its answer. `goods` are empty for what is fetched from a buyer. `begin` is called
 * in the same transaction: it notes that the courier is asked, and returns false for a shipment that has ended. A call throws
 * `NotSent` instead of asking the courier.
 */
export function senderOf(
  shop: Shop,
  goods: readonly Goods[],
  begin: (tx: Tx) => Promise<boolean>,
): Pick<
  Courier,
  | 'createParcel'
  | 'createReturn'
  | 'assignAirwaybill'
  | 'assignReturnAirwaybill'
  | 'makeLabel'
  | 'requestPickup'
> {
  let asked = false
  const ask = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (asked) return call()
    const may = await shop.db.transaction(async (tx) => {
      for (const one of goods) {
        const answer = await maySend(tx, one)
        if (answer !== 'yes') return answer
      }
      return (await begin(tx)) ? 'yes' : 'ended'
    })
    if (may !== 'yes') throw new NotSent(may)
    asked = true
    return call()
  }
  return {
    createParcel: (parcel) => ask(() => shop.courier.createParcel(parcel)),
    createReturn: (parcel) => ask(() => shop.courier.createReturn(parcel)),
    assignAirwaybill: (shipmentId) => ask(() => shop.courier.assignAirwaybill(shipmentId)),
    assignReturnAirwaybill: (shipmentId) => ask(() => shop.courier.assignReturnAirwaybill(shipmentId)),
    makeLabel: (shipmentId) => ask(() => shop.courier.makeLabel(shipmentId)),
    requestPickup: (shipmentId) => ask(() => shop.courier.requestPickup(shipmentId)),
  }
}
