/**
 * A form over a contract schema: checks on submit, shows each error at its field, clears it on edit, sends once.
 * Fields are uncontrolled, so what was typed survives every error, and typing before hydration too.
 */
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../api/client.ts'
import { failureWordsAndWait } from '../api/failure-words.ts'

type Name<S extends z.ZodType> = Extract<keyof z.input<S>, string>
export type FieldErrors<N extends string> = Partial<Record<N, string>>

/** What a form tells one of its fields. */
export interface FieldProps {
  name: string
  defaultValue: string
  error: string | undefined
}

const missing = 'Please fill in this field.'

interface Options<S extends z.ZodType> {
  schema: S
  /** Sends the checked values. What it throws is shown: an ApiError's fields at their fields, its words above. */
  send: (values: z.output<S>) => Promise<void>
  /**
   * The schema's words for a missing field that speak of the whole form ('All fields are required!'): said once above
   * the form, while each missing field says that it is one.
   */
  required?: string
  /** What the fields start with. */
  initial?: Partial<Record<Name<S>, string>>
  /** Told the first error after a check that failed, e.g. for a toast. */
  onInvalid?: (first: string) => void
  /** Told of a failed sending before it is shown; true means that it is dealt with and nothing is to be shown. */
  onFailed?: (error: ApiError) => boolean | void
  /** Shown when the server gave no words. */
  failed?: string
}

export function useForm<S extends z.ZodType<unknown, Record<string, unknown>>>(options: Options<S>) {
  const {
    schema,
    send,
    required,
    initial,
    onInvalid,
    onFailed,
    failed = 'Something went wrong. Please try again.',
  } = options
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
    // State comes too late for a second press within the same frame.
    if (sending.current) return
    setProblem(null)
    const parsed = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!parsed.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues)
        found[String(path[0] ?? '')] ??= message === required ? missing : message
      if (required !== undefined && Object.values(found).includes(missing)) setProblem(required)
      showErrors(found as FieldErrors<Name<S>>)
      onInvalid?.(parsed.error.issues[0]?.message ?? failed)
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
        setProblem(failureWordsAndWait(error, failed))
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
    /** For the <form>. `method="post"` keeps passwords out of the address if it is sent before hydration. */
    props: {
      ref: form,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: clearError,
      noValidate: true,
      method: 'post' as const,
    },
    /** For a field: its name, starting value and error. */
    field: (name: Name<S>) => ({ name, defaultValue: initial?.[name] ?? '', error: errors[name] }),
    /** For the submit <Button>. A press before hydration is kept and run after it: the form has nowhere to go without scripts. */
    submitButton: { type: 'submit' as const, busy, 'data-replay': '' },
    busy,
    errors,
    /** What went wrong with the form as a whole; for <FormProblem>. */
    problem,
    /** Whether the last sending failed because nobody is logged in any more, or somebody else is; for <FormProblem>. */
    loggedOut,
    showErrors,
    setProblem,
  }
}
