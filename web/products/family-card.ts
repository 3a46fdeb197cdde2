/** What a card in a list says of the family that it stands for. */
import { familyOptions } from '../../contract/family-words.ts'
import type { ListedProduct } from '../../contract/product.ts'

export interface FamilyOnCard {
  /** '3 sizes, 2 colours'. */
  counts: string
  /** Of the one option that they differ by: ': 100 g, 250 g, 500 g'; empty where there are more. */
  values: string
  /** The price of the card is the lowest one of several. */
  isFrom: boolean
}

export function familyOnCard({
  price,
  family,
}: Pick<ListedProduct, 'price' | 'family'>): FamilyOnCard | undefined {
  if (!family) return undefined
  const varied = family.options.filter(({ count }) => count > 1)
  const counts = varied.map(({ option, count }) => `${count} ${familyOptions[option].many}`).join(', ')
  const [only, other] = varied
  const more = only && only.count > only.values.length ? ' …' : ''
  return {
    counts,
    values: only && !other ? `: ${only.values.join(', ')}${more}` : '',
    isFrom: !family.onePrice && price <= family.from,
  }
}
