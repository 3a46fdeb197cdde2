import { useState } from 'react'
import type { CartCouponReply } from '../../contract/coupon.ts'
import { chosenCouponBody } from '../../contract/coupon-forms.ts'
import { formatRupees } from '../../contract/money.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import { call } from '../api/client.ts'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { failureMessage, serverMsgOr } from '../messages/failure-message.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

interface Props {
  coupon: CartCouponReply | null
  onChange: (coupon: CartCouponReply | null) => void
  /** During the checkout it cannot be changed. */
  locked: boolean
}

const notRemoved = serverMsgOr('The coupon could not be removed. Please try again.')

/** The coupon of the cart: a form for its code, or what it saves, or why it does not fit. */
export function CouponLine({ coupon, onChange, locked }: Props) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await call(privateApi.coupon.removeFromCart)
      onChange(null)
    } catch (error) {
      toast.error(failureMessage(error, notRemoved), onlyMessage)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-label="Coupon" className="px-3 text-sm sm:px-5">
      {coupon ? (
        <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
          <p role="status" className="min-w-0 wrap-anywhere">
            <span className="font-semibold">Coupon {coupon.code}</span>{' '}
            {coupon.problem === null ? (
              <span className="font-semibold whitespace-nowrap text-leaf tabular-nums">
                −{formatRupees(coupon.saving)}
              </span>
            ) : (
              <span className="text-clay">{coupon.problem}</span>
            )}
          </p>
          <Button
            look="ghost"
            className="-mx-2"
            busy={busy}
            busyLabel="Removing..."
            aria-disabled={locked || undefined}
            onClick={() => locked || void remove()}
          >
            Remove coupon
          </Button>
        </div>
      ) : open ? (
        <CouponForm
          locked={locked}
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            onChange(chosen)
            setOpen(false)
          }}
        />
      ) : (
        <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-muted">Do you have a coupon?</p>
          <Button look="ghost" className="-mx-2" onClick={() => setOpen(true)}>
            Enter a code
          </Button>
        </div>
      )}
    </section>
  )
}

interface FormProps {
  locked: boolean
  onChosen: (coupon: CartCouponReply) => void
  onClose: () => void
}

function CouponForm({ locked, onChosen, onClose }: FormProps) {
  const form = useForm({
    schema: chosenCouponBody,
    send: async (body) => {
      if (!locked) onChosen(await call(privateApi.coupon.choose, { body }))
    },
  })
  const field = form.field('code')
  return (
    <form {...form.props} className="flex max-w-md flex-col gap-3">
      {field.error === undefined && <FormProblem text={form.problem} loggedOut={form.loggedOut} />}
      <TextField
        {...field}
        label="Coupon code"
        // The buttons below it stay above the bar with the total, too.
        className="scroll-mb-48! uppercase"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        autoFocus
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy} busyLabel="Checking...">
          Use coupon
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
