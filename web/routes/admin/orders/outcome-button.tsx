/** Sets what really became of a parcel; another administrator confirms it. */
import { useState } from 'react'
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { outcomeBody } from '../../../../contract/admin-money.ts'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

export function OutcomeButton({ order }: { order: AdminOrder }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        Correct parcel
      </Button>
      {asking && <OutcomeDialog order={order} onClose={() => setAsking(false)} />}
    </>
  )
}

function OutcomeDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  return (
    <FormDialog
      title="Correct the parcel"
      text={`Where the courier is wrong, say what really became of the parcel of ${order.product.name}. The order and the seller's money follow, and both people are told by e-mail. Another administrator confirms it.`}
      schema={outcomeBody}
      button="Ask for it"
      failed="The parcel could not be corrected."
      send={(body) => call(admin.correctParcel, { params: { id: order.id }, body })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <SelectField {...field('outcome')} label="What became of it">
            <option value="">Please choose</option>
            <option value="delivered">It was delivered</option>
            <option value="returned">It is back with the seller</option>
            <option value="lost">It is lost</option>
            <option value="never-left">It never left the seller</option>
          </SelectField>
          <TextArea {...field('reason')} label="Reason (the seller reads it)" rows={2} maxLength={400} />
          <TextArea {...field('evidence')} label="How it is known" rows={2} maxLength={400} />
        </>
      )}
    </FormDialog>
  )
}
