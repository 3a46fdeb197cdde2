import { type DeliveryRule, deliveryPaiseFor, missingForFree } from '../../contract/delivery-charge.ts'
import { formatRupees, rupees } from '../../contract/money.ts'
import { Button } from '../ui/button.tsx'
import type { CheckoutStage } from '../checkout/use-checkout.ts'

interface Props {
  place: 'page' | 'panel'
  /** What the products cost after discounts, in paise. */
  goods: number
  /** Null: delivery is in the prices. */
  delivery: DeliveryRule | null
  /** What a coupon takes off, in paise; the products cost that less. */
  saving: number
  stage: CheckoutStage
  onCheckout: () => void
}

const busyLabels: Record<CheckoutStage, string> = {
  idle: '',
  starting: 'Please wait...',
  paying: 'Please wait...',
  confirming: 'Confirming...',
}

const spoken: Partial<Record<CheckoutStage, string>> = {
  starting: 'Checking your cart.',
  confirming: 'Confirming your payment. Please keep this page open.',
}

/** Fixed to the bottom of the screen, above the area that phones reserve there. */
export function CartFooter({ place, goods, delivery, saving, stage, onCheckout }: Props) {
  const amount = formatRupees(rupees(goods + deliveryPaiseFor(delivery, goods)))
  return (
    <section
      aria-label="Checkout"
      className={`z-10 border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-[0_-4px_16px_rgb(26_41_32/0.06)] ${place === 'page' ? 'fixed inset-x-0 bottom-0 border-t' : 'sticky bottom-4 rounded-card border'}`}
    >
      <div className="page-width">
        <div className="mx-auto flex max-w-4xl flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-sm text-muted">Total</span>
              <output aria-label="Total" className="text-xl font-bold tabular-nums">
                {amount}
              </output>
            </p>
            <p className="text-sm text-muted">
              {delivery ? <DeliveryText rule={delivery} goods={goods} /> : 'Delivery included'}
            </p>
            {saving > 0 && (
              <p className="text-sm font-semibold text-leaf tabular-nums">
                Coupon −{formatRupees(rupees(saving))}
              </p>
            )}
          </div>
          <p role="status" className="sr-only">
            {spoken[stage]}
          </p>
          <Button
            className="min-h-12 min-w-36 max-w-full sm:min-w-52"
            busy={stage !== 'idle'}
            busyLabel={busyLabels[stage]}
            onClick={onCheckout}
          >
            Checkout
          </Button>
        </div>
      </div>
    </section>
  )
}

function DeliveryText({ rule, goods }: { rule: DeliveryRule; goods: number }) {
  const charge = deliveryPaiseFor(rule, goods)
  const missing = missingForFree(rule, goods)
  if (charge === 0) return <span className="font-semibold text-leaf">Free delivery</span>
  return (
    <>
      <span className="whitespace-nowrap">Delivery {formatRupees(rupees(charge))}</span>
      {missing !== null && (
        <span className="block sm:ml-2 sm:inline">Add {formatRupees(rupees(missing))} for free delivery</span>
      )}
    </>
  )
}
