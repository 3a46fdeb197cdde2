/** Takes the courier's bill: what each shipment costs, and what the courier weighed. */
import { createHash } from 'node:crypto'
import type { CourierBillResult } from '../../../contract/admin-weights.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { kilograms } from '../../../contract/weight-words.ts'
import { recordFreight } from '../../money/ledger/freight-entries.ts'
import { record } from '../../people/audit/record.ts'
import { dayOf } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findWaybill, lockOrdersOfShipment } from '../shipments/queries.ts'
import { type Compared, compareWeights } from './apply-weight.ts'
import { type BillRow, readCourierBill } from './bill-rules.ts'
import { insertCharge, readCharged, recordAppliedWeight } from './queries.ts'

type Row = CourierBillResult['rows'][number]
type Outcome = Pick<Row, 'outcome' | 'text'>

/** Undoes what a row would have done. */
class OnlyShown extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('only shown')
    this.outcome = outcome
  }
}

/**
 * Books each row in a transaction of its own, or does not. Uploaded again, whole or in part, also after the process was killed in
 * the middle, a row that is booked changes nothing. Without `book` each transaction is undone, so the reply is what would happen.
 * Refuses: invalid for a file that is no bill.
 */
export async function takeCourierBill(shop: Shop, csv: string, book: boolean): Promise<CourierBillResult> {
  const read = readCourierBill(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  if (book)
    await shop.db.transaction(async (tx) => {
      const name = createHash('sha256').update(csv).digest('hex').slice(0, 12)
      const note = `${read.rows.length + read.problems.length} rows`
      await record(tx, 'courier-bill-booked', { target: { kind: 'report', id: null, name }, note })
    })
  const rows: Row[] = read.problems.map((problem) => ({ ...problem, outcome: 'refused' }))
  for (const row of read.rows)
    rows.push({ line: row.line, awbNumber: row.awbNumber, ...(await takeRow(shop, row, book)) })
  const count = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const [booked, known, refused] = [count('booked'), count('known'), count('refused')]
  return {
    msg: `${booked} ${booked === 1 ? 'row' : 'rows'} ${book ? 'booked' : 'to be booked'}, ${known} known, ${refused} refused.`,
    booked,
    known,
    refused,
    rows: rows.toSorted((a, b) => a.line - b.line),
  }
}

async function takeRow(shop: Shop, row: BillRow, book: boolean): Promise<Outcome> {
  try {
    return await shop.db.transaction(async (tx) => {
      const outcome = await bookRow(shop, tx, row)
      if (!book) throw new OnlyShown(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof OnlyShown) return error.outcome
    throw error
  }
}

const refused = (text: string): Outcome => ({ outcome: 'refused', text })

async function bookRow(shop: Shop, tx: Tx, row: BillRow): Promise<Outcome> {
  const shipmentId = await findWaybill(tx, row.awbNumber)
  if (!shipmentId) return refused('No parcel of ours has this air waybill.')
  if (row.chargedOn > dayOf(new Date())) return refused(`${row.chargedOn} is in the future.`)
  await lockOrdersOfShipment(tx, shipmentId)
  const { lastOn, lastPaise, isKnown, isOfLastWaybill, orderId } = await readCharged(tx, shipmentId, row)
  if (isKnown) return { outcome: 'known', text: 'Booked already.' }
  if (lastOn !== null && row.chargedOn < lastOn)
    return refused(`A later row of this air waybill, of ${lastOn}, is booked.`)
  const { no, morePaise } = await insertCharge(tx, shipmentId, row)
  await recordFreight(tx, { shipmentId, orderId, no, paise: morePaise })
  const replaced =
    lastPaise === null
      ? ''
      : `, which replaces the ${formatAmount(rupees(lastPaise))} of the row of ${lastOn}: rows of one air waybill are not added up`
  const cost = `Freight ${formatAmount(rupees(row.freightPaise + row.rtoPaise))}${replaced}.`
  // What was weighed before the courier gave the parcel another air waybill is not what travels.
  if (!isOfLastWaybill)
    return {
      outcome: 'booked',
      text: `${cost} An earlier air waybill of its parcel, whose weight does not count.`,
    }
  await recordAppliedWeight(tx, shipmentId, row.appliedGrams, 'bill')
  return { outcome: 'booked', text: `${cost} ${weightText(row, await compareWeights(shop, tx, shipmentId))}` }
}

function weightText(row: BillRow, compared: Compared | undefined): string {
  if (!compared) return `Weight ${kilograms(row.appliedGrams)}, which no seller pays.`
  const weights = `Weight ${kilograms(row.appliedGrams)}, paid for ${kilograms(compared.paidGrams)}`
  const amount = formatAmount(rupees(compared.paise))
  if (compared.done === 'held')
    return `${weights}: many times what was packed, so you decide first whether ${amount} and GST are announced.`
  if (compared.done === 'announced') return `${weights}: ${amount} and GST are announced to the seller.`
  if (compared.done === 'withdrawn') return `${weights}: ${amount} are not charged to the seller after all.`
  if (compared.done === 'given-back') return `${weights}: ${amount} and GST go back to the seller.`
  return `${weights}: nothing changes for the seller.`
}
