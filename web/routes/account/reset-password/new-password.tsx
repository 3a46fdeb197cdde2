import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { resetBody } from '../../../../contract/auth.ts'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { accountWords } from '../../../messages/account.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { NoMailHint } from '../../../forms/no-mail-hint.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

interface Props {
  email: string
  loginPath: string
  onOtherEmail: () => void
}

/** The second step: the code and the new password. */
export function NewPassword({ email, loginPath, onOtherEmail }: Props) {
  const navigate = useNavigate()
  const otp = useRef<HTMLInputElement>(null)
  const { resend, resending, note } = useResend(email)
  const form = useForm({
    schema: resetBody,
    failed: accountWords.resetPassword,
    send: async (body) => {
      const { msg } = await call(api.auth.resetPassword, { body })
      toast.success(msg || accountWords.resetPassword.success)
      await navigate(loginPath, { replace: true, state: { email } })
    },
  })

  useEffect(() => otp.current?.focus(), [])

  return (
    <form {...form.props} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        If <strong className="font-semibold text-ink">{email}</strong> has an account, an OTP is on its way.
        It is good for {limits.otpSeconds / 60} minutes.
      </p>
      <FormProblem text={form.problem} />
      {/* Hidden: password managers store the new password with this user name. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <DigitsField
        {...form.field('otp')}
        ref={otp}
        digits={limits.otpDigits}
        label="OTP"
        autoComplete="one-time-code"
      />
      <PasswordField
        {...form.field('newPassword')}
        label="New Password"
        hint="At least 6 characters"
        autoComplete="new-password"
      />
      <Button {...form.submitButton} className="mt-2" busyLabel="Resetting...">
        Reset Password
      </Button>
      <div className="text-center text-sm text-muted">
        <NoMailHint email={email} />
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        <Button
          look="ghost"
          className="px-3"
          busy={resending}
          busyLabel="Sending..."
          onClick={() => void resend()}
        >
          Resend OTP
        </Button>
        <Button look="ghost" className="px-3" onClick={onOtherEmail}>
          Use another email
        </Button>
      </div>
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {note}
      </p>
    </form>
  )
}

function useResend(email: string) {
  const [resending, setResending] = useState(false)
  const [note, setNote] = useState('')
  async function resend(): Promise<void> {
    setResending(true)
    setNote('')
    try {
      await call(api.auth.forgotPassword, { params: { email } })
      setNote('A new OTP is on its way. The earlier one is no longer good.')
    } catch (error) {
      setNote(failureMessageAndWait(error, accountWords.resendOtp))
    } finally {
      setResending(false)
    }
  }
  return { resend, resending, note }
}
