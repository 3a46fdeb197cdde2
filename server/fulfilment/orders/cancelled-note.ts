/** The sentence about an order of which all or some pieces were cancelled before the hand-over (see status-note.ts). */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { OrderRow } from './queries.ts'
import type { Reader } from './status-note.ts'

/** To the buyer, whose bank disputes the payment: nothing is sent, so that it does not go back twice. */
export const waitsForBank =
  'Your bank disputes the payment, so the refund waits until the bank has decided; there is nothing you need to do.'

export type CancelledFacts = Pick<
  OrderRow,
  | 'status'
  | 'quantity'
  | 'awbNumber'
  | 'refundState'
  | 'recordedUnits'
  | 'recordedPaise'
  | 'customersUnits'
  | 'cancelledRefundState'
>

/** Every piece was cancelled: the order ended by that, and not because it could not be delivered. */
export const isWhollyCancelled = ({ status, recordedUnits, quantity }: CancelledFacts) =>
  status === 'refunded' && recordedUnits === quantity

export function whollyCancelledNote(order: CancelledFacts, reader: Reader): string {
  const byCustomer = order.customersUnits === order.quantity
  const { refundState } = order
  if (reader === 'seller') return 'This order was cancelled: please do not hand over its parcel.'
  if (reader === 'administrator') {
    const what = byCustomer ? 'The customer cancelled this order' : 'This order was cancelled'
    if (refundState === 'late') return `${what}, and the refund is stuck: settle it under Refunds.`
    if (refundState === 'waiting') return `${what}, and the refund waits for the bank: see Disputes.`
    // The lines of the refunds say the rest.
    return `${what}.`
  }
  const what = byCustomer ? 'You cancelled this order' : 'This order was cancelled'
  if (refundState === 'late')
    return `${what}, and your refund takes longer than usual: our team is settling it, and there is nothing you need to do.`
  if (refundState === 'waiting') return `${what}. ${waitsForBank}`
  return refundState === 'done'
    ? `${what}, and your money went back to the card or account it came from.`
    : `${what}, and your money goes back to the card or account it came from, usually within 5 to 7 working days; there is nothing you need to do.`
}

/** Null where no piece was cancelled, and for a seller who has sent the rest. */
export function partlyCancelledNote(order: CancelledFacts, reader: Reader): string | null {
  const { status, quantity, recordedUnits, customersUnits, cancelledRefundState: refund } = order
  if (recordedUnits === 0) return null
  const byCustomer = recordedUnits === customersUnits
  const count = `${recordedUnits} of ${quantity} pieces`
  const passive = `${count} ${recordedUnits === 1 ? 'was' : 'were'} cancelled`
  if (reader === 'seller') {
    if (status !== 'pending' && status !== 'processing') return null
    return `${byCustomer ? `The customer cancelled ${count}` : passive}: please send ${quantity - recordedUnits}, with the ${
      order.awbNumber === null
        ? 'new label that appears here once the parcel is booked.'
        : 'label that is shown here.'
    }`
  }
  const price = formatAmount(rupees(order.recordedPaise))
  if (order.recordedPaise === 0)
    return `${reader === 'customer' && byCustomer ? `You cancelled ${count}` : passive}: what was paid for ${recordedUnits === 1 ? 'it' : 'them'} was refunded before.`
  if (reader === 'administrator') {
    const what = byCustomer ? `The customer cancelled ${count}` : passive
    if (refund === 'late') return `${what}, and the refund of ${price} is stuck: settle it under Refunds.`
    if (refund === 'waiting') return `${what}, and the refund of ${price} waits for the bank: see Disputes.`
    return `${what}.`
  }
  const what = byCustomer ? `You cancelled ${count}` : passive
  if (refund === 'late')
    return `${what}: the refund of ${price} takes longer than usual, and our team is settling it.`
  if (refund === 'waiting') return `${what}: ${price} goes back to you. ${waitsForBank}`
  return refund === 'done'
    ? `${what}: ${price} went back to the card or account it came from.`
    : `${what}: ${price} goes back to the card or account it came from, usually within 5 to 7 working days.`
}
