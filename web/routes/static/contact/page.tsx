/** Contact Us: a form, and the other ways to reach the shop (specification §2, §5). */
import type { ReactNode } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { useSettings } from '../../../settings.ts'
import { Clock, Mail, MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { MailLink } from '../mail-link.tsx'
import { supportClosed, supportHours } from '../support-hours.ts'
import { ContactForm } from './contact-form.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact Us',
    description:
      'Write to us about an order, a product, your account or a partnership. We aim to reply within 24 hours.',
    path: paths.contact,
  })

const link =
  'inline-flex min-h-11 items-center font-medium wrap-anywhere text-forest underline underline-offset-4'

export default function ContactPage() {
  const { supportEmail } = useSettings()
  return (
    <div className="page-width pt-2">
      <Breadcrumb steps={[]} here="Contact Us" />
      <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">Contact Us</h1>
      <p className="mt-3 max-w-2xl text-lg/7 text-muted">
        A question, a suggestion or a complaint? Write to us. We aim to reply within 24 hours.
      </p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_20rem] lg:gap-12">
        <ContactForm />
        <aside aria-label="Other ways to reach us" className="grid gap-4 sm:max-lg:grid-cols-3">
          <Way icon={<Mail />} title="Email">
            <MailLink to={supportEmail} className={link} />
          </Way>
          <Way icon={<Clock />} title="Support hours">
            <p className="text-muted">{supportHours}</p>
            <p className="mt-1 text-muted">{supportClosed}</p>
          </Way>
          <Way icon={<MessageCircleQuestionMark />} title="Quick answers">
            <ul>
              <li>
                <Link to={paths.faqs} className={link}>
                  Read the FAQs
                </Link>
              </li>
              <li>
                <Link to={paths.support} className={link}>
                  Get Customer Support
                </Link>
              </li>
              <li>
                <Link to={paths.newComplaint} className={link}>
                  Make a complaint
                </Link>
              </li>
            </ul>
          </Way>
        </aside>
      </div>
    </div>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 shadow-card">
      <h2 className="mb-1.5 flex items-center gap-3 font-semibold">
        <span
          aria-hidden="true"
          className="flex size-10 items-center justify-center rounded-full bg-leaf-soft text-forest [&_svg]:size-5"
        >
          {icon}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
