/** The pictures of a product: swiped, chosen by thumbnail, turned with the arrow keys, and enlarged by a press. */
import { ChevronLeft } from '../../../ui/icons/chevron-left.ts'
import { ChevronRight } from '../../../ui/icons/chevron-right.ts'
import { ZoomIn } from '../../../ui/icons/zoom-in.ts'
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { toast } from '../../../toast.ts'
import { Picture } from '../../../ui/picture.tsx'

type Zoom = ComponentType<ComponentProps<typeof import('./zoom.tsx').Zoom>>

interface Props {
  images: readonly string[]
  name: string
}

const arrow =
  'absolute top-1/2 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full bg-white/90 text-forest shadow-card hover:bg-white disabled:opacity-0 sm:flex'

export function Gallery({ images, name }: Props) {
  const scroller = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const { Zoom, zoom, close } = useZoom()
  const several = images.length > 1

  // Swiped before the scripts came.
  useEffect(() => {
    if (scroller.current) setShown(inSight(scroller.current))
  }, [])

  function show(index: number): void {
    const element = scroller.current
    if (!element || index < 0 || index >= images.length) return
    // The theme makes this a jump for people who ask for less motion.
    element.scrollTo({ left: index * element.clientWidth, behavior: 'smooth' })
  }

  function turn(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    show(shown + step)
  }

  return (
    <section aria-label={`Pictures of ${name}`} onKeyDown={turn} className="lg:sticky lg:top-6">
      <div className="relative">
        <ul
          ref={scroller}
          // Focusable where there is something to scroll, so that the arrow keys reach it.
          tabIndex={several ? 0 : undefined}
          aria-label="Pictures"
          // The quick way; the button in the corner is everybody's.
          onClick={zoom}
          onKeyDown={({ key }) => key === 'Enter' && zoom()}
          onScroll={({ currentTarget }) => setShown(inSight(currentTarget))}
          className="flex snap-x snap-mandatory overflow-x-auto scroll-smooth rounded-card bg-mist [scrollbar-width:none] cursor-zoom-in"
        >
          {images.map((src, index) => (
            <li key={src} id={`picture-${index + 1}`} className="w-full shrink-0 snap-center">
              <Picture
                src={src}
                alt={several ? `${name}, picture ${index + 1} of ${images.length}` : name}
                size={600}
                sizes="(min-width: 1280px) 600px, (min-width: 1024px) 46vw, 100vw"
                priority={index === 0}
                className="w-full"
              />
            </li>
          ))}
        </ul>
        <button
          type="button"
          data-replay=""
          aria-label="Enlarge picture"
          aria-haspopup="dialog"
          onClick={zoom}
          className="absolute top-3 right-3 flex size-11 items-center justify-center rounded-full bg-white/90 text-forest shadow-card hover:bg-white [@media(scripting:none)]:hidden"
        >
          <ZoomIn aria-hidden="true" className="size-5" />
        </button>
        {several && (
          <>
            <button
              type="button"
              data-replay=""
              aria-label="Previous picture"
              disabled={shown === 0}
              onClick={() => show(shown - 1)}
              className={`${arrow} left-3`}
            >
              <ChevronLeft aria-hidden="true" className="size-5" />
            </button>
            <button
              type="button"
              data-replay=""
              aria-label="Next picture"
              disabled={shown === images.length - 1}
              onClick={() => show(shown + 1)}
              className={`${arrow} right-3`}
            >
              <ChevronRight aria-hidden="true" className="size-5" />
            </button>
          </>
        )}
      </div>
      {several && (
        <ul aria-label="Choose a picture" className="mt-3 flex gap-2.5 sm:gap-3">
          {images.map((src, index) => (
            <li key={src} className="min-w-0">
              {/* A link, so that it leads to its picture without scripts too. */}
              <a
                data-replay=""
                href={`#picture-${index + 1}`}
                aria-label={`Picture ${index + 1}`}
                aria-current={index === shown}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
                className="block aspect-square w-14 max-w-full overflow-hidden rounded-xl border-2 border-transparent bg-mist aria-current:border-forest sm:w-20"
              >
                <Picture src={src} alt="" size={80} className="size-full" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {Zoom && (
        <Zoom
          images={images}
          name={name}
          start={shown}
          onClose={(index) => {
            close()
            show(index)
          }}
        />
      )}
    </section>
  )
}

const inSight = ({ scrollLeft, clientWidth }: HTMLElement) => Math.round(scrollLeft / clientWidth)

/** The enlarged view, whose code comes when it is first asked for. */
function useZoom() {
  const [Zoom, setZoom] = useState<Zoom | null>(null)
  function zoom(): void {
    import('./zoom.tsx').then(
      (code) => setZoom(() => code.Zoom),
      () => toast.error('The picture could not be enlarged. Please try again.'),
    )
  }
  return { Zoom, zoom, close: () => setZoom(null) }
}
