import { admin } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { toast } from '../../../toast/toast.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeField } from './code-field.tsx'

export function RemoveDialog({ onClose }: { onClose: () => void }) {
  const withRecentLogin = useRecentLogin()
  const form = useForm({
    schema: admin.removeSecondFactor.body,
    failed: serverMsgOr('The second factor could not be switched off.'),
    send: async (body) => {
      const done = await withRecentLogin(() => call(admin.removeSecondFactor, { body }))
      if (!done) return
      toast.success(done.msg)
      onClose()
    },
  })
  return (
    <Dialog open title="Switch off the second factor" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          Your password alone will open the administrator's pages again. The recovery codes become void.
        </p>
        <FormProblem text={form.problem} />
        <CodeField {...form.field('code')} label="Authentication code or recovery code" />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} look="danger" busyLabel="Switching off...">
            Switch off
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
