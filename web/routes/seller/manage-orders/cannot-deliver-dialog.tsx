/** A seller cancels what they cannot deliver: how many pieces, and why. */
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type SellersReason, sellersReasons } from '../../../../contract/cancellation.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatAmount, paise, rupees } from '../../../../contract/money.ts'
import { priceOfPieces } from '../../../../contract/part-of.ts'
import type { SellersOrder } from '../../../../contract/order.ts'
import { ApiError, call } from '../../../api/client.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { sellerToast } from '../seller-toast.tsx'

export function CannotDeliverDialog({ order, onClose }: { order: SellersOrder; onClose: () => void }) {
  const { product, quantity, cancellation, amount, delivery = 0 } = order
  const all = quantity - cancellation.cancelledUnits
  const [units, setUnits] = useState(all)
  const [reason, setReason] = useState<SellersReason | ''>('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const back = formatAmount(
    rupees(
      Math.min(
        priceOfPieces({ amount, delivery }, cancellation.cancelledUnits, units, quantity),
        paise(cancellation.leftAmount),
      ),
    ),
  )

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (reason === '' || busy) return
    setBusy(true)
    try {
      await call(privateApi.dispatch.cannotDeliver, {
        params: { id: order.id },
        body: { units, of: all, reason, note: note.trim() || undefined },
      })
      sellerToast.success('Cancelled', `${back} goes back to the buyer, who is told by mail.`)
      onClose()
      await revalidate()
    } catch (error) {
      if (signedOut(error)) return
      sellerToast.error('Not cancelled', failureMessageAndWait(error, sellingWords.cannotDeliver))
      setBusy(false)
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return
      onClose()
      await revalidate()
    }
  }

  return (
    <Dialog open title={`Cannot deliver: order ${order.number}`} onClose={onClose} closeOnBackdrop={false}>
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <p className="line-clamp-2 font-semibold">{product.name}</p>
        {all > 1 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>
              How many pieces? <span className="text-muted">{all} are on order.</span>
            </p>
            <QuantityStepper
              name={product.name}
              quantity={units}
              onLess={() => setUnits((now) => Math.max(1, now - 1))}
              onMore={() => setUnits((now) => Math.min(all, now + 1))}
            />
          </div>
        )}
        <SelectField
          label="Reason"
          name="reason"
          value={reason}
          autoComplete="off"
          error={tried && reason === '' ? 'Please choose a reason.' : undefined}
          onChange={({ currentTarget: { value } }) => setReason(value as SellersReason | '')}
        >
          <option value="">Please choose</option>
          {Object.entries(sellersReasons).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          label="In your words (optional)"
          name="note"
          hint="The buyer reads the reason and your words."
          value={note}
          maxLength={limits.sellersNoteLength}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <p role="status" className="rounded-xl bg-dew px-4 py-3">
          <strong className="font-semibold tabular-nums">{back}</strong> goes back to the buyer at once. The{' '}
          {units === 1 ? 'piece is' : 'pieces are'} not put on sale again, and the order counts in your
          figures as not delivered.
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Keep order
          </Button>
          <Button look="danger" type="submit" busy={busy} busyLabel="Cancelling...">
            {units === all ? 'Cancel order' : `Cancel ${units === 1 ? '1 piece' : `${units} pieces`}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
