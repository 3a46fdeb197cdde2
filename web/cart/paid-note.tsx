import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { ShieldCheck } from '../ui/home-icons.tsx'

/** Shown after a payment whose order could not be confirmed at once. */
export function PaidNote({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && (
        <div className="flex gap-3 rounded-card border border-leaf bg-leaf-soft p-4 sm:px-5">
          <ShieldCheck aria-hidden="true" className="size-6 shrink-0 text-forest" />
          <div>
            <p className="font-semibold">Your payment is safe</p>
            <p className="mt-0.5 text-sm">{text} My Orders will show it within a few minutes.</p>
            <Link
              to={paths.myOrders}
              className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
            >
              Go to My Orders
            </Link>
          </div>
        </div>
      )}
    </div>
  )
}
