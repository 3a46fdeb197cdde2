/** The ledger entries of a sale, of its reversal and of a goodwill refund (docs/money.md). All amounts are paise. */
import type { Tx } from '../../platform/db/client.ts'
import { type Posting, recordEntry } from './record-entry.ts'

interface SoldOrder {
  orderId: string
  paymentId: string
  sellerId: string
}

/** Charged to a seller, or credited again. */
interface Deductions {
  grossPaise: number
  commissionPaise: number
  gstOnFeesPaise: number
  tcsPaise: number
  tdsPaise: number
}

/** The price that the buyer paid becomes the seller's, less the deductions. */
export async function recordSaleEntry(
  tx: Tx,
  { orderId, paymentId, sellerId }: SoldOrder,
  sale: Deductions & { shippingPaise: number },
  happenedAt?: Date,
): Promise<void> {
  const deducted =
    sale.commissionPaise + sale.shippingPaise + sale.gstOnFeesPaise + sale.tcsPaise + sale.tdsPaise
  await recordEntry(tx, {
    key: `sale:${orderId}`,
    kind: 'sale',
    orderId,
    paymentId,
    ...(happenedAt && { happenedAt }),
    postings: [
      { account: 'buyer', amountPaise: sale.grossPaise },
      { account: 'seller_payable', sellerId, amountPaise: -sale.grossPaise },
      { account: 'seller_payable', sellerId, amountPaise: deducted },
      { account: 'commission', amountPaise: -sale.commissionPaise },
      { account: 'shipping', amountPaise: -sale.shippingPaise },
      { account: 'gst_on_fees', amountPaise: -sale.gstOnFeesPaise },
      { account: 'tcs', amountPaise: -sale.tcsPaise },
      { account: 'tds', amountPaise: -sale.tdsPaise },
    ],
  })
}

interface Reversal extends Deductions {
  wayBackPaise: number
  wayBackGstPaise: number
  wayBackPaidBy: 'buyer' | 'seller' | null
  compensationPaise: number
}

function reversalPostings(sellerId: string, reversal: Reversal): Posting[] {
  const { grossPaise, commissionPaise, gstOnFeesPaise, tcsPaise, tdsPaise } = reversal
  const { wayBackPaise, wayBackGstPaise, wayBackPaidBy, compensationPaise } = reversal
  const wayBack = wayBackPaise + wayBackGstPaise
  return [
    { account: 'seller_payable', sellerId, amountPaise: grossPaise },
    { account: 'buyer', amountPaise: -grossPaise },
    {
      account: 'seller_payable',
      sellerId,
      amountPaise: -(commissionPaise + gstOnFeesPaise + tcsPaise + tdsPaise),
    },
    { account: 'commission', amountPaise: commissionPaise },
    { account: 'gst_on_fees', amountPaise: gstOnFeesPaise - wayBackGstPaise },
    { account: 'tcs', amountPaise: tcsPaise },
    { account: 'tds', amountPaise: tdsPaise },
    wayBackPaidBy === 'seller'
      ? { account: 'seller_payable', sellerId, amountPaise: wayBack }
      : { account: 'buyer', amountPaise: wayBack },
    { account: 'shipping', amountPaise: -wayBackPaise },
    { account: 'seller_payable', sellerId, amountPaise: -compensationPaise },
    { account: 'claims', amountPaise: compensationPaise },
  ]
}

/** What the entry of this reversal takes from the seller. */
export const takenByReversal = (sellerId: string, reversal: Reversal): number =>
  reversalPostings(sellerId, reversal)
    .filter(({ account }) => account === 'seller_payable')
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/** The reversal of a part of a sale, with the way back of the parcel and the compensation for lost goods. */
export async function recordReversalEntry(
  tx: Tx,
  { orderId, paymentId, sellerId }: SoldOrder,
  reversal: Reversal & { no: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `reversal:${orderId}:${reversal.no}`,
    kind: 'sale-reversed',
    orderId,
    paymentId,
    postings: reversalPostings(sellerId, reversal),
  })
}

/** The part of a discount that the shop bears: so the buyer's payment and this are the price of the sale. */
export async function recordOffer(
  tx: Tx,
  { orderId, paymentId, amountPaise }: Omit<SoldOrder, 'sellerId'> & { amountPaise: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `coupon:${orderId}`,
    kind: 'coupon',
    orderId,
    paymentId,
    postings: [
      { account: 'offers', amountPaise },
      { account: 'buyer', amountPaise: -amountPaise },
    ],
  })
}

/** What the shop gets back of it, because goods or money go back. `no` numbers these parts of an order. */
export async function recordOfferBack(
  tx: Tx,
  { orderId, paymentId }: Omit<SoldOrder, 'sellerId'>,
  { no, amountPaise }: { no: string; amountPaise: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `coupon-back:${orderId}:${no}`,
    kind: 'coupon',
    orderId,
    paymentId,
    postings: [
      { account: 'buyer', amountPaise },
      { account: 'offers', amountPaise: -amountPaise },
    ],
  })
}

/** The shop refunds money at its own expense. `no` numbers these refunds of an order. */
export async function recordGoodwill(
  tx: Tx,
  { orderId, paymentId }: Omit<SoldOrder, 'sellerId'>,
  { no, amountPaise }: { no: string; amountPaise: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `goodwill:${orderId}:${no}`,
    kind: 'goodwill',
    orderId,
    paymentId,
    postings: [
      { account: 'claims', amountPaise },
      { account: 'buyer', amountPaise: -amountPaise },
    ],
  })
}
