/** Inviting somebody into the team, changing what they may do, and removing them. */
import { z } from 'zod'
import { teamAreas, type TeamArea } from '../../../../contract/endpoint.ts'
import { email } from '../../../../contract/fields.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { invitationDays, type TeamMember } from '../../../../contract/team.ts'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { CheckBoxes } from '../../../ui/check-boxes.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { areaWords } from '../../../../contract/area-words.ts'

const failed = 'This could not be done. Please try again.'

/** A ticked box of a form has a value, any other is missing. */
const box = z.string().optional()
const boxes = z.object({ orders: box, products: box, money: box })
const ticked = (values: z.output<typeof boxes>): TeamArea[] => teamAreas.filter((area) => values[area])
const oneAtLeast = { path: ['orders'], error: 'Please choose at least one area.' }
const inviteForm = boxes
  .extend({ email: email('Please enter an email address.') })
  .refine((values) => ticked(values).length > 0, oneAtLeast)
const areasForm = boxes.refine((values) => ticked(values).length > 0, oneAtLeast)

export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Invite to your team"
      text={
        <>
          They get a mail with a link, good once and for {invitationDays} days, by which they choose a name
          and a password. An address that has an account here already cannot join: its owner gets a mail that
          says so.
        </>
      }
      schema={inviteForm}
      button="Send invitation"
      failed={failed}
      send={({ email: to, ...values }) =>
        call(privateApi.team.invite, { body: { email: to, areas: ticked(values) } })
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <EmailField {...field('email')} label="Email" autoComplete="off" />
          <CheckBoxes legend="Areas" names={teamAreas} words={areaWords} error={field('orders').error} />
        </>
      )}
    </FormDialog>
  )
}

export function AreasDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const params = { id: member.id }
  return (
    <FormDialog
      title="Change areas"
      text={
        <>
          What <bdi className="wrap-anywhere">{member.name}</bdi> may do from now on.
        </>
      }
      schema={areasForm}
      button="Save"
      failed={failed}
      send={(values) => call(privateApi.team.changeAreas, { params, body: { areas: ticked(values) } })}
      onClose={onClose}
    >
      {(field) => (
        <CheckBoxes
          legend="Areas"
          names={teamAreas}
          words={areaWords}
          ticked={member.areas}
          error={field('orders').error}
        />
      )}
    </FormDialog>
  )
}

export function RemoveDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const params = { id: member.id }
  return (
    <FormDialog
      title="Remove from the team"
      text={
        <>
          <bdi className="wrap-anywhere">{member.name}</bdi> is logged out at once and their log-in is
          deleted. What they did for your shop stays. You can invite them again.
        </>
      }
      schema={z.object({})}
      button="Remove"
      failed={failed}
      look="danger"
      send={() => call(privateApi.team.remove, { params })}
      onClose={onClose}
    />
  )
}
