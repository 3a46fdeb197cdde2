/** SQL of the charge for delivery: one row, or none where delivery is in the prices. */
import type { DeliveryRule } from '../../../contract/delivery-charge.ts'
import { rupees } from '../../../contract/money.ts'
import type { Queryable, Readable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Null where delivery is in the prices. */
export async function findDeliveryRule(db: Queryable | Readable): Promise<DeliveryRule | null> {
  const [row] = await db.query<{ chargePaise: number; freeFromPaise: number | null }>(
    sql`select charge_paise as "chargePaise", free_from_paise as "freeFromPaise" from delivery_charge`,
  )
  if (!row) return null
  const { chargePaise, freeFromPaise } = row
  return { charge: rupees(chargePaise), freeFrom: freeFromPaise === null ? null : rupees(freeFromPaise) }
}

/** Readers do not wait. */
export async function lockRule(tx: Tx): Promise<void> {
  await tx.query(sql`lock table delivery_charge in share row exclusive mode`)
}

export async function upsertRule(
  tx: Tx,
  rule: { chargePaise: number; freeFromPaise: number | null },
): Promise<void> {
  await tx.query(sql`
    insert into delivery_charge (charge_paise, free_from_paise) values (${rule.chargePaise}, ${rule.freeFromPaise})
    on conflict (only_row) do update set charge_paise = excluded.charge_paise, free_from_paise = excluded.free_from_paise`)
}

export async function deleteRule(tx: Tx): Promise<boolean> {
  return (await tx.query(sql`delete from delivery_charge returning 1`)).length === 1
}
