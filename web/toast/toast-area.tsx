/** Where toasts appear. It stands in the root, so that a message stays when the page changes. */
import { type ComponentType, useEffect, useState } from 'react'
import { mountToaster } from './toast.ts'

export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => mountToaster((component) => setToaster(() => component)), [])
  // Rendered from the start: screen readers announce changes only of a live region that they have seen before.
  return <div aria-live="polite">{Toaster && <Toaster />}</div>
}
