import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Picture } from '../ui/picture.tsx'

interface Props {
  productId: string
  src: string
  /** Width and height in CSS pixels from 640 px of screen width on; 80 below. */
  size: 96 | 112
  eager: boolean
  /** For a product that cannot be bought. */
  faded: boolean
}

const largeSize = { 96: 'sm:size-24', 112: 'sm:size-28' }

/**
 * The picture of a product in a row, as a link to its page. It is hidden from the keyboard and from screen readers, because
 * the product's name beside it is the same link.
 */
export function ProductThumbnail({ productId, src, size, eager, faded }: Props) {
  return (
    <Link
      to={paths.product(productId)}
      tabIndex={-1}
      aria-hidden="true"
      className={`size-20 shrink-0 overflow-hidden rounded-xl bg-mist ${largeSize[size]}`}
    >
      <Picture
        src={src}
        alt=""
        size={size}
        sizes={`(min-width: 640px) ${size}px, 80px`}
        eager={eager}
        className={`size-full ${faded ? 'opacity-60 grayscale' : ''}`}
      />
    </Link>
  )
}
