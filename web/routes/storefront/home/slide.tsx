/** One slide: its picture, fitted whole in the frame. */
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
  /** How far it is moved from its place in the row. */
  shift: string | undefined
  /** Moves at once: out of sight, or under a finger. */
  still: boolean
  /** Whether its picture is wanted yet. */
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
      {/* Its words are part of the picture. */}
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
        // Its edges run out into the ground where the frame is wider than the picture.
        className="absolute inset-0 mx-auto h-full object-contain md:w-auto md:mask-x-from-95% md:mask-x-to-100%"
      />
    </picture>
  )
}
