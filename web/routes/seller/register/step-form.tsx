/** One step of the registration: its fields, checked together, and the buttons to the next and the previous step. */
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import type { ApiError } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { type FieldProps, useForm } from '../../../forms/use-form.ts'
import { accountWords } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { type Draft, type DraftField, fixErrors } from './draft.ts'

/** The errors of a step that was completed earlier. */
export interface StepRefusal {
  words: string
  fields: Draft
}

interface Props {
  title: string
  schema: z.ZodType<Draft, Record<string, unknown>>
  draft: Draft
  /** The draft has values of an earlier load of the page. */
  restored: boolean
  onTyped: (typed: Draft) => void
  /** Called with the checked values; an ApiError that it throws is shown. */
  onNext: (values: Draft) => Promise<void>
  /** Called before that error is shown; true means that it has been handled. */
  onFailed: (error: ApiError) => boolean
  /** Absent in the first step. */
  onBack?: () => void
  refused: StepRefusal | null
  next: string
  nextBusy?: string
  children: (field: FieldOf) => ReactNode
}

export type FieldOf = (name: DraftField) => FieldProps

export function StepForm(props: Props) {
  const { title, schema, draft, restored, onTyped, onNext, onFailed, onBack, refused, next, nextBusy } = props
  const [unfixed, setUnfixed] = useState(false)
  // A message of the whole form that is about fields disappears when a field is edited.
  const [aboutFields, setAboutFields] = useState(false)
  const form = useForm({
    schema,
    failed: accountWords.registerSeller,
    onInvalid: () => {
      setUnfixed(true)
      setAboutFields(true)
    },
    send: (values) => {
      setUnfixed(false)
      return onNext(values)
    },
    onFailed: (error) => {
      setAboutFields(Object.keys(error.fields).length > 0)
      return onFailed(error)
    },
  })
  const { ref, onInput } = form.props

  // Fills only empty fields: somebody may have typed before hydration.
  const fill = useEffectEvent(() => fillEmpty(ref.current, draft))
  useLayoutEffect(() => fill(), [restored])

  const arrive = useEffectEvent(() => {
    const begun = Object.entries(valuesOf(ref.current)).filter(([, value]) => value !== '')
    if (begun.length > 0) onTyped(Object.fromEntries(begun))
    if (refused) {
      form.showErrors(refused.fields)
      form.setProblem(refused.words)
      setAboutFields(true)
    } else if (onBack) ref.current?.focus({ preventScroll: true })
  })
  useEffect(() => arrive(), [])

  function typed(event: FormEvent<HTMLFormElement>): void {
    onInput(event)
    onTyped(valuesOf(event.currentTarget))
  }

  const settled = aboutFields && Object.keys(form.errors).length === 0
  const words = unfixed ? fixErrors : form.problem
  return (
    <form {...form.props} onInput={typed} tabIndex={-1} aria-label={title} className="flex flex-col gap-4">
      <FormProblem text={settled ? null : words} />
      {props.children(form.field)}
      <div className="mt-2 flex gap-3">
        {onBack && (
          <Button look="secondary" className="px-6" onClick={onBack}>
            Back
          </Button>
        )}
        <Button {...form.submitButton} className="flex-1" {...(nextBusy && { busyLabel: nextBusy })}>
          {next}
        </Button>
      </div>
    </form>
  )
}

function valuesOf(form: HTMLFormElement | null): Draft {
  return form ? (Object.fromEntries(new FormData(form)) as Draft) : {}
}

function fillEmpty(form: HTMLFormElement | null, draft: Draft): void {
  for (const control of form?.elements ?? []) {
    const field = control as HTMLInputElement
    const kept = draft[field.name as DraftField]
    if (kept && !field.value) field.value = kept
  }
}
