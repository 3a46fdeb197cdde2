import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { useRecentLogin } from '../../forms/confirm-login.tsx'
import { FormProblem } from '../../forms/form-problem.tsx'
import { useForm } from '../../forms/use-form.ts'
import { text } from '../../../contract/fields.ts'
import { serverMsgOr } from '../../messages/failure-message.ts'
import { toast } from '../../toast/toast.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

interface Props {
  title: string
  /** Says what will happen. */
  children: ReactNode
  label: string
  /** The error where nothing was entered. */
  required: string
  button: string
  look?: ButtonLook
  failed: string
  /** Makes the call and returns the server's message. Where it needs a recent login, the password is asked for. */
  send: (note: string) => Promise<{ msg: string }>
  onClose: () => void
}

/** Asks for a reason or note before an action; it is stored in the audit log. */
export function NoteDialog({
  title,
  children,
  label,
  required,
  button,
  look = 'primary',
  failed,
  send,
  onClose,
}: Props) {
  const withRecentLogin = useRecentLogin()
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: z.object({ note: text(500, required) }),
    failed: serverMsgOr(failed),
    send: async ({ note }) => {
      const done = await withRecentLogin(() => send(note))
      if (!done) return
      toast.success(done.msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title={title} onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <div className="text-muted">{children}</div>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <TextArea {...form.field('note')} label={label} rows={3} maxLength={500} />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} look={look} busyLabel="Please wait...">
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
