import { type ComponentType, useEffect, useState } from 'react'

/**
 * Loads the note about an order that was just placed. The key is that of web/checkout/placed-order.ts, written out: imported
 * from there it would cost every visitor a request for that module.
 */
export function PlacedOrder() {
  const [Note, setNote] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isStored('placed-order')) return
    import('./placed-order-note.tsx').then(
      ({ PlacedOrderNote }) => setNote(() => PlacedOrderNote),
      (error: unknown) => console.info('The note about the order could not be loaded.', error),
    )
  }, [])
  return Note && <Note />
}

/** False where the browser forbids the storage. */
function isStored(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}
