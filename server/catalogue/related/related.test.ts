/** What stands beside a product: bought together, counted at night, and similar; and cards by ids. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RelatedProducts } from '../../../contract/related.ts'
import { buy } from '../../../tests/setup/buying.ts'
import { setUnits } from '../../../tests/setup/change-product.ts'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { addProduct, addSubcategory, putInCart, type TestProduct } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { pageTags } from '../../platform/page-cache/page-tags.ts'
import { sql } from '../../platform/db/sql.ts'
import { countBoughtTogether } from './count-together.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

const relatedTo = async ({ id }: { id: string }) =>
  (await shop.client().get<RelatedProducts>(`/public/product/${id}/related`)).body
const together = async (product: { id: string }) =>
  (await relatedTo(product)).boughtTogether.map(({ product: { id }, buyers }) => [id, buyers])
const count = () => countBoughtTogether(shop.running.shop)

/** Somebody new buys these, sent to a house of their own unless `street` says where. Returns the orders in the same order. */
let houses = 0
async function buyAll(
  products: readonly TestProduct[],
  place: { street?: string; pinCode?: string } = {},
): Promise<{ buyer: Customer; orderIds: string[] }> {
  const buyer = await shop.customer()
  const address = {
    street: `${(houses += 1)} Mango Lane`,
    city: 'Jaipur',
    state: 'Rajasthan',
    pinCode: '302001',
  }
  await buyer.post('/private/address/add', { ...address, ...place })
  for (const { id } of products) await putInCart(buyer, id)
  expect((await buy(shop, buyer)).status).toBe(200)
  const orders = await shop.db.query<{ id: string; productId: string }>(
    sql`select id, product_id as "productId" from orders where customer_id = (select id from account where email = ${buyer.email})`,
  )
  return { buyer, orderIds: products.map(({ id }) => orders.find((one) => one.productId === id)!.id) }
}

test('what three people bought with a product stands beside it; fewer people are not told of', async () => {
  const [soap, dish, brush] = [
    await addProduct(shop, { seller, name: 'Soap' }),
    await addProduct(shop, { seller, name: 'Soap dish' }),
    await addProduct(shop, { seller, name: 'Brush' }),
  ]
  await buyAll([soap, dish, brush])
  await buyAll([soap, dish, brush])
  // The seller's own address, one address for two accounts, and one purchase that is cancelled: none of them is a third person.
  await buyAll([soap, dish, brush], { street: '12-A, seller street', pinCode: '400001' })
  await buyAll([soap, dish], { street: '1 Mango Lane' })
  const cancelled = await buyAll([soap, brush])
  expect((await cancelPieces({ buyer: cancelled.buyer, orderId: cancelled.orderIds[1]! })).status).toBe(200)
  await count()
  expect(await together(soap)).toEqual([])
  const third = await buyAll([soap, dish])
  await count()
  expect(await together(soap)).toEqual([[dish.id, 3]])
  expect(await together(dish)).toEqual([[soap.id, 3]])
  expect(await together(brush)).toEqual([])
  // From the first purchase to the other more than 90 days: then it is not together any more.
  await shop.db.query(
    sql`update orders set created_at = created_at - interval '91 days' where id = ${third.orderIds[0]!}`,
  )
  await count()
  expect(await together(soap)).toEqual([])
  expect(await shop.db.query(sql`select from bought_together`)).toEqual([])
})

test(
  'a family counts as one thing, which its members are bought as and shown by the one in stock',
  nightly('One more kind of product. What people bought together is proved above each time.'),
  async () => {
    const place = await addSubcategory(shop, 'Families')
    const [small, large, rack] = [
      await addProduct(shop, { seller, subcategory: place, name: 'Oil, small', pricePaise: 9_000 }),
      await addProduct(shop, { seller, subcategory: place, name: 'Oil, large', pricePaise: 19_000 }),
      await addProduct(shop, { seller, name: 'Rack' }),
    ]
    const members = [small, large].map(({ id }, at) => ({ productId: id, values: [`${at}`] }))
    const family = { name: 'Oil', options: ['size'], sameThing: false, members }
    expect((await seller.post('/private/families', family)).status).toBe(200)
    for (const oil of [small, large, large]) await buyAll([oil, rack])
    await count()
    expect(await together(rack)).toEqual([[small.id, 3]])
    for (const member of [small, large]) expect(await together(member)).toEqual([[rack.id, 3]])
    // Of the family none is similar to itself.
    expect((await relatedTo(small)).similar).toEqual([])
    await setUnits(shop, small.id, 0)
    expect(await together(rack)).toEqual([[large.id, 3]])
  },
)

test('similar products share values and claims and are near in price; what is sold out comes last', async () => {
  const place = await addSubcategory(shop, 'Similar')
  const at = async (name: string, rupees: number) =>
    addProduct(shop, { seller, subcategory: place, name, pricePaise: rupees * 100 })
  const [here, near, alike, far, gone] = [
    await at('Here', 100),
    await at('Near', 120),
    await at('Alike', 150),
    await at('Far', 900),
    await at('Gone', 100),
  ]
  await shop.db.query(sql`
    with material as (select id from attribute where name = 'Material'),
    asked as (insert into category_attribute (category_id, attribute_id) select ${place.categoryId}::int, id from material returning attribute_id)
    insert into product_attribute (product_id, attribute_id, value_id)
    select p, v.attribute_id, v.id from unnest(${[here.id, alike.id]}::uuid[]) as p,
      (select v.* from attribute_value v join asked a on a.attribute_id = v.attribute_id order by v.id limit 1) as v`)
  await setUnits(shop, gone.id, 0)
  const { similar, subCategoryId } = await relatedTo(here)
  expect(subCategoryId).toBe(place.subCategoryId)
  const words = similar.map(({ product, sameAttributes, similarPrice }) => [
    product.name,
    sameAttributes.join(),
    similarPrice,
  ])
  expect(words).toEqual([
    ['Alike', 'Material', false],
    ['Near', '', true],
    ['Far', '', false],
    ['Gone', '', true],
  ])
  expect((await seller.delete(`/private/product/delete/${near.id}`)).status).toBe(200)
  expect((await relatedTo(here)).similar.map(({ product }) => product.id)).toEqual([
    alike.id,
    far.id,
    gone.id,
  ])
  expect((await shop.client().get(`/public/product/${near.id}/related`)).status).toBe(404)
})

test('cards are told of at most twelve products that are on sale, the same to everybody', async () => {
  const products = [await addProduct(shop, { seller }), await addProduct(shop, { seller })]
  const cards = (ids: readonly string[]) => shop.client().get(`/public/product-cards?ids=${ids.join(',')}`)
  const ids = products.map(({ id }) => id)
  const { status, body } = await cards([ids[1]!, ids[0]!, '01a21be2-870e-7281-8f55-3dd51342437c', ids[0]!])
  expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, ids.toSorted()])
  expect((await cards([])).body).toEqual([])
  const many = Array.from({ length: 13 }, (_, at) => `01a21be2-870e-7281-8f55-3dd5134243${at + 10}`)
  expect((await cards(many)).body.msg).toBe('At most 12 products can be asked for at once.')
  expect((await cards(many.slice(1))).body).toEqual([])
  expect((await cards(['x'])).status).toBe(400)
})

test('a reply has the tags of what it shows and of what may join it', () => {
  const id = '01a21be2-870e-7281-8f55-3dd51342437c'
  const other = '01a21be2-870e-7281-8f55-3dd51342437d'
  const reply = `{"subCategoryId":7,"boughtTogether":[],"similar":[{"product":{"id":"${other}"},"sameClaim":false}]}`
  const ofRelated = (text: string) => pageTags(`/public/product/${id}/related`, new URLSearchParams(), text)
  expect(ofRelated(reply)).toEqual([`product:${id}`, 'subcategory:7', `product:${other}`])
  expect(ofRelated(reply.replace('false', 'true'))).toContain('new day')
  const query = new URLSearchParams({ ids: `${id},${other}` })
  expect(pageTags('/public/product-cards', query, '[]')).toEqual([`product:${id}`, `product:${other}`])
})
