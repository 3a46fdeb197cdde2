import type { SlideText } from './slide-list.ts'

const pictures = import.meta.glob<string>('./slides/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

interface Props {
  slide: SlideText
  number: number
  count: number
  /** Whether its picture is wanted yet. */
  near: boolean
  first: boolean
}

/** One slide: its picture, fitted whole, and its words beside the subject. */
export function Slide({ slide, number, count, near, first }: Props) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${number} of ${count}`}
      className="relative aspect-video min-w-0 shrink-0 grow-0 basis-full snap-start md:aspect-auto md:h-[400px] lg:h-[500px]"
    >
      {near ? <SlidePicture number={number} label={slide.label} first={first} /> : (
        <noscript>
          <SlidePicture number={number} label={slide.label} first={false} />
        </noscript>
      )}
    </div>
  )
}

function SlidePicture({ number, label, first }: { number: number; label: string; first: boolean }) {
  const file = (width: number, type: 'avif' | 'webp') => pictures[`./slides/slide-${number}-${width}.${type}`]
  const widths = [640, 1280, 1920].filter((width) => file(width, 'avif'))
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
        loading={first ? 'eager' : 'lazy'}
        decoding={first ? 'sync' : 'async'}
        fetchPriority={first ? 'high' : 'auto'}
        draggable={false}
        className="absolute inset-0 size-full object-contain"
      />
    </picture>
  )
}
