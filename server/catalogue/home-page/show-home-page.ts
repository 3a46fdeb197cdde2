/** The home page of visitors, and its preview. A fixed number of statements, whatever is arranged: one for all rows. */
import {
  defaultSections,
  type HomeSection,
  type ShownHomePage,
  type ShownSection,
} from '../../../contract/home-page.ts'
import type { Readable } from '../../platform/db/client.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { Shop } from '../../platform/shop.ts'
import { toListedProduct } from '../products/present.ts'
import { findDraft, findShown, productsOfRows } from './queries.ts'
import { rowsOf, sectionsAt, withPictures } from './rules.ts'

type Needed = Pick<Shop, 'db' | 'config'>

export async function showHomePage(shop: Needed): Promise<ShownHomePage> {
  const shown = await findShown(shop.db.reads)
  return toShown(shop, shop.db.reads, sectionsAt(shown?.sections ?? defaultSections, shown?.at ?? new Date()))
}

/** What is edited, as it would be at `at`. */
export async function previewHomePage(shop: Needed, at: string): Promise<ShownHomePage> {
  const { sections } = await findDraft(shop.db)
  return toShown(shop, shop.db, sectionsAt(sections ?? defaultSections, new Date(at)))
}

/** Rows without products are left out. */
async function toShown(
  { config }: Needed,
  db: Readable,
  sections: readonly HomeSection[],
): Promise<ShownHomePage> {
  const rows = rowsOf(sections)
  const products = rows.length > 0 ? await productsOfRows(db, rows) : []
  const placed = withPictures(sections, (stored) => publicImageUrl(config, stored))
  const shown = placed.flatMap((section, index): ShownSection[] => {
    if (section.kind !== 'row') return [toSection(section)]
    const own = products.filter(({ row }) => rows[row - 1] === sections[index])
    if (own.length === 0) return []
    const { key, heading, of, categoryId, subcategoryId } = section
    return [
      {
        kind: 'row',
        key,
        heading,
        categoryId: of === 'category' ? categoryId : null,
        subcategoryId: of === 'subcategory' ? subcategoryId : null,
        products: own.map((row) => toListedProduct(config, row)),
      },
    ]
  })
  return { hasRows: rows.length > 0, sections: shown }
}

function toSection(section: Exclude<HomeSection, { kind: 'row' }>): ShownSection {
  if (section.kind === 'slides') return { kind: 'slides', slides: section.slides.map(toPicture) }
  return section.kind === 'banner' ? { kind: 'banner', ...toPicture(section) } : { kind: section.kind }
}

const toPicture = ({ imageUrl, alt, heading, text, link }: Record<PictureField, string>) => ({
  imageUrl,
  alt,
  heading,
  text,
  link,
})
type PictureField = 'imageUrl' | 'alt' | 'heading' | 'text' | 'link'
