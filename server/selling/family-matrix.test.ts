/** A family of new listings that are made of one: each as if it were added alone, all of them or none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploaded } from '../../tests/setup/pictures.ts'
import { addSubcategory, productInput, type TestSubcategory } from '../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let place: TestSubcategory
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  place = await addSubcategory(shop)
  picture = await uploaded(seller)
})
afterAll(() => shop.stop())

const declared = {
  mrp: 300,
  netQuantity: 100,
  netUnit: 'g',
  commonName: 'Soap',
  originCountry: 'IN',
  maker: 'A',
  careContact: 'B',
}
const addBase = async (name: string) =>
  (await seller.post('/private/product/add', productInput(place, [picture], { name, ...declared }))).body
    .id as string
const cell = (values: string[], more: object = {}) => ({
  values,
  price: 100,
  mrp: 200,
  netQuantity: 50,
  weight: 70,
  noOfUnits: 3,
  ...more,
})
const matrix = (base: string, members: object[], more: object = {}) =>
  seller.post('/private/families/matrix', {
    name: 'Neem Soap',
    options: ['size', 'scent'],
    sameThing: false,
    base,
    members,
    ...more,
  })
const live = async () =>
  (await seller.get('/private/product/get-by-seller?limit=200')).body.map((one: any) => one.name)

test('three by four listings in one call, each with its own price, MRP, quantity, weight and stock', async () => {
  const base = await addBase('Neem Soap, plain')
  const members = ['50 g', '100 g', '200 g'].flatMap((size, s) =>
    ['Rose', 'Khus', 'Mogra', 'Plain'].map((scent, t) =>
      size === '100 g' && scent === 'Plain'
        ? cell([size, scent], { isBase: true })
        : cell([size, scent], { price: 90 + 10 * s + t, netQuantity: 50 * (s + 1), noOfUnits: t }),
    ),
  )
  const { status, body } = await matrix(base, members)
  expect([status, body.msg]).toEqual([200, 'The family is made.'])
  expect(body.productIds).toHaveLength(12)
  expect(body.productIds[7]).toBe(base)
  const form = (await seller.get(`/private/product/edit/get-form/${body.productIds[9]}`)).body
  expect(form).toMatchObject({
    name: 'Neem Soap, 200 g, Khus',
    price: 111,
    mrp: 200,
    netQuantity: 150,
    netUnit: 'g',
    noOfUnits: 1,
    weight: 70,
    imageUrls: [picture],
    description: 'A brush with bristles of agave.',
    maker: 'A',
    ...place,
  })
  expect((await seller.get(`/private/product/edit/get-form/${base}`)).body).toMatchObject({
    name: 'Neem Soap, plain',
    price: 249.5,
    noOfUnits: 100,
  })
  const shown = (await shop.client().get(`/public/product/${base}`)).body.family
  expect(shown.members).toHaveLength(12)
  expect(shown.members[7]).toMatchObject({ productId: base, values: ['100 g', 'Plain'], price: 249.5 })
  const list = await shop.client().get(`/public/product/sub_category/${place.subCategoryId}`)
  expect([list.body.length, list.headers.get('x-total-count')]).toEqual([1, '1'])
  // As each that is added alone: the first listings of a new seller wait for a look.
  const queued = await shop.db.query<{ id: string }>(sql`
    select product_id as id from moderated_listing where waits_since is not null and product_id = any(${body.productIds}::uuid[])`)
  expect(queued.length).toBeGreaterThan(0)
})

test('a copy has attributes and size of its base, but what its options tell: lists find each by its own colour', async () => {
  const [asked] = await shop.db.query<{
    colour: number
    material: number
    values: Record<string, number>
  }>(sql`
    with asked as (
      insert into category_attribute (category_id, attribute_id)
      select ${place.categoryId}, id from attribute where name in ('Colour', 'Material', 'Clothing size') returning attribute_id
    )
    select min(a.id) filter (where a.name = 'Colour') as colour, min(a.id) filter (where a.name = 'Material') as material,
      json_object_agg(a.name || ' ' || v.name, v.id) as values
    from asked k join attribute a on a.id = k.attribute_id join attribute_value v on v.attribute_id = a.id`)
  if (!asked) throw new Error('there are no attributes')
  const value = (attributeId: number, name: string) => ({ attributeId, valueId: asked.values[name] })
  const wool = value(asked.material, 'Material Wool')
  const attributes = [value(asked.colour, 'Colour Red'), wool]
  const { body } = await seller.post(
    '/private/product/add',
    productInput(place, [picture], { name: 'Red Scarf', ...declared, size: 'Short', attributes }),
  )
  const colours = ['Blue', 'GREY', 'gray', 'Teal']
  const cells = colours.map((colour) => cell([colour, 'Long']))
  const made = await matrix(body.id, [cell(['Red', 'Short'], { isBase: true }), ...cells], {
    name: 'Scarf',
    options: ['colour', 'size'],
  })
  expect(made.status).toBe(200)
  const saved = await Promise.all(
    made.body.productIds.map(
      async (id: string) => (await seller.get(`/private/product/edit/get-form/${id}`)).body,
    ),
  )
  expect(saved.map(({ size }: any) => size)).toEqual(['Short', ...colours.map(() => 'Long')])
  const forms = saved.map(({ attributes: all }: any) => all)
  const grey = value(asked.colour, 'Colour Grey')
  const own = [
    [value(asked.colour, 'Colour Red'), wool],
    [value(asked.colour, 'Colour Blue'), wool],
    [grey, wool],
    [grey, wool],
    [wool],
  ]
  expect(forms).toEqual(own.map((all) => expect.arrayContaining(all)))
  expect(forms.map((all: object[]) => all.length)).toEqual(own.map((all) => all.length))
})

test('one wrong cell refuses all of them, and says which', async () => {
  const base = await addBase('Another Soap')
  const before = await live()
  const good = cell(['50 g', 'Rose'])
  const wrong: [object, string][] = [
    [cell(['60 g', 'Rose'], { price: 0 }), 'Price must be between'],
    [cell(['60 g', 'Rose'], { noOfUnits: 1.5 }), 'whole number'],
    [cell(['60 g', 'Rose'], { price: 201 }), 'above the MRP'],
    [cell(['60 g']), 'fill in every value'],
    [cell(['50 G', 'rose']), 'the same values'],
    [cell(['60 g', 'x'.repeat(61)]), 'At most 60 characters'],
  ]
  for (const [bad, words] of wrong) {
    const { status, body } = await matrix(base, [good, bad])
    expect([status, body.msg]).toEqual([400, expect.stringContaining(words)])
  }
  const long = await matrix(base, [good, cell(['60 g', 'Rose'])], { name: 'x'.repeat(195) })
  expect([long.status, long.body.msg]).toEqual([400, expect.stringContaining('is too long')])
  const many = Array.from({ length: 25 }, (_, n) => cell([`${n} g`, 'Rose']))
  expect((await matrix(base, many)).body.msg).toContain('At most 24')
  expect((await matrix(base, [good])).body.msg).toContain('two listings')
  const cells = [good, cell(['60 g', 'Rose'])]
  const { body: made } = await matrix(base, [{ ...good, isBase: true }, cells[1] ?? {}])
  expect((await matrix(base, [{ ...good, isBase: true }, cells[1] ?? {}])).status).toBe(409)
  expect((await live()).length).toBe(before.length + 1)
  // A listing of a family may be copied again, where it has no place in the new one.
  expect((await matrix(base, cells, { name: 'Copied' })).status).toBe(200)
  expect(made.productIds[0]).toBe(base)
  const stranger = await addSeller(shop)
  const foreign = await stranger.post('/private/families/matrix', {
    name: 'Theirs',
    options: ['size', 'scent'],
    sameThing: false,
    base,
    members: cells,
  })
  expect(foreign.status).toBe(404)
})
