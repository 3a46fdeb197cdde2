/** Standalone pages: where the keyboard and screen readers begin after a navigation, like the shared layout does it. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export function useArrival<T extends HTMLElement>(): RefObject<T | null> {
  const { key } = useLocation()
  const start = useRef<T>(null)
  // The first page of a visit begins at its top by itself, and the page may have put the focus somewhere better.
  const arrived = key !== 'default'
  useEffect(() => {
    if (arrived && !start.current?.contains(document.activeElement))
      start.current?.focus({ preventScroll: true })
  }, [arrived])
  return start
}
