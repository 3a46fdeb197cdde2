import { useRef, useState } from 'react'
import { z } from 'zod'
import { resetBody } from '../../../../contract/auth.ts'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { accountWords } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { EmailField } from '../../../ui/email-field.tsx'

const schema = z.object({ email: resetBody.shape.email })

interface Props {
  initialEmail: string
  /** Called with the address whose code is to be entered. */
  onSent: (email: string) => void
}

/** The first step: sends the code. A failure is shown in the form and not as a toast (specification §8). */
export function RequestCode({ initialEmail, onSent }: Props) {
  const asked = useRef('')
  const [tooOften, setTooOften] = useState(false)
  const form = useForm({
    schema,
    initial: { email: initialEmail },
    failed: accountWords.sendResetOtp,
    // The code that was sent before stays good (api-rules §2): it can still be entered.
    onFailed: ({ status }) => setTooOften(status === 429),
    send: async ({ email }) => {
      asked.current = email
      await call(api.auth.forgotPassword, { params: { email } })
      onSent(email)
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem} />
      <EmailField {...form.field('email')} label="Email" autoComplete="username" />
      <Button {...form.submitButton} className="mt-2" busyLabel="Sending...">
        Send OTP
      </Button>
      {tooOften && (
        <Button look="secondary" onClick={() => onSent(asked.current)}>
          Enter the OTP sent before
        </Button>
      )}
    </form>
  )
}
