/** A label is there within moments of its order: until then the list is loaded again by itself. */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SellersOrder } from '../../../../contract/order.ts'

const everyMs = 10_000
/** Whose label takes longer has trouble with the courier; nobody sits waiting for that. */
const watchedMs = 15 * 60_000

/** `orders` are those of the list's first load; `whole` is false once more were loaded behind them, which would be lost. */
export function useFreshLabels(orders: readonly SellersOrder[], whole: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!whole) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && orders.some(isAwaited)) void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [orders, whole, revalidate])
}

function isAwaited({ shipmentLabelUrl, status, createdAt }: SellersOrder): boolean {
  const open = status === 'pending' || status === 'processing'
  return open && !shipmentLabelUrl && Date.now() - Date.parse(createdAt) < watchedMs
}
