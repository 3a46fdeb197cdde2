/** One slide: a picture that is shown whole. */
import type { slides } from './slides/slides.ts'

const pictures = import.meta.glob<string>('./slides/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

interface Props {
  number: number
  count: number
  slide: (typeof slides)[number]
  /** The translation from its place in the row, as a CSS length; undefined before hydration. */
  shift: string | undefined
  /** Moves without a transition, because it is out of view or follows the finger. */
  still: boolean
  /** True for the slide in view and its neighbours, whose pictures are loaded. */
  near: boolean
}

export function Slide({ number, count, slide, shift, still, near }: Props) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${number} of ${count}`}
      style={{
        ...(shift !== undefined && { transform: `translateX(${shift})` }),
        ...(still && { transitionDuration: '0s' }),
      }}
      className="relative aspect-video w-full shrink-0 snap-start transition-transform duration-500 md:aspect-auto md:h-[400px] lg:h-[500px]"
    >
      {/* The text is part of the picture, so screen readers need it here. */}
      <p className="sr-only">
        {slide.headline} {slide.line}
      </p>
      {near ? (
        <SlidePicture number={number} label={slide.label} />
      ) : (
        <noscript>
          <SlidePicture number={number} label={slide.label} />
        </noscript>
      )}
    </div>
  )
}

function SlidePicture({ number, label }: { number: number; label: string }) {
  const file = (width: number, type: 'avif' | 'webp') => pictures[`./slides/slide-${number}-${width}.${type}`]
  const widths = [640, 1280, 1920].filter((width) => file(width, 'avif'))
  const first = number === 1
  return (
    <picture className="contents">
      <source
        type="image/avif"
        srcSet={widths.map((width) => `${file(width, 'avif')} ${width}w`).join(', ')}
        sizes="(min-width: 1024px) 889px, (min-width: 768px) 711px, calc(100vw - 2rem)"
      />
      <img
        src={file(1280, 'webp')}
        alt={label}
        width={1600}
        height={900}
        decoding={first ? 'sync' : 'async'}
        fetchPriority={first ? 'high' : undefined}
        draggable={false}
        className="absolute inset-0 mx-auto h-full object-contain md:w-auto"
      />
    </picture>
  )
}
