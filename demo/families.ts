/** Families of the demo shop: listings between which a buyer chooses. */
import type { FamilyOption } from '../contract/family-words.ts'

interface DemoFamily {
  name: string
  options: FamilyOption[]
  sameThing: boolean
  members: { slug: string; values: string[] }[]
}

export const demoFamilies: readonly DemoFamily[] = [
  {
    name: 'Neem Wood Comb',
    options: ['kind'],
    sameThing: false,
    members: [
      { slug: 'neem-comb-wide-tooth', values: ['Wide tooth'] },
      { slug: 'neem-comb-fine-handle', values: ['Fine tooth with handle'] },
    ],
  },
  {
    name: 'Clay Diyas',
    options: ['kind', 'pack'],
    sameThing: false,
    members: [
      { slug: 'clay-diyas-twelve', values: ['Hand-pinched, for oil', 'Box of 12'] },
      { slug: 'painted-diyas-four', values: ['Hand-painted, with wax', 'Set of 4'] },
    ],
  },
]
