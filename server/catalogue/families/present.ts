/** Turns rows into a seller's replies about families. */
import type { FamilyChoice, OwnFamily } from '../../../contract/family.ts'
import { sortMembers } from '../../../contract/option-order.ts'
import { rupees } from '../../../contract/money.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { ChoiceRow, OwnFamilyRow } from './queries.ts'

export function toFamilyChoice(config: Config, row: ChoiceRow): FamilyChoice {
  return {
    id: row.id,
    name: row.name,
    imageUrl: publicImageUrl(config, row.image),
    price: rupees(row.pricePaise),
    noOfUnits: row.units,
    subCategoryId: row.subCategoryId,
    subCategoryName: row.subCategoryName,
  }
}

export function toOwnFamily(config: Config, row: OwnFamilyRow): OwnFamily {
  return {
    ...row,
    members: sortMembers(row.members).map(({ values, onSale, ...member }) => ({
      ...toFamilyChoice(config, member),
      values,
      onSale,
    })),
  }
}
