/** The sitemap in files: one of pages and subcategories, and one for each ten thousand products. */
import type { Shop } from '../shop.ts'
import { anyProductAfter, endOfRun, productsBetween, categoryIds } from './queries.ts'
import { sitemap, sitemapIndex, staticPages } from './rules.ts'

/** Far below the limit of 50,000, so that a file is small in memory and quickly made. */
const usualSize = 10_000
const beforeAll = '00000000-0000-0000-0000-000000000000'

export interface Sitemap {
  /** The XML of `/sitemap.xml` or `/sitemaps/<name>.xml`; undefined where there is no such file. */
  file(name: string): Promise<string | undefined>
}

/**
 * A file begins where the one before ends and counts deleted products too: as ids grow with time, a product stays in
 * its file on every node and for ever, and only the last file gets longer.
 */
export function openSitemap(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  productsInFile = usualSize,
): Sitemap {
  const begins = [beforeAll]
  const whole = (path: string) => config.publicUrl + path

  /** Finds what came since the last time; one statement as long as nothing did. */
  async function findFiles(): Promise<number> {
    for (;;) {
      const count = begins.length
      const after = begins.at(-1) ?? beforeAll
      const end = await endOfRun(db, after, productsInFile)
      if (end === undefined) return (await anyProductAfter(db, after)) ? count : count - 1
      // Unless another request has found it meanwhile.
      if (begins.length === count) begins.push(end)
    }
  }

  async function productFile(number: number): Promise<string | undefined> {
    const after = begins[number - 1] ?? (await findFiles(), begins[number - 1])
    if (after === undefined) return undefined
    const products = await productsBetween(db, after, begins[number])
    if (products.length === 0) return undefined
    return sitemap(
      products.map(({ id, updatedAt }) => ({ address: whole(`/product/${id}`), changed: updatedAt })),
    )
  }

  return {
    async file(name) {
      if (name === 'index') {
        const names = Array.from({ length: await findFiles() }, (_, i) => `products-${i + 1}`)
        return sitemapIndex(['pages', ...names].map((file) => whole(`/sitemaps/${file}.xml`)))
      }
      if (name === 'pages') {
        const { categories, subcategories } = await categoryIds(db)
        const paths = [
          '/',
          ...staticPages,
          ...categories.map((id) => `/products/category/${id}`),
          ...subcategories.map((id) => `/products/sub-category/${id}`),
        ]
        return sitemap(paths.map((path) => ({ address: whole(path) })))
      }
      const number = /^products-([1-9]\d{0,5})$/.exec(name)?.[1]
      return number === undefined ? undefined : productFile(Number(number))
    },
  }
}
