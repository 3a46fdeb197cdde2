import { codeBody } from '../../contract/second-factor.ts'
import { useRecentLogin } from '../forms/confirm-login.tsx'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { serverMsgOr } from '../messages/failure-message.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField } from './code-field.tsx'

interface Props {
  title: string
  text: string
  button: string
  look?: 'danger'
  /** Makes the call; what it does with the reply may replace this dialog. */
  send: (code: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code before the second factor is changed. */
export function CodeDialog({ title, text, button, look, send, onClose }: Props) {
  const withRecentLogin = useRecentLogin()
  const form = useForm({
    schema: codeBody,
    failed: serverMsgOr('The second factor could not be changed.'),
    send: async ({ code }) => {
      await withRecentLogin(() => send(code))
    },
  })
  return (
    <Dialog open title={title} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">{text} Your other devices are logged out.</p>
        <FormProblem text={form.problem} />
        <CodeField
          {...form.field('code')}
          label="Authentication code or recovery code"
          hint="Each code works once: wait for the next one if you have just used it."
        />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} {...(look && { look })} busyLabel="Please wait...">
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
