/** Loads the list again every few seconds while a label is awaited. */
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { SellersOrder } from '../../../../contract/order.ts'

const everyMs = 10_000
/** A label that takes longer than this has a problem at the courier. */
const watchedMs = 15 * 60_000

/** `whole` is false where loading again would lose something, such as pages that were appended. */
export function useFreshLabels(awaited: boolean, whole: boolean): void {
  const { revalidate } = useRevalidator()
  const [until] = useState(() => Date.now() + watchedMs)
  useEffect(() => {
    if (!whole || !awaited) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && Date.now() < until) void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [awaited, whole, until, revalidate])
}

/** Whether the label of an order comes soon. */
export function isLabelAwaited({
  shipmentLabelUrl,
  status,
  createdAt,
  waitsForSeller,
}: SellersOrder): boolean {
  const open = status === 'pending' || status === 'processing'
  return open && !waitsForSeller && !shipmentLabelUrl && Date.now() - Date.parse(createdAt) < watchedMs
}
