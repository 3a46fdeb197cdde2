/** Reversals without a price: the sale itself stands (docs/money.md). They are written so that the settlement lists them. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordReversalEntry, takenByReversal } from '../ledger/sale-entries.ts'
import { insertReversal, readCompensation, readSale, readWayGivenBack, type SaleRow } from './queries.ts'
import { gstOnCommission, netOf, reversalAmounts, shareOf } from './rules.ts'

/**
 * Charges the parcels of an exchange: `paise` without GST for the way back and the way of the replacement, which the seller pays.
 * The caller has locked the order. An order without a sale is charged nothing: it is settled outside of the shop.
 */
export async function chargeExchange(tx: Tx, orderId: string, paise: number): Promise<void> {
  const sale = await readSale(tx, orderId)
  if (!sale || paise === 0) return
  await write(tx, sale, exchangeOf(sale, paise))
}

const exchangeOf = (sale: SaleRow, paise: number): Unpriced => ({
  cause: 'exchanged',
  wayBackPaise: paise,
  wayBackGstPaise: shareOf(paise, sale.gstOnFeesBp, 10_000),
  wayBackPaidBy: 'seller',
  compensationPaise: 0,
})

/** What that takes from the seller, with GST, before it is charged. */
export async function previewExchange(db: Queryable, orderId: string, paise: number): Promise<number> {
  const sale = await readSale(db, orderId)
  return sale ? takenByReversal(sale.sellerId, { ...unpriced, ...exchangeOf(sale, paise) }) : 0
}

/**
 * Gives the seller what the refunded part of a sale was worth, because its goods do not come back; or takes it back, because they
 * do. `strayUnits` are cancelled pieces that were carried with the sale; null: the goods come back. What was given before counts,
 * so that a repetition writes nothing. Returns the paise given now. The caller has locked the order.
 */
export async function settleCompensation(
  tx: Tx,
  orderId: string,
  strayUnits: number | null,
): Promise<number> {
  const sale = await readSale(tx, orderId)
  if (!sale) return 0
  const { worthPaise, givenPaise } = await readCompensation(tx, orderId)
  const owedPaise = strayUnits === null ? 0 : worthPaise + worthOfPieces(sale, strayUnits)
  const compensationPaise = owedPaise - givenPaise
  if (compensationPaise !== 0)
    await write(tx, sale, {
      cause: 'corrected',
      wayBackPaise: 0,
      wayBackGstPaise: 0,
      wayBackPaidBy: null,
      compensationPaise,
    })
  return compensationPaise
}

/**
 * Gives the seller back what the sale charged for the way of a parcel that never left, or charges it again because it left after
 * all. What was given back before counts, so that a repetition writes nothing. The caller has locked the order.
 */
export async function settleWay(tx: Tx, orderId: string, left: boolean): Promise<void> {
  const sale = await readSale(tx, orderId)
  if (!sale) return
  const given = await readWayGivenBack(tx, orderId)
  const owed = left
    ? { paise: 0, gstPaise: 0 }
    : { paise: sale.shippingPaise, gstPaise: sale.gstOnFeesPaise - gstOnCommission(sale) }
  if (owed.paise !== given.paise)
    await write(tx, sale, {
      cause: 'corrected',
      wayBackPaise: given.paise - owed.paise,
      wayBackGstPaise: given.gstPaise - owed.gstPaise,
      wayBackPaidBy: 'seller',
      compensationPaise: 0,
    })
}

/** What the seller gets for so many pieces of the sale, without the way of the parcel. */
function worthOfPieces(sale: SaleRow, units: number): number {
  const paise = shareOf(sale.grossPaise, units, sale.units)
  return units === 0 ? 0 : Math.max(0, netOf(reversalAmounts(sale, 0, paise)))
}

/**
 * Charges a parcel that was heavier than its seller had packed it, in paise without GST and the GST on it. Returns the number of
 * the reversal. The caller has locked the order, which has a sale.
 */
export const chargeWeight = (tx: Tx, orderId: string, paise: number, gstPaise: number): Promise<number> =>
  writeWeight(tx, orderId, { cause: 'weight', wayBackPaise: paise, wayBackGstPaise: gstPaise })

/** Gives back (a part of) the charge that is the reversal `correctsNo`: the database takes one of these for each. */
export const giveWeightBack = (
  tx: Tx,
  orderId: string,
  correctsNo: number,
  paise: number,
  gstPaise: number,
): Promise<number> =>
  writeWeight(tx, orderId, {
    cause: 'weight-corrected',
    wayBackPaise: -paise,
    wayBackGstPaise: -gstPaise,
    correctsNo,
  })

async function writeWeight(
  tx: Tx,
  orderId: string,
  what: Omit<Unpriced, 'wayBackPaidBy' | 'compensationPaise'>,
): Promise<number> {
  const sale = await readSale(tx, orderId)
  if (!sale) throw new Error(`order ${orderId} is not sold`)
  return write(tx, sale, { ...what, wayBackPaidBy: 'seller', compensationPaise: 0 })
}

/** Whether the shop has paid the seller for goods of this order that do not come back. */
export const isCompensated = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await readCompensation(tx, orderId)).givenPaise > 0

interface Unpriced {
  cause: 'exchanged' | 'corrected' | 'weight' | 'weight-corrected'
  wayBackPaise: number
  wayBackGstPaise: number
  wayBackPaidBy: 'seller' | null
  compensationPaise: number
  correctsNo?: number
}

const unpriced = {
  units: 0,
  grossPaise: 0,
  taxablePaise: 0,
  cgstPaise: 0,
  sgstPaise: 0,
  utgstPaise: 0,
  igstPaise: 0,
  commissionPaise: 0,
  gstOnFeesPaise: 0,
  tcsPaise: 0,
  tdsPaise: 0,
}

async function write(tx: Tx, sale: SaleRow, more: Unpriced): Promise<number> {
  const reversal = {
    ...unpriced,
    ...more,
    id: newId(),
    orderId: sale.orderId,
    no: sale.reversals + 1,
  }
  await insertReversal(tx, reversal)
  await recordReversalEntry(tx, sale, reversal)
  return reversal.no
}
