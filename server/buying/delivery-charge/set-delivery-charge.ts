/** An administrator sets what a purchase pays for delivery. A payment that has begun keeps the charge that its checkout froze. */
import type { DeliveryRule } from '../../../contract/delivery-charge.ts'
import type { DeliveryChargeInput } from '../../../contract/delivery-charge-calls.ts'
import { formatRupees, paise } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { readChangesNow } from '../../platform/page-cache/watch-changes.ts'
import { notFound } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteRule, findDeliveryRule, lockRule, upsertRule } from './queries.ts'

/** Null removes it. Refuses: not-found where there is nothing to remove. */
export async function setDeliveryCharge({ db }: Shop, input: DeliveryChargeInput | null): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRule(tx)
    await requireAsAsked(tx)
    const before = await findDeliveryRule(tx)
    const after = toRule(input)
    if (after)
      await upsertRule(tx, {
        chargePaise: paise(after.charge),
        freeFromPaise: after.freeFrom === null ? null : paise(after.freeFrom),
      })
    else if (!(await deleteRule(tx))) throw notFound('Delivery is in the prices already.')
    await record(tx, 'delivery-charge-changed', {
      target: { kind: 'rate', id: null, name: 'Charge for delivery' },
      note: `${inWords(before)} -> ${inWords(after)}`,
    })
    tx.afterCommit(() => readChangesNow(db))
  })
}

/** What a second administrator has to know. */
export async function deliveryChargeFacts(tx: Tx, input: DeliveryChargeInput | null): Promise<CallFacts> {
  const before = await findDeliveryRule(tx)
  return {
    lines: [
      { label: 'Now', value: inWords(before) },
      { label: 'Then', value: inWords(toRule(input)) },
    ],
    version: [before],
  }
}

const toRule = (input: DeliveryChargeInput | null): DeliveryRule | null =>
  input && { charge: input.charge, freeFrom: input.freeFrom ?? null }

function inWords(rule: DeliveryRule | null): string {
  if (!rule) return 'Delivery is in the prices'
  const { charge, freeFrom } = rule
  return `${formatRupees(charge)} a purchase, ${freeFrom === null ? 'never free' : `free from ${formatRupees(freeFrom)}`}`
}
