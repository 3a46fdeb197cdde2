/** A product's pictures in the size of the screen, or at double size to scroll in. Loaded when it is first opened. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'
import { ChevronLeft, ChevronRight, ZoomIn } from '../ui/icons.tsx'
import { ZoomOut } from '../ui/more-icons.tsx'
import { Picture } from '../ui/picture.tsx'

interface Props {
  images: readonly string[]
  /** What is to be seen on each. */
  texts: readonly string[]
  name: string
  /** The index of the picture to begin with. */
  start: number
  /** Called with the index of the last picture. */
  onClose: (index: number) => void
}

/** A touch that moved at least this far in pixels is a swipe. */
const swipePixels = 40

const step =
  'absolute top-1/2 flex size-11 -translate-y-1/2 items-center justify-center rounded-full bg-surface/90 text-forest shadow-card hover:bg-surface disabled:hidden'

export function Zoom({ images, texts, name, start, onClose }: Props) {
  const [index, setIndex] = useState(start)
  const { double, toggle, whole, frame, hold } = useDoubleSize()
  const touched = useRef<number | null>(null)
  const several = images.length > 1

  function show(next: number): void {
    if (next < 0 || next >= images.length) return
    whole()
    setIndex(next)
  }

  function press(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') toggle(true)
    else if (event.key === '-') toggle(false)
    // At double size the arrow keys scroll the picture.
    else if (event.key === 'ArrowLeft' && !double) show(index - 1)
    else if (event.key === 'ArrowRight' && !double) show(index + 1)
  }

  function touchEnd({ clientX }: PointerEvent): void {
    const moved = touched.current === null ? 0 : clientX - touched.current
    touched.current = null
    if (!double && Math.abs(moved) > swipePixels) show(index - Math.sign(moved))
  }

  return (
    <Dialog open title={name} size="screen" onClose={() => onClose(index)}>
      <div className="relative min-h-0 flex-1" role="group" aria-label="Picture" onKeyDown={press}>
        <div
          ref={frame}
          className={`flex size-full overflow-auto overscroll-contain rounded-card bg-mist [container-type:size] ${double ? '' : 'touch-pan-y'}`}
          onPointerDown={(event) => {
            touched.current = event.pointerType === 'touch' && event.isPrimary ? event.clientX : null
          }}
          onPointerUp={touchEnd}
          onPointerCancel={() => {
            touched.current = null
          }}
        >
          <button
            ref={hold}
            type="button"
            aria-label={`${texts[index]}, ${double ? 'show the whole picture' : 'show at double size'}`}
            onClick={(event) => toggle(!double, event)}
            className={`m-auto shrink-0 ${double ? 'w-[calc(2*min(100cqw,100cqh))] cursor-zoom-out!' : 'w-[min(100cqw,100cqh)] cursor-zoom-in!'}`}
          >
            <Picture
              key={index}
              src={images[index] ?? ''}
              alt=""
              size={960}
              sizes="1920px"
              className="w-full"
            />
          </button>
        </div>
        {several && <Steps index={index} count={images.length} onShow={show} />}
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-4">
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {several && `${index + 1} of ${images.length}`}
        </p>
        <button
          type="button"
          aria-pressed={double}
          onClick={() => toggle(!double)}
          className="inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold text-forest hover:bg-dew"
        >
          {double ? (
            <ZoomOut aria-hidden="true" className="size-5" />
          ) : (
            <ZoomIn aria-hidden="true" className="size-5" />
          )}
          Double size
        </button>
      </div>
    </Dialog>
  )
}

interface StepsProps {
  index: number
  count: number
  onShow: (index: number) => void
}

function Steps({ index, count, onShow }: StepsProps) {
  return (
    <>
      <button
        type="button"
        aria-label="Previous picture"
        disabled={index === 0}
        onClick={() => onShow(index - 1)}
        className={`${step} left-2 sm:left-4`}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Next picture"
        disabled={index === count - 1}
        onClick={() => onShow(index + 1)}
        className={`${step} right-2 sm:right-4`}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </>
  )
}

/** The whole picture or double size. The point that was pressed keeps its place on the screen. */
function useDoubleSize() {
  const [double, setDouble] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLButtonElement>(null)
  /** The pressed point: its place in the picture (0 to 1) and in the frame (pixels). */
  const pressedPoint = useRef({ x: 0.5, y: 0.5, left: 0, top: 0 })

  useLayoutEffect(() => {
    const [view, shown] = [frame.current, picture.current]
    if (!view || !shown || !double) return
    const { x, y, left, top } = pressedPoint.current
    view.scrollTo({
      left: shown.offsetLeft - view.offsetLeft + x * shown.offsetWidth - left,
      top: shown.offsetTop - view.offsetTop + y * shown.offsetHeight - top,
      behavior: 'instant',
    })
  }, [double])

  function toggle(next: boolean, pressed?: MouseEvent): void {
    const [view, shown] = [frame.current?.getBoundingClientRect(), picture.current?.getBoundingClientRect()]
    if (!view || !shown) return
    // A press by key has no place (`detail` is 0): the middle is taken.
    const at = pressed?.detail
      ? pressed
      : { clientX: view.x + view.width / 2, clientY: view.y + view.height / 2 }
    pressedPoint.current = {
      x: (at.clientX - shown.x) / shown.width,
      y: (at.clientY - shown.y) / shown.height,
      left: at.clientX - view.x,
      top: at.clientY - view.y,
    }
    setDouble(next)
  }

  const hold = useCallback((element: HTMLButtonElement | null) => {
    picture.current = element
    firstInDialog(element)
  }, [])

  return { double, toggle, whole: () => setDouble(false), frame, hold }
}
