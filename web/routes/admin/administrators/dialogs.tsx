/** Inviting an administrator, and changing what one may do. */
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type Administrator, invitationHours, inviteBody } from '../../../../contract/administrators.ts'
import { duties, type Duty } from '../../../../contract/endpoint.ts'
import { call } from '../../../api/client.ts'
import { CheckBoxes } from '../../../ui/check-boxes.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { dutyNames } from './duty-words.ts'

/** A ticked box of a form has a value, any other is missing. */
const box = z.string().optional()
const boxes = z.object({ owner: box, finance: box, catalogue: box, support: box })
type Boxes = z.output<typeof boxes>
const ticked = (values: Boxes): Duty[] => duties.filter((duty) => values[duty])
const oneAtLeast = { path: ['owner'], error: 'Please choose at least one role.' }

const inviteForm = boxes
  .extend({ email: inviteBody.shape.email })
  .refine((values) => ticked(values).length > 0, oneAtLeast)
const dutiesForm = boxes.refine((values) => ticked(values).length > 0, oneAtLeast)

export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Invite an administrator"
      text={`They get an email with a link, by which they choose a password. It works once, and for ${invitationHours} hours.`}
      schema={inviteForm}
      button="Send invitation"
      failed="The invitation could not be sent."
      send={({ email, ...values }) =>
        call(admin.inviteAdministrator, { body: { email, duties: ticked(values) } })
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <EmailField {...field('email')} label="Email" autoComplete="off" />
          <CheckBoxes legend="Roles" names={duties} words={dutyNames} error={field('owner').error} />
        </>
      )}
    </FormDialog>
  )
}

export function DutiesDialog({
  administrator: { id, email, duties: own },
  onClose,
}: {
  administrator: Administrator
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Change roles"
      text={`What ${email} may do from now on.`}
      schema={dutiesForm}
      button="Save"
      busyLabel="Saving..."
      failed="The roles could not be changed."
      send={(values) => call(admin.changeDuties, { params: { id }, body: { duties: ticked(values) } })}
      onClose={onClose}
    >
      {(field) => (
        <CheckBoxes
          legend="Roles"
          names={duties}
          words={dutyNames}
          ticked={own}
          error={field('owner').error}
        />
      )}
    </FormDialog>
  )
}
