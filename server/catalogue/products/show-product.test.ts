import { afterAll, beforeAll, expect, test } from 'vitest'
import { productId } from '../../../tests/setup/products.ts'
import { keyOfDemoPicture } from '../../../tests/setup/pictures.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { changeProduct, setDeleted } from '../../../tests/setup/change-product.ts'
import { newId } from '../../platform/db/ids.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo', pages: true })
})
afterAll(() => shop.stop())

test('a product in full has every field of the specification, pictures in the order of the seller', async () => {
  const id = await productId(shop, 'Neem & Tulsi Bath Soap, 100 g')
  const { status, body } = await shop.client().get(`/public/product/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    name: 'Neem & Tulsi Bath Soap, 100 g',
    price: 149,
    images: [1, 2, 3].map(
      (n) => `${shop.url}/media/p/${keyOfDemoPicture(`neem-tulsi-bath-soap-${n}`)}/480.webp`,
    ),
    imageTexts: [1, 2, 3].map((n) => `Neem & Tulsi Bath Soap, 100 g, picture ${n} of 3`),
    was: null,
    sale: null,
    bulkPrices: [],
    details: expect.stringContaining('Material: '),
    description: expect.stringContaining('Neem leaf is dried'),
    noOfUnits: 220,
    subCategoryId: expect.any(Number),
    subCategoryName: 'Soaps',
    categoryId: expect.any(Number),
    categoryName: 'Bath & Body',
    sellerCompany: 'Aranyika Botanics',
    sellerId: expect.any(String),
    declaration: expect.objectContaining({ mrp: 170, netQuantity: 100, netUnit: 'g', originName: 'India' }),
    greenClaims: [
      expect.objectContaining({ wording: 'Cruelty-free', covers: 'The whole product' }),
      expect.objectContaining({ wording: 'Plastic-free packaging', covers: 'The packaging' }),
    ],
    greenClaimsData: { hasCertification: [expect.any(Object), expect.any(Object)] },
    attributes: [
      { name: 'Scent', values: ['Neem', 'Tulsi'], number: null, unit: null },
      { name: 'Skin type', values: ['Oily skin'], number: null, unit: null },
    ],
    rating: 4.5,
    ratingCount: 2,
    ratingStars: [0, 0, 0, 1, 1],
    delivery: null,
  })
})

test('paise stay exact on the way to rupees', async () => {
  const id = await productId(shop, 'Khus Bath Soap, 125 g')
  for (const [paise, rupees] of [
    [1_999, 19.99],
    [100, 1],
    [100_000_000, 1_000_000],
    [57_005, 570.05],
  ] as const) {
    await changeProduct(shop, id, { pricePaise: paise })
    expect((await shop.client().get(`/public/product/${id}`)).body.price).toBe(rupees)
  }
})

test('a picture at the configured image host keeps its own address', async () => {
  const id = await productId(shop, 'Goat Milk & Oats Soap, Set of 2')
  const address = 'https://res.cloudinary.com/demo/image/upload/v1/soap.jpg'
  await changeProduct(shop, id, { images: [address] })
  expect((await shop.client().get(`/public/product/${id}`)).body.images).toEqual([address])
})

test('an unknown product answers 404 with its own words', async () => {
  expect(await shop.client().get(`/public/product/${newId()}`)).toMatchObject({
    status: 404,
    body: { msg: 'Not found' },
  })
})

test('what is no id answers 404, never 400 or 500', async () => {
  for (const id of [
    '1',
    'abc',
    'null',
    "1'--",
    '%00',
    'ffffffff-ffff-ffff-ffff',
    '%F0%9F%8C%BF',
    'x'.repeat(2_000),
  ]) {
    const { status, body } = await shop.client().get(`/public/product/${id}`)
    expect([status, typeof body.msg]).toEqual([404, 'string'])
  }
})

test('a deleted product still has the others of its subcategory, and no product that never existed has any (api-rules §6)', async () => {
  const id = await productId(shop, 'Rose & Kaolin Clay Soap, 100 g')
  const { subCategoryId } = (await shop.client().get(`/public/product/${id}`)).body
  await setDeleted(shop, id)
  expect((await shop.client().get(`/public/product/${id}`)).status).toBe(404)
  const { status, body } = await shop.client().get(`/public/product/${id}/others`)
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(2)
  expect(new Set(body.map((other: { subCategoryId: number }) => other.subCategoryId))).toEqual(
    new Set([subCategoryId]),
  )
  expect(body.map((other: { id: string }) => other.id)).not.toContain(id)
  const page = await (await fetch(`${shop.url}/product/${id}`)).text()
  for (const { name } of body) expect(page).toContain(name.replaceAll('&', '&amp;'))
  expect(await shop.client().get(`/public/product/${newId()}/others`)).toMatchObject({
    status: 200,
    body: [],
  })
})
