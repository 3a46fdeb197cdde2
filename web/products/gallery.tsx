/** The pictures of a product: a row that scrolls sideways, with arrows, thumbnails and an enlarged view. */
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { toast } from '../toast/toast.ts'
import { ZoomIn } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { GalleryArrows, Thumbnails } from './gallery-controls.tsx'

type Zoom = ComponentType<ComponentProps<typeof import('./zoom.tsx').Zoom>>

interface Props {
  images: readonly string[]
  /** What is to be seen on each. */
  texts: readonly string[]
  name: string
}

export function Gallery({ images, texts, name }: Props) {
  const { row, shown, show, onScroll } = useScrolledRow(images.length)
  const { Zoom, zoom, close } = useZoom()
  const several = images.length > 1

  function press(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    show(shown + step)
  }

  return (
    <section aria-label={`Pictures of ${name}`} onKeyDown={press} className="lg:sticky lg:top-6">
      <div className="relative">
        <ul
          ref={row}
          // Focusable where there is something to scroll, so that the arrow keys reach it.
          tabIndex={several ? 0 : undefined}
          aria-label="Pictures"
          // A shortcut for the mouse; the button in the corner does the same for everybody.
          onClick={zoom}
          onKeyDown={({ key }) => key === 'Enter' && zoom()}
          onScroll={onScroll}
          className="moving-picture flex snap-x snap-mandatory overflow-x-auto scroll-smooth rounded-card bg-mist [scrollbar-width:none] cursor-zoom-in"
        >
          {images.map((src, index) => (
            <li key={src} id={`picture-${index + 1}`} className="w-full shrink-0 snap-center">
              <Picture
                src={src}
                alt={texts[index] ?? ''}
                size={600}
                sizes="(min-width: 1680px) 800px, (min-width: 1280px) 600px, (min-width: 1024px) 46vw, 100vw"
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
          className="absolute top-3 right-3 flex size-11 items-center justify-center rounded-full bg-surface/90 text-forest shadow-card hover:bg-surface [@media(scripting:none)]:hidden"
        >
          <ZoomIn aria-hidden="true" className="size-5" />
        </button>
        {several && <GalleryArrows shown={shown} count={images.length} onShow={show} />}
      </div>
      {several && <Thumbnails images={images} shown={shown} onShow={show} />}
      {Zoom && (
        <Zoom
          images={images}
          texts={texts}
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

/** Which picture of the row is in view, and the way to another one. */
function useScrolledRow(count: number) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const inView = ({ scrollLeft, clientWidth }: HTMLElement) => Math.round(scrollLeft / clientWidth)

  // The row may have been scrolled before the scripts ran.
  useEffect(() => {
    if (row.current) setShown(inView(row.current))
  }, [])

  function show(index: number): void {
    const element = row.current
    if (!element || index < 0 || index >= count) return
    // The style sheet makes this a jump for people who ask for less motion.
    element.scrollTo({ left: index * element.clientWidth, behavior: 'smooth' })
  }

  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => setShown(inView(currentTarget))
  return { row, shown, show, onScroll }
}

/** The enlarged view; its code is loaded when it is opened for the first time. */
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
