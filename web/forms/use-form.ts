/**
 * A form with a schema of the contract: checks on submit, shows each error at its field, clears it on edit, sends
 * once. Fields are uncontrolled, so what was typed survives errors, also what was typed before hydration.
 */
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../api/client.ts'
import { type ActionWords, failureMessageAndWait, serverMsgOr } from '../messages/failure-message.ts'

type Name<S extends z.ZodType> = Extract<keyof z.input<S>, string>
export type FieldErrors<N extends string> = Partial<Record<N, string>>

/** The props of one field. */
export interface FieldProps {
  name: string
  defaultValue: string
  error: string | undefined
}

const missing = 'Please fill in this field.'
const somethingWentWrong = serverMsgOr('Something went wrong. Please try again.')

interface Options<S extends z.ZodType> {
  schema: S
  /**
   * Sends the checked values. Of an ApiError that it throws, `fields` are shown at their fields and the message above
   * the form.
   */
  send: (values: z.output<S>) => Promise<void>
  /**
   * The schema's message for a missing field where it speaks of the whole form ('All fields are required!'): it is
   * shown once above the form, and each missing field has a short message of its own.
   */
  required?: string
  /** The initial values of the fields. */
  initial?: Partial<Record<Name<S>, string>>
  /** Called with the first error after a failed check, e.g. for a toast. */
  onInvalid?: (first: string) => void
  /** Called before a failed sending is shown; true means that it has been handled and nothing is shown. */
  onFailed?: (error: ApiError) => boolean | void
  /** The words of a failed sending. */
  failed?: ActionWords
}

export function useForm<S extends z.ZodType<unknown, Record<string, unknown>>>(options: Options<S>) {
  const { schema, send, required, initial, onInvalid, onFailed, failed = somethingWentWrong } = options
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors<Name<S>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [loggedOut, setLoggedOut] = useState(false)

  /** Shows errors at their fields and moves the focus to the first wrong one on the page. */
  function showErrors(found: FieldErrors<Name<S>>): void {
    setErrors(found)
    const first = [...(form.current?.elements ?? [])].find(
      (control) => (found as Record<string, string>)[(control as HTMLInputElement).name],
    )
    if (first instanceof HTMLElement) first.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    // React's state is not updated yet at a second press within the same frame; the ref is.
    if (sending.current) return
    setProblem(null)
    const parsed = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!parsed.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues)
        found[String(path[0] ?? '')] ??= message === required ? missing : message
      if (required !== undefined && Object.values(found).includes(missing)) setProblem(required)
      showErrors(found as FieldErrors<Name<S>>)
      onInvalid?.(parsed.error.issues[0]?.message ?? failed.failure)
      return
    }
    setErrors({})
    setLoggedOut(false)
    sending.current = true
    setBusy(true)
    try {
      await send(parsed.data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setLoggedOut(error.status === 401 || error.status === 403)
      if (!onFailed?.(error)) {
        showErrors(error.fields as FieldErrors<Name<S>>)
        setProblem(failureMessageAndWait(error, failed))
      }
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  function clearError(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement
    if (!(errors as Record<string, string>)[name]) return
    setErrors(({ ...rest }) => {
      delete (rest as Record<string, string>)[name]
      return rest as FieldErrors<Name<S>>
    })
  }

  return {
    /**
     * For the <form>. With `method="post"` a form that is sent before hydration does not put a password into the
     * address.
     */
    props: {
      ref: form,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: clearError,
      noValidate: true,
      method: 'post' as const,
    },
    /** For a field: its name, starting value and error. */
    field: (name: Name<S>) => ({ name, defaultValue: initial?.[name] ?? '', error: errors[name] }),
    /**
     * For the submit <Button>. `data-replay` repeats a press that came before hydration, when the form cannot be
     * sent.
     */
    submitButton: { type: 'submit' as const, busy, 'data-replay': '' },
    busy,
    errors,
    /** The problem of the form as a whole, for <FormProblem>. */
    problem,
    /** Whether the last sending failed for lack of a session or because of another role; for <FormProblem>. */
    loggedOut,
    showErrors,
    setProblem,
  }
}
