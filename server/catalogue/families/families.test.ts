/** Families: one card in every list, links on the page, and one result of a search. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedProduct } from '../../../contract/product.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { changeProduct, setUnits } from '../../../tests/setup/change-product.ts'
import { type Families, openFamilies, sizes, type WantedMember } from '../../../tests/setup/families.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, addSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { walkPages } from '../../../tests/setup/walk-pages.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let families: Families
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  seller = await addSeller(shop, { companyName: 'Family Works' })
  families = openFamilies(shop, seller)
})
afterAll(() => shop.stop())

test('a family is one card in every list, which says from which price and what there is to choose', async () => {
  const place = await addSubcategory(shop, 'Cards')
  const { id, members } = await families.addFamily(
    place,
    sizes(['Small', 90], ['Large', 150], ['Huge', 120, 0]),
  )
  const single = await addProduct(shop, { seller, subcategory: place, name: 'Single' })
  const card = (await families.listOf(place)).find((product) => product.id !== single.id)
  expect(card).toMatchObject({
    id: members[0],
    price: 90,
    family: {
      familyId: id,
      members: 3,
      from: 90,
      onePrice: false,
      options: [{ option: 'size', count: 3, values: ['Small', 'Large', 'Huge'] }],
    },
  })
  const both = [members[0] ?? '', single.id].toSorted()
  for (const path of [
    `/public/product/category/${place.categoryId}`,
    `/public/product/sub_category/${place.subCategoryId}?sort=price-high`,
    `/public/product/seller/${seller.id}?min=90&max=200`,
  ]) {
    const page = await shop.client().get(path)
    expect(page.body.map((product: ListedProduct) => product.id).toSorted()).toEqual(both)
    expect(page.headers.get('x-total-count')).toBe('2')
  }
  const rows = (await shop.client().get('/public/category/rows')).body
  const row = rows.find((category: any) => category.id === place.categoryId).products
  expect(row.map((product: ListedProduct) => product.id).toSorted()).toEqual(both)
  // On the page of a member the others of the subcategory are those of other families.
  const others = (await shop.client().get(`/public/product/${members[1]}/others`)).body
  expect(others.map((product: ListedProduct) => product.id)).toEqual([single.id])
  expect((await families.listOf(place)).find((product) => product.id === single.id)).not.toHaveProperty(
    'family',
  )
  const page = await families.html(`/products/sub-category/${place.subCategoryId}`)
  expect(page).toMatch(/from <\/span><span[^>]*>₹90/)
  expect(page).toContain('3 sizes: Small, Large, Huge')
  expect(page).not.toContain('Neem Soap, Large<')
})

test('sizes stand by value, other values as they were entered, and known colours have a swatch', async () => {
  const place = await addSubcategory(shop, 'Ordered')
  const wanted = ['Lal L', 'Mitti S', 'Lal S'].map((both) => ({ values: both.split(' '), rupees: 100 }))
  const { id, members } = await families.addFamily(place, wanted, {
    name: 'Kurta',
    options: ['colour', 'size'],
  })
  const [first = '', second = '', third = ''] = members
  const [card] = await families.listOf(place)
  expect(card?.family).toMatchObject({
    options: [{ values: ['Lal', 'Mitti'] }, { values: ['S', 'L'] }],
    counts: '2 colours, 2 sizes',
    values: '',
    swatches: ['#c8352e'],
  })
  const order = [third, first, second]
  expect((await families.familyOf(id)).members.map((member: any) => member.id)).toEqual(order)
  expect((await families.detail(first)).family.members.map((member: any) => member.productId)).toEqual(order)
  for (const path of [`/product/${first}`, `/products/sub-category/${place.subCategoryId}`]) {
    const page = await families.html(path)
    expect(page.match(/<circle[^>]*fill="#c8352e"/g)).toHaveLength(1)
    expect(page).not.toContain(' style=')
  }
})

test('the cheapest member in stock that passes the filters stands for its family; pages and totals follow', async () => {
  const place = await addSubcategory(shop, 'Standing')
  const made: { members: string[]; wanted: WantedMember[] }[] = []
  for (let n = 0; n < 6; n += 1) {
    const wanted = sizes(
      ['A', 100 + 10 * n],
      ['B', 80 + 7 * n, n % 2 ? 0 : 5],
      ['C', 300 - 20 * n],
      ['D', 50 + n, 0],
    )
    made.push({
      members: (await families.addFamily(place, wanted, { name: `Kept ${n}` })).members,
      wanted,
    })
  }
  /** One of each family: what the rule says, computed from the listings. */
  const expected = (passes: (one: WantedMember) => boolean) =>
    made.flatMap(({ members, wanted }) => {
      const standing = wanted
        .map((one, at) => ({ ...one, id: members[at] ?? '', soldOut: one.units === 0 }))
        .filter(passes)
        .toSorted((a, b) => Number(a.soldOut) - Number(b.soldOut) || a.rupees - b.rupees)
      return standing.slice(0, 1)
    })
  const filters: [query: string, passes: (one: WantedMember) => boolean][] = [
    ['', () => true],
    ['stock=in', ({ units }) => units !== 0],
    ['min=100', ({ rupees }) => rupees >= 100],
    ['max=60', ({ rupees }) => rupees <= 60],
    ['min=85&max=130&stock=in', ({ rupees, units }) => rupees >= 85 && rupees <= 130 && units !== 0],
  ]
  const orders: Record<
    string,
    (a: { id: string; rupees: number }, b: { id: string; rupees: number }) => number
  > = {
    newest: (a, b) => (a.id < b.id ? 1 : -1),
    'price-low': (a, b) => a.rupees - b.rupees || (a.id < b.id ? -1 : 1),
    'price-high': (a, b) => b.rupees - a.rupees || (a.id < b.id ? 1 : -1),
  }
  for (const [query, passes] of filters)
    for (const [sort, compare] of Object.entries(orders)) {
      const cards = expected(passes).toSorted(compare)
      const pages = await walkPages<ListedProduct>(
        shop.client(),
        `/public/product/sub_category/${place.subCategoryId}?sort=${sort}&limit=2&${query}`,
      )
      expect(pages.flatMap((page) => page.body.map((product) => product.id))).toEqual(
        cards.map(({ id }) => id),
      )
      expect(pages.map((page) => page.headers.get('x-total-count'))).toEqual(
        pages.map(() => `${cards.length}`),
      )
    }
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('another member stands for the family once stock, price or the listing itself changes', async () => {
  const place = await addSubcategory(shop, 'Changing')
  const { id, members } = await families.addFamily(place, sizes(['Small', 90], ['Large', 150], ['Huge', 200]))
  const [small = '', large = '', huge = ''] = members
  const rest = (path: string, good: (page: string) => boolean) => eventually(() => families.html(path), good)
  const list = `/products/sub-category/${place.subCategoryId}`
  // Both pages are in memory before the change.
  expect(await families.html(list)).toContain('₹90')
  expect(await families.html(`/product/${large}`)).toContain('₹60 less')
  await setUnits(shop, small, 0)
  expect(await families.idsOf(place)).toEqual([large])
  expect(await rest(list, (page) => page.includes('₹150'))).not.toContain('₹90')
  await rest(`/product/${large}`, (page) => page.includes('₹60 less · Sold out'))
  await changeProduct(shop, huge, { pricePaise: 14_000 })
  expect(await families.idsOf(place, 'sort=price-high')).toEqual([huge])
  await rest(`/product/${large}`, (page) => page.includes('₹10 less'))

  // As an administrator's decision leaves it.
  await shop.db.query(sql`
    insert into moderated_listing (product_id, state, reason, note) values (${huge}, 'hidden', 'other', 'Look again.')
    on conflict (product_id) do update set state = 'hidden', reason = 'other', note = 'Look again.', why = '{}', waits_since = null`)
  expect(await families.idsOf(place)).toEqual([large])
  expect((await families.detail(large)).family.members.map((one: any) => one.productId)).toEqual([
    small,
    large,
  ])
  await rest(`/product/${large}`, (page) => !page.includes('Huge'))

  expect((await seller.delete(`/private/product/delete/${large}`)).status).toBe(200)
  // Alone on sale it has no family; the hidden one is still a member.
  expect(await families.detail(small)).not.toHaveProperty('family')
  expect((await families.familyOf(id)).members.map((one: any) => [one.id, one.onSale])).toEqual([
    [small, true],
    [huge, false],
  ])
  const other = await addSubcategory(shop, 'Changed')
  const { version: _, ...form } = (await seller.get(`/private/product/edit/get-form/${small}`)).body
  await seller.post(`/private/product/edit/${small}`, {
    ...form,
    hsnCode: undefined,
    ...other,
  })
  expect((await families.familyOf(id)).members.map((one: any) => one.id)).toEqual([huge])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('the page has a row of links for each option, without a script, and tells search engines of the group', async () => {
  const place = await addSubcategory(shop, 'Options')
  const { id, members } = await families.addFamily(
    place,
    [
      { values: ['Small', 'Natural'], rupees: 100 },
      { values: ['Large', 'Natural'], rupees: 140 },
      { values: ['Small', 'Indigo'], rupees: 100 },
      { values: ['Huge', 'Indigo'], rupees: 200, units: 0 },
    ],
    { name: 'Cotton Towel', options: ['size', 'colour'] },
  )
  const [here = '', large = '', indigo = '', huge = ''] = members
  const page = await families.html(`/product/${here}`)
  const nav = /<nav aria-label="Other options of this product".*?<\/nav>/s.exec(page)?.[0] ?? ''
  const links = Array.from(
    nav.matchAll(/<a href="\/product\/([^"]+)"( aria-current="page")?[^>]*>(.*?)<\/a>/gs),
    ([, to, current, inner = '']) => [to, current !== undefined, inner.replace(/<[^>]+>/g, '')],
  )
  expect(links).toEqual([
    [here, true, 'Small'],
    [large, false, 'Large, ₹40 more'],
    // There is no huge one in Natural.
    [huge, false, 'Huge, in Indigo · ₹100 more · Sold out'],
    [here, true, 'Natural'],
    [indigo, false, 'Indigo'],
  ])
  expect(page).toContain(`<link rel="canonical" href="${shop.url}/product/${here}"/>`)
  const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '')
  expect(data['@graph'][0]).toMatchObject({
    size: 'Small',
    color: 'Natural',
    inProductGroupWithID: id,
    isVariantOf: {
      '@type': 'ProductGroup',
      name: 'Cotton Towel',
      variesBy: ['https://schema.org/size', 'https://schema.org/color'],
      hasVariant: [indigo, large, huge].map((one) => ({ url: `${shop.url}/product/${one}` })),
    },
  })
})

test('a search shows the best match of a family', async () => {
  const place = await addSubcategory(shop, 'Searched')
  const { members } = await families.addFamily(
    place,
    [
      { values: ['Lavender'], rupees: 90 },
      { values: ['Vetiver'], rupees: 120 },
    ],
    { name: 'Quokkawood Candle', options: ['scent'] },
  )
  const search = async (words: string) => {
    const page = await shop.client().get(`/public/product/search/${encodeURIComponent(words)}`)
    return {
      ids: page.body.map((product: ListedProduct) => product.id),
      total: page.headers.get('x-total-count'),
    }
  }
  expect(await search('quokkawood vetiver')).toEqual({ ids: [members[1]], total: '1' })
  expect(await search('vetiver')).toEqual({ ids: [members[1]], total: '1' })
  const both = await search('quokkawood')
  expect([both.ids.length, both.total]).toEqual([1, '1'])
  expect(await search('quokkawood candle')).toMatchObject({ total: '1' })
})

test('a word that only one family has finds it, as its numbers say, and no word that is written like it', async () => {
  const place = await addSubcategory(shop, 'Kettles')
  const { members } = await families.addFamily(place, sizes(['Small', 90], ['Large', 150], ['Huge', 120]), {
    name: 'Kettle',
  })
  for (const id of members) await changeProduct(shop, id, { description: 'With a zorbexa lid.' })
  await shop.db.query(sql`
    update product set search = search || to_tsvector('english', 'zorbexa lid') where id = any(${members}::uuid[])`)
  await addProduct(shop, { seller, subcategory: place, name: 'Zorbixa Lamp' })
  for (const words of ['zorbexa', 'zorbexa lid']) {
    const address = `/public/product/search/${words}`
    const { body, headers } = await shop.client().get<ListedProduct[]>(address)
    const [stock] = (await shop.client().get(`${address}/facets`)).body.filter(
      (one: any) => one.name === 'stock',
    )
    expect([body.length, headers.get('x-total-count'), stock.choices[0].products]).toEqual([1, '1', 1])
    expect(members).toContain(body[0]?.id)
  }
})

test('a family is one suggestion, and hides none of the others', async () => {
  const place = await addSubcategory(shop, 'Trays')
  const many = Array.from({ length: 12 }, (_, n): [string, number] => [`${n + 1} cm`, 90 + n])
  await families.addFamily(place, sizes(...many), { name: 'Quibble Tray' })
  await addProduct(shop, { seller, subcategory: place, name: 'Quibble Tray and Cup' })
  await addProduct(shop, { seller, subcategory: place, name: 'Tray of Quibble' })
  const suggested = async (words: string) =>
    (await shop.client().get(`/public/product/suggest/${words}`)).body.map(
      ({ name }: { name: string }) => name,
    )
  for (const words of ['quibble', 'quibble tray', 'tray qui']) {
    const names = await suggested(words)
    expect(names).toHaveLength(3)
    expect(names).toEqual(expect.arrayContaining(['Quibble Tray and Cup', 'Tray of Quibble']))
  }
  expect(await suggested('quibble tray, 7')).toEqual(['Quibble Tray, 7 cm'])
})
