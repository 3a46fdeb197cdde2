/**
 * Judged queries for `bench search`. What a query means is written by hand in search-judged.txt, as facts about goods that the shop of
 * search-shop.ts notes beside each product, so the judgement knows nothing of texts or of the engine: a product with all the
 * facts has grade 3, or 2 where it is sold out; one with the first fact only has grade 1; any other has none.
 */
import { readFileSync } from 'node:fs'
import { inventedName } from './search-shop.ts'
import { companyEnds, materials, qualities, shelves } from './search-words.ts'

/** A column of `bench_truth`, a limit of the price in rupees, or a word of the product's name. */
export type FactKind =
  | 'kind'
  | 'material'
  | 'quality'
  | 'subcategory'
  | 'category'
  | 'company'
  | 'name_no'
  | 'least'
  | 'most'
  | 'named'
export type Fact = readonly [kind: FactKind, value: string]
export interface Judged {
  /** Such as 'hindi: Devanagari'; a third is named before the colon. */
  group: string
  typed: string
  facts: readonly Fact[]
}

const known = new Map<string, FactKind>([
  ...shelves.flatMap(([category, subcategory, kinds]) => [
    [category, 'category'] as const,
    [subcategory, 'subcategory'] as const,
    ...kinds.map((kind) => [kind, 'kind'] as const),
  ]),
  ...materials.map((material) => [material, 'material'] as const),
  ...qualities.map((quality) => [quality, 'quality'] as const),
])

function factOf(text: string): Fact {
  const [, sign, limit] = /^([<>])=(\d+)$/.exec(text) ?? []
  if (limit) return [sign === '<' ? 'most' : 'least', limit]
  if (text.startsWith('named ')) return ['named', text.slice(6)]
  const kind = known.get(text)
  if (!kind) throw new Error(`search-judged.txt: there is no '${text}'`)
  return [kind, text]
}

const written: readonly Judged[] = readFileSync(new URL('search-judged.txt', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => {
    const [group = '', ...lines] = part.split('\n').filter((line) => line !== '')
    return lines.map((line) => {
      const [typed = '', facts = ''] = line.split(' | ')
      return { group, typed, facts: facts.split(', ').map(factOf) }
    })
  })

/** The company of the seller with this number, as search-shop.ts names it. */
const company = (number: number) =>
  `${inventedName(number * 97 + 5_000)} ${companyEnds[number % companyEnds.length]}`
const sellers = [2, 3, 5, 8, 13, 21, 34, 55].map((number): Judged => {
  const name = company(number)
  return { group: 'right: seller', typed: name.toLowerCase(), facts: [['company', name]] }
})
const name = (number: number) => inventedName(number).toLowerCase()
const without = (word: string, place: number) => word.slice(0, place) + word.slice(place + 1)
const swapped = (word: string, place: number) =>
  word.slice(0, place) + (word[place + 1] ?? '') + (word[place] ?? '') + word.slice(place + 2)
const collection = (typed: string, number: number, ...facts: Fact[]): Judged => ({
  group: 'right: collection',
  typed,
  facts: [...facts, ['name_no', String(number)]],
})

export const judged: readonly Judged[] = [
  ...written,
  ...sellers,
  ...[3, 40, 150, 333, 500, 700].map((number) => collection(name(number), number)),
  ...[4, 44, 155, 303].map((number) => collection(without(name(number), 4), number)),
  ...[5, 45, 166, 311].map((number) => collection(swapped(name(number), 5), number)),
  collection(`${name(1)} soap`, 1, ['kind', 'Soap']),
  collection(`${name(2)} bowl`, 2, ['kind', 'Bowl']),
]
