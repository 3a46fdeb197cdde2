/** Refunds the whole price of an order that will not be delivered. */
import { useState } from 'react'
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { NoteDialog } from '../note-dialog.tsx'

interface Props {
  order: AdminOrder
}

export function RefundButton({
  order: { id, product, amount, customer, shipmentId, awbNumber, shipmentStatus },
}: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        Refund order
      </Button>
      {asking && (
        <NoteDialog
          title="Refund order"
          label="Reason"
          required="Please give a reason."
          button={`Refund ${formatAmount(amount)}`}
          look="danger"
          failed="The order could not be refunded."
          send={(note) => call(admin.refundOrder, { params: { id }, body: { note } })}
          onClose={() => setAsking(false)}
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
        </NoteDialog>
      )}
    </>
  )
}
