/** The controls of a gallery: arrows at its sides on wide screens, thumbnails below it. */
import { ChevronLeft, ChevronRight } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'

const arrow =
  'absolute top-1/2 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full bg-surface/90 text-forest shadow-card hover:bg-surface disabled:opacity-0 sm:flex'

interface ArrowsProps {
  /** The index of the picture in view. */
  shown: number
  count: number
  onShow: (index: number) => void
}

export function GalleryArrows({ shown, count, onShow }: ArrowsProps) {
  return (
    <>
      <button
        type="button"
        data-replay=""
        aria-label="Previous picture"
        disabled={shown === 0}
        onClick={() => onShow(shown - 1)}
        className={`${arrow} left-3`}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        data-replay=""
        aria-label="Next picture"
        disabled={shown === count - 1}
        onClick={() => onShow(shown + 1)}
        className={`${arrow} right-3`}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </>
  )
}

interface ThumbnailsProps {
  images: readonly string[]
  shown: number
  onShow: (index: number) => void
}

export function Thumbnails({ images, shown, onShow }: ThumbnailsProps) {
  return (
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
              onShow(index)
            }}
            className="block aspect-square w-14 max-w-full overflow-hidden rounded-xl border-2 border-transparent bg-mist aria-current:border-forest sm:w-20"
          >
            <Picture src={src} alt="" size={80} className="size-full" />
          </a>
        </li>
      ))}
    </ul>
  )
}
