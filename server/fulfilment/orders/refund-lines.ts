/** Each refund of an order as a line of its own: amount, date, reason, progress. */
import { rupees } from '../../../contract/money.ts'
import type { OrderRefund } from '../../../contract/refund.ts'
import { sql } from '../../platform/db/sql.ts'
import { stateOfRefunds } from './cancel-queries.ts'
import type { Reader } from './status-note.ts'

/** A refund as JSON: times are text, amounts paise. */
export interface RefundJson {
  paise: number
  at: string
  reason: OrderRefund['reason']
  state: OrderRefund['state']
  note: string | null
}

export interface RefundsRow {
  ownRefunds: RefundJson[] | null
  paymentRefund: RefundJson | null
}

const json = sql`json_build_object('paise', r.amount_paise, 'at', r.created_at, 'reason', r.reason,
      'state', (select ${stateOfRefunds} from (select r.*) r), 'note', r.note)`

/**
 * For an order `o`: its own refunds, and the newest of those of its whole payment, which has what was refunded of the order
 * beyond them. A second payment does not concern it.
 */
export const refundColumns = sql`case when o.refunded_paise > 0 then (
      select json_agg(${json} order by r.created_at, r.id) from buyer_refund r
      where r.order_id = o.id and r.own_state <> 'replaced') end as "ownRefunds",
    case when o.refunded_paise > 0 then (
      select ${json} from buyer_refund r where r.checkout_id = o.checkout_id and r.order_id is null and r.reason <> 'paid-twice'
      order by r.created_at desc, r.id desc limit 1) end as "paymentRefund"`

/** The amounts add up to what was refunded of the order. */
export function refundLines(
  {
    ownRefunds,
    paymentRefund,
    refundedPaise,
    createdAt,
  }: RefundsRow & { refundedPaise: number; createdAt: Date },
  reader: Reader,
): OrderRefund[] {
  const own = ownRefunds ?? []
  const restPaise = refundedPaise - own.reduce((sum, { paise }) => sum + paise, 0)
  const rest: RefundJson[] =
    restPaise > 0
      ? [
          {
            at: createdAt.toISOString(),
            reason: 'at-provider',
            state: 'done',
            note: null,
            ...paymentRefund,
            paise: restPaise,
          },
        ]
      : []
  return [...rest, ...own].map(({ paise, at, note, ...same }) => ({
    ...same,
    amount: rupees(paise),
    at: new Date(at).toISOString(),
    note: reader === 'administrator' ? note : null,
  }))
}
