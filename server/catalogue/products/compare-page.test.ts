import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
})
afterAll(() => shop.stop())

const read = async (path: string) => {
  const response = await fetch(shop.url + path)
  return { status: response.status, html: await response.text() }
}
/** The products in the head of the table, in order. */
const compared = (html: string) => [...html.matchAll(/aria-label="Remove ([^"]*)"/g)].map(([, name]) => name)

test('a product is laid beside two in stock, or beside the ones in the address, without scripts', async () => {
  const seller = await addSeller(shop)
  const ids: Record<string, string> = {}
  for (const name of ['Coir Mat', 'Jute Mat', 'Cane Mat', 'Sisal Mat', 'Hemp Mat'])
    ids[name] = (await addProduct(shop, { seller, name, units: name === 'Hemp Mat' ? 0 : 20 })).id
  const page = `/product/${ids['Coir Mat']}/compare`

  const first = await read(page)
  expect(compared(first.html)).toEqual(['Coir Mat', 'Sisal Mat', 'Cane Mat'])
  expect(first.html).toContain('<meta name="robots" content="noindex"')
  expect(first.html).toContain(
    `href="${page}?with=${ids['Sisal Mat']},${ids['Cane Mat']},${ids['Jute Mat']}"`,
  )

  // Named twice, not on sale, no id at all: left out.
  const named = [
    ids['Hemp Mat'],
    ids['Hemp Mat']?.toUpperCase(),
    ids['Coir Mat']?.toUpperCase(),
    '0190a1b2-0000-7000-8000-000000000000',
    'x',
  ]
  expect(compared((await read(`${page}?with=${named.slice(0, 3).join(',')}`)).html)).toEqual([
    'Coir Mat',
    'Hemp Mat',
  ])
  expect((await read(`${page}?with=${named.slice(3).join(',')}`)).status).toBe(200)

  // At most four.
  const all = Object.values(ids).slice(1)
  const four = await read(`${page}?with=${all.join(',')}`)
  expect(compared(four.html)).toEqual(['Coir Mat', 'Jute Mat', 'Cane Mat', 'Sisal Mat'])
  expect(four.html).not.toContain('Add another from')

  expect((await read('/product/0190a1b2-0000-7000-8000-000000000000/compare')).status).toBe(404)
})

test('attributes, a sale and bulk prices stand side by side', async () => {
  const seller = await addSeller(shop)
  const ids: string[] = []
  for (const name of ['Coir Rug', 'Jute Rug'])
    ids.push((await addProduct(shop, { seller, name, pricePaise: 10_000 })).id)
  const [first = '', second = ''] = ids
  await shop.db.query(sql`
    with asked as (
      insert into category_attribute (category_id, attribute_id)
      select p.category_id, a.id from product p, attribute a where p.id = ${first} and a.name in ('Material', 'Capacity')
      returning attribute_id
    )
    insert into product_attribute (product_id, attribute_id, value_id, number)
    select ${first}::uuid, a.id, v.id, null::numeric from asked k join attribute a on a.id = k.attribute_id
      join attribute_value v on v.attribute_id = a.id and v.name in ('Coir', 'Cotton')
    union all select ${second}::uuid, a.id, null, 1500 from asked k join attribute a on a.id = k.attribute_id and a.kind = 'number'`)
  await shop.db.query(
    sql`update product set created_at = now() - interval '100 days' where id = any(${ids}::uuid[])`,
  )
  await shop.db.query(sql`
    update product set net_quantity = given.quantity, net_unit = given.unit
    from (values (${first}::uuid, 50, 'g'), (${second}::uuid, 2, 'kg')) given (id, quantity, unit) where given.id = product.id`)
  const { version } = (await seller.get(`/private/product/${second}/prices`)).body
  const sale = {
    version,
    salePrice: 80,
    saleBegins: null,
    saleEnds: new Date(Date.now() + 86_400_000).toISOString(),
    bulkPrices: [{ from: 10, price: 70 }],
  }
  expect((await seller.post(`/private/product/${second}/prices`, sale)).status).toBe(200)

  const { html } = await read(`/product/${first}/compare?with=${second}`)
  const cells = (row: string) =>
    new RegExp(`<th[^>]*><span[^>]*>${row}</span></th></tr><tr[^>]*>(.*?)</tr>`)
      .exec(html)?.[1]
      ?.split('</td>')
      .slice(0, -1)
      .map((cell) => cell.replaceAll(/<[^>]*>/g, ''))
  expect(cells('Material')).toEqual(['Coir, Cotton', 'Not stated'])
  expect(cells('Capacity')).toEqual(['Not stated', '1,500 ml'])
  expect(cells('Price')).toEqual(['₹100', '₹80before: ₹100'])
  expect(cells('Price by quantity')).toEqual(['₹200 per 100 g', '₹4 per 100 g'])
  expect(cells('Price of several')).toEqual(['Not stated', '10 or more: ₹70 each'])
})
