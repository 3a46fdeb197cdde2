/**
 * Somebody who was invited by mail chooses a password: an administrator, or a member of the team of a shop. The token stands behind
 * '#', which is sent to no server.
 */
import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { z } from 'zod'
import { acceptInvitationBody } from '../../../../contract/auth.ts'
import { joinTeamForm } from '../../../../contract/team-forms.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { AgreementNote } from '../../../forms/agreement-note.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { FormPage } from '../../../layout/form-page.tsx'
import { accountWords } from '../../../messages/account.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Invitation' })

const schema = z.object({ newPassword: acceptInvitationBody.shape.newPassword })

const teamMark = 'team.'

export default function InvitationPage() {
  const [token, setToken] = useState('')
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1))
    read()
    // Another link of this page is followed without loading it again.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return token.startsWith(teamMark) ? (
    <JoinTeam token={token.slice(teamMark.length)} />
  ) : (
    <BecomeAdministrator token={token} />
  )
}

function JoinTeam({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({
    schema: joinTeamForm,
    failed: accountWords.joinTeam,
    send: async (values) => {
      const { msg, email } = await call(privateApi.team.join, { body: { token, ...values } })
      toast.success(msg)
      await navigate(paths.login(), { replace: true, state: { email } })
    },
  })
  return (
    <FormPage
      heading="Join the Team"
      text="You were invited to help run a shop. Afterwards you log in with the address that got the mail."
      closeTo={paths.login()}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        <TextField {...form.field('name')} label="Your Name" autoComplete="name" />
        <PasswordField
          {...form.field('newPassword')}
          label="New Password"
          hint="At least 6 characters"
          autoComplete="new-password"
        />
        <AgreementNote />
        <Button {...form.submitButton} className="mt-2" busyLabel="Joining...">
          Join
        </Button>
      </form>
    </FormPage>
  )
}

function BecomeAdministrator({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({
    schema,
    failed: accountWords.acceptInvitation,
    send: async ({ newPassword }) => {
      const { msg, email } = await call(api.auth.acceptInvitation, { body: { token, newPassword } })
      toast.success(msg)
      await navigate(paths.login(), { replace: true, state: { email } })
    },
  })
  return (
    <FormPage
      heading="Choose a Password"
      text="You were invited by email. Choose a password, then log in with that email address."
      closeTo={paths.login()}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        <PasswordField
          {...form.field('newPassword')}
          label="New Password"
          hint="At least 12 characters"
          autoComplete="new-password"
        />
        <Button {...form.submitButton} className="mt-2" busyLabel="Saving...">
          Save Password
        </Button>
      </form>
    </FormPage>
  )
}
