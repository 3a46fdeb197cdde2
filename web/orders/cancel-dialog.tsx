import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { privateApi } from '../../contract/private-endpoints.ts'
import { formatAmount, paise, rupees } from '../../contract/money.ts'
import { priceOfPieces } from '../../contract/part-of.ts'
import type { Order } from '../../contract/order.ts'
import { ApiError, call } from '../api/client.ts'
import { failureMessageAndWait, serverMsgOr } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'

interface Props {
  order: Order
  onChanged: (order: Order) => void
  onClose: () => void
}

/** Asks how many pieces are cancelled, and shows what is refunded for them. */
export function CancelDialog({ order, onChanged, onClose }: Props) {
  const { product, cancellation } = order
  const all = cancellation.units
  const [units, setUnits] = useState(all)
  const [busy, setBusy] = useState(false)
  /** Why so many pieces may not be cancelled. */
  const [problem, setProblem] = useState<string>()
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const back = formatAmount(refundOf(order, units))
  const pieces = units === 1 ? '1 piece' : `${units} pieces`

  function choose(wanted: number): void {
    setUnits(Math.min(all, Math.max(1, wanted)))
    setProblem(undefined)
  }

  async function cancel(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const changed = await call(privateApi.order.cancel, {
        params: { id: order.id },
        body: { units, of: all },
      })
      toast.success(
        units === all
          ? `Your order is cancelled. ${back} goes back to you.`
          : `${pieces} cancelled. ${back} goes back to you.`,
      )
      onClose()
      onChanged(changed)
    } catch (error) {
      if (signedOut(error)) return
      setBusy(false)
      if (error instanceof ApiError && error.fields['units']) {
        setProblem(error.fields['units'])
        return
      }
      toast.error(failureMessageAndWait(error, serverMsgOr('The order could not be cancelled.')))
      // The page is outdated: the time is over, or the courier has the parcel.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        onClose()
        await revalidate()
      }
    }
  }

  return (
    <Dialog open title="Cancel order" onClose={onClose}>
      <p className="line-clamp-2 font-semibold">{product.name}</p>
      {all > 1 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p>
            How many pieces? <span className="text-muted">{all} are on order.</span>
          </p>
          <QuantityStepper
            name={product.name}
            quantity={units}
            onLess={() => choose(units - 1)}
            onMore={() => choose(units + 1)}
          />
          {/* Always rendered, so that screen readers announce the change. */}
          <p role="alert" className="w-full text-sm text-clay empty:hidden">
            {problem}
          </p>
        </div>
      )}
      <p role="status" className="mt-4 rounded-xl bg-dew px-4 py-3">
        <strong className="font-semibold tabular-nums">{back}</strong> goes back to the card or account you
        paid with, usually within 5 to 7 working days.
        {units < all &&
          ` The other ${all - units === 1 ? 'piece is' : `${all - units} pieces are`} sent to you.`}
      </p>
      <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          Keep order
        </Button>
        <Button look="danger" busy={busy} busyLabel="Cancelling..." onClick={() => void cancel()}>
          {units === all ? 'Cancel order' : `Cancel ${pieces}`}
        </Button>
      </div>
    </Dialog>
  )
}

/** In rupees. The server decides; money that was refunded before is not refunded again. */
function refundOf({ amount, delivery = 0, quantity, cancellation }: Order, units: number): number {
  const price = priceOfPieces({ amount, delivery }, quantity - cancellation.units, units, quantity)
  return rupees(Math.min(price, paise(cancellation.leftAmount)))
}
