/** The help page (specification §1, §2, §9). */
import type { ReactNode } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { limits } from '../../../../contract/limits.ts'
import { daysInWords } from '../../../../contract/period-words.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { ShoppingCart, Store } from '../../../ui/icons.tsx'
import { CircleUserRound, CreditCard, Package, RotateCcw } from '../../../ui/more-icons.tsx'
import { AskUs } from '../ask-us.tsx'
import { MailLink } from '../mail-link.tsx'
import { usePeriods, loadPeriods } from '../periods.ts'

/** The help page asks buyers to be quicker than they have to be (specification §9). */
const quickDays = 3

const link = 'font-medium text-forest underline underline-offset-4'

export const loader = loadPeriods

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Help',
    description:
      'Quick help with orders, delivery, returns, payment and your account, and how to reach our support.',
    path: paths.help,
  })

export default function HelpPage() {
  const { supportEmail } = useSettings()
  const { returnDays } = usePeriods()
  return (
    <>
      <div className="border-b border-line bg-dew">
        <div className="page-width pt-2 pb-8 sm:pb-10">
          <Breadcrumb steps={[{ name: 'Support', path: paths.support }]} here="Help" />
          <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">How can we help you?</h1>
          <p className="mt-3 max-w-2xl text-lg/7 text-muted">
            Short answers to start with. You find more in the{' '}
            <Link to={paths.faqs} className={link}>
              FAQs
            </Link>
            .
          </p>
        </div>
      </div>
      <div className="page-width mt-8 grid gap-4 sm:mt-10 md:grid-cols-2 lg:grid-cols-3">
        {topics(supportEmail, returnDays).map(({ icon, title, text }) => (
          <section key={title} className="rounded-card border border-line bg-surface p-6 shadow-card">
            <span
              aria-hidden="true"
              className="flex size-12 items-center justify-center rounded-full bg-leaf-soft text-forest [&_svg]:size-6"
            >
              {icon}
            </span>
            <h2 className="mt-4 text-lg font-semibold">{title}</h2>
            <div className="mt-1.5 leading-7 text-muted [&_p+p]:mt-3">{text}</div>
          </section>
        ))}
      </div>
      <div className="page-width mt-10">
        <AskUs heading="Still stuck?" />
      </div>
    </>
  )
}

const topics = (
  supportEmail: string,
  returnDays: number,
): { icon: ReactNode; title: string; text: ReactNode }[] => [
  {
    icon: <ShoppingCart />,
    title: 'Placing an order',
    text: (
      <p>
        Search or browse, put products into the cart, choose a delivery address there and press Checkout. You
        need an account:{' '}
        <Link to={paths.register} className={link}>
          register
        </Link>{' '}
        with your email address and confirm it with the OTP that we send you.
      </p>
    ),
  },
  {
    icon: <Package />,
    title: 'Following an order',
    text: (
      <p>
        <Link to={paths.myOrders} className={link}>
          My Orders
        </Link>{' '}
        shows the status of every order, the courier and the AWB number. Tracking stays active for{' '}
        {daysInWords(limits.trackingDays)} after delivery.
      </p>
    ),
  },
  {
    icon: <RotateCcw />,
    title: 'Returning a product',
    text: (
      <p>
        Something wrong with your order?{' '}
        {returnDays > 0 && (
          <>
            Contact us within {daysInWords(Math.min(quickDays, returnDays))} of delivery: press Return on its
            card in{' '}
            <Link to={paths.myOrders} className={link}>
              My Orders
            </Link>{' '}
            and add photographs, or write to{' '}
          </>
        )}
        {returnDays === 0 && 'Write to '}
        <MailLink to={supportEmail} subject="Return request" className={`wrap-anywhere ${link}`} /> with the
        order ID. The details are in the{' '}
        <Link to={paths.returnPolicy} className={link}>
          Returns and Exchange Policy
        </Link>
        .
      </p>
    ),
  },
  {
    icon: <CreditCard />,
    title: 'Paying',
    text: (
      <p>
        You pay online, safely, through our payment provider. If money left your account and no order
        appeared, you do not have to do anything: either the order appears within minutes, or the money goes
        back by itself.
      </p>
    ),
  },
  {
    icon: <CircleUserRound />,
    title: 'Your account',
    text: (
      <p>
        Forgot your password?{' '}
        <Link to={paths.resetPassword} className={link}>
          Reset it
        </Link>{' '}
        with an OTP. Your name and mobile number are changed in your{' '}
        <Link to={paths.profile} className={link}>
          profile
        </Link>
        , your addresses in the cart.
      </p>
    ),
  },
  {
    icon: <Store />,
    title: 'Selling',
    text: (
      <p>
        Do you make eco-friendly products?{' '}
        <Link to={paths.registerSeller} className={link}>
          Register as a seller
        </Link>{' '}
        with your GST number, pickup address and bank details.
      </p>
    ),
  },
]
