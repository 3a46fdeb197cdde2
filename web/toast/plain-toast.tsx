import type { ReactNode } from 'react'

/** As a popover it lies above dialogs, too. */
function showForAWhile(element: HTMLElement | null): void {
  element?.showPopover?.()
  setTimeout(() => element && (element.hidden = true), 4000)
}

/** A message for when the library cannot be loaded. */
export const plainToast = (message: ReactNode) => () => (
  <p
    role="alert"
    popover="manual"
    ref={showForAWhile}
    className="top-2 mx-auto rounded-full bg-ink px-4 py-2 text-sm text-paper"
  >
    {message}
  </p>
)
