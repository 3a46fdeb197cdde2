import { useSettings } from '../../../settings.ts'
import { ChevronRight, Store, Truck } from '../../../ui/icons.tsx'
import { CircleUserRound, CreditCard, Package, RotateCcw, ShoppingBag } from '../../../ui/more-icons.tsx'
import { MailLink } from '../mail-link.tsx'
import { ComplaintLink } from './complaint-link.tsx'
import { useOrderInQuestion } from './order-in-question.ts'

const categories = [
  { icon: Package, title: 'Orders', text: 'Placing, changing or cancelling an order' },
  { icon: Truck, title: 'Shipping and Delivery', text: 'Tracking, late or missing parcels' },
  { icon: RotateCcw, title: 'Returns and Refunds', text: 'Sending back, exchanging, money back' },
  { icon: CreditCard, title: 'Payments', text: 'Failed or double payments' },
  { icon: ShoppingBag, title: 'Products', text: 'Questions about a product or a statement on it' },
  { icon: CircleUserRound, title: 'Account', text: 'Login, OTP, profile, deletion' },
  { icon: Store, title: 'Selling', text: 'Registration, listings, orders of sellers' },
]

export function SupportCategories() {
  const { supportEmail } = useSettings()
  const order = useOrderInQuestion()
  const body = order ? `Order ${order}\n\n` : undefined
  return (
    <>
      <h2 className="text-xl font-bold tracking-tight sm:text-2xl">Support Categories</h2>
      <p className="mt-1.5 mb-5 text-muted">
        Choose what your question is about. A new email to us opens{order && `, which names order ${order}`}.
      </p>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {categories.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <MailLink
              to={supportEmail}
              subject={`${title} - Support Request`}
              body={body}
              className="flex h-full items-center gap-4 rounded-card border border-line bg-surface p-5 shadow-card hover:border-forest"
            >
              <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest">
                <Icon aria-hidden="true" className="size-6" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{title}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-edge" />
            </MailLink>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-muted">
        Something else?{' '}
        <MailLink
          to={supportEmail}
          subject="Support Request"
          body={body}
          className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-forest underline underline-offset-4"
        />
      </p>
      <ComplaintLink order={order} />
    </>
  )
}
