/** Sets what really became of a parcel; another administrator confirms it. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { outcomeBody } from '../../../../contract/admin-money.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
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
  const withRecentLogin = useRecentLogin()
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: outcomeBody,
    failed: serverMsgOr('The parcel could not be corrected.'),
    send: async (body) => {
      const done = await withRecentLogin(() => call(admin.correctParcel, { params: { id: order.id }, body }))
      if (!done) return
      toast.success(done.msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="Correct the parcel" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          Where the courier is wrong, say what really became of the parcel of {order.product.name}. The order
          and the seller's money follow, and both people are told by e-mail. Another administrator confirms
          it.
        </p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <SelectField {...form.field('outcome')} label="What became of it">
          <option value="">Please choose</option>
          <option value="delivered">It was delivered</option>
          <option value="returned">It is back with the seller</option>
          <option value="lost">It is lost</option>
          <option value="never-left">It never left the seller</option>
        </SelectField>
        <TextArea {...form.field('reason')} label="Reason (the seller reads it)" rows={2} maxLength={400} />
        <TextArea {...form.field('evidence')} label="How it is known" rows={2} maxLength={400} />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Please wait...">
            Ask for it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
