/** Which slide is shown, and what changes it: time, bullets, swipes (specification §1, §9). */
import { type PointerEvent, useEffect, useRef, useState } from 'react'

const showMs = 3000
/** A drag of at least this many pixels is a swipe. */
const swipePixels = 40

export function useSlides(count: number) {
  // `position` counts without end, so that the last slide and the first one are neighbours.
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
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const pauseIfReduced = () => reducedMotion.matches && setPaused(true)
    pauseIfReduced()
    reducedMotion.addEventListener('change', pauseIfReduced)
    return () => reducedMotion.removeEventListener('change', pauseIfReduced)
  }, [])

  // Each change of the slide restarts the timer.
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setPlace({ position: position + 1, jumped: false }),
      showMs,
    )
    return () => clearInterval(timer)
  }, [playing, position])

  /** The place of a slide relative to the shown one: 0 is in view, -1 is left of it, 1 is right of it. */
  function offset(index: number): number {
    const distance = (((index - position) % count) + count) % count
    return distance > count / 2 ? distance - count : distance
  }

  return {
    shown: ((position % count) + count) % count,
    offset,
    goTo: (index: number) => step(offset(index)),
    /** The last change skipped slides: it is not animated. */
    jumped,
    ready,
    playing,
    paused,
    setPaused,
    setHeld,
    /** By how many pixels the slides are being dragged. */
    dragged,
    drag: {
      onPointerDown({ clientX, button }: PointerEvent) {
        if (button === 0) start.current = clientX
      },
      onPointerMove({ clientX, currentTarget, pointerId, buttons }: PointerEvent) {
        // The button was released outside, before the pointer was captured.
        if (buttons === 0) start.current = null
        if (start.current === null || Math.abs(clientX - start.current) < 5) return
        currentTarget.setPointerCapture(pointerId)
        setDragged(clientX - start.current)
      },
      onPointerUp() {
        if (Math.abs(dragged) > swipePixels) step(-Math.sign(dragged))
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
