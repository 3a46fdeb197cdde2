/** Checks and sends a form about a family. What was typed is the state of the form itself, so it survives every error. */
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { allFieldsRequired } from '../../../../contract/fields.ts'
import { ApiError } from '../../../api/client.ts'
import { failureMessageAndWait, serverMsgOr } from '../../../messages/failure-message.ts'

const missing = 'Please fill in this field.'
const failed = serverMsgOr('The family could not be saved. Please try again.')

export function useFamilyForm<S extends z.ZodType>(schema: S, send: (values: z.output<S>) => Promise<void>) {
  const form = useRef<HTMLFormElement>(null)
  /** By the path in the schema, such as 'members.2.price'. */
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [loggedOut, setLoggedOut] = useState(false)
  const [busy, setBusy] = useState(false)

  function show(found: Record<string, string>, text: string): void {
    setErrors(found)
    setProblem(text)
    const controls = [...(form.current?.elements ?? [])].filter((one) => one instanceof HTMLElement)
    controls.find((control) => found[(control as HTMLInputElement).name])?.focus()
  }

  async function submit(values: unknown): Promise<void> {
    if (busy) return
    setLoggedOut(false)
    const parsed = schema.safeParse(values)
    if (!parsed.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues)
        found[path.join('.')] ??= message === allFieldsRequired ? missing : message
      show(found, Object.values(found)[0] ?? failed.failure)
      return
    }
    setErrors({})
    setProblem(null)
    setBusy(true)
    try {
      await send(parsed.data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setLoggedOut(error.status === 401 || error.status === 403)
      show(error.fields, failureMessageAndWait(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return { form, errors, problem, loggedOut, busy, submit }
}
