/**
 * The contact form. It makes no call: sending is simulated and takes 2 seconds (specification §2, api-rules §6). Then it
 * opens the message as an e-mail in the sender's own program, so that it arrives somewhere.
 */
import { useState } from 'react'
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
import { type PreparedMail, prepareMail } from './prepare-mail.ts'
import { SentBanner } from './sent-banner.tsx'

const sendingMs = 2_000

export function ContactForm() {
  const { supportEmail } = useSettings()
  const [mail, setMail] = useState<PreparedMail | null>(null)
  const form = useForm({
    schema: message,
    send: async (typed) => {
      await new Promise((resolve) => setTimeout(resolve, sendingMs))
      setMail(prepareMail(supportEmail, typed))
    },
  })

  return (
    <div className="min-w-0">
      <SentBanner mail={mail} />
      <p className="mb-6 hidden rounded-card bg-amber-soft px-5 py-4 noscript:block">
        This form needs JavaScript. Without it, please write to{' '}
        <MailLink to={supportEmail} className="font-medium wrap-anywhere underline underline-offset-4" />.
      </p>
      {/* The fields keep their values after sending: nobody knows whether an e-mail program opened. */}
      <form
        {...form.props}
        aria-label="Contact Us"
        className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-8 noscript:hidden"
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
        <p className="text-sm text-muted">
          This opens your message as an email to{' '}
          <span className="font-medium wrap-anywhere text-ink">{supportEmail}</span>, which you send from your
          own email program. We answer from that address.
        </p>
        <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Sending...">
          Send Message
        </Button>
      </form>
    </div>
  )
}
