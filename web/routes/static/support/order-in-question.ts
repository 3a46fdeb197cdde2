import { useSyncExternalStore } from 'react'

/**
 * The number of the order whose card led here (`state` of the link in web/orders/order-card.tsx); null without one, and in
 * the HTML, which is the same for everybody.
 */
export function useOrderInQuestion(): string | null {
  return useSyncExternalStore(never, orderInHistory, () => null)
}

const never = () => () => {}

/** React Router keeps the state of a link in `usr` of the history entry. */
function orderInHistory(): string | null {
  const { usr } = (history.state ?? {}) as { usr?: { orderNumber?: unknown } | null }
  return typeof usr?.orderNumber === 'string' ? usr.orderNumber : null
}
