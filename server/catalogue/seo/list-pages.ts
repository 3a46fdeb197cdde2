/** The files of the sitemap: one with pages and categories, one with sellers, and one for each ten thousand products. */
import type { Shop } from '../../platform/shop.ts'
import { anyProductAfter, findRangeEnd, productsBetween, categoryIds, sellersInSitemap } from './queries.ts'
import { sitemap, sitemapIndex, staticPages } from './rules.ts'

/** Far below the protocol's limit of 50,000, so that a file is small and quickly generated. */
const defaultFileSize = 10_000
const lowestId = '00000000-0000-0000-0000-000000000000'

export interface Sitemap {
  /** The XML of `/sitemaps/<name>.xml`, or of `/sitemap.xml` for 'index'; undefined if there is no such file. */
  file(name: string): Promise<string | undefined>
}

/**
 * Each file has a fixed range of product ids, which includes deleted products. Ids grow with time, so a product stays in its
 * file on every node, and only the last file grows.
 */
export function openSitemap(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  productsInFile = defaultFileSize,
): Sitemap {
  const rangeStarts = [lowestId]
  const absoluteUrl = (path: string) => config.publicUrl + path

  /** Finds the ranges that were filled since the last call and returns the number of files. */
  async function countFiles(): Promise<number> {
    for (;;) {
      const count = rangeStarts.length
      const after = rangeStarts.at(-1) ?? lowestId
      const end = await findRangeEnd(db.reads, after, productsInFile)
      if (end === undefined) return (await anyProductAfter(db.reads, after)) ? count : count - 1
      // A concurrent request may have added it meanwhile.
      if (rangeStarts.length === count) rangeStarts.push(end)
    }
  }

  async function productFile(number: number): Promise<string | undefined> {
    const after = rangeStarts[number - 1] ?? (await countFiles(), rangeStarts[number - 1])
    if (after === undefined) return undefined
    const products = await productsBetween(db.reads, after, rangeStarts[number])
    if (products.length === 0) return undefined
    return sitemap(
      products.map(({ id, updatedAt }) => ({ address: absoluteUrl(`/product/${id}`), changed: updatedAt })),
    )
  }

  return {
    async file(name) {
      if (name === 'index') {
        const names = Array.from({ length: await countFiles() }, (_, i) => `products-${i + 1}`)
        return sitemapIndex(
          ['pages', 'sellers', ...names].map((file) => absoluteUrl(`/sitemaps/${file}.xml`)),
        )
      }
      if (name === 'pages') {
        const { categories, subcategories } = await categoryIds(db.reads)
        const paths = [
          '/',
          ...staticPages,
          ...categories.map((id) => `/products/category/${id}`),
          ...subcategories.map((id) => `/products/sub-category/${id}`),
        ]
        return sitemap(paths.map((path) => ({ address: absoluteUrl(path) })))
      }
      if (name === 'sellers') {
        const ids = await sellersInSitemap(db.reads)
        return sitemap(ids.map((id) => ({ address: absoluteUrl(`/seller/${id}`) })))
      }
      const number = /^products-([1-9]\d{0,5})$/.exec(name)?.[1]
      return number === undefined ? undefined : productFile(Number(number))
    },
  }
}
