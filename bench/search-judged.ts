/**
 * Judged queries for `bench search`. What a query means is written here by hand, as facts about goods that the shop of
 * search-shop.ts notes beside each product, so the judgement knows nothing of texts or of the engine: a product with all the
 * facts has grade 3, or 2 where it is sold out; one with the first fact only has grade 1; any other has none.
 */
import { inventedName } from './search-shop.ts'
import { companyEnds, hindiNames } from './search-words.ts'

/** The facts by the columns of `bench_truth`; the first one is the kind of goods, or what else the buyer cannot do without. */
export type Facts = Partial<
  Record<'kind' | 'material' | 'quality' | 'subcategory' | 'category' | 'company' | 'name_no', string>
>
export interface Judged {
  group: string
  typed: string
  facts: Facts
}

const group = (name: string, queries: readonly (readonly [typed: string, facts: Facts])[]): Judged[] =>
  queries.map(([typed, facts]) => ({ group: name, typed, facts }))
const kind = (typed: string, name: string, material?: string, quality?: string) =>
  [typed, { kind: name, ...(material && { material }), ...(quality && { quality }) }] as const
const material = (typed: string, name: string) => [typed, { material: name }] as const

const kinds = group(
  'kind',
  'Soap,Toothbrush,Broom,Comb,Candle,Notebook,Vase,Kurta,Honey,Planter,Mug,Quilt,Basket,Rug,Scarf,Kettle,Trowel,Rattle,Spatula,Tiffin'
    .split(',')
    .map((name) => kind(name.toLowerCase(), name)),
)
const materialWords = group(
  'material',
  'Bamboo,Jute,Terracotta,Copper,Khadi,Cork,Sheesham,Kansa,Wool,Hemp,Neem,Coir'
    .split(',')
    .map((name) => material(name.toLowerCase(), name)),
)
const twoWords = group('two words', [
  kind('bamboo toothbrush', 'Toothbrush', 'Bamboo'),
  kind('copper bottle', 'Bottle', 'Copper'),
  kind('jute tote bag', 'Tote Bag', 'Jute'),
  kind('terracotta planter', 'Planter', 'Terracotta'),
  kind('neem comb', 'Comb', 'Neem'),
  kind('comb neem', 'Comb', 'Neem'),
  kind('cotton quilt', 'Quilt', 'Cotton'),
  kind('brass oil lamp', 'Oil Lamp', 'Brass'),
  kind('coir scrubber', 'Scrubber', 'Coir'),
  kind('khadi kurta', 'Kurta', 'Khadi'),
  kind('hemp backpack', 'Backpack', 'Hemp'),
  kind('cork notebook', 'Notebook', 'Cork'),
  kind('cane baskets', 'Basket', 'Cane'),
  kind('stoneware mug', 'Mug', 'Stoneware'),
  kind('wool blanket', 'Blanket', 'Wool'),
  kind('linen cushion cover', 'Cushion Cover', 'Linen'),
  kind('soap neem', 'Soap', 'Neem'),
  kind('tooth brush bamboo', 'Toothbrush', 'Bamboo'),
  kind('organic honey', 'Honey', undefined, 'Organic'),
  kind('handmade soap', 'Soap', undefined, 'Handmade'),
  kind('reusable straw set', 'Straw Set', undefined, 'Reusable'),
  kind('handwoven rug', 'Rug', undefined, 'Handwoven'),
  kind('foldable tote bags', 'Tote Bag', undefined, 'Foldable'),
  kind('carved comb', 'Comb', undefined, 'Carved'),
  kind('vegan shampoo bar', 'Shampoo Bar', undefined, 'Vegan'),
])
const threeWords = group('three words', [
  kind('organic cotton kurta', 'Kurta', 'Cotton', 'Organic'),
  kind('handmade bamboo basket', 'Basket', 'Bamboo', 'Handmade'),
  kind('natural neem soap', 'Soap', 'Neem', 'Natural'),
  kind('reusable copper bottle', 'Bottle', 'Copper', 'Reusable'),
  kind('handwoven jute rug', 'Rug', 'Jute', 'Handwoven'),
  kind('vegan tulsi soap', 'Soap', 'Tulsi', 'Vegan'),
  kind('carved sheesham spatula', 'Spatula', 'Sheesham', 'Carved'),
  kind('organic cotton swaddle', 'Swaddle', 'Cotton', 'Organic'),
  kind('compostable bamboo toothbrush', 'Toothbrush', 'Bamboo', 'Compostable'),
  kind('upcycled wool scarf', 'Scarf', 'Wool', 'Upcycled'),
  kind('glazed terracotta vase', 'Vase', 'Terracotta', 'Glazed'),
  kind('the soap of neem', 'Soap', 'Neem'),
])
const unfinished = group('unfinished', [
  kind('toothbr', 'Toothbrush'),
  kind('noteb', 'Notebook'),
  kind('cush', 'Cushion Cover'),
  kind('lamps', 'Lampshade'),
  kind('turm', 'Turmeric Powder'),
  kind('cardam', 'Cardamom'),
  kind('hamm', 'Hammock'),
  kind('backp', 'Backpack'),
  kind('spatu', 'Spatula'),
  kind('blank', 'Blanket'),
  kind('soapn', 'Soapnuts'),
  material('terrac', 'Terracotta'),
  material('sheesh', 'Sheesham'),
  material('sandalw', 'Sandalwood'),
  material('stonew', 'Stoneware'),
  material('bambo', 'Bamboo'),
  kind('bamboo tooth', 'Toothbrush', 'Bamboo'),
  kind('jute back', 'Backpack', 'Jute'),
  kind('copper bott', 'Bottle', 'Copper'),
  kind('cotton blan', 'Blanket', 'Cotton'),
])
const misspelt = group('misspelt', [
  kind('tothbrush', 'Toothbrush'),
  kind('bambo tothbrush', 'Toothbrush', 'Bamboo'),
  kind('coper bottel', 'Bottle', 'Copper'),
  kind('jagery', 'Jaggery'),
  kind('notbook', 'Notebook'),
  kind('cusion cover', 'Cushion Cover'),
  kind('insense sticks', 'Incense Sticks'),
  kind('candel', 'Candle'),
  kind('spatla', 'Spatula'),
  kind('turmric powder', 'Turmeric Powder'),
  kind('cardamon', 'Cardamom'),
  kind('baskit', 'Basket'),
  kind('blankit', 'Blanket'),
  kind('hammok', 'Hammock'),
  kind('pilow', 'Pillow'),
  kind('lamshade', 'Lampshade'),
  kind('rangolli powder', 'Rangoli Powder'),
  kind('watring can', 'Watering Can'),
  kind('desk organizer', 'Desk Organiser'),
  kind('compst bin', 'Compost Bin'),
  kind('shampo bar', 'Shampoo Bar'),
  kind('body scurb', 'Body Scrub'),
  kind('herbel infusion', 'Herbal Infusion'),
  kind('soapnutt', 'Soapnuts'),
  kind('cotten kurta', 'Kurta', 'Cotton'),
  kind('neem comd', 'Comb', 'Neem'),
  material('teracotta', 'Terracotta'),
  material('shesham', 'Sheesham'),
  material('sandlewood', 'Sandalwood'),
  material('stonwear', 'Stoneware'),
  material('recyled paper', 'Recycled Paper'),
  material('terakota', 'Terracotta'),
])
const hindi = group('transliterated Hindi', [
  ...Object.entries(hindiNames).flatMap(([name, spellings]) =>
    [...new Set(spellings)].map((spelling) => kind(spelling.toLowerCase(), name)),
  ),
  // Spellings that no seller uses.
  kind('jaadoo', 'Broom'),
  kind('jhaadoo', 'Broom'),
  kind('diyaa', 'Oil Lamp'),
  kind('saboon', 'Soap'),
  kind('chataee', 'Floor Mat'),
  kind('jholla', 'Shoulder Bag'),
  kind('thalee', 'Plate'),
  kind('neem sabun', 'Soap', 'Neem'),
  kind('bamboo jhadu', 'Broom', 'Bamboo'),
  kind('brass diya', 'Oil Lamp', 'Brass'),
  kind('terracotta kulhad', 'Tea Cup', 'Terracotta'),
  material('khaadi', 'Khadi'),
  material('tulasi', 'Tulsi'),
  material('nim', 'Neem'),
])
const shelfWords = group('category', [
  ['pantry', { category: 'Pantry' }],
  ['stationery', { category: 'Stationery' }],
  ['kitchen', { category: 'Kitchen' }],
  ['garden', { category: 'Garden' }],
  ['festive', { category: 'Festive' }],
  ['fragrance', { category: 'Fragrance' }],
  ['home decor', { category: 'Home Decor' }],
  ['personal care', { category: 'Personal Care' }],
  ['oral care', { subcategory: 'Oral Care' }],
  ['tableware', { subcategory: 'Tableware' }],
  ['laundry', { subcategory: 'Laundry' }],
  ['spices', { subcategory: 'Spices' }],
])
/** The company of the seller with this number, as search-shop.ts names it. */
const company = (number: number) =>
  `${inventedName(number * 97 + 5_000)} ${companyEnds[number % companyEnds.length]}`
const sellers = group(
  'seller',
  [2, 3, 5, 8, 13, 21, 34, 55].map((number) => [company(number).toLowerCase(), { company: company(number) }]),
)
const name = (number: number) => inventedName(number).toLowerCase()
const without = (word: string, place: number) => word.slice(0, place) + word.slice(place + 1)
const swapped = (word: string, place: number) =>
  word.slice(0, place) + (word[place + 1] ?? '') + (word[place] ?? '') + word.slice(place + 2)
const collections = group('collection', [
  ...[3, 40, 150, 333, 500, 700].map((number) => [name(number), { name_no: String(number) }] as const),
  ...[4, 44, 155, 303].map((number) => [without(name(number), 4), { name_no: String(number) }] as const),
  ...[5, 45, 166, 311].map((number) => [swapped(name(number), 5), { name_no: String(number) }] as const),
  [`${name(1)} soap`, { kind: 'Soap', name_no: '1' }],
  [`${name(2)} bowl`, { kind: 'Bowl', name_no: '2' }],
])

export const judged: readonly Judged[] = [
  ...kinds,
  ...materialWords,
  ...twoWords,
  ...threeWords,
  ...unfinished,
  ...misspelt,
  ...hindi,
  ...shelfWords,
  ...sellers,
  ...collections,
]
