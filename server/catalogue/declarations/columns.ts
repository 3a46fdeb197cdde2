/** The columns of a product that declare something, as replies name them. */
import type { Declaration, DeclarationField } from '../../../contract/declaration.ts'
import { paise, rupees } from '../../../contract/money.ts'
import { sql } from '../../platform/db/sql.ts'

const columns: Record<DeclarationField, string> = {
  mrp: 'mrp_paise',
  netQuantity: 'net_quantity',
  netUnit: 'net_unit',
  commonName: 'common_name',
  originCountry: 'origin_country',
  maker: 'maker',
  packer: 'packer',
  importer: 'importer',
  careContact: 'care_contact',
  shelfLifeDays: 'shelf_life_days',
  size: 'size',
  fssaiLicence: 'fssai_licence',
  cosmeticsLicence: 'cosmetics_licence',
}

/** For a product `p`: what it declares, with the MRP in paise. */
export const declaredJson = sql`json_build_object('mrp', p.mrp_paise, 'netQuantity', p.net_quantity, 'netUnit', p.net_unit,
    'commonName', p.common_name, 'originCountry', p.origin_country, 'maker', p.maker, 'packer', p.packer, 'importer', p.importer,
    'careContact', p.care_contact, 'shelfLifeDays', p.shelf_life_days, 'size', p.size, 'fssaiLicence', p.fssai_licence,
    'cosmeticsLicence', p.cosmetics_licence)`

export const declaredColumns = sql`mrp_paise, net_quantity, net_unit, common_name, origin_country, maker, packer, importer,
    care_contact, shelf_life_days, size, fssai_licence, cosmetics_licence`

/** The same columns of a row `d`. */
export const declaredOfD = sql`d.mrp_paise, d.net_quantity, d.net_unit, d.common_name, d.origin_country, d.maker, d.packer, d.importer,
    d.care_contact, d.shelf_life_days, d.size, d.fssai_licence, d.cosmetics_licence`

/** The given fields as JSON of a row of `product`: a field that is left out stays as it is there. */
export function declaredRow(input: { [Field in DeclarationField]?: unknown }): string {
  const given = Object.entries(columns).filter(([field]) => input[field as DeclarationField] !== undefined)
  const valueOf = (field: string) => {
    const value = input[field as DeclarationField]
    return field === 'mrp' && typeof value === 'number' ? paise(value) : value
  }
  return JSON.stringify(Object.fromEntries(given.map(([field, column]) => [column, valueOf(field)])))
}

export const toDeclaration = (row: Declaration): Declaration => ({
  ...row,
  mrp: row.mrp === null ? null : rupees(row.mrp),
})
