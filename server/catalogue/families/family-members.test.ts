/** Families: reviews together, what the calls and the database refuse, and what their seller sees. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Families, openFamilies, sizes } from '../../../tests/setup/families.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, addSubcategory, type TestSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
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

test('reviews are joined where the seller says that the members are the same thing, and parted again', async () => {
  const place = await addSubcategory(shop, 'Reviewed')
  const { id, members } = await families.addFamily(place, sizes(['Small', 90], ['Large', 150]))
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
        const { rating, ratingCount, ratingStars } = await families.detail(member)
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
  await families.html(`/product/${small}`)

  expect((await families.save(id, { sameThing: true })).status).toBe(200)
  const together = [3.5, 2, [0, 1, 0, 0, 1]]
  expect(await ratings()).toEqual([together, together])
  const both = [
    ['Too big.', ['Large']],
    ['Lasts a month.', ['Small']],
  ]
  expect(await reviewsOf(small)).toEqual(both)
  expect(await reviewsOf(large)).toEqual(both)
  const page = await eventually(
    () => families.html(`/product/${small}`),
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
  expect((await families.listOf(place))[0]).toMatchObject({ rating: 4, ratingCount: 3 })
  expect(await brokenInvariants(shop.db)).toEqual([])
  // A third one joins, and leaves with its own.
  const { id: third } = await addProduct(shop, { seller, subcategory: place, name: 'Neem Soap, Tiny' })
  await review(third, 1, 'Gone in a day.')
  const now = (await families.familyOf(id)).members.map((one: any) => ({
    productId: one.id,
    values: one.values,
  }))
  // Whoever comes to show the reviews of others is looked at, once.
  const looked = async () =>
    (
      await shop.db.query<{ id: string }>(
        sql`select product_id as id from moderated_listing where 'family' = any(why) order by product_id`,
      )
    ).map((row) => row.id)
  expect(await looked()).toEqual(members.toSorted())
  await shop.db.query(sql`update moderated_listing set why = '{}', waits_since = null`)
  await families.save(id, { members: [...now, { productId: third, values: ['Tiny'] }] })
  expect(await families.detail(third)).toMatchObject({ ratingCount: 4 })
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
  const { members } = await families.addFamily(place, sizes(['Small', 90], ['Large', 150]), {
    sameThing: true,
  })
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      shop.db.query(sql`
        insert into review (id, product_id, seller_id, stars, words)
        values (${newId()}, ${members[n % 2] ?? ''}, ${seller.id}, ${(n % 5) + 1}, 'As expected.')`),
    ),
  )
  for (const member of members)
    expect(await families.detail(member)).toMatchObject({
      ratingCount: 50,
      ratingStars: [10, 10, 10, 10, 10],
    })
})

test('what does not belong together is refused, by the calls and by the database', async () => {
  const place = await addSubcategory(shop, 'Refused')
  const elsewhere = await addSubcategory(shop, 'Refused elsewhere')
  const own = async (subcategory: TestSubcategory) => (await addProduct(shop, { seller, subcategory })).id
  const { id, members } = await families.addFamily(place, sizes(['Small', 90], ['Large', 150]))
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
    [await families.save(id, { options: ['size', 'size'] }), 400, 'different options'],
    [await families.save(id, { options: ['mood'] }), 400, 'choose an option'],
  ]
  for (const [{ status, body }, wanted, words] of refusals) {
    expect([status, body.msg]).toEqual([wanted, expect.stringContaining(words)])
  }
  expect((await families.familyOf(id)).members).toHaveLength(2)

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
