/** Shown while the browser is offline. It lies over the page, so that nothing moves. */
import { useEffect, useSyncExternalStore } from 'react'
import { WifiOff } from '../ui/icons.tsx'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What opens a page, and what makes the router load one ahead: where a module does not come, it loads the document again. */
const opening = ['click', 'submit', 'mouseover', 'mouseout', 'touchstart', 'focusin']

/**
 * Links of the shop and its search wait for the connection: without it they end at the browser's own error page, and what was
 * typed on this page is lost.
 */
function stayOnPage(event: Event): void {
  const leaves = event.type === 'submit' ? 'form[role=search]' : 'a[href^="/"]'
  // React finds that the pointer enters a link by the event of the element that it leaves.
  const touched = [event.target, event instanceof MouseEvent ? event.relatedTarget : null]
  if (navigator.onLine || !touched.some((part) => part instanceof Element && part.closest(leaves))) return
  if (event.type === 'click' || event.type === 'submit') event.preventDefault()
  event.stopPropagation()
}

export function OfflineNote() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    for (const type of opening) addEventListener(type, stayOnPage, true)
    return () => {
      for (const type of opening) removeEventListener(type, stayOnPage, true)
    }
  }, [])
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-2 z-50 flex justify-center px-4"
    >
      {!online && (
        <p className="flex items-center gap-2.5 rounded-full bg-ink px-4 py-2 text-sm font-medium text-paper shadow-lift">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
          You are offline.
        </p>
      )}
    </div>
  )
}
