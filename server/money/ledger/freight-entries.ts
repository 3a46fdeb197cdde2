/** The ledger entry of what a courier charges for a shipment (docs/money.md, "Freight"). */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { recordEntry } from './record-entry.ts'

/**
 * The courier charges `paise` more, GST included; or less (negative). `no` numbers the entries of a shipment: a later one corrects
 * those before. `orderId` is of an order in it.
 */
export async function recordFreight(
  tx: Tx,
  { shipmentId, orderId, no, paise }: { shipmentId: string; orderId: string; no: number; paise: number },
): Promise<void> {
  const [paid] = await tx.query<{ id: string }>(sql`
    select p.id from placed_order o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    where o.id = ${orderId}`)
  await recordEntry(tx, {
    key: `freight:${shipmentId}:${no}`,
    kind: 'freight',
    orderId,
    ...(paid && { paymentId: paid.id }),
    postings: [
      { account: 'freight', amountPaise: paise },
      { account: 'courier', amountPaise: -paise },
    ],
  })
}
