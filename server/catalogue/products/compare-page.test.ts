import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

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
    ids['Hemp Mat'],
    ids['Coir Mat'],
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
