import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { useRecentLogin } from './confirm-login.tsx'
import { FormProblem } from './form-problem.tsx'
import { type FieldProps, useForm } from './use-form.ts'
import { serverMsgOr } from '../messages/failure-message.ts'
import { toast } from '../toast/toast.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Name<S extends z.ZodType> = Extract<keyof z.input<S>, string>

interface Props<S extends z.ZodType> {
  title: string
  /** Says what will happen. */
  text?: ReactNode
  schema: S
  initial?: Partial<Record<Name<S>, string>>
  button: string
  busyLabel?: string
  look?: ButtonLook
  failed: string
  /** Makes the call, which may need a recent login, and returns the server's message. */
  send: (values: z.output<S>) => Promise<{ msg: string }>
  /** Called after the message was shown; without it the page loads its data again. */
  onDone?: () => void
  onClose: () => void
  children?: (field: (name: Name<S>) => FieldProps) => ReactNode
}

/**
 * A form in a dialog, for a change that may need a recent login. What was typed stays there until the change is made, also
 * where the server refuses it or the password is not entered.
 */
export function FormDialog<S extends z.ZodType<unknown, Record<string, unknown>>>({
  title,
  text,
  schema,
  initial,
  button,
  busyLabel = 'Please wait...',
  look = 'primary',
  failed,
  send,
  onDone,
  onClose,
  children,
}: Props<S>) {
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const form = useForm({
    schema,
    ...(initial && { initial }),
    failed: serverMsgOr(failed),
    send: async (values) => {
      const done = await withRecentLogin(() => send(values))
      if (!done) return
      toast.success(done.msg)
      onClose()
      if (onDone) onDone()
      else await revalidate()
    },
  })
  return (
    <Dialog open title={title} onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        {text && <div className="text-muted">{text}</div>}
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        {children?.(form.field)}
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} look={look} busyLabel={busyLabel}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
