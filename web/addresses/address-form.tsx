/** The form of a new address or of a change. */
import { addressBody, type SavedAddress } from '../../contract/address.ts'
import { api } from '../../contract/endpoints.ts'
import { allFieldsRequired } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { defaultState } from '../../contract/states.ts'
import { call } from '../api/client.ts'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { buyingWords } from '../messages/buying.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'
import { TextField } from '../ui/text-field.tsx'
import { PlaceFields } from './place-fields.tsx'

interface Props {
  /** Null for a new one. */
  address: SavedAddress | null
  /** Called with the id of the saved address. */
  onSaved: (id: string) => Promise<void>
  onCancel: () => void
}

export function AddressForm({ address, onSaved, onCancel }: Props) {
  const { street = '', city = '', state = defaultState, pinCode = '' } = address ?? {}
  const words = address ? buyingWords.editAddress : buyingWords.addAddress
  const form = useForm({
    schema: addressBody,
    required: allFieldsRequired,
    initial: { street, city, state, pinCode },
    failed: words,
    send: async (body) => {
      if (address) await call(api.address.edit, { params: { id: address.id }, body })
      const id = address?.id ?? (await call(api.address.add, { body })).id
      await onSaved(id)
      toast.success(words.success, onlyMessage)
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <TextField
        {...form.field('street')}
        label="Street"
        hint="House number, building and street"
        autoComplete="street-address"
        maxLength={limits.streetLength}
        ref={firstInDialog}
        autoFocus
      />
      <PlaceFields field={form.field} preset={address ? '' : defaultState} />
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy} busyLabel="Saving...">
          {address ? 'Save Changes' : 'Save Address'}
        </Button>
      </div>
    </form>
  )
}
