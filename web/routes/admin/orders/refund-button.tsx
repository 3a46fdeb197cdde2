/** Refunds what is left of the price of an order that will not be delivered. */
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { NoteButton } from '../note-button.tsx'

interface Props {
  order: AdminOrder
}

export function RefundButton({
  order: { id, product, cancellation, customer, shipmentId, awbNumber, shipmentStatus },
}: Props) {
  const amount = cancellation.leftAmount
  return (
    <NoteButton
      title="Refund order"
      label="Reason"
      required="Please give a reason."
      button={`Refund ${formatAmount(amount)}`}
      look="danger"
      failed="The order could not be refunded."
      send={(note) => call(admin.refundOrder, { params: { id }, body: { note } })}
    >
      <p>
        {formatAmount(amount)} for {product.name} goes back to {customer.name}, who is told by e-mail. The
        order ends, and its parcel is not sent any more. This cannot be taken back.
      </p>
      {shipmentStatus === 'RTO' && (
        <p className="mt-2">The seller counts the goods in again when the parcel is back.</p>
      )}
      {shipmentId && !awbNumber && (
        <p className="mt-2">
          The courier knows the order as {shipmentId}, without a parcel. Please cancel it there, too.
        </p>
      )}
    </NoteButton>
  )
}
