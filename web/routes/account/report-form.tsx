import { useState } from 'react'
import type { z } from 'zod'
import { FormProblem } from '../../forms/form-problem.tsx'
import { useForm } from '../../forms/use-form.ts'
import { serverMsgOr } from '../../messages/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'

interface Props<A extends string, F extends string> {
  noun: 'review' | 'question'
  /** With an answer of the seller, which can be reported, too. */
  answered: boolean
  /** Says what it can be taken down for. */
  text: string
  schema: z.ZodType<
    { about: A; reason: F; words: string },
    { about?: A | undefined; reason: F; words: string }
  >
  faultWords: Record<F, string>
  send: (body: { about: A; reason: F; words: string }) => Promise<{ msg: string }>
}

/** Reports a review or a question of a product, or the answer to it. */
export function ReportForm<A extends string, F extends string>(props: Props<A, F>) {
  const { noun, answered, text, schema, faultWords, send } = props
  const [sent, setSent] = useState('')
  const form = useForm({
    schema,
    failed: serverMsgOr('Your report could not be sent. Please try again.'),
    send: async (body) => setSent((await send(body)).msg),
  })
  return (
    <section id="report" aria-labelledby="report-heading">
      <h2 id="report-heading" className="text-lg font-semibold">
        Report this {noun}
        {answered && ' or the answer'}
      </h2>
      {sent !== '' ? (
        <p role="status" className="mt-1">
          {sent}
        </p>
      ) : (
        <form {...form.props} className="mt-1 flex flex-col gap-4">
          <p className="text-sm text-muted">Our team looks at it. {text}</p>
          <FormProblem text={form.problem} loggedOut={form.loggedOut} />
          {answered && (
            <SelectField {...form.field('about')} label="What do you report?">
              <option value={noun}>The {noun}</option>
              <option value="answer">The seller’s answer</option>
            </SelectField>
          )}
          <SelectField
            name="reason"
            label="What is wrong?"
            error={form.field('reason').error}
            defaultValue=""
          >
            <option value="">Please choose</option>
            {Object.entries<string>(faultWords).map(([fault, words]) => (
              <option key={fault} value={fault}>
                {words.replace(/^./, (letter) => letter.toUpperCase())}
              </option>
            ))}
          </SelectField>
          <TextArea {...form.field('words')} label="More about it (optional)" rows={3} maxLength={500} />
          <p>
            <Button {...form.submitButton} look="secondary" busyLabel="Sending...">
              Report
            </Button>
          </p>
        </form>
      )}
    </section>
  )
}
