/** The countries that the products of a list come from: the choices of its filter. */
import { countryName } from '../../../contract/countries.ts'
import type { Origin } from '../../../contract/product.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ProductList } from '../products/list-queries.ts'
import { originsOf } from './queries.ts'

/** With their numbers of products; as old as other counts. */
export async function listOrigins({ db }: Pick<Shop, 'db'>, list: ProductList): Promise<Origin[]> {
  const rows = await cached(db, JSON.stringify(['origins', list]), () => originsOf(db.reads, list))
  return rows.map((row) => ({ ...row, name: countryName(row.code) }))
}
