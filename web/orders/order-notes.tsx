/** Notes for the customer about an order that is not delivered in the ordinary way. */
import { PackageX } from '../ui/icons/package-x.ts'
import { Undo2 } from '../ui/icons/undo-2.ts'
import { Link } from 'react-router'
import { formatAmount } from '../../contract/money.ts'
import type { Order } from '../../contract/order.ts'
import { paths } from '../paths.ts'
import { Note } from '../ui/note.tsx'

/**
 * A payment that could not become an order is refunded automatically; for a parcel that does not arrive an
 * administrator refunds it (api-rules §3).
 */
export function OrderNotes({ order }: { order: Order }) {
  return (
    <>
      <EndNote order={order} />
      {order.paidTwiceRefund !== null && (
        <Note icon={<Undo2 />} title="You paid twice. The second payment goes back.">
          {formatAmount(order.paidTwiceRefund)} is refunded to the card or account it came from, usually
          within 5 to 7 working days. There is nothing you need to do.
        </Note>
      )}
    </>
  )
}

function EndNote({ order: { status, shipmentStatus, amount } }: { order: Order }) {
  if (status === 'refunded')
    return (
      <Note icon={<Undo2 />} title="Your money goes back.">
        This order cannot be delivered, so {formatAmount(amount)} is refunded to the card or account it came
        from, usually within 5 to 7 working days. There is nothing you need to do.
      </Note>
    )
  if (status === 'cancelled')
    return (
      <Note
        icon={<PackageX />}
        title={
          shipmentStatus === 'RTO'
            ? 'This parcel goes back to the seller.'
            : 'The courier cancelled this parcel.'
        }
      >
        Our team has been told. If you have a question about your order or your money, please{' '}
        <Link to={paths.support} className="font-semibold underline underline-offset-2">
          write to support
        </Link>
        .
      </Note>
    )
  return null
}
