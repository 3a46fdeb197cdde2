/** The contact form. It makes no call: sending is simulated and takes 2 seconds (specification §2, api-rules §6). */
import { CircleCheck } from '../../../ui/icons/circle-check.ts'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useSettings } from '../../../settings.ts'
import { Button } from '../../../ui/button.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MailLink } from '../mail-link.tsx'
import { categories, message } from './message.ts'

const sendingMs = 2_000

export function ContactForm() {
  const { supportEmail } = useSettings()
  const [sent, setSent] = useState(0)
  const banner = useRef<HTMLDivElement>(null)
  const form = useForm({
    schema: message,
    send: async () => {
      await new Promise((resolve) => setTimeout(resolve, sendingMs))
      setSent((times) => times + 1)
    },
  })
  useEffect(() => {
    if (sent > 0) banner.current?.focus()
  }, [sent])

  return (
    <div className="min-w-0">
      <div ref={banner} role="status" tabIndex={-1} className="scroll-mt-6 empty:hidden">
        {sent > 0 && (
          <p className="mb-6 flex gap-3 rounded-card bg-leaf-soft px-5 py-4 text-forest">
            <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
            <span>
              <strong className="block font-semibold">Thank you for your message!</strong>
              We aim to reply within 24 hours. For anything urgent, write to {supportEmail}.
            </span>
          </p>
        )}
      </div>
      <p className="mb-6 hidden rounded-card bg-amber-soft px-5 py-4 noscript:block">
        This form needs JavaScript. Without it, please write to{' '}
        <MailLink to={supportEmail} className="font-medium wrap-anywhere underline underline-offset-4" />.
      </p>
      {/* The key makes a new form after each sending, with empty fields. */}
      <form
        key={sent}
        {...form.props}
        aria-label="Contact Us"
        className="flex flex-col gap-4 rounded-card border border-line bg-white p-5 shadow-card sm:p-8 noscript:hidden"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.field('name')} label="Name" autoComplete="name" maxLength={limits.nameLength} />
          <EmailField {...form.field('email')} label="Email" autoComplete="email" />
          <DigitsField
            {...form.field('phone')}
            digits={limits.mobileDigits}
            label="Phone (optional)"
            hint="10 digits, without +91"
            autoComplete="tel-national"
          />
          <SelectField {...form.field('category')} label="Category">
            <option value="">Select a category</option>
            {Object.entries(categories).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField {...form.field('subject')} label="Subject" maxLength={limits.nameLength} />
        <TextArea {...form.field('message')} label="Message" rows={6} maxLength={limits.descriptionLength} />
        <Button {...form.submitButton} className="mt-2 sm:self-start sm:px-8" busyLabel="Sending...">
          Send Message
        </Button>
      </form>
    </div>
  )
}
