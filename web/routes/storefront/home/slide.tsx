/** One slide: a picture that is shown whole, and over it what an administrator has written. */
import { type ServerHtml, ServerPart } from '../../../ui/server-html.tsx'

export interface SlideData {
  alt: string
  /** The text in the picture, which screen readers need beside it. */
  words?: string
  src: string
  /** The `srcset` of its AVIF files. */
  avif?: string
  /** The text over the picture, and the link. */
  over?: ServerHtml
}

interface Props {
  number: number
  count: number
  slide: SlideData
  /** The translation from its place in the row, as a CSS length; undefined before hydration. */
  shift: string | undefined
  /** Moves without a transition, because it is out of view or follows the finger. */
  still: boolean
  /** True for the slide in view and its neighbours, whose pictures are loaded. */
  near: boolean
  /** Out of view: its link cannot be reached. */
  inert: boolean
}

export function Slide({ number, count, slide, shift, still, near, inert }: Props) {
  const { words, over } = slide
  const picture = <SlidePicture first={number === 1} slide={slide} />
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${number} of ${count}`}
      inert={inert}
      style={{
        ...(shift !== undefined && { transform: `translateX(${shift})` }),
        ...(still && { transitionDuration: '0s' }),
      }}
      className="relative aspect-video w-full shrink-0 snap-start transition-transform duration-500 md:aspect-auto md:h-[400px] lg:h-[500px]"
    >
      {words && <p className="sr-only">{words}</p>}
      {near ? picture : <noscript>{picture}</noscript>}
      {over && <ServerPart html={over} />}
    </div>
  )
}

function SlidePicture({ first, slide: { alt, src, avif, over } }: { first: boolean; slide: SlideData }) {
  return (
    <picture className="contents">
      {avif && (
        <source
          type="image/avif"
          srcSet={avif}
          sizes="(min-width: 1024px) 889px, (min-width: 768px) 711px, calc(100vw - 2rem)"
        />
      )}
      <img
        src={src}
        alt={alt}
        width={1600}
        height={900}
        decoding={first ? 'sync' : 'async'}
        fetchPriority={first ? 'high' : undefined}
        draggable={false}
        // Uploaded pictures are squares with white bars, which the frame cuts off.
        className={`absolute inset-0 mx-auto h-full ${over === undefined ? 'object-contain md:w-auto' : 'w-full object-cover'}`}
      />
    </picture>
  )
}
