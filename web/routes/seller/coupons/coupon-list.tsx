import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Category } from '../../../../contract/category.ts'
import { type Coupon, couponStateWords } from '../../../../contract/coupon.ts'
import { sellersCouponBody } from '../../../../contract/coupon-forms.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call, type ListPage } from '../../../api/client.ts'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { CouponFields, initialCoupon } from '../../../coupons/coupon-fields.tsx'
import { conditionsText, couponColors, discountText, mayStop } from '../../../coupons/coupon-words.ts'
import { StopCoupon } from '../../../coupons/stop-coupon.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BadgeIndianRupee, Plus } from '../../../ui/more-icons.tsx'
import { sellerToast } from '../seller-toast.tsx'

interface Props {
  loaded: Loaded<ListPage<Coupon>>
  categories: readonly Category[]
  more: (cursor: string | undefined) => Promise<ListPage<Coupon>>
}

export function CouponList({ loaded, categories, more }: Props) {
  const [adding, setAdding] = useState(false)
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-muted">
          Buyers get a discount on your products for a code. You bear it: your sale is the price less the
          discount.
        </p>
        <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-5" />
          New coupon
        </Button>
      </div>
      {items.length === 0 ? (
        <EmptyState icon={<BadgeIndianRupee />} title="No Coupons" text="What you make will appear here.">
          {loaded.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <ul ref={list} aria-label="Coupons, newest first" className="flex flex-col gap-4">
            {items.map((coupon) => (
              <li key={coupon.id} tabIndex={-1} className="min-w-0">
                <CouponCard coupon={coupon} categories={categories} />
              </li>
            ))}
          </ul>
          <LoadMore {...loadMore} noun="coupons" />
        </>
      )}
      {adding && <CouponDialog categories={categories} onClose={() => setAdding(false)} />}
    </>
  )
}

function CouponCard({ coupon, categories }: { coupon: Coupon; categories: readonly Category[] }) {
  const { id, code, madeBy, state, uses, totalUses, startsOn, endsOn, sellerShare } = coupon
  return (
    <article
      aria-label={`Coupon ${code}`}
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold break-all">{code}</h2>
        <Badge color={couponColors[state]}>{couponStateWords[state]}</Badge>
      </div>
      <p className="mt-1">
        <span className="font-semibold">{discountText(coupon)}</span> off,{' '}
        {conditionsText(coupon, categories)}
      </p>
      <p className="text-sm text-muted">
        {shortDate(startsOn)} to {shortDate(endsOn)}. Used {uses.toLocaleString('en-IN')} of{' '}
        {totalUses.toLocaleString('en-IN')} times.
      </p>
      {madeBy === 'shop' && (
        <p className="mt-1 text-sm">
          A coupon of the shop for your products: you bear {sellerShare} % of each discount, the shop the
          rest.
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {state === 'asked' && (
          <>
            <CallButton
              label="Agree"
              action={() => call(privateApi.coupon.answer, { params: { id }, body: { accept: true } })}
            />
            <CallButton
              label="Decline"
              action={() => call(privateApi.coupon.answer, { params: { id }, body: { accept: false } })}
            />
          </>
        )}
        {state !== 'asked' && mayStop(coupon) && (
          <StopCoupon code={code} stop={() => call(privateApi.coupon.stop, { params: { id } })} />
        )}
      </p>
    </article>
  )
}

function CallButton({ label, action }: { label: string; action: () => Promise<{ msg: string }> }) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    setBusy(true)
    try {
      sellerToast.success((await action()).msg)
    } catch (error) {
      if (signedOut(error)) return
      sellerToast.error(failureMessage(error, serverMsgOr('This could not be done. Please try again.')))
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button
      look="secondary"
      busy={busy}
      busyLabel="Please wait..."
      onClick={() => void press()}
      className="px-4 text-sm"
    >
      {label}
    </Button>
  )
}

function CouponDialog({ categories, onClose }: { categories: readonly Category[]; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: sellersCouponBody,
    initial: initialCoupon(),
    failed: serverMsgOr('The coupon could not be made. Please try again.'),
    send: async (body) => {
      sellerToast.success((await call(privateApi.coupon.add, { body })).msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="New coupon" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">It is for your products. It cannot be changed afterwards, only stopped.</p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <CouponFields field={form.field} categories={categories} />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Please wait...">
            Make coupon
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
