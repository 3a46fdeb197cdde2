/** The panel beside the profile from 1024 px on: orders, wishlist or cart (specification §2, §9). */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { CartView } from '../../../cart/cart-view.tsx'
import { loadCart } from '../../../cart/load-cart.ts'
import { loadingOrders, loadOrders } from '../../../orders/load-customer-orders.ts'
import { OrderList } from '../../../orders/customer-orders.tsx'
import { loadWishlist } from '../../../wishlist/load-wishlist.ts'
import { Loading } from '../../../ui/loading.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Wishlist } from '../../../wishlist/wishlist.tsx'
import { type LateData, WhenLoaded } from '../late-data.tsx'

export type Panel = 'orders' | 'wishlist' | 'cart'

const headings: Record<Panel, string> = { orders: 'Orders', wishlist: 'Wishlist', cart: 'Cart' }

const wideEnough = () => matchMedia('(min-width: 1024px)')
export const isWide = () => wideEnough().matches

/** The panel that an address names; the orders without a name. */
export function panelIn(url: string): Panel {
  const asked = new URL(url).searchParams.get('show')
  return asked === 'wishlist' || asked === 'cart' ? asked : 'orders'
}

export async function loadPanel(panel: Panel) {
  switch (panel) {
    case 'orders':
      return { panel, data: await loadOrders(null) } as const
    case 'wishlist':
      return { panel, data: await loadWishlist(null) } as const
    case 'cart':
      return { panel, data: await loadCart() } as const
  }
}

type Content = Awaited<ReturnType<typeof loadPanel>>

/** Loads the page again when its width crosses the limit, because the panel's data are loaded on wide screens only. */
export function useWidthChanges(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const media = wideEnough()
    const changed = () => void revalidate()
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [revalidate])
}

export function SidePanel({ panel, content }: { panel: Panel; content: LateData<Content> }) {
  return (
    <section aria-labelledby="panel-heading" className="min-w-0 max-lg:hidden">
      <h2 id="panel-heading" className="mb-4 text-xl font-semibold">
        {headings[panel]}
      </h2>
      <WhenLoaded
        key={panel}
        late={content}
        fallback={
          <div className="flex min-h-60 items-center justify-center text-forest">
            {panel === 'orders' ? (
              <Loading text={loadingOrders} />
            ) : (
              <Spinner className="size-9" label="Loading..." />
            )}
          </div>
        }
      >
        {(loaded) => <Filled {...loaded} />}
      </WhenLoaded>
    </section>
  )
}

function Filled(content: Content) {
  switch (content.panel) {
    case 'orders':
      return <OrderList loaded={content.data} />
    case 'wishlist':
      return <Wishlist loaded={content.data} />
    case 'cart':
      return <CartView loaded={content.data} place="panel" />
  }
}
