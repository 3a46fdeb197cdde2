/** The choices of a list's filters: the countries that its products come from, and what is proven of them. */
import { countryName } from '../../../contract/countries.ts'
import { type WordingCode, wordings } from '../../../contract/green-claim-list.ts'
import type { CountedChoice } from '../../../contract/product.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'
import type { Shop } from '../../platform/shop.ts'
import { claimsOf, type CountedCode, originsOf } from './counted-choices-queries.ts'
import type { ProductList } from './list-queries.ts'

export const toCountry = (row: CountedCode): CountedChoice => ({ ...row, name: countryName(row.code) })
export const toWording = (row: CountedCode): CountedChoice => ({
  ...row,
  // A newer version of the shop, beside this one, may know more.
  name: wordings[row.code as WordingCode]?.wording ?? row.code,
})

/** With their numbers of products; as old as other counts. */
export async function listOrigins({ db }: Pick<Shop, 'db'>, list: ProductList): Promise<CountedChoice[]> {
  const rows = await cached(db, JSON.stringify(['origins', list]), () => originsOf(db.reads, list))
  return rows.map(toCountry)
}

export async function listClaimed({ db }: Pick<Shop, 'db'>, list: ProductList): Promise<CountedChoice[]> {
  const rows = await cached(db, JSON.stringify(['claims', list]), () => claimsOf(db.reads, list))
  return rows.map(toWording)
}
