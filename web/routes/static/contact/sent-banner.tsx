import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../../../settings.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CircleCheck } from '../../../ui/more-icons.tsx'
import type { PreparedMail } from './prepare-mail.ts'

/** The banner of success. Each new `mail` is opened in the e-mail program. */
export function SentBanner({ mail }: { mail: PreparedMail | null }) {
  const { supportEmail } = useSettings()
  const banner = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!mail) return
    banner.current?.focus()
    link.current?.click()
  }, [mail])

  return (
    <div ref={banner} role="status" tabIndex={-1} className="scroll-mt-6 empty:hidden">
      {mail && (
        <div className="mb-6 flex gap-3 rounded-card bg-leaf-soft px-5 py-4 text-forest">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
          <div className="min-w-0">
            <strong className="block font-semibold">Thank you for your message!</strong>
            <p>
              It is ready as an email to {supportEmail}: press Send in your email program. We aim to reply
              within 24 hours.
            </p>
            {!mail.complete && (
              <p className="mt-2 font-semibold">
                Your message is too long to be filled in. Copy it here and paste it into the email before you
                send it.
              </p>
            )}
            <p className="mt-2">
              No email opened? Open it again, or copy the message and send it to {supportEmail} yourself. What
              you typed is still below.
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              <a ref={link} href={mail.address} className={buttonClass('secondary')}>
                Open the email
              </a>
              <CopyMessage key={mail.text} text={mail.text} />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

export interface Ticket {
  number: string
  email: string
}

/** What stands in place of the form once the message has gone to the desk. */
export function TicketBanner({ ticket: { number, email } }: { ticket: Ticket }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <div
      ref={banner}
      role="status"
      tabIndex={-1}
      className="flex scroll-mt-6 gap-3 rounded-card bg-leaf-soft px-5 py-4 text-forest"
    >
      <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0">
        <strong className="block font-semibold">Thank you for your message!</strong>
        <p>
          It has the number {number}. An email to <span className="font-medium wrap-anywhere">{email}</span>{' '}
          is on its way, with a link to read our answer and to write again. We aim to reply within 24 hours.
        </p>
      </div>
    </div>
  )
}

const labels = {
  ready: 'Copy the message',
  copied: 'Copied',
  refused: 'Please copy it from the form below',
}

function CopyMessage({ text }: { text: string }) {
  const [state, setState] = useState<keyof typeof labels>('ready')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without https there is no clipboard, and the browser may refuse.
      setState('refused')
    }
  }

  return (
    <Button look="secondary" onClick={() => void copy()}>
      {labels[state]}
    </Button>
  )
}
