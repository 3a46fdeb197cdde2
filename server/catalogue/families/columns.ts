/** The family of a product `p` as lists and pages show it, with the members that are on sale, and their replies. */
import type { ListedFamily, ShownFamily } from '../../../contract/family.ts'
import { familyLimits, type FamilyOption, familyOptions } from '../../../contract/family-words.ts'
import { swatchOf } from '../../../contract/colour-swatches.ts'
import { sortedValues, sortMembers } from '../../../contract/option-order.ts'
import { rupees } from '../../../contract/money.ts'
import { sql } from '../../platform/db/sql.ts'

export interface ListedFamilyRow {
  familyId: string
  options: FamilyOption[]
  fromPaise: number
  toPaise: number
  /** Of each member, as they were entered. */
  values: string[][]
}

const valuesOf = sql`array_remove(array[o.value_1, o.value_2, o.value_3], null)`

export const listedFamily = sql`(select json_build_object('familyId', f.id, 'options', f.options, 'fromPaise', o.low, 'toPaise', o.high,
        'values', o.all_values)
      from family_member m join product_family f on f.id = m.family_id, lateral (
        select coalesce(min(o.price_paise) filter (where not o.sold_out), min(o.price_paise)) as low,
          coalesce(max(o.price_paise) filter (where not o.sold_out), max(o.price_paise)) as high,
          coalesce(json_agg(${valuesOf} order by o.place), '[]') as all_values
        from family_member o where o.family_id = f.id and not o.held_back) as o
      where m.product_id = p.id)`

/** Undefined for a product that is alone on sale. */
export function toListedFamily(row: ListedFamilyRow | null): ListedFamily | undefined {
  if (!row || row.values.length < 2) return undefined
  const options = row.options.map((option, at) => {
    const different = sortedValues(row.values.map((values) => values[at] ?? ''))
    return { option, count: different.length, values: different.slice(0, familyLimits.shownValues) }
  })
  return {
    familyId: row.familyId,
    members: row.values.length,
    from: rupees(row.fromPaise),
    onePrice: row.fromPaise === row.toPaise,
    options,
    ...inWords(options),
    swatches: swatchesOf(row),
  }
}

function inWords(options: ListedFamily['options']): Pick<ListedFamily, 'counts' | 'values'> {
  const varied = options.filter(({ count }) => count > 1)
  const [only, other] = varied
  const more = only && only.count > only.values.length ? ' …' : ''
  return {
    counts: varied.map(({ option, count }) => `${count} ${familyOptions[option].many}`).join(', '),
    values: only && !other ? `: ${only.values.join(', ')}${more}` : '',
  }
}

function swatchesOf({ options, values }: ListedFamilyRow): string[] {
  const at = options.indexOf('colour')
  if (at < 0) return []
  const known = values.flatMap((one) => swatchOf(one[at] ?? '') ?? [])
  return [...new Set(known)].slice(0, familyLimits.shownSwatches)
}

export interface ShownFamilyRow {
  familyId: string
  name: string
  options: FamilyOption[]
  sameThing: boolean
  members: { productId: string; values: string[]; pricePaise: number; soldOut: boolean }[]
}

export const shownFamily = sql`(select json_build_object('familyId', f.id, 'name', f.name, 'options', f.options, 'sameThing', f.same_thing,
        'members', (select json_agg(json_build_object('productId', o.product_id, 'values', ${valuesOf}, 'pricePaise', o.price_paise,
          'soldOut', o.sold_out) order by o.place) from family_member o where o.family_id = f.id and not o.held_back))
      from family_member m join product_family f on f.id = m.family_id where m.product_id = p.id)`

/** As `toListedFamily`. */
export function toShownFamily(row: ShownFamilyRow | null): ShownFamily | undefined {
  if (!row || row.members.length < 2) return undefined
  return {
    ...row,
    members: sortMembers(row.members).map(({ pricePaise, ...member }) => ({
      ...member,
      price: rupees(pricePaise),
    })),
  }
}
