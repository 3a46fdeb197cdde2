/** Families and the texts of pictures by CSV: what an export has comes back, and rows join families as their form would. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { familyLimits } from '../../../contract/family-words.ts'
import { checkFile, rowsOf, writeImport } from '../../../tests/setup/imports.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput, type TestSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { csvLine } from '../../platform/csv.ts'

let shop: TestShop
let seller: Seller
let place: TestSubcategory
let other: TestSubcategory
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  place = await addSubcategory(shop, 'Soap Shelf', 'Soaps of a family')
  other = await addSubcategory(shop, 'Comb Shelf', 'Combs of none')
  picture = await uploaded(seller)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const file = (...rows: Record<string, string | number>[]) => {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [headings, ...rows.map((row) => headings.map((heading) => row[heading]))].map(csvLine).join('')
}
const soap = (size: string, scent: string, more: Record<string, string | number> = {}) => ({
  'Product Name': `Soap ${size} ${scent}`,
  SKU: `SOAP-${size}-${scent}`,
  Category: 'Soap Shelf',
  Subcategory: 'Soaps of a family',
  'Price (₹)': 90,
  'Number of Units': 12,
  Description: 'A soap.',
  Details: 'Material: oil',
  'Height (cm)': 2,
  'Width (cm)': 3,
  'Length (cm)': 6,
  'Weight (gm)': 110,
  'Picture 1': picture,
  Family: 'Farm soap',
  'Option: Size': size,
  'Option: Scent': scent,
  ...more,
})
async function imported(text: string) {
  const { id } = await checkFile(seller, text)
  return writeImport(seller, id)
}
const problemsOf = async (id: string): Promise<[number, string, string][]> =>
  (await seller.get(`/private/product-imports/${id}/problems`)).body.flatMap((row: any) =>
    row.problems.map((one: any) => [one.row, one.column, one.message]),
  )
async function family(name: string) {
  const { body } = await seller.get('/private/families')
  const [found] = body.filter((one: { name: string }) => one.name === name)
  return found && (await seller.get(`/private/families/${found.id}`)).body
}

test('a family of three sizes and four scents comes from a file, and an export of it changes nothing', async () => {
  const sizes = ['75 g', '100 g', '150 g']
  const scents = ['Neem', 'Rose', 'Lemon', 'Plain']
  const rows = sizes.flatMap((size) =>
    scents.map((scent) => soap(size, scent, { 'Picture 1 Text': `A bar of ${size} soap` })),
  )
  expect(await imported(file(...rows))).toMatchObject({ added: 12, refused: 0 })
  const made = await family('Farm soap')
  expect(made).toMatchObject({ options: ['size', 'scent'], sameThing: false })
  expect(made.members.map(({ values }: { values: string[] }) => values.join()).toSorted()).toEqual(
    sizes.flatMap((size) => scents.map((scent) => `${size},${scent}`)).toSorted(),
  )
  const form = (await seller.get(`/private/product/edit/get-form/${made.members[0].id}`)).body
  expect(form.imageTexts).toEqual([`A bar of ${made.members[0].values[0]} soap`])

  const exported = (await seller.get('/private/product-export?columns=all')).body
  expect(await checkFile(seller, exported)).toMatchObject({ rows: 12, same: 12, problems: [] })
  const [first, ...others] = await rowsOf(exported)
  const renamed = { ...first, 'Option: Scent': 'Tulsi', 'Picture 1 Text': 'none' }
  expect(
    await imported(file(renamed as Record<string, string>, ...(others as Record<string, string>[]))),
  ).toMatchObject({
    changed: 1,
    refused: 0,
  })
  const { id, values } = (await family('Farm soap')).members.find(
    (one: { values: string[] }) => one.values[1] === 'Tulsi',
  )
  expect([id, values[1]]).toEqual([first?.['Product Id'], 'Tulsi'])
  expect((await seller.get(`/private/product/edit/get-form/${id}`)).body.imageTexts).toEqual([''])
})

test('what a family forbids refuses its row whole, with the reason at its column', async () => {
  const loose = (
    await seller.post(
      '/private/product/add',
      productInput(place, [picture], { name: 'Loose soap', sku: 'LOOSE' }),
    )
  ).body.id
  await seller.post(
    '/private/product/add',
    productInput(place, [picture], { name: 'Tight soap', sku: 'TIGHT' }),
  )
  const two = ['LOOSE', 'TIGHT'].map((sku, at) => ({ SKU: sku, Family: 'Pair', 'Option: Kind': `${at}` }))
  expect(await imported(file(...two))).toMatchObject({ changed: 2, refused: 0 })

  const done = await imported(
    file(
      soap('75 g', 'Neem', { SKU: 'TWICE' }),
      soap('75 g', 'Musk', { SKU: 'ELSEWHERE', Category: 'Comb Shelf', Subcategory: 'Combs of none' }),
      { SKU: 'LOOSE', Family: 'Farm soap', 'Option: Size': '1 kg', 'Option: Scent': 'Neem', 'Price (₹)': 55 },
      soap('80 g', 'Neem', { SKU: 'OTHERWISE', 'Option: Scent': '' }),
    ),
  )
  expect(done).toMatchObject({ added: 0, changed: 0, refused: 4 })
  expect(await problemsOf(done.id)).toEqual([
    [2, 'Family', 'Another listing of the family has these values.'],
    [3, 'Family', 'The family is of another subcategory.'],
    [4, 'Family', "It is in the family 'Pair'."],
    [5, 'Family', 'The listings of this family differ by other options.'],
  ])
  expect((await seller.get(`/private/product/edit/get-form/${loose}`)).body.price).not.toBe(55)
  expect(other.categoryId).not.toBe(place.categoryId)

  const { problems } = await checkFile(
    seller,
    file(
      { SKU: 'LOOSE', Family: 'Pair' },
      { SKU: 'TIGHT', 'Option: Size': '3' },
      soap('5-Jan', 'Neem', { SKU: 'DATED' }),
      soap('1', '2', { SKU: 'FOUR', 'Option: Kind': '3', 'Option: Pack': '4' }),
    ),
  )
  expect(problems.map(([row, column]) => [row, column])).toEqual([
    [2, 'Family'],
    [3, 'Family'],
    [4, 'Option: Size'],
    [5, 'Option: Kind'],
  ])
})

test('values that look the same are one, and invisible ones none', async () => {
  const shelf = (sku: string, scent: string, more = {}) =>
    soap('75 g', scent, { SKU: sku, Family: 'Looks', ...more })
  const done = await imported(
    file(
      shelf('NFC', 'Caf\u00e9'),
      shelf('NFD', 'Cafe\u0301'),
      shelf('WIDTH', 'Rose\u200b'),
      shelf('TURNED', 'Rose', { Family: 'Loo\u202eks' }),
    ),
  )
  expect(done).toMatchObject({ added: 1, refused: 1, wrong: 2 })
  const invisible = 'This text has invisible characters. Please type it again.'
  expect(await problemsOf(done.id)).toEqual([
    [3, 'Family', 'Another listing of the family has these values.'],
    [4, 'Option: Scent', invisible],
    [5, 'Family', invisible],
  ])
})

test('of a member that was deleted an old export says so, and its row without the id adds it to the family again', async () => {
  const shelf = (size: string) => soap(size, 'Neem', { SKU: `AGAIN-${size}`, Family: 'Again' })
  await imported(file(shelf('S'), shelf('M'), shelf('L')))
  const rows = async () =>
    (await rowsOf((await seller.get('/private/product-export?columns=all')).body)).filter(
      (row) => row['Family'] === 'Again',
    )
  const before = await rows()
  const gone = before.find((row) => row['SKU'] === 'AGAIN-M')
  await seller.delete(`/private/product/delete/${gone?.['Product Id']}`)
  expect((await rows()).map((row) => row['SKU'])).toEqual(['AGAIN-L', 'AGAIN-S'])
  expect(await checkFile(seller, file(...(await rows())))).toMatchObject({ same: 2, problems: [] })

  const old = await checkFile(seller, file(...before))
  expect(old).toMatchObject({ same: 2, wrong: 1 })
  expect(old.problems).toEqual([[3, 'Product Id', expect.stringContaining('Leave it empty')]])
  const again = before.map((row) => (row === gone ? { ...row, 'Product Id': '', Version: '' } : row))
  expect(await imported(file(...again))).toMatchObject({ added: 1, changed: 0, refused: 0 })
  expect((await rows()).map((row) => [row['SKU'], row['Option: Size']])).toEqual([
    ['AGAIN-M', 'M'],
    ['AGAIN-L', 'L'],
    ['AGAIN-S', 'S'],
  ])
})

test('a family that lost all its members takes those of a file, whatever they differ by', async () => {
  await imported(file(soap('S', 'Neem', { SKU: 'EMPTY-1', Family: 'Emptied', 'Option: Scent': '' })))
  const [only] = (await family('Emptied')).members
  await seller.delete(`/private/product/delete/${only.id}`)
  expect((await family('Emptied')).members).toEqual([])
  const comb = { Category: 'Comb Shelf', Subcategory: 'Combs of none', Family: 'Emptied' }
  expect(await imported(file(soap('S', 'Rose', { SKU: 'EMPTY-2', ...comb })))).toMatchObject({
    added: 1,
    refused: 0,
  })
  const { body } = await seller.get('/private/families')
  expect(body.filter(({ name }: { name: string }) => name === 'Emptied')).toHaveLength(1)
  expect(await family('Emptied')).toMatchObject({ options: ['size', 'scent'] })
})

test('of two families with one name a file means the one that has members', async () => {
  const one = (n: number, scent: string, named: string) =>
    soap('', scent, { SKU: `TWO-${n}`, Family: named, 'Option: Scent': named && scent })
  await imported(file(one(1, 'Neem', 'Two')))
  await seller.delete(`/private/product/delete/${(await family('Two')).members[0].id}`)
  await imported(file(one(2, 'Rose', ''), one(3, 'Mint', '')))
  const rows = await rowsOf((await seller.get('/private/product-export?columns=all')).body)
  const members = ['TWO-2', 'TWO-3'].map((sku) => {
    const productId = rows.find((row) => row['SKU'] === sku)?.['Product Id']
    return { productId, values: [sku] }
  })
  const made = { name: 'Two', options: ['scent'], sameThing: false, members }
  expect((await seller.post('/private/families', made)).status).toBe(200)
  expect(await imported(file(one(4, 'Lemon', 'Two'), one(5, 'Plain', 'Two')))).toMatchObject({ added: 2 })
  const { body } = await seller.get('/private/families')
  const counts = body.flatMap(({ name, members: count }: any) => (name === 'Two' ? [count] : []))
  expect(counts).toEqual([4, 0])
})

test(
  'of a full family one value changes, and after a deletion one more has room',
  nightly('A family of sixty listings. What happens to a smaller one is proved in this file each time.'),
  async () => {
    const member = (n: number) =>
      soap(`${n} g`, 'Neem', { SKU: `FULL-${n}`, Family: 'Full', 'Option: Scent': '' })
    const all = Array.from({ length: familyLimits.members }, (_, n) => member(n + 1))
    expect(await imported(file(...all))).toMatchObject({ added: familyLimits.members })
    const changed = { SKU: 'FULL-7', Family: 'Full', 'Option: Size': '700 g' }
    expect(await imported(file(changed))).toMatchObject({ changed: 1, refused: 0 })
    expect(await imported(file(member(100)))).toMatchObject({ added: 0, refused: 1 })
    const [row] = (await family('Full')).members.filter(({ values }: any) => values[0] === '1 g')
    await seller.delete(`/private/product/delete/${row.id}`)
    expect(await imported(file(member(100)))).toMatchObject({ added: 1, refused: 0 })
    const done = await imported(file(member(101)))
    expect(await problemsOf(done.id)).toEqual([[2, 'Family', 'A family has at most 60 listings.']])
  },
)
