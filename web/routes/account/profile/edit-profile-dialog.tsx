import { useRevalidator } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { allFieldsRequired } from '../../../../contract/fields.ts'
import { limits } from '../../../../contract/limits.ts'
import { type CustomerProfile, editCustomerBody } from '../../../../contract/profile.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { accountWords } from '../../../messages/account.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** Changes first name, last name and mobile; the e-mail address cannot be changed (specification §2, §5). */
export function EditProfileDialog({ profile, onClose }: { profile: CustomerProfile; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const { firstName, lastName, mobile } = profile
  const form = useForm({
    schema: editCustomerBody,
    required: allFieldsRequired,
    initial: { firstName, lastName, mobile },
    failed: accountWords.editProfile,
    send: async (body) => {
      await call(api.profile.editCustomer, { body })
      await revalidate()
      onClose()
      toast.success(accountWords.editProfile.success)
    },
  })
  return (
    <Dialog open title="Edit Profile" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <TextField
          {...form.field('firstName')}
          ref={firstInDialog}
          label="First Name"
          autoComplete="given-name"
          maxLength={limits.nameLength}
        />
        <TextField
          {...form.field('lastName')}
          label="Last Name"
          autoComplete="family-name"
          maxLength={limits.nameLength}
        />
        <DigitsField
          {...form.field('mobile')}
          digits={limits.mobileDigits}
          label="Mobile"
          hint="10 digits, without +91"
          autoComplete="tel-national"
        />
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
