/**
 * A product picture. Pictures of the shop's own store have three sizes and two formats; others are shown as they are.
 */

const ownStore = /^(?:https?:\/\/[^/]+)?(\/media\/p\/[^/]+)\/480\.webp$/

interface Props {
  src: string
  alt: string
  /** The largest width and height in CSS pixels. */
  size: number
  /** The `sizes` attribute. */
  sizes?: string
  /** The main picture of a page: loaded first. */
  priority?: boolean
  /** In view when the page opens, but not its main picture: not loaded lazily. */
  eager?: boolean
  className: string
}

export function Picture({
  src,
  alt,
  size,
  sizes = `${size}px`,
  priority = false,
  eager = false,
  className,
}: Props) {
  const image = {
    width: size,
    height: size,
    decoding: priority ? ('sync' as const) : ('async' as const),
    loading: priority || eager ? ('eager' as const) : ('lazy' as const),
    ...(priority && { fetchPriority: 'high' as const }),
    className: `aspect-square object-cover ${className}`,
  }
  const base = ownStore.exec(src)?.[1]
  if (!base) return <img {...image} alt={alt} src={src} referrerPolicy="no-referrer" />
  return (
    <picture className="contents">
      <source
        type="image/avif"
        srcSet={`${base}/240.avif 240w, ${base}/480.avif 480w, ${base}/960.avif 960w`}
        sizes={sizes}
      />
      <img {...image} alt={alt} src={`${base}/480.webp`} />
    </picture>
  )
}
