import { formatAmount } from '../../contract/money.ts'
import type { Order } from '../../contract/order.ts'
import { Undo2 } from '../ui/more-icons.tsx'
import { Note } from '../ui/note.tsx'

/** Tells the customer that a second payment is refunded. */
export function PaidTwiceNote({ order: { paidTwiceRefund } }: { order: Order }) {
  if (paidTwiceRefund === null) return null
  return (
    <Note icon={<Undo2 />} title="You paid twice. The second payment goes back.">
      {formatAmount(paidTwiceRefund)} is refunded to the card or account it came from, usually within 5 to 7
      working days. There is nothing you need to do.
    </Note>
  )
}
