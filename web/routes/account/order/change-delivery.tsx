/** Changes where the parcel of an order goes, until the courier is asked for it. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { allFieldsRequired } from '../../../../contract/fields.ts'
import { limits } from '../../../../contract/limits.ts'
import { changeDeliveryForm, type OrderPage } from '../../../../contract/order.ts'
import { PlaceFields } from '../../../addresses/place-fields.tsx'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import { TextField } from '../../../ui/text-field.tsx'

export function ChangeDelivery({ order }: { order: OrderPage }) {
  const [open, setOpen] = useState(false)
  if (!order.deliveryChangeable) return null
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        className="self-start px-4 text-sm"
        onClick={() => setOpen(true)}
      >
        Change address or recipient
      </Button>
      {open && <DeliveryDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeliveryDialog({ order, onClose }: { order: OrderPage; onClose: () => void }) {
  const { deliveryAddress, recipient, together } = order
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: changeDeliveryForm,
    required: allFieldsRequired,
    initial: { ...deliveryAddress, ...recipient },
    send: async ({ name, mobile, ...address }) => {
      const body = { ...address, recipient: { name, mobile } }
      toast.success((await call(privateApi.order.changeDelivery, { params: { id: order.id }, body })).msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="Where does it go?" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        {together.length > 0 && (
          <p className="text-sm text-muted">
            The other {together.length === 1 ? 'order' : `${together.length} orders`} in this parcel go there,
            too.
          </p>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('name')}
            label="Recipient"
            autoComplete="shipping name"
            maxLength={limits.nameLength}
            ref={firstInDialog}
            autoFocus
          />
          <DigitsField
            {...form.field('mobile')}
            digits={limits.mobileDigits}
            label="Mobile"
            autoComplete="shipping tel-national"
          />
        </div>
        <TextField
          {...form.field('street')}
          label="Street"
          hint="House number, building and street"
          autoComplete="shipping street-address"
          maxLength={limits.streetLength}
        />
        <PlaceFields field={form.field} autofill="shipping " />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
