/** A seller's page Earnings: on hold, due, in payment, paid, and the whole calculation of each order. */
import type { Earning, EarningsSummary, OrderEarnings } from '../../../contract/earnings.ts'
import { rupees } from '../../../contract/money.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { beginOf, beginOfYear, dayOf, nextMonday } from '../../platform/calendar.ts'
import {
  countEarnings,
  type EarningFilter,
  type EarningRow,
  listEarningEvents,
  listEarningRows,
  paidSince,
  readSellerMoney,
} from './earnings-queries.ts'
import { readPayeeState } from './payout-queries.ts'
import { toAmounts, toHold } from './present.ts'

export async function showEarnings({ db }: Shop, sellerId: string): Promise<EarningsSummary> {
  const today = dayOf(new Date())
  const [money] = await readSellerMoney(db, [sellerId], today)
  if (!money) throw notFound()
  const { held, heldUntil } = await readPayeeState(db, sellerId)
  return {
    onHold: rupees(money.onHoldPaise),
    due: rupees(money.duePaise + money.carriedPaise),
    inPayment: rupees(money.inPaymentPaise),
    carried: rupees(money.carriedPaise),
    paidThisYear: rupees(await paidSince(db, sellerId, beginOf(beginOfYear(today)))),
    nextRunOn: nextMonday(today),
    payoutsHeld: toHold(held, heldUntil),
  }
}

export async function listEarnings(
  { db }: Shop,
  sellerId: string,
  query: PageRequest & EarningFilter,
): Promise<Page<Earning>> {
  const today = dayOf(new Date())
  const filter = { search: query.search || undefined, state: query.state }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listEarningRows(db, sellerId, today, filter, { limit, before }),
    count: () => countEarnings(db, sellerId, today, filter),
    toItem: toEarning,
  })
}

/** Refuses: not-found for another seller's order, and for one that was not handed over yet. */
export async function showOrderEarnings(
  { db }: Shop,
  sellerId: string,
  orderId: string,
): Promise<OrderEarnings> {
  const [row] = await listEarningRows(db, sellerId, dayOf(new Date()), {}, { id: orderId })
  if (!row) throw notFound('There is no such order, or its parcel was not handed over yet.')
  const events = await listEarningEvents(db, orderId)
  return {
    ...toEarning(row),
    taxable: rupees(row.taxablePaise),
    gst: rupees(row.taxPaise),
    rates: {
      commission: row.commissionBp / 100,
      gstOnFees: row.gstOnFeesBp / 100,
      tcs: row.tcsBp / 100,
      tds: row.tdsBp / 100,
      gst: row.taxBp / 100,
    },
    events: events.map((event) => ({
      kind: event.kind,
      at: event.happenedAt.toISOString(),
      units: event.units,
      delivery: rupees(event.deliveryPaise),
      ...toAmounts(event),
      wayBack: rupees(event.wayBackPaise),
      settlementId: event.settlementId,
      settledUpTo: event.settledUpTo,
    })),
  }
}

const toEarning = (row: EarningRow): Earning => ({
  orderId: row.id,
  orderNumber: row.number,
  product: row.productName,
  units: row.units,
  soldAt: row.soldAt.toISOString(),
  deliveredAt: row.deliveryDate?.toISOString() ?? null,
  state: row.state,
  dueOn: row.dueOn,
  held: row.held,
  comesBack: row.comesBack,
  settlementId: row.settlementId,
  ...toAmounts(row),
})
