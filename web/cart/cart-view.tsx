import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CartItem } from '../../contract/cart.ts'
import { dayInWords } from '../../contract/day-in-words.ts'
import type { DeliveryEstimate } from '../../contract/delivery.ts'
import { cartEmpty } from '../../contract/order.ts'
import { TryAgain } from '../layout/try-again.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShoppingBasket } from '../ui/more-icons.tsx'
import { AddressDialog } from '../addresses/address-dialog.tsx'
import { BusinessLine } from './business-line.tsx'
import { CartFooter } from './cart-footer.tsx'
import { CartRow, obstacleOf } from './cart-row.tsx'
import { CouponLine } from './coupon-line.tsx'
import { DeliveryBar } from './delivery-bar.tsx'
import type { LoadedCart } from './load-cart.ts'
import { PaidNote } from './paid-note.tsx'
import { RecipientLine } from './recipient-line.tsx'
import { DeliveryLine } from '../delivery/delivery-line.tsx'
import { PinForm } from '../delivery/pin-form.tsx'
import { useTypedPin } from '../delivery/use-delivery-pin.ts'
import { useEstimates } from '../delivery/use-estimates.ts'
import { useAddresses } from '../addresses/use-addresses.ts'
import { useCart } from './use-cart.ts'
import { useCoupon } from './use-coupon.ts'
import { useDeliveryCharge } from './use-delivery-charge.ts'
import { useBusinessBuyer } from '../checkout/business-buyer.ts'
import { useDeliveryWishes } from '../checkout/delivery-wishes.ts'
import { totalOf } from '../checkout/total-of.ts'
import { useCheckout } from '../checkout/use-checkout.ts'

interface Props {
  loaded: LoadedCart
  /** The page /cart, or the panel beside the profile. */
  place: 'page' | 'panel'
}

export function CartView({ loaded, place }: Props) {
  const cart = useCart(loaded.cart.value)
  const coupon = useCoupon(cart)
  const delivery = useDeliveryCharge(loaded.deliveryRule.value)
  const addresses = useAddresses(loaded.addresses.value, loaded.addresses.failed)
  const [choosing, setChoosing] = useState(false)
  const [addressMissing, setAddressMissing] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const { business, set: setBusiness } = useBusinessBuyer()
  const { wishes, set: setWishes } = useDeliveryWishes()
  const { stage, checkOut, paidNote } = useCheckout(
    { ...cart, reloadCoupon: coupon.reload, reloadDelivery: delivery.reload },
    addresses,
    {
      business,
      wishes,
      onAddressMissing() {
        setAddressMissing(true)
        // The dialog gives the focus back to the button, whose bar then names the address.
        changeButton.current?.focus()
        if (!addresses.failed) setChoosing(true)
      },
    },
  )
  const list = useFocusAfterRemoval(cart.lines.length)
  const { lines } = cart
  const typed = useTypedPin()
  const pin = addresses.selected?.pinCode ?? typed.pin
  const estimates = useEstimates(pin, lines)

  if (lines.length === 0) {
    return (
      <>
        <PaidNote text={paidNote} />
        <EmptyState
          icon={<ShoppingBasket />}
          title={cartEmpty}
          text={
            loaded.cart.failed
              ? 'We could not reach the shop just now.'
              : 'Good things are waiting to be found.'
          }
        >
          {loaded.cart.failed && <TryAgain />}
          <Link to={paths.home} className={buttonClass()}>
            Explore Products
          </Link>
        </EmptyState>
      </>
    )
  }
  return (
    // Room for the footer below the last row, and below an element that is scrolled to by keyboard.
    <div
      className={`flex flex-col gap-4 [&_:is(a,button,input)]:scroll-mb-44 sm:[&_:is(a,button,input)]:scroll-mb-28 ${place === 'page' ? 'pb-44 sm:pb-28' : ''}`}
    >
      <PaidNote text={paidNote} />
      <DeliveryBar
        buttonRef={changeButton}
        address={addresses.selected}
        failed={addresses.failed}
        missing={addressMissing}
        note={addresses.selected && deliveryNote(lines, estimates.of)}
        onChange={() => (addresses.failed ? void addresses.reload() : setChoosing(true))}
      />
      {!addresses.selected && !addresses.failed && (
        <div className="px-3 sm:px-5">
          <PinForm pin={typed.pin} onPin={typed.choose}>
            <span className="text-muted">Each item says on which day it arrives.</span>
          </PinForm>
        </div>
      )}
      {cart.pricesBefore.size > 0 && (
        <p className="rounded-xl bg-amber-soft px-4 py-3 text-sm font-medium text-amber">
          The new prices stand in the cart, the earlier ones beside them.
        </p>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Items in your cart" className="flex flex-col gap-3 sm:gap-4">
        {lines.map((line, index) => (
          <CartRow
            key={line.cartItemId}
            line={line}
            priceBefore={cart.pricesBefore.get(line.productId)}
            saving={coupon.coupon?.lines.find(({ productId }) => productId === line.productId)?.saving}
            locked={stage !== 'idle'}
            eager={index < 5}
            delivery={
              pin !== null &&
              estimates.answered && (
                <DeliveryLine
                  estimate={estimates.of.get(line.productId)}
                  pin={pin}
                  short={addresses.selected !== null}
                />
              )
            }
            onLess={() => cart.less(line)}
            onMore={() => cart.more(line)}
            onRemove={() => cart.remove(line)}
          />
        ))}
      </ul>
      {lines.length > 1 && (
        <p className="text-sm text-muted">
          {lines.length} products from {sellersOf(lines)}: each product becomes an order of its own in My
          Orders, and what comes from one seller travels in one parcel.
        </p>
      )}
      <CouponLine coupon={coupon.coupon} onChange={coupon.set} locked={stage !== 'idle'} />
      <RecipientLine wishes={wishes} onChange={setWishes} locked={stage !== 'idle'} />
      <BusinessLine business={business} onChange={setBusiness} locked={stage !== 'idle'} />
      <CartFooter
        place={place}
        goods={totalOf(lines) - coupon.savingPaise}
        delivery={delivery.rule}
        saving={coupon.savingPaise}
        stage={stage}
        onCheckout={() => void checkOut()}
      />
      <AddressDialog open={choosing} onClose={() => setChoosing(false)} addresses={addresses} />
    </div>
  )
}

function sellersOf(lines: readonly CartItem[]): string {
  const count = new Set(lines.map(({ sellerCompany }) => sellerCompany)).size
  return count === 1 ? '1 seller' : `${count} sellers`
}

/** The amount of all lines together: null while not all of them are known, and where one of them cannot be bought. */
function deliveryNote(lines: readonly CartItem[], known: ReadonlyMap<string, DeliveryEstimate>): ReactNode {
  const estimates = lines.map(({ productId }) => known.get(productId))
  const refused = estimates.filter((one) => one?.delivered === false).length
  if (refused > 0) {
    const words = refused === 1 ? '1 item is not delivered here.' : `${refused} items are not delivered here.`
    return <span className="font-semibold text-clay">{words}</span>
  }
  const days = estimates.flatMap((one) => one?.by ?? [])
  const last = days.toSorted().at(-1)
  return last === undefined || days.length < estimates.length || lines.some(obstacleOf)
    ? null
    : `Everything arrives by ${dayInWords(last)}.`
}

/** A Remove button is removed with its row: the focus then goes to the list and not to the top of the page. */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true })
    before.current = count
  }, [count])
  return list
}
