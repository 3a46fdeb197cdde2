/** The sitemap in files: one of pages and subcategories, and one for each ten thousand products. */
import type { Shop } from '../shop.ts'
import { anyProductAfter, findLastIdOfRun, productsBetween, categoryIds } from './queries.ts'
import { sitemap, sitemapIndex, staticPages } from './rules.ts'

/** Far below the limit of 50,000, so that a file needs little memory and time. */
const defaultFileSize = 10_000
const lowestId = '00000000-0000-0000-0000-000000000000'

export interface Sitemap {
  /** The XML of `/sitemap.xml` or `/sitemaps/<name>.xml`; undefined where there is no such file. */
  file(name: string): Promise<string | undefined>
}

/**
 * A file begins behind the last id of the one before, and deleted products count too. As ids grow with time, a product stays
 * in the same file on every node, and only the last file grows.
 */
export function openSitemap(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  productsInFile = defaultFileSize,
): Sitemap {
  const fileStarts = [lowestId]
  const absolute = (path: string) => config.publicUrl + path

  /** Finds the files that were added since the last call, and answers how many there are. One statement when there are none. */
  async function findFiles(): Promise<number> {
    for (;;) {
      const count = fileStarts.length
      const after = fileStarts.at(-1) ?? lowestId
      const end = await findLastIdOfRun(db, after, productsInFile)
      if (end === undefined) return (await anyProductAfter(db, after)) ? count : count - 1
      // Another request may have found it meanwhile.
      if (fileStarts.length === count) fileStarts.push(end)
    }
  }

  async function productFile(number: number): Promise<string | undefined> {
    const after = fileStarts[number - 1] ?? (await findFiles(), fileStarts[number - 1])
    if (after === undefined) return undefined
    const products = await productsBetween(db, after, fileStarts[number])
    if (products.length === 0) return undefined
    return sitemap(
      products.map(({ id, updatedAt }) => ({ address: absolute(`/product/${id}`), changed: updatedAt })),
    )
  }

  return {
    async file(name) {
      if (name === 'index') {
        const names = Array.from({ length: await findFiles() }, (_, i) => `products-${i + 1}`)
        return sitemapIndex(['pages', ...names].map((file) => absolute(`/sitemaps/${file}.xml`)))
      }
      if (name === 'pages') {
        const { categories, subcategories } = await categoryIds(db)
        const paths = [
          '/',
          ...staticPages,
          ...categories.map((id) => `/products/category/${id}`),
          ...subcategories.map((id) => `/products/sub-category/${id}`),
        ]
        return sitemap(paths.map((path) => ({ address: absolute(path) })))
      }
      const number = /^products-([1-9]\d{0,5})$/.exec(name)?.[1]
      return number === undefined ? undefined : productFile(Number(number))
    },
  }
}
