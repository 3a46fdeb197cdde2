/** The panel beside the profile from 1024 px on: orders, wishlist or cart (specification §2, §9). */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { CartView } from '../../../cart/cart-view.tsx'
import { loadCart } from '../../../cart/load-cart.ts'
import { loadOrders } from '../../../orders/load-customer-orders.ts'
import { OrderList } from '../../../orders/customer-orders.tsx'
import { loadWishlist } from '../../../wishlist/load-wishlist.ts'
import { Wishlist } from '../../../wishlist/wishlist.tsx'

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

export function SidePanel({ panel, content }: { panel: Panel; content: Content }) {
  return (
    <section aria-labelledby="panel-heading" className="min-w-0 max-lg:hidden">
      <h2 id="panel-heading" className="mb-4 text-xl font-semibold">
        {headings[panel]}
      </h2>
      {content.panel === 'orders' && <OrderList loaded={content.data} />}
      {content.panel === 'wishlist' && <Wishlist loaded={content.data} />}
      {content.panel === 'cart' && <CartView loaded={content.data} place="panel" />}
    </section>
  )
}
