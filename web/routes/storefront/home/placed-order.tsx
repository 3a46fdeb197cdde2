import { type ComponentType, useEffect, useState } from 'react'
import { readPlacedOrder } from '../../../checkout/placed-order.ts'

/** Loads the note about an order that was just placed; a visitor's page loads nothing. */
export function PlacedOrder() {
  const [Note, setNote] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!readPlacedOrder()) return
    import('./placed-order-note.tsx').then(
      ({ PlacedOrderNote }) => setNote(() => PlacedOrderNote),
      (error: unknown) => console.info('The note about the order could not be loaded.', error),
    )
  }, [])
  return Note && <Note />
}
