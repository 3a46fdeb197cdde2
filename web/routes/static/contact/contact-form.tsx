/**
 * The contact form. It makes no call: sending is simulated and takes 2 seconds (specification §2, api-rules §6). Then it
 * opens the message as an e-mail in the sender's own program, so that it arrives somewhere. Where CONTACT_FORM_TO_DESK is set, it
 * goes to the desk of complaints instead.
 */
import { useState } from 'react'
import { complaintLength } from '../../../../contract/complaint-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useSettings } from '../../../settings.ts'
import { Button } from '../../../ui/button.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MailLink } from '../mail-link.tsx'
import { categories, message, type Message } from './message.ts'
import { type PreparedMail, prepareMail } from './prepare-mail.ts'
import { SentBanner, type Ticket, TicketBanner } from './sent-banner.tsx'

const sendingMs = 2_000

export function ContactForm() {
  const { supportEmail, contactFormToDesk } = useSettings()
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const [mail, setMail] = useState<PreparedMail | null>(null)
  const form = useForm({
    schema: message,
    send: async (typed) => {
      await new Promise((resolve) => setTimeout(resolve, sendingMs))
      if (contactFormToDesk) {
        const { number } = await call(privateApi.complaint.makeAsVisitor, { body: toComplaint(typed) })
        setTicket({ number, email: typed.email })
      } else setMail(prepareMail(supportEmail, typed))
    },
  })

  if (ticket) return <TicketBanner ticket={ticket} />
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
        <FormProblem text={form.problem} />
        {contactFormToDesk ? (
          <p className="text-sm text-muted">Your message gets a number, and we answer by email.</p>
        ) : (
          <p className="text-sm text-muted">
            This opens your message as an email to{' '}
            <span className="font-medium wrap-anywhere text-ink">{supportEmail}</span>, which you send from
            your own email program. We answer from that address.
          </p>
        )}
        <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Sending...">
          Send Message
        </Button>
      </form>
    </div>
  )
}

/** A complaint has no subject and no telephone number of its own: both stand in its words. */
function toComplaint({ name, email, phone, category, subject, message: typed }: Message) {
  const words = [subject, typed, ...(phone ? [`Phone: ${phone}`] : [])].join('\n\n').slice(0, complaintLength)
  const known = category === 'order' || category === 'product' || category === 'account'
  return { name, email, category: known ? category : ('other' as const), words }
}
