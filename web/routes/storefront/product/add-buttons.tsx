/** The buttons Add to Cart and Add to Wishlist. */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { type ProductCollection, takePendingAdd } from '../../../session/pending-add.ts'
import { useSession } from '../../../session/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Check, Heart, ShoppingCart } from '../../../ui/icons.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type AddState, useAddProduct } from './use-add-product.ts'

interface Product {
  id: string
  name: string
  noOfUnits: number
  /** A day in words. */
  backOn?: string | undefined
}

export function AddButtons({ product }: { product: Product }) {
  const cart = useAddProduct('cart', product)
  const wishlist = useAddProduct('wishlist', product)
  const outOfStock = product.noOfUnits <= 0
  useAddOnReturn(product.id, { cart: outOfStock ? undefined : cart.add, wishlist: wishlist.add })
  return (
    <div className="grid grid-cols-2 gap-3">
      <p className="col-span-full hidden text-sm [@media(scripting:none)]:block">
        Cart and wishlist need JavaScript. Please switch it on to buy.
      </p>
      <AddButton
        state={wishlist.state}
        add={wishlist.add}
        words="Wishlist"
        to={paths.wishlist}
        look="secondary"
        icon={<Heart aria-hidden="true" className="size-5" />}
      />
      {outOfStock ? (
        <Button disabled className="px-3">
          {product.backOn ? `Back on ${product.backOn}` : 'Out of Stock'}
        </Button>
      ) : (
        <AddButton
          state={cart.state}
          add={cart.add}
          words="Cart"
          to={paths.cart}
          look="primary"
          icon={<ShoppingCart aria-hidden="true" className="size-5" />}
        />
      )}
    </div>
  )
}

interface Props {
  state: AddState
  add: () => Promise<void>
  words: 'Cart' | 'Wishlist'
  to: string
  look: 'primary' | 'secondary'
  icon: ReactNode
}

const shape =
  'px-2! max-sm:gap-1.5 max-sm:text-[0.9375rem] max-sm:[&_svg]:size-4.5 max-[22.4rem]:[&_svg]:hidden'

function AddButton({ state, add, words, to, look, icon }: Props) {
  if (state === 'present') {
    return (
      <Link to={to} className={buttonClass(look, shape)}>
        <Check aria-hidden="true" className="size-5" />
        View in {words}
      </Link>
    )
  }
  const unknown = state === 'unknown'
  // The HTML is the same for everybody and has both: whoever is logged in sees the spinner until the presence check has
  // returned, and everybody else the button.
  return (
    <>
      {(unknown || state === 'checking') && (
        <span className={buttonClass(look, `${shape} ${unknown ? 'hidden! signed-in:inline-flex!' : ''}`)}>
          <Spinner className="size-5" label={`Looking into your ${words.toLowerCase()}`} />
        </span>
      )}
      {state !== 'checking' && (
        <Button
          look={look}
          className={`${shape} ${unknown ? 'signed-in:hidden!' : ''}`}
          busy={state === 'adding'}
          busyLabel="Adding..."
          onClick={() => void add()}
          data-replay=""
        >
          {icon}
          Add to {words}
        </Button>
      )}
    </>
  )
}

/**
 * Does what was pressed before the login, on the first visit of the page after it. Whoever comes back without logging in
 * changed their mind: the press is dropped.
 */
function useAddOnReturn(
  productId: string,
  adds: Record<ProductCollection, (() => Promise<void>) | undefined>,
): void {
  const { status, role } = useSession()
  const [openedAt] = useState(() => Date.now())
  const addPending = useEffectEvent(() => {
    const pending = takePendingAdd(productId, openedAt)
    if (pending && role === 'CUSTOMER') void adds[pending]?.()
  })
  useEffect(() => {
    if (status !== 'unknown') addPending()
  }, [status])
}
