/** What a file may name: categories, attributes and pictures, as they are at the moment. */
import { listAskedAttributes } from '../../catalogue/attributes/change-attributes.ts'
import { listCategories, listSubcategories } from '../../catalogue/categories/list-categories.ts'
import { placeOf } from '../../platform/media/address.ts'
import type { Shop } from '../../platform/shop.ts'
import { headingsOf } from './columns.ts'
import type { NamedPicture } from './queries.ts'
import { shortOf } from './read-cell.ts'
import type { Choices, PictureOf } from './read-row.ts'

export async function loadChoices(shop: Shop): Promise<Choices> {
  const [categories, subcategories, attributes] = await Promise.all([
    listCategories(shop),
    listSubcategories(shop),
    listAskedAttributes(shop),
  ])
  return {
    categories: new Map(
      categories.map(({ id, name }) => [
        name.toLowerCase(),
        { id, name, subcategories: subcategories.filter(({ categoryId }) => categoryId === id) },
      ]),
    ),
    attributes,
    headings: headingsOf(attributes),
  }
}

/** Whether the server has to fetch what a cell of a picture names. */
export const isFetched = (shop: Pick<Shop, 'config'>, named: string): boolean =>
  /^https:\/\//i.test(named) && !placeOf(shop.config, named)

/** `known`: the pictures of the import. */
export function pictureFinder(shop: Pick<Shop, 'config'>, known: readonly NamedPicture[]): PictureOf {
  const byName = new Map(known.map((picture) => [picture.name, picture]))
  return (named) => {
    if (placeOf(shop.config, named)) return { address: named }
    const found = byName.get(named)
    if (found?.address) return { address: found.address }
    if (found) return { problem: found.problem ?? '' }
    if (/^https:\/\//i.test(named))
      return URL.canParse(named) && named.length <= 1_000
        ? null
        : { problem: 'This is no address of a picture.' }
    if (/^[a-z]+:/i.test(named)) return { problem: 'An address of a picture begins with https://.' }
    return { problem: `There is no picture '${shortOf(named)}' yet. Please choose the zip with it.` }
  }
}
