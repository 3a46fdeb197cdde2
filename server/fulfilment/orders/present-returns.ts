/** Turns the returns of an order into the reply (contract/returns.ts). */
import { rupees } from '../../../contract/money.ts'
import type { OrderReturn, OrderReturns } from '../../../contract/returns.ts'
import { apiBase } from '../../platform/http/http-app.ts'
import { shareOf } from '../../money/sales/rules.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ReturnJson, ReturnsRow } from './return-columns.ts'

const time = (text: string) => new Date(text).toISOString()

export function toOrderReturns(shop: Shop, { until, units, requests }: ReturnsRow): OrderReturns {
  return {
    until: until !== null && Date.parse(until) > Date.now() ? time(until) : null,
    units: Math.max(0, units),
    requests: requests.map((one) => toOrderReturn(shop, one)),
  }
}

/**
 * Amounts in rupees; the charge for the way back includes GST. `labelPath` is where this reader gets the label of a
 * replacement; null for the buyer.
 */
export function toOrderReturn(shop: Shop, row: ReturnJson, labelPath: string | null = null): OrderReturn {
  const { refundPaise, wayBackPaise, wayBackPaidBy, gstOnFeesBp, dueAt, steps, replacement, ...same } = row
  return {
    ...same,
    replacement: replacement && {
      awbNumber: replacement.awbNumber,
      courierName: replacement.courierName,
      trackingUrl: replacement.awbNumber && shop.courier.trackingUrl(replacement.awbNumber),
      labelUrl: replacement.hasLabel && labelPath ? apiBase + labelPath.replace('{id}', row.id) : null,
    },
    dueAt: dueAt && time(dueAt),
    refund: rupees(refundPaise),
    wayBack: {
      amount: rupees(wayBackPaise + shareOf(wayBackPaise, gstOnFeesBp, 10_000)),
      paidBy: wayBackPaidBy,
    },
    trackingUrl: row.awbNumber && shop.courier.trackingUrl(row.awbNumber),
    steps: steps.map((step) => ({ ...step, at: time(step.at) })),
  }
}
