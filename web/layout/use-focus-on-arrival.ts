/** After a navigation to a standalone page the focus goes to its start, as in the shared layout. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export function useFocusOnArrival<T extends HTMLElement>(): RefObject<T | null> {
  const { key } = useLocation()
  const start = useRef<T>(null)
  // Not on the first page of a visit, and not where the page has put the focus elsewhere.
  const arrived = key !== 'default'
  useEffect(() => {
    if (arrived && !start.current?.contains(document.activeElement))
      start.current?.focus({ preventScroll: true })
  }, [arrived])
  return start
}
