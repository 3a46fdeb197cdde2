/** Proven claims in lists: a filter with counts, words of search, and off both the moment a claim ends. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { acceptedClaim } from '../../../tests/setup/green-claims.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { dayOf } from '../../platform/calendar.ts'
import { endExpiredClaims } from './end-claims.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let nodes: TestClient[]
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  seller = await addSeller(shop, { companyName: 'Test Weavers' })
  admin = await addAdmin(shop, undefined, ['catalogue'])
  nodes = [shop.client(), createClient(await shop.secondNode())]
})
afterAll(() => shop.stop())

const today = dayOf(new Date())

/** An accepted claim about a new product. */
async function proven(name: string, more: object = {}): Promise<{ id: string; productId: string }> {
  const { id: productId } = await addProduct(shop, { seller, name })
  return { id: await acceptedClaim(seller, admin, [productId], more), productId }
}

async function detailOf(id: string) {
  return (await shop.client().get(`/public/product/${id}`)).body
}
const idsOf = ({ body }: any): string[] => body.map(({ id }: any) => id)
const searched = async (words: string, query = '', client: TestClient = shop.client()) =>
  idsOf(await client.get(`/public/product/search/${encodeURIComponent(words)}?${query}`))

test('every list is narrowed by a proven claim and says how many products hold each, also as a page without scripts', async () => {
  const { id, productId } = await proven('Woven Kerchief')
  const { id: plain } = await addProduct(shop, { seller, name: 'Plain Kerchief' })
  const { categoryId, subCategoryId, sellerId } = await detailOf(productId)
  const choice = { code: 'organic-cotton', name: 'Organic cotton', products: 1 }
  const claimsIn = ({ body }: any) => body.find(({ name }: any) => name === 'claim')?.choices
  for (const [list, counts, page] of [
    [
      `/public/product/category/${categoryId}`,
      `categoryId=${categoryId}`,
      `/products/category/${categoryId}`,
    ],
    [
      `/public/product/sub_category/${subCategoryId}`,
      `subCategoryId=${subCategoryId}`,
      `/products/sub-category/${subCategoryId}`,
    ],
    [`/public/product/seller/${sellerId}`, `sellerId=${sellerId}`, `/seller/${sellerId}`],
  ] as const) {
    expect(idsOf(await shop.client().get(list))).toEqual(expect.arrayContaining([productId, plain]))
    expect(idsOf(await shop.client().get(`${list}?claim=organic-cotton&sort=price-low`))).toEqual([productId])
    expect(claimsIn(await shop.client().get(`/public/product-facets?${counts}`))).toEqual([choice])
    const { body: html } = await shop.client().get(`${page}?claim=organic-cotton`, { accept: 'text/html' })
    expect(html).toMatch(
      /name="claim"[^>]*checked[^>]*value="organic-cotton"|value="organic-cotton"[^>]*checked/,
    )
    expect(html).toContain('Woven Kerchief')
    expect(html).not.toContain('Plain Kerchief')
  }
  expect(await searched('kerchief', 'claim=organic-cotton')).toEqual([productId])
  expect(await searched('test kerchief', 'claim=organic-cotton')).toEqual([productId])
  for (const words of ['kerchief', 'test kerchief'])
    expect(claimsIn(await shop.client().get(`/public/product/search/${words}/facets`))).toEqual([choice])
  expect((await shop.client().get(`/public/product/category/${categoryId}?claim=Up!`)).status).toBe(400)
  await seller.post(`/private/green-claims/${id}/withdraw`)
})

test('a search is narrowed by country of origin and says the countries of its results', async () => {
  const { id } = await addProduct(shop, { seller, name: 'Nepali Thangka' })
  const { id: other } = await addProduct(shop, { seller, name: 'Plain Thangka' })
  const form = (await seller.get(`/private/product/edit/get-form/${id}`)).body
  const { hsnCode, ...body } = form
  const saved = await seller.post(`/private/product/edit/${id}`, {
    ...body,
    ...(hsnCode !== null && { hsnCode }),
    originCountry: 'NP',
  })
  expect(saved.status).toBe(200)
  expect(await searched('thangka')).toEqual(expect.arrayContaining([id, other]))
  for (const words of ['thangka', 'test thangka']) {
    expect(await searched(words, 'origin=NP')).toEqual([id])
    const { body: facets } = await shop.client().get(`/public/product/search/${words}/facets`)
    expect(facets.find(({ name }: any) => name === 'origin').choices).toEqual([
      { code: 'NP', name: 'Nepal', products: 1 },
    ])
  }
})

test('search finds a product by the words of its proven claim, behind those that have the words in their names', async () => {
  const { id: named } = await addProduct(shop, { seller, name: 'Organic Cotton Doily' })
  const { id, productId } = await proven('Woven Doily')
  const { id: plain } = await addProduct(shop, { seller, name: 'Plain Doily' })
  await eventually(
    () => searched('organic cotton doily'),
    (found) => found.length === 2 && found[0] === named && found[1] === productId,
  )
  expect(await searched('cotton')).toContain(productId)
  expect(await searched('doily')).toEqual(expect.arrayContaining([named, productId, plain]))
  // What the seller saves afterwards has the words, too.
  const form = (await seller.get(`/private/product/edit/get-form/${productId}`)).body
  const { hsnCode, ...body } = form
  await seller.post(`/private/product/edit/${productId}`, {
    ...body,
    ...(hsnCode !== null && { hsnCode }),
    price: form.price + 1,
  })
  expect(await searched('organic cotton doily')).toEqual([named, productId])
  await seller.post(`/private/green-claims/${id}/withdraw`)
  await eventually(
    () => searched('organic cotton doily'),
    (found) => found.length === 1 && found[0] === named,
  )
})

test(
  'a claim that is withdrawn or whose last day is over leaves lists and counts of both nodes, cached ones too',
  nightly(
    'Lists of two nodes. green-claims.test.ts proves each time that such a claim leaves the cached pages of both.',
  ),
  async () => {
    const withdrawn = await proven('Hemp Doormat', { code: 'plastic-free', evidenceKind: 'test-report' })
    const ending = await proven('Jute Doormat', {
      code: 'compostable',
      evidenceKind: 'test-report',
      expiresOn: today,
    })
    const { categoryId, sellerId } = await detailOf(ending.productId)
    /** What each node says of a claim: its filtered lists, its counts, and the pages that show them. */
    const said = async (code: string) =>
      Promise.all(
        nodes.flatMap((node) => [
          ...[
            `/public/product/category/${categoryId}?claim=${code}`,
            `/public/product/seller/${sellerId}?claim=${code}`,
            `/public/product/search/doormat?claim=${code}`,
          ].map(async (path) => (await node.get(path)).body.length > 0),
          ...[`/products/category/${categoryId}`, `/seller/${sellerId}`, '/search/doormat'].map(
            async (path) => {
              const { body } = await node.get(path, { accept: 'text/html' })
              return new RegExp(`<input[^>]*name="claim"[^>]*value="${code}"`).test(body as string)
            },
          ),
        ]),
      )
    const leaves = (code: string) =>
      eventually(
        () => said(code),
        (all) => !all.includes(true),
      )
    for (const code of ['plastic-free', 'compostable'])
      await eventually(
        () => said(code),
        (all) => !all.includes(false),
      )
    await seller.post(`/private/green-claims/${withdrawn.id}/withdraw`)
    await leaves('plastic-free')
    const dayIsAhead = (days: number) =>
      shop.db.execute(`create or replace function india_today() returns date language sql stable
      return (now() at time zone 'Asia/Kolkata')::date + ${days}`)
    expect(await searched('compostable')).toEqual([ending.productId])
    try {
      await dayIsAhead(1)
      await leaves('compostable')
      await endExpiredClaims(shop.running.shop)
      await eventually(
        () => searched('compostable'),
        (found) => found.length === 0,
      )
    } finally {
      await dayIsAhead(0)
    }
  },
)

test("the page 'How we check claims' says the rules of the register and its figures", async () => {
  const { id } = await proven('Figured Doily')
  const read = async () => (await shop.client().get('/public/green-claim-figures')).body
  const before = await read()
  expect(before).toEqual({
    accepted: expect.any(Number),
    waiting: 0,
    refused: expect.any(Number),
    expired: expect.any(Number),
  })
  const { version } = (await seller.get(`/private/green-claims/${id}`)).body
  const reason = 'The number is another one.'
  await admin.post(`/public/admin/green-claims/${id}/decide`, { version, decision: 'refuse', reason })
  expect(await read()).toEqual({ ...before, accepted: before.accepted - 1, refused: before.refused + 1 })
  const { body: html } = await shop.client().get('/how-we-check-claims', { accept: 'text/html' })
  for (const words of ['GOTS scope certificate', 'FSC-C123456', '30 and 7 days', 'No plastic in box'])
    expect(html).toContain(words)
})
