/** What the home page shows from top to bottom. Banners and the texts of slides need no script. */
import type { CategoryProducts } from '../../../../contract/category.ts'
import type { ShownHomePage, ShownPicture } from '../../../../contract/home-page.ts'
import { paths } from '../../../paths.ts'
import { toCard } from '../../../products/product-card.tsx'
import type { ServerHtml } from '../../../ui/server-html.tsx'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'
import type { RowData } from './category-row.tsx'
import type { SlideData } from './slide.tsx'
import { specifiedSlides } from './slides/slides.server.ts'

/** One of them. `why` is the strip with the reasons; without any it is the banner with the values. */
export interface HomePart {
  slides?: SlideData[]
  rows?: RowData[]
  html?: ServerHtml
  why?: true
}

/** Rows that follow one another are one part. */
export function toParts(
  sections: ShownHomePage['sections'],
  categories: readonly CategoryProducts[],
): HomePart[] {
  const parts: HomePart[] = []
  for (const section of sections) {
    const last = parts.at(-1)
    const part = toPart(section, categories, parts.length === 0)
    if (part.rows && last?.rows) last.rows.push(...part.rows)
    else parts.push(part)
  }
  return parts
}

function toPart(
  section: ShownHomePage['sections'][number],
  categories: readonly CategoryProducts[],
  isFirst: boolean,
): HomePart {
  if (section.kind === 'slides')
    return { slides: section.slides.length > 0 ? section.slides.map(toSlide) : specifiedSlides }
  if (section.kind === 'banner') return { html: toServerHtml(<Banner {...section} isFirst={isFirst} />) }
  if (section.kind === 'row') {
    const { key, heading, categoryId, subcategoryId, products } = section
    const to = categoryId ? paths.category(categoryId) : subcategoryId && paths.subcategory(subcategoryId)
    return { rows: [{ id: `row-${key}`, name: heading, ...(to && { to }), products: products.map(toCard) }] }
  }
  if (section.kind === 'categories')
    return {
      rows: categories
        .filter(({ products }) => products.length > 0)
        .map(({ id, name, products }) => ({
          id: `category-${id}`,
          name,
          to: paths.category(id),
          products: products.map(toCard),
        })),
    }
  return section.kind === 'why' ? { why: true } : {}
}

const ownStore = /^(?:https?:\/\/[^/]+)?(\/media\/p\/[^/]+)\/480\.webp$/

/** The files of an uploaded picture, which is at most 960 px wide. */
function filesOf(imageUrl: string): { src: string; avif?: string } {
  const base = ownStore.exec(imageUrl)?.[1]
  if (!base) return { src: imageUrl }
  return { src: `${base}/480.webp`, avif: `${base}/480.avif 480w, ${base}/960.avif 960w` }
}

function toSlide(slide: ShownPicture): SlideData {
  return { alt: slide.alt, ...filesOf(slide.imageUrl), over: toServerHtml(<SlideText {...slide} />) }
}

function SlideText({ alt, heading, text, link }: ShownPicture) {
  const words = (heading || text) && (
    <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 via-black/55 to-transparent px-5 pt-14 pb-9 text-white sm:px-10 sm:pt-24 sm:pb-16">
      {heading && (
        <span className="line-clamp-2 text-xl/tight font-bold tracking-tight text-balance sm:text-4xl/tight">
          {heading}
        </span>
      )}
      {text && <span className="mt-1 line-clamp-2 text-sm text-pretty sm:mt-2 sm:text-lg">{text}</span>}
    </span>
  )
  if (!link) return words
  return (
    <a
      href={link}
      draggable={false}
      aria-label={[heading, text].filter(Boolean).join(': ') || alt}
      className="absolute inset-0 -outline-offset-4"
    >
      {words}
    </a>
  )
}

function Banner({ imageUrl, alt, heading, text, link, isFirst }: ShownPicture & { isFirst: boolean }) {
  const { src, avif } = filesOf(imageUrl)
  const hasWords = Boolean(heading || text)
  const content = (
    <>
      <picture className="block">
        {avif && (
          <source
            type="image/avif"
            srcSet={avif}
            sizes={hasWords ? '(min-width: 768px) 40rem, calc(100vw - 2rem)' : '960px'}
          />
        )}
        <img
          src={src}
          alt={alt}
          width={960}
          height={540}
          decoding={isFirst ? 'sync' : 'async'}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          className={`w-full object-cover ${hasWords ? 'aspect-video md:h-full' : 'aspect-video md:aspect-[3/1]'}`}
        />
      </picture>
      {hasWords && (
        <div className="flex flex-col items-start justify-center px-5 py-7 sm:px-10 sm:py-10 lg:px-14">
          {heading && (
            <h2 className="text-2xl/tight font-bold tracking-tight text-balance sm:text-3xl/tight lg:text-4xl/tight">
              {heading}
            </h2>
          )}
          {text && <p className="mt-3 text-pretty text-white/90 sm:text-lg">{text}</p>}
          {link && (
            <span className="mt-6 inline-flex min-h-11 items-center rounded-full bg-surface px-6 font-semibold text-forest group-hover:bg-leaf-soft">
              See more
            </span>
          )}
        </div>
      )}
    </>
  )
  const frame = `group grid grid-cols-1 overflow-hidden rounded-2xl bg-forest-deep text-white sm:rounded-3xl ${hasWords ? 'md:grid-cols-2' : ''}`
  return (
    <section
      aria-label={heading || alt}
      className={`page-width ${isFirst ? 'mt-2 lg:mt-8' : 'mt-10 sm:mt-14'}`}
    >
      {link ? (
        <a href={link} className={frame}>
          {content}
        </a>
      ) : (
        <div className={frame}>{content}</div>
      )}
    </section>
  )
}

/** Lies over the preview of an administrator. */
export function previewNote(at: string): HomePart {
  const time = new Intl.DateTimeFormat('en-IN', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(at))
  return {
    html: toServerHtml(
      <p className="fixed inset-x-0 bottom-0 z-40 bg-ink px-4 py-2.5 text-center text-sm font-medium text-paper">
        Preview, not published: the home page as on {time}
      </p>,
    ),
  }
}
