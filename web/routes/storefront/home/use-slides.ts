/** Which slide is shown, and what moves it: time, bullets, swipes (specification §1, §9). */
import { type PointerEvent, useEffect, useRef, useState } from 'react'

const showMs = 3000
/** Moved at least so far in pixels, a press was a swipe. */
const swipe = 40

export function useSlides(count: number) {
  // Counts on without end, so that the last slide and the first lie side by side.
  const [{ position, jumped }, setPlace] = useState({ position: 0, jumped: false })
  const [ready, setReady] = useState(false)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const [dragged, setDragged] = useState(0)
  const start = useRef<number | null>(null)
  const step = (by: number) => setPlace({ position: position + by, jumped: Math.abs(by) > 1 })
  const playing = ready && !paused && !held && dragged === 0

  useEffect(() => {
    setReady(true)
    const calm = matchMedia('(prefers-reduced-motion: reduce)')
    const heed = () => calm.matches && setPaused(true)
    heed()
    calm.addEventListener('change', heed)
    return () => calm.removeEventListener('change', heed)
  }, [])

  // Every change of slide begins the three seconds anew.
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setPlace({ position: position + 1, jumped: false }),
      showMs,
    )
    return () => clearInterval(timer)
  }, [playing, position])

  /** Where a slide lies beside the shown one: 0 is in sight, -1 left of it, 1 right. */
  function offset(index: number): number {
    const distance = (((index - position) % count) + count) % count
    return distance > count / 2 ? distance - count : distance
  }

  return {
    shown: ((position % count) + count) % count,
    offset,
    goTo: (index: number) => step(offset(index)),
    /** The last change went over slides in between: no gliding through them. */
    jumped,
    ready,
    playing,
    paused,
    setPaused,
    setHeld,
    /** Pixels that a finger has moved the slides by. */
    dragged,
    drag: {
      onPointerDown({ clientX, button }: PointerEvent) {
        if (button === 0) start.current = clientX
      },
      onPointerMove({ clientX, currentTarget, pointerId, buttons }: PointerEvent) {
        // Let go outside, before the slides had the pointer to themselves.
        if (buttons === 0) start.current = null
        if (start.current === null || Math.abs(clientX - start.current) < 5) return
        currentTarget.setPointerCapture(pointerId)
        setDragged(clientX - start.current)
      },
      onPointerUp() {
        if (Math.abs(dragged) > swipe) step(-Math.sign(dragged))
        start.current = null
        setDragged(0)
      },
      onPointerCancel() {
        start.current = null
        setDragged(0)
      },
    },
  }
}
