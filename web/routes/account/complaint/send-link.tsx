/** For who has lost the link, or cannot log in any more: a new one goes to the address from which the complaint came. */
import { useState } from 'react'
import { linkForm } from '../../../../contract/complaint.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { EmailField } from '../../../ui/email-field.tsx'

export function SendLink({ number }: { number: string }) {
  const [sent, setSent] = useState('')
  const form = useForm({
    schema: linkForm,
    send: async (body) =>
      setSent((await call(privateApi.complaint.sendLink, { body: { ...body, number } })).msg),
  })
  if (sent !== '') return <p role="status">{sent}</p>
  return (
    <form
      {...form.props}
      aria-label="Send the link again"
      className="flex w-full flex-col gap-3 text-left sm:w-80"
    >
      <FormProblem text={form.problem} />
      <EmailField {...form.field('email')} label="Email of the complaint" autoComplete="email" />
      <Button {...form.submitButton} look="secondary" busyLabel="Sending...">
        Send the link again
      </Button>
    </form>
  )
}
