/** Links for questions that the page does not answer. */
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useSettings } from '../../settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Mail } from '../../ui/more-icons.tsx'
import { MailLink } from './mail-link.tsx'
import { supportHours } from './support-hours.ts'

interface Props {
  heading?: string
  /** A second link besides the e-mail address. */
  elsewhere?: { name: string; path: string }
  className?: string
}

const theFaqs = { name: 'Read the FAQs', path: paths.faqs }

export function AskUs({ heading = 'Any questions?', elsewhere = theFaqs, className = '' }: Props) {
  const { supportEmail } = useSettings()
  return (
    <section aria-label={heading} className={`rounded-card bg-leaf-soft px-5 py-6 sm:px-7 ${className}`}>
      <h2 className="text-lg font-semibold">{heading}</h2>
      <p className="mt-1.5 text-muted">
        Write to{' '}
        <MailLink
          to={supportEmail}
          className="font-medium wrap-anywhere text-forest underline underline-offset-4"
        />
        . We aim to answer within 24 hours, {supportHours}.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <MailLink to={supportEmail} className={buttonClass()}>
          <Mail aria-hidden="true" className="size-5" />
          Write an email
        </MailLink>
        <Link to={elsewhere.path} className={buttonClass('secondary')}>
          {elsewhere.name}
        </Link>
      </div>
    </section>
  )
}
