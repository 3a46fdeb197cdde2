/** A seller's files of products: what is exported comes back as it was, and a file adds and changes as the form does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile, rowsOf, sendFile, untilImport, writeImport } from '../../../tests/setup/imports.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput, type TestSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { addMember } from '../../../tests/setup/team.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { csvLine } from '../../platform/csv.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let place: TestSubcategory
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  place = await addSubcategory(shop, 'Imported Brushes', 'Brushes of wood')
  picture = await uploaded(seller)
})
afterAll(() => shop.stop())

const addProduct = async (more: object): Promise<string> =>
  (await seller.post('/private/product/add', productInput(place, [picture], more))).body.id
const formOf = async (id: string) => (await seller.get(`/private/product/edit/get-form/${id}`)).body
const exported = async (columns = 'all'): Promise<string> =>
  (await seller.get(`/private/product-export?columns=${columns}`)).body
const file = (...rows: Record<string, string | number>[]) => {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [headings, ...rows.map((row) => headings.map((heading) => row[heading]))].map(csvLine).join('')
}
const fresh = (more: Record<string, string | number> = {}) => ({
  'Product Name': 'Imported Brush',
  Category: 'imported brushes',
  Subcategory: 'Brushes of wood',
  'Price (₹)': '₹1,249.50',
  'Number of Units': 12,
  Description: 'A brush.',
  Details: 'Material: wood',
  'Height (cm)': 2,
  'Width (cm)': 3,
  'Length (cm)': 20,
  'Weight (gm)': 80,
  'Picture 1': picture,
  ...more,
})

test('an export comes back as it was: nothing changes, and what is edited in it changes alone', async () => {
  const odd = '=SUM(A1)\n; \'-x\t+1, "quoted" — ₹'
  const id = await addProduct({
    name: '@odd, name',
    details: odd,
    description: "'=old",
    sku: '0042',
    mrp: 300,
    originCountry: 'IN',
    netQuantity: 2,
    netUnit: 'piece',
    size: '10 x 12',
    hsnCode: '9615',
  })
  const other = await addProduct({ name: 'Other' })
  const before = await formOf(id)
  const text = await exported()
  expect(text).toContain('"\'@odd, name"')
  const again = await checkFile(seller, text)
  expect([again.rows, again.same, again.problems, again.notes]).toEqual([2, 2, [], []])

  const rows = await rowsOf(text)
  const changed = rows.map((row) =>
    row['Product Id'] === id ? { ...row, 'Price (₹)': '275', 'Number of Units': '90' } : row,
  )
  const { id: importId, toChange } = await checkFile(seller, file(...changed))
  expect(toChange).toBe(1)
  expect(await writeImport(seller, importId)).toMatchObject({ changed: 1, refused: 0 })
  const { version, ...after } = await formOf(id)
  expect(after).toEqual({
    ...before,
    version: undefined,
    price: 275,
    noOfUnits: 90,
    description: before.description,
  })
  expect(version).not.toBe(before.version)
  expect(await formOf(other)).toMatchObject({ name: 'Other', noOfUnits: 100 })
  // The file is older than the product now.
  const old = await checkFile(seller, file(...rows.map((row) => ({ ...row, 'Price (₹)': '280' }))))
  expect(old.problems).toEqual([[expect.any(Number), 'Version', expect.stringContaining('export it again')]])
})

test('price and stock alone, by SKU: what is sold meanwhile is not sold twice, an empty cell changes nothing', async () => {
  const id = await addProduct({ name: 'Stocked', sku: 'ST-1' })
  const [row] = (await rowsOf(await exported('stock'))).filter((one) => one.SKU === 'ST-1')
  expect(row).toMatchObject({ 'Product Id': id, 'Number of Units': '100', 'Price (₹)': '249.5' })
  // Thirty are sold.
  await shop.db.query(sql`update product set units = units - 30 where id = ${id}`)
  const { id: importId } = await checkFile(seller, file({ ...row, 'Number of Units': 110 }))
  await writeImport(seller, importId)
  expect(await formOf(id)).toMatchObject({ noOfUnits: 80, price: 249.5 })
  const bySku = file(
    { SKU: 'ST-1', 'Price (₹)': 199, 'Number of Units': '' },
    { SKU: 'unknown', 'Price (₹)': 1, 'Number of Units': 1 },
  )
  const checked = await checkFile(seller, bySku)
  expect(checked).toMatchObject({ toChange: 1, wrong: 1 })
  expect(checked.problems).toContainEqual([3, 'Product Name', 'A new product needs this.'])
  expect(await writeImport(seller, checked.id)).toMatchObject({ changed: 1 })
  expect(await formOf(id)).toMatchObject({ noOfUnits: 80, price: 199, name: 'Stocked', sku: 'ST-1' })
})

test('of rows that name one product by its id and by its SKU the first one counts', async () => {
  const id = await addProduct({ name: 'Named twice', sku: 'TW-1' })
  const checked = await checkFile(
    seller,
    file(
      { 'Product Id': '', SKU: 'TW-1', 'Price (₹)': 150, 'Number of Units': '' },
      { 'Product Id': id, SKU: '', 'Price (₹)': 160, 'Number of Units': '' },
    ),
  )
  expect(checked.problems).toEqual([[3, 'Product Id', 'Row 2 is about the same product.']])
  expect(await writeImport(seller, checked.id)).toMatchObject({ changed: 1 })
  expect(await formOf(id)).toMatchObject({ price: 150 })
})

test('new products are those of the form, with its rules; a second file with the same SKU changes them', async () => {
  const rows = [1, 2, 3].map((n) => fresh({ SKU: `NEW-${n}`, 'Country of Origin': 'India', 'MRP (₹)': 1500 }))
  const { id, toAdd, problems } = await checkFile(seller, file(...rows))
  expect([toAdd, problems]).toEqual([3, []])
  expect(await writeImport(seller, id)).toMatchObject({ state: 'done', added: 3, refused: 0 })
  const queued = await shop.db.query<{ id: string; name: string }>(sql`
    select p.id, p.name from product p join moderated_listing m on m.product_id = p.id
    where p.sku like 'NEW-%' and m.waits_since is not null`)
  expect(queued.length).toBeGreaterThan(0)
  expect(await formOf(queued[0]?.id ?? '')).toMatchObject({
    name: 'Imported Brush',
    price: 1249.5,
    originCountry: 'IN',
    ...place,
  })
  const again = await checkFile(seller, file(...rows, fresh({ SKU: 'NEW-1' })))
  expect(again).toMatchObject({ same: 3, wrong: 1, toAdd: 0 })
  expect(again.problems).toEqual([[5, 'SKU', 'Row 2 is about the same product.']])
  // The form refuses the same number, too.
  const taken = await seller.post('/private/product/add', productInput(place, [picture], { sku: 'NEW-1' }))
  expect([taken.status, taken.body.fields]).toEqual([400, { sku: 'Another of your products has this SKU.' }])
})

test('each mistake is named by row and column, also what Excel did', async () => {
  const foreign = await addSeller(shop)
  const { body } = await foreign.post('/private/product/add', productInput(place, [await uploaded(foreign)]))
  const wrong: [Record<string, string | number>, string, string][] = [
    [{ 'Price (₹)': '8.90123E+12' }, 'Price (₹)', 'Excel has shortened this number'],
    [{ 'HSN Code': '902' }, 'HSN Code', 'may be 0902'],
    [{ 'HSN Code': '9.01E+07' }, 'HSN Code', 'its digits are lost'],
    [{ 'HSN Code': '99999999' }, 'HSN Code', 'There is no such HSN code.'],
    [{ 'FSSAI Number': '1.00123E+13' }, 'FSSAI Number', 'its digits are lost'],
    [{ Size: '10-Dec' }, 'Size', 'Excel has turned this into the date 10-Dec'],
    [{ 'Number of Units': 'ten' }, 'Number of Units', "'ten' is no number."],
    [{ 'Number of Units': 1.5 }, 'Number of Units', 'whole number'],
    [{ 'Weight (gm)': '#N/A' }, 'Weight (gm)', 'an error of the spreadsheet'],
    [{ 'MRP (₹)': 100 }, 'Price (₹)', 'above the MRP'],
    [{ 'Net Quantity': 1 }, 'Unit', 'needs its unit'],
    [{ Category: 'Brooms' }, 'Category', "no category 'Brooms'"],
    [{ Subcategory: 'Brooms' }, 'Subcategory', "no subcategory 'Brooms'"],
    [{ 'Picture 1': '' }, 'Picture 1', 'at least one image'],
    [{ 'Picture 1': 'http://example.com/a.jpg' }, 'Picture 1', 'begins with https://'],
    [{ 'Picture 2': 'comb.jpg' }, 'Picture 2', 'choose the zip'],
    [{ 'Product Id': body.id }, 'Product Id', 'no product with this id'],
  ]
  const before = await exported()
  const found = await checkFile(
    seller,
    file(...wrong.map(([more]) => fresh(more)), fresh({ SKU: 'EXAMPLE-1', 'Price (₹)': 'x' })),
  )
  expect(found.problems).toEqual(
    wrong.map(([, column, words], at) => [at + 2, column, expect.stringContaining(words)]),
  )
  expect([found.rows, found.wrong, found.missingPictures]).toEqual([17, 17, ['comb.jpg']])
  const csv = (await seller.get(`/private/product-imports/${found.id}/problems-csv`)).body
  expect((await rowsOf(csv))[1]).toEqual({
    Row: '3',
    Column: 'HSN Code',
    'What is wrong': expect.stringContaining('0902'),
  })
  expect(await writeImport(seller, found.id)).toMatchObject({ added: 0, changed: 0, refused: 0 })
  expect(await exported()).toBe(before)
})

test('a picture that was uploaded for the name of a file completes its row', async () => {
  const { id } = await checkFile(
    seller,
    file(fresh({ SKU: 'ZIP-1', 'Picture 1': 'front.jpg', 'Picture 2': 'back.jpg' })),
  )
  const own = await uploaded(seller)
  const named = await seller.post(`/private/product-imports/${id}/pictures`, {
    pictures: [
      { name: 'front.jpg', address: own },
      { name: 'back.jpg', address: picture },
    ],
  })
  expect(named.status).toBe(200)
  expect(await writeImport(seller, (await untilImport(seller, id, 'checked')).id)).toMatchObject({ added: 1 })
  const [row] = await shop.db.query<{ id: string }>(sql`select id from product where sku = 'ZIP-1'`)
  expect((await formOf(row?.id ?? '')).imageUrls).toEqual([own, picture])
})

test('what is no such file is refused at once and leaves nothing', async () => {
  const count = async () => (await seller.get('/private/product-imports')).body.length
  const before = await count()
  const none = await sendFile(seller, 'Product Name,Price\n\n')
  expect([none.status, none.body.msg]).toEqual([400, 'This file has no rows below its headings.'])
  expect((await sendFile(seller, 'a,b\n1,2\n')).body.msg).toContain('no columns that are known')
  expect((await sendFile(seller, Buffer.from('Product Name\nCr\xe8me', 'latin1'))).body.msg).toContain(
    'CSV UTF-8',
  )
  expect(await count()).toBe(before)
})

test("a member of the team who has the products sends the shop's file, one who has not is refused", async () => {
  const member = await addMember(shop, seller, ['products'])
  const { id } = await checkFile(member, file(fresh({ SKU: 'TEAM-1' })))
  expect(await writeImport(seller, id)).toMatchObject({ added: 1 })
  expect(await exported()).toContain('TEAM-1')
  const other = await addMember(shop, seller, ['orders'])
  expect((await sendFile(other, file(fresh()))).status).toBe(403)
})

test('a host that fails is not asked for each of its pictures', async () => {
  const rows = Array.from({ length: 30 }, (_, n) =>
    fresh({ SKU: `HOST-${n}`, 'Picture 1': `https://10.0.0.1/${n}.jpg` }),
  )
  const { id } = await checkFile(seller, file(...rows))
  expect(await writeImport(seller, id)).toMatchObject({ added: 0, refused: 30 })
  const { body } = await seller.get(`/private/product-imports/${id}/problems`)
  const messages: string[] = body.flatMap(({ problems }: any) => problems.map(({ message }: any) => message))
  // Rows that are written at once may each be one too many.
  expect(messages.filter((one) => one.includes('no more are fetched')).length).toBeGreaterThanOrEqual(7)
  expect(messages.filter((one) => one.includes('none of the public internet')).length).toBeGreaterThan(10)
})
