/** What a listing declares, for pages and search engines. */
import { countryName } from '../../../contract/countries.ts'
import type { Declaration, ShownDeclaration } from '../../../contract/declaration.ts'
import { toDeclaration } from './columns.ts'

export const toShownDeclaration = (row: Declaration): ShownDeclaration => ({
  ...toDeclaration(row),
  originName: row.originCountry && countryName(row.originCountry),
})
