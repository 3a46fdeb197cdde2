/** Loads the list again every few seconds while an order is waiting for its label. */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SellersOrder } from '../../../../contract/order.ts'

const everyMs = 10_000
/** A label that takes longer than this has a problem at the courier. */
const watchedMs = 15 * 60_000

/** `orders` is the first page; `whole` is false once more pages were appended, which loading again would lose. */
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
