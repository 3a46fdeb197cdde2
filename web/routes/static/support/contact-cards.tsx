import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSettings } from '../../../settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { type IconComponent } from '../../../ui/icons.tsx'
import { Clock, LifeBuoy, Mail, PackageSearch } from '../../../ui/more-icons.tsx'
import { MailLink } from '../mail-link.tsx'
import { ComplaintLink } from './complaint-link.tsx'
import { useOrderInQuestion } from './order-in-question.ts'
import { supportClosed, supportHours } from '../support-hours.ts'

/** `average`: the time in which support answers on average, where the shop states one. */
export function ContactCards({ average }: { average: string | null }) {
  const answeredIn = average ? `${average} on average` : '24 hours is our aim'
  const { supportEmail } = useSettings()
  const order = useOrderInQuestion()
  // First for who comes from the card of an order.
  const orderCard = (
    <Card
      icon={PackageSearch}
      title={order ? `Help with order ${order}` : 'Help with an order'}
      text={
        order
          ? 'A parcel is late, or something is wrong with it? The number is in the email already.'
          : 'A parcel is late, or something is wrong with it? Have your order number at hand.'
      }
      contact={supportEmail}
      responseTime={answeredIn}
    >
      <MailLink
        to={supportEmail}
        subject={order ? `Help with order ${order}` : 'Help with my order'}
        className={buttonClass('secondary', 'w-full')}
      >
        Ask about an order
      </MailLink>
    </Card>
  )
  return (
    <>
      <h2 className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">Contact Us</h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {order && orderCard}
        <Card
          icon={Mail}
          title="Email Support"
          text="Write to us about anything. We answer every email."
          contact={supportEmail}
          responseTime={answeredIn}
          recommended
        >
          <MailLink
            to={supportEmail}
            {...(order && { subject: `Help with order ${order}` })}
            className={buttonClass('primary', 'w-full')}
          >
            Send an email
          </MailLink>
        </Card>
        {!order && orderCard}
        <Card
          icon={LifeBuoy}
          title="FAQs"
          text="The questions we are asked most often, with their answers."
          contact="Open at any hour"
          responseTime="at once"
        >
          <Link to={paths.faqs} className={buttonClass('secondary', 'w-full')}>
            Read the FAQs
          </Link>
        </Card>
      </ul>
      <section
        aria-labelledby="support-hours"
        className="mt-6 flex gap-4 rounded-card bg-leaf-soft px-5 py-5 sm:px-7"
      >
        <Clock aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-forest" />
        <div>
          <h3 id="support-hours" className="font-semibold">
            Support hours
          </h3>
          <p className="text-balance">{supportHours}</p>
          <p className="text-muted">{supportClosed}</p>
        </div>
      </section>
      <p className="mt-6 text-muted">
        Would you rather fill in a form, or look for yourself? Go to{' '}
        <Link
          to={paths.contact}
          state={order && { orderNumber: order }}
          className="font-medium text-forest underline underline-offset-4"
        >
          Contact Us
        </Link>{' '}
        or to the{' '}
        <Link to={paths.help} className="font-medium text-forest underline underline-offset-4">
          Help page
        </Link>
        .
      </p>
      <ComplaintLink order={order} />
    </>
  )
}

interface Props {
  icon: IconComponent
  title: string
  text: string
  contact: string
  responseTime: string
  recommended?: boolean
  /** The link or button of the card. */
  children: ReactNode
}

function Card({ icon: Icon, title, text, contact, responseTime, recommended = false, children }: Props) {
  return (
    <li
      className={`flex flex-col rounded-card border bg-surface p-6 shadow-card ${recommended ? 'border-leaf ring-1 ring-leaf' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <span className="flex size-12 items-center justify-center rounded-full bg-leaf-soft text-forest">
          <Icon aria-hidden="true" className="size-6" />
        </span>
        {recommended && <Badge color="green">Recommended</Badge>}
      </div>
      <h3 className="mt-4 text-lg font-semibold">{title}</h3>
      <p className="mt-1 mb-4 leading-7 text-muted">{text}</p>
      <p className="mt-auto font-medium wrap-anywhere">{contact}</p>
      <p className="mt-0.5 mb-5 text-sm text-muted">Response time: {responseTime}</p>
      {children}
    </li>
  )
}
