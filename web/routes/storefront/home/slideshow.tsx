/**
 * The banner slideshow (specification §1): nine slides, endless, 3 s each, going on after clicks and swipes. The first
 * slide is in the page's HTML; what moves it comes after it is painted. The pause button, keyboard focus inside and the
 * wish for less motion hold it.
 */
import { Pause, Play } from 'lucide-react'
import { type FocusEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Slide } from './slide.tsx'
import { slides } from './slide-list.ts'
import type { Steering } from './slideshow-motion.tsx'

const SlideshowMotion = lazy(() => import('./slideshow-motion.tsx').then((module) => ({ default: module.SlideshowMotion })))

export function Slideshow() {
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [shown, setShown] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const steering = useRef<Steering | null>(null)
  const playing = !paused && !held

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true)
  }, [])

  const steer = useCallback((steered: Steering | null) => {
    steering.current = steered
  }, [])

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(relatedTarget)) setHeld(false)
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      // A click focuses too, but only focus from the keyboard is a reason to stand still.
      onFocus={({ target }) => target.matches(':focus-visible') && setHeld(true)}
      onBlur={leave}
      className="relative mx-auto max-w-5xl overflow-hidden rounded-2xl bg-mist sm:rounded-3xl"
    >
      <div ref={setViewport} className="overflow-hidden [@media(scripting:none)]:snap-x [@media(scripting:none)]:snap-mandatory [@media(scripting:none)]:overflow-x-auto">
        <div aria-live={playing ? 'off' : 'polite'} className="flex touch-pan-y touch-pinch-zoom">
          {slides.map((slide, index) => (
            <Slide key={slide.label} slide={slide} number={index + 1} count={slides.length} near={isNear(index, shown, viewport !== null)} first={index === 0} />
          ))}
        </div>
      </div>
      <div className="absolute inset-x-0 bottom-1.5 flex justify-center sm:bottom-3 [@media(scripting:none)]:hidden">
        <div className="flex items-center rounded-full bg-white/90 px-1 shadow-card">
          {slides.map((slide, index) => (
            <button
              key={slide.label}
              type="button"
              data-replay=""
              aria-label={`Go to ${slide.label}`}
              aria-current={index === shown}
              onClick={() => steering.current?.goTo(index)}
              className="group flex h-7 w-6 items-center justify-center rounded-full sm:h-8"
            >
              <span className="size-2 rounded-full bg-edge transition-all group-hover:bg-leaf group-aria-current:w-4 group-aria-current:bg-forest" />
            </button>
          ))}
          <button
            type="button"
            data-replay=""
            aria-label={paused ? 'Play slideshow' : 'Pause slideshow'}
            onClick={() => setPaused(!paused)}
            className="flex h-7 w-8 items-center justify-center rounded-full text-forest hover:bg-mist sm:h-8"
          >
            {paused ? <Play aria-hidden="true" className="size-4 fill-current" /> : <Pause aria-hidden="true" className="size-4 fill-current" />}
          </button>
        </div>
      </div>
      {viewport && (
        <Suspense>
          <SlideshowMotion viewport={viewport} playing={playing} onShown={setShown} steer={steer} />
        </Suspense>
      )}
    </section>
  )
}

/** The slide that is shown and its neighbours have their pictures; before anything can move, the first alone. */
function isNear(index: number, shown: number, moves: boolean): boolean {
  const distance = Math.abs(index - shown)
  return moves ? distance <= 1 || distance === slides.length - 1 : index === 0
}
