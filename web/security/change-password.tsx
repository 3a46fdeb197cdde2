import { useRef } from 'react'
import { changePasswordBody } from '../../contract/auth.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { accountWords } from '../messages/account.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'

interface Props {
  email: string | null
  passwordMin: number
  onChanged: () => void
}

export function ChangePassword({ email, passwordMin, onChanged }: Props) {
  const signedOut = useSignedOut()
  const box = useRef<HTMLDivElement>(null)
  const form = useForm({
    schema: changePasswordBody,
    failed: accountWords.changePassword,
    onFailed: signedOut,
    send: async (body) => {
      const { msg } = await call(api.auth.changePassword, { body })
      box.current?.querySelector('form')?.reset()
      toast.success(msg)
      onChanged()
    },
  })
  return (
    <div ref={box}>
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        {/* Hidden: password managers store the new password with this user name. */}
        <input type="email" name="email" value={email ?? ''} autoComplete="username" readOnly hidden />
        <PasswordField {...form.field('password')} label="Current Password" autoComplete="current-password" />
        <PasswordField
          {...form.field('newPassword')}
          label="New Password"
          hint={`At least ${passwordMin} characters. Your other devices are logged out.`}
          autoComplete="new-password"
        />
        <Button {...form.submitButton} className="sm:self-end" busyLabel="Changing...">
          Change Password
        </Button>
      </form>
    </div>
  )
}
