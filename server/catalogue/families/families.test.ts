/** Families: one card in every list, links on the page, reviews together, and what the database refuses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FamilyOption } from '../../../contract/family-words.ts'
import type { ListedProduct } from '../../../contract/product.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { changeProduct, setUnits } from '../../../tests/setup/change-product.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, addSubcategory, type TestSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { itemsOf, walkPages } from '../../../tests/setup/walk-pages.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  seller = await addSeller(shop, { companyName: 'Family Works' })
})
afterAll(() => shop.stop())

interface Wanted {
  values: string[]
  rupees: number
  units?: number
}

/** Listings of one subcategory, in this order, as a family. */
async function addFamily(
  place: TestSubcategory,
  wanted: readonly Wanted[],
  more: { name?: string; options?: FamilyOption[]; sameThing?: boolean } = {},
): Promise<{ id: string; members: string[] }> {
  const { name = 'Neem Soap', options = ['size'], sameThing = false } = more
  const members: { productId: string; values: string[] }[] = []
  for (const { values, rupees, units = 20 } of wanted) {
    const { id } = await addProduct(shop, {
      seller,
      subcategory: place,
      name: `${name}, ${values.join(', ')}`,
      pricePaise: rupees * 100,
      units,
    })
    members.push({ productId: id, values })
  }
  const { status, body } = await seller.post('/private/families', { name, options, sameThing, members })
  expect([status, body.msg]).toEqual([200, 'The family is made.'])
  return { id: body.id, members: members.map(({ productId }) => productId) }
}
const sizes = (...all: [string, number, number?][]): Wanted[] =>
  all.map(([size, rupees, units]) => ({ values: [size], rupees, ...(units !== undefined && { units }) }))
const familyOf = async (id: string) => (await seller.get(`/private/families/${id}`)).body
const save = async (id: string, change: object) => {
  const { name, options, sameThing, members } = await familyOf(id)
  return seller.post(`/private/families/${id}/edit`, {
    name,
    options,
    sameThing,
    members: members.map((member: any) => ({ productId: member.id, values: member.values })),
    ...change,
  })
}
const detail = async (id: string) => (await shop.client().get(`/public/product/${id}`)).body
const listOf = ({ subCategoryId }: TestSubcategory, query = '') =>
  itemsOf<ListedProduct>(shop.client(), `/public/product/sub_category/${subCategoryId}?${query}`)
const idsOf = async (place: TestSubcategory, query = '') => (await listOf(place, query)).map(({ id }) => id)
const html = async (path: string) => (await fetch(shop.url + path)).text()

test('a family is one card in every list, which says from which price and what there is to choose', async () => {
  const place = await addSubcategory(shop, 'Cards')
  const { id, members } = await addFamily(place, sizes(['Small', 90], ['Large', 150], ['Huge', 120, 0]))
  const single = await addProduct(shop, { seller, subcategory: place, name: 'Single' })
  const card = (await listOf(place)).find((product) => product.id !== single.id)
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
  expect((await listOf(place)).find((product) => product.id === single.id)).not.toHaveProperty('family')
  const page = await html(`/products/sub-category/${place.subCategoryId}`)
  expect(page).toMatch(/from <\/span><span[^>]*>₹90/)
  expect(page).toContain('3 sizes: Small, Large, Huge')
  expect(page).not.toContain('Neem Soap, Large<')
})

test('the cheapest member in stock that passes the filters stands for its family; pages and totals follow', async () => {
  const place = await addSubcategory(shop, 'Standing')
  const families: { members: string[]; wanted: Wanted[] }[] = []
  for (let n = 0; n < 6; n += 1) {
    const wanted = sizes(
      ['A', 100 + 10 * n],
      ['B', 80 + 7 * n, n % 2 ? 0 : 5],
      ['C', 300 - 20 * n],
      ['D', 50 + n, 0],
    )
    families.push({ members: (await addFamily(place, wanted, { name: `Kept ${n}` })).members, wanted })
  }
  /** One of each family: what the rule says, computed from the listings. */
  const expected = (passes: (one: Wanted) => boolean) =>
    families.flatMap(({ members, wanted }) => {
      const standing = wanted
        .map((one, at) => ({ ...one, id: members[at] ?? '', soldOut: one.units === 0 }))
        .filter(passes)
        .toSorted((a, b) => Number(a.soldOut) - Number(b.soldOut) || a.rupees - b.rupees)
      return standing.slice(0, 1)
    })
  const filters: [query: string, passes: (one: Wanted) => boolean][] = [
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
  const { id, members } = await addFamily(place, sizes(['Small', 90], ['Large', 150], ['Huge', 200]))
  const [small = '', large = '', huge = ''] = members
  const rest = (path: string, good: (page: string) => boolean) => eventually(() => html(path), good)
  const list = `/products/sub-category/${place.subCategoryId}`
  // Both pages are in memory before the change.
  expect(await html(list)).toContain('₹90')
  expect(await html(`/product/${large}`)).toContain('₹60 less')
  await setUnits(shop, small, 0)
  expect(await idsOf(place)).toEqual([large])
  expect(await rest(list, (page) => page.includes('₹150'))).not.toContain('₹90')
  await rest(`/product/${large}`, (page) => page.includes('₹60 less · Sold out'))
  await changeProduct(shop, huge, { pricePaise: 14_000 })
  expect(await idsOf(place, 'sort=price-high')).toEqual([huge])
  await rest(`/product/${large}`, (page) => page.includes('₹10 less'))

  // As an administrator's decision leaves it.
  await shop.db.query(sql`
    insert into moderated_listing (product_id, state, reason, note) values (${huge}, 'hidden', 'other', 'Look again.')
    on conflict (product_id) do update set state = 'hidden', reason = 'other', note = 'Look again.', why = '{}', waits_since = null`)
  expect(await idsOf(place)).toEqual([large])
  expect((await detail(large)).family.members.map((one: any) => one.productId)).toEqual([small, large])
  await rest(`/product/${large}`, (page) => !page.includes('Huge'))

  expect((await seller.delete(`/private/product/delete/${large}`)).status).toBe(200)
  // Alone on sale it has no family; the hidden one is still a member.
  expect(await detail(small)).not.toHaveProperty('family')
  expect((await familyOf(id)).members.map((one: any) => [one.id, one.onSale])).toEqual([
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
  expect((await familyOf(id)).members.map((one: any) => one.id)).toEqual([huge])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('the page has a row of links for each option, without a script, and tells search engines of the group', async () => {
  const place = await addSubcategory(shop, 'Options')
  const { id, members } = await addFamily(
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
  const page = await html(`/product/${here}`)
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
      hasVariant: [large, indigo, huge].map((one) => ({ url: `${shop.url}/product/${one}` })),
    },
  })
})

test('a search shows the best match of a family', async () => {
  const place = await addSubcategory(shop, 'Searched')
  const { members } = await addFamily(
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
  const { members } = await addFamily(place, sizes(['Small', 90], ['Large', 150], ['Huge', 120]), {
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
  await addFamily(place, sizes(...many), { name: 'Quibble Tray' })
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

test('reviews are joined where the seller says that the members are the same thing, and parted again', async () => {
  const place = await addSubcategory(shop, 'Reviewed')
  const { id, members } = await addFamily(place, sizes(['Small', 90], ['Large', 150]))
  const [small = '', large = ''] = members
  /** Reviews of others, as years of buyers leave them. */
  const review = (productId: string, stars: number, words: string) =>
    shop.db.query(sql`
      insert into review (id, product_id, seller_id, stars, words)
      values (${newId()}, ${productId}, ${seller.id}, ${stars}, ${words})`)
  const reviewsOf = async (productId: string) =>
    (await shop.client().get(`/public/product/${productId}/reviews?sort=lowest`)).body.map((one: any) => [
      one.words,
      one.options,
    ])
  const ratings = () =>
    Promise.all(
      members.map(async (member) => {
        const { rating, ratingCount, ratingStars } = await detail(member)
        return [rating, ratingCount, ratingStars]
      }),
    )
  await review(small, 5, 'Lasts a month.')
  await review(large, 2, 'Too big.')
  expect(await ratings()).toEqual([
    [5, 1, [0, 0, 0, 0, 1]],
    [2, 1, [0, 1, 0, 0, 0]],
  ])
  expect(await reviewsOf(small)).toEqual([['Lasts a month.', undefined]])
  await html(`/product/${small}`)

  expect((await save(id, { sameThing: true })).status).toBe(200)
  const together = [3.5, 2, [0, 1, 0, 0, 1]]
  expect(await ratings()).toEqual([together, together])
  const both = [
    ['Too big.', ['Large']],
    ['Lasts a month.', ['Small']],
  ]
  expect(await reviewsOf(small)).toEqual(both)
  expect(await reviewsOf(large)).toEqual(both)
  const page = await eventually(
    () => html(`/product/${small}`),
    (shown) => shown.includes('Too big.'),
  )
  expect(page).toContain('Of all options of this product together.')

  await review(large, 5, 'Right for us.')
  // A row written by hand is read by the caches a little later.
  const counted = (count: number) => eventually(ratings, (all) => all.every(([, of]) => of === count))
  expect(await counted(3)).toEqual([
    [4, 3, [0, 1, 0, 0, 2]],
    [4, 3, [0, 1, 0, 0, 2]],
  ])
  expect((await listOf(place))[0]).toMatchObject({ rating: 4, ratingCount: 3 })
  expect(await brokenInvariants(shop.db)).toEqual([])
  // A third one joins, and leaves with its own.
  const { id: third } = await addProduct(shop, { seller, subcategory: place, name: 'Neem Soap, Tiny' })
  await review(third, 1, 'Gone in a day.')
  const now = (await familyOf(id)).members.map((one: any) => ({ productId: one.id, values: one.values }))
  // Whoever comes to show the reviews of others is looked at, once.
  const looked = async () =>
    (
      await shop.db.query<{ id: string }>(
        sql`select product_id as id from moderated_listing where 'family' = any(why) order by product_id`,
      )
    ).map((row) => row.id)
  expect(await looked()).toEqual(members.toSorted())
  await shop.db.query(sql`update moderated_listing set why = '{}', waits_since = null`)
  await save(id, { members: [...now, { productId: third, values: ['Tiny'] }] })
  expect(await detail(third)).toMatchObject({ ratingCount: 4 })
  expect(await looked()).toEqual([third])
  await seller.delete(`/private/product/delete/${third}`)
  await counted(3)

  expect((await seller.delete(`/private/families/${id}`)).status).toBe(200)
  expect(await ratings()).toEqual([
    [5, 1, [0, 0, 0, 0, 1]],
    [3.5, 2, [0, 1, 0, 0, 1]],
  ])
  expect(await reviewsOf(small)).toEqual([['Lasts a month.', undefined]])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('fifty reviews of the members at once all count', async () => {
  const place = await addSubcategory(shop, 'Raced')
  const { members } = await addFamily(place, sizes(['Small', 90], ['Large', 150]), { sameThing: true })
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      shop.db.query(sql`
        insert into review (id, product_id, seller_id, stars, words)
        values (${newId()}, ${members[n % 2] ?? ''}, ${seller.id}, ${(n % 5) + 1}, 'As expected.')`),
    ),
  )
  for (const member of members)
    expect(await detail(member)).toMatchObject({ ratingCount: 50, ratingStars: [10, 10, 10, 10, 10] })
})

test('what does not belong together is refused, by the calls and by the database', async () => {
  const place = await addSubcategory(shop, 'Refused')
  const elsewhere = await addSubcategory(shop, 'Refused elsewhere')
  const own = async (subcategory: TestSubcategory) => (await addProduct(shop, { seller, subcategory })).id
  const { id, members } = await addFamily(place, sizes(['Small', 90], ['Large', 150]))
  const [a, b, far] = [await own(place), await own(place), await own(elsewhere)]
  const { id: foreign } = await addProduct(shop, { subcategory: place })
  const make = (...listings: [id: string, ...values: string[]][]) =>
    seller.post('/private/families', {
      name: 'Refused',
      options: ['size'],
      sameThing: false,
      members: listings.map(([productId, ...values]) => ({ productId, values })),
    })
  const refusals: [Awaited<ReturnType<typeof make>>, number, string][] = [
    [await make([a, 'S'], [far, 'L']), 400, 'one subcategory'],
    [await make([a, 'S'], [foreign, 'L']), 400, 'not there any more'],
    [await make([a, 'S'], [members[0] ?? '', 'L']), 409, 'another family'],
    [await make([a, 'S'], [b, ' s ']), 400, 'the same values'],
    [await make([a, 'S'], [b, 'L', 'Blue']), 400, 'fill in every value'],
    [await make([a, 'S'], [b, ' ']), 400, 'fill in every value'],
    [await make([a, 'S']), 400, 'two listings'],
    [await make([a, 'S'], [a, 'L']), 400, 'twice'],
    [await save(id, { options: ['size', 'size'] }), 400, 'different options'],
    [await save(id, { options: ['mood'] }), 400, 'choose an option'],
  ]
  for (const [{ status, body }, wanted, words] of refusals) {
    expect([status, body.msg]).toEqual([wanted, expect.stringContaining(words)])
  }
  expect((await familyOf(id)).members).toHaveLength(2)

  const insert = (productId: string, place: number, values: (string | null)[]) =>
    shop.db.query(sql`
      insert into family_member (product_id, family_id, place, value_1, value_2)
      values (${productId}, ${id}, ${place}, ${values[0] ?? null}, ${values[1] ?? null})`)
  const refused = async (work: Promise<unknown>, constraint: string) =>
    expect(work).rejects.toMatchObject({ constraint })
  await refused(insert(foreign, 3, ['Other']), 'family_member_fits')
  await refused(insert(far, 3, ['Other']), 'family_member_fits')
  await refused(insert(a, 3, ['SMALL']), 'family_member_once')
  await refused(insert(a, 3, ['Other', 'Blue']), 'family_member_values')
  await refused(insert(a, 61, ['Other']), 'family_member_place_check')
  await refused(insert(a, 2, ['Other']), 'family_member_place')
  await refused(insert(members[0] ?? '', 3, ['Other']), 'family_member_pkey')
})

test('of two families that want a listing at once, one has it', async () => {
  const place = await addSubcategory(shop, 'Wanted')
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await addProduct(shop, { seller, subcategory: place })).id)
  const [wanted = '', one = '', two = ''] = ids
  const answers = await Promise.all(
    [one, two].map((other) =>
      seller.post('/private/families', {
        name: 'Wanted',
        options: ['kind'],
        sameThing: false,
        members: [
          { productId: wanted, values: ['Wanted'] },
          { productId: other, values: ['Other'] },
        ],
      }),
    ),
  )
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
})

test('the seller lists families and what may join one', async () => {
  const lister = await addSeller(shop, { companyName: 'Lister' })
  const place = await addSubcategory(shop, 'Listed')
  const names = ['Comb, wide', 'Comb, fine', 'Brush']
  const ids: string[] = []
  for (const name of names)
    ids.push((await addProduct(shop, { seller: lister, subcategory: place, name })).id)
  const [wide, fine] = ids
  const members = [
    { productId: wide, values: ['Wide'] },
    { productId: fine, values: ['Fine'] },
  ]
  const body = { name: 'Comb', options: ['kind'], sameThing: true, members }
  const { id } = (await lister.post('/private/families', body)).body
  expect((await lister.get('/private/families')).body).toEqual([
    { id, name: 'Comb', options: ['kind'], sameThing: true, members: 2, subCategoryName: 'Listed of wood' },
  ])
  const choices = async (query: string) =>
    (await lister.get(`/private/family-choices?${query}`)).body.map((one: any) => one.name)
  expect(await choices('')).toEqual(['Brush'])
  expect(await choices('search=comb')).toEqual([])
  expect(await choices(`subCategoryId=${place.subCategoryId + 1}`)).toEqual([])
  expect((await seller.get(`/private/families/${id}`)).status).toBe(404)
  expect((await seller.delete(`/private/families/${id}`)).status).toBe(404)
  expect((await seller.post(`/private/families/${id}/edit`, { ...body, members: [] })).status).toBe(404)
})
