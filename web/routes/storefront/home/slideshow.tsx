/**
 * The slideshow (specification §1): nine slides, or those that an administrator has arranged; endless, 3 s each, going on after clicks, swipes and hovering. The
 * first slide is in the page's HTML; the pictures of the others are loaded after hydration. Only the pause button,
 * keyboard focus inside and the preference for reduced motion stop it. Its dragging is our own code
 * (decision 10).
 */
import type { FocusEvent } from 'react'
import { Pause, Play } from '../../../ui/home-icons.tsx'
import { Slide, type SlideData } from './slide.tsx'
import { useSlides } from './use-slides.ts'

export function Slideshow({ slides }: { slides: readonly SlideData[] }) {
  const { shown, offset, goTo, jumped, ready, playing, paused, setPaused, setHeld, dragged, drag } =
    useSlides(slides.length)
  const Toggle = paused ? Play : Pause

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(relatedTarget)) setHeld(false)
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      // A click also sets the focus, but only focus by keyboard pauses the slideshow.
      onFocus={({ target }) => target.matches(':focus-visible') && setHeld(true)}
      onBlur={leave}
      // As wide as a picture of the frame's height, so that it is whole without bars beside it.
      className="relative mx-auto overflow-hidden md:max-w-[calc(400px*16/9)] lg:max-w-[calc(500px*16/9)] rounded-2xl bg-mist sm:rounded-3xl"
    >
      {/* Without scripts the slides are a row that scrolls. */}
      <div
        {...drag}
        aria-live={playing ? 'off' : 'polite'}
        className="flex touch-pan-y overflow-hidden select-none [@media(scripting:none)]:snap-x [@media(scripting:none)]:snap-mandatory [@media(scripting:none)]:overflow-x-auto"
      >
        {slides.map((slide, index) => (
          <Slide
            key={index}
            number={index + 1}
            slide={slide}
            count={slides.length}
            shift={ready ? `calc(${(offset(index) - index) * 100}% + ${dragged}px)` : undefined}
            still={jumped || dragged !== 0 || Math.abs(offset(index)) > 1}
            near={ready ? Math.abs(offset(index)) <= 1 : index === 0}
            inert={ready && index !== shown}
          />
        ))}
      </div>
      <div className="absolute inset-x-0 bottom-1 flex justify-center sm:bottom-3 [@media(scripting:none)]:hidden">
        <div className="flex items-center rounded-full bg-surface/85 px-1 shadow-card">
          {slides.map((_, index) => (
            <button
              key={index}
              type="button"
              data-replay=""
              aria-label={`Go to Slide ${index + 1}`}
              aria-current={index === shown}
              onClick={() => goTo(index)}
              className="group relative flex h-6 w-6 items-center justify-center rounded-full before:absolute before:inset-x-0 before:-inset-y-2.5 sm:h-8 sm:before:-inset-y-1.5"
            >
              <span className="size-2 rounded-full bg-edge transition-all group-hover:bg-leaf group-aria-current:w-4 group-aria-current:bg-forest" />
            </button>
          ))}
          <button
            type="button"
            data-replay=""
            aria-label={paused ? 'Play slideshow' : 'Pause slideshow'}
            onClick={() => setPaused(!paused)}
            className="relative flex h-6 w-8 items-center justify-center rounded-full text-forest before:absolute before:left-0 before:-right-1.5 before:-inset-y-2.5 hover:bg-mist sm:h-8 sm:before:-inset-y-1.5"
          >
            <Toggle aria-hidden="true" className="size-4 fill-current" />
          </button>
        </div>
      </div>
    </section>
  )
}
