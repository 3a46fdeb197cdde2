/**
 * Calls that need a recent login: where the last one is too long ago, a dialog asks for the password and the call is
 * repeated.
 */
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { confirmLoginBody } from '../../contract/auth.ts'
import { api } from '../../contract/endpoints.ts'
import { ApiError, call } from '../api/client.ts'
import { serverMsgOr } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { FormProblem } from './form-problem.tsx'
import { SecondCodeField } from './second-code-field.tsx'
import { useForm } from './use-form.ts'

type WithRecentLogin = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** On a page without `ConfirmLogin` the call is made, and the form shows a refusal. */
const Context = createContext<WithRecentLogin>((work) => work())

/** Runs a call that needs a recent login; returns undefined where the person closed the dialog. */
export const useRecentLogin = (): WithRecentLogin => useContext(Context)

/** The server asks for a recent login with a 403 whose `fields` have `recentLogin`. */
const needsRecentLogin = (error: unknown) =>
  error instanceof ApiError && error.fields.recentLogin !== undefined

interface Props {
  /** A sentence that says why the password is needed. */
  why: string
  children: ReactNode
}

export function ConfirmLogin({ why, children }: Props) {
  const [open, setOpen] = useState(false)
  const answer = useRef<(confirmed: boolean) => void>(undefined)

  const withRecentLogin = useCallback<WithRecentLogin>(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!needsRecentLogin(error)) throw error
      setOpen(true)
      const done = await new Promise<boolean>((resolve) => void (answer.current = resolve))
      setOpen(false)
      return done ? work() : undefined
    }
  }, [])

  return (
    <Context value={withRecentLogin}>
      {children}
      {open && <ConfirmDialog why={why} onDone={(done) => answer.current?.(done)} />}
    </Context>
  )
}

interface DialogProps {
  why: string
  onDone: (confirmed: boolean) => void
}

function ConfirmDialog({ why, onDone }: DialogProps) {
  const signedOut = useSignedOut()
  const [codeAsked, setCodeAsked] = useState(false)
  const form = useForm({
    schema: confirmLoginBody,
    failed: serverMsgOr('The password could not be confirmed.'),
    onFailed: (error) => {
      // The first refusal only means that the account has a second factor: show its field instead of an error.
      if (error.fields.code !== undefined && !codeAsked) {
        setCodeAsked(true)
        return true
      }
      return error.status === 401 && signedOut(error)
    },
    send: async (body) => {
      await call(api.auth.confirmLogin, { body })
      onDone(true)
    },
  })
  return (
    <Dialog open title="Confirm it is you" onClose={() => onDone(false)}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          {why} Please enter your password; you will not be asked again for ten minutes.
        </p>
        <FormProblem text={form.problem} />
        <PasswordField
          {...form.field('password')}
          ref={firstInDialog}
          label="Password"
          autoComplete="current-password"
        />
        {codeAsked && <SecondCodeField {...form.field('code')} />}
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={() => onDone(false)}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Confirming...">
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
