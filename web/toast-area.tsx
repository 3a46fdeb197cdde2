/** Where toasts appear; empty until the first one. In the root, so that a message outlives a change of page. */
import { type ComponentType, useEffect, useState } from 'react'
import { mountToaster } from './toast.ts'

export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => mountToaster((component) => setToaster(() => component)), [])
  // There from the start: screen readers hear what comes into a region that they know.
  return <div aria-live="polite">{Toaster && <Toaster />}</div>
}
