/** A shop with products of every facet, and what a plain count of its tables says about a choice of facets. */
import { expect } from 'vitest'
import type { Facet, ListedProduct } from '../../contract/product.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { clearCache } from '../../server/platform/page-cache/query-cache.ts'
import { acceptedClaim } from './green-claims.ts'
import { createClient, type TestClient } from './client.ts'
import { addAdmin } from './people.ts'
import { addProduct, addSubcategory, type TestSubcategory } from './products.ts'
import { addSeller, type Seller } from './sellers.ts'
import { startTestShop, type TestShop } from './shop.ts'

export interface FacetShop {
  shop: TestShop
  nodes: TestClient[]
  sellers: Seller[]
  shelves: TestSubcategory[]
  /** Of a material and of a capacity. */
  attribute: { material: number; values: number[]; capacity: number }
  ids: string[]
}

export const prices = [10_000, 20_000, 20_050, 45_000, 99_900, 150_000, 250_000]
const countries = ['IN', 'NP', null]

export async function startFacetShop(): Promise<FacetShop> {
  const shop = await startTestShop({ pages: true })
  const nodes = [shop.client(), createClient(await shop.secondNode())]
  const sellers = [
    await addSeller(shop, { companyName: 'First Weavers' }),
    await addSeller(shop, { companyName: 'Second Weavers' }),
  ]
  const first = await addSubcategory(shop, 'Cloth', 'Kerchiefs')
  const [second] = await shop.db.query<{ id: number }>(sql`
    insert into subcategory (category_id, name, image_url)
    select category_id, 'Shawls', image_url from subcategory where id = ${first.subCategoryId} returning id`)
  const shelves = [first, { categoryId: first.categoryId, subCategoryId: second?.id ?? 0 }]
  const attributes = await shop.db.query<{ id: number; kind: string; values: number[] }>(sql`
    with kept as (
      insert into category_attribute (category_id, attribute_id)
      select ${first.categoryId}, id from attribute where name in ('Material', 'Capacity') returning attribute_id
    )
    select a.id, a.kind, array(select v.id from attribute_value v where v.attribute_id = a.id order by v.id limit 3) as values
    from kept join attribute a on a.id = kept.attribute_id`)
  const choice = attributes.find(({ kind }) => kind === 'choice')
  const attribute = {
    material: choice?.id ?? 0,
    values: choice?.values ?? [],
    capacity: attributes.find(({ kind }) => kind === 'number')?.id ?? 0,
  }
  const ids: string[] = []
  const made = { shop, nodes, sellers, shelves, attribute, ids }
  for (let i = 0; i < 24; i += 1) {
    const subcategory = shelves[i % 2]
    const seller = sellers[i % 3 === 0 ? 0 : 1]
    const { id } = await addProduct(shop, {
      name: `Woven Kerchief ${i}`,
      pricePaise: prices[i % prices.length] ?? 0,
      units: i % 5,
      ...(subcategory && { subcategory }),
      ...(seller && { seller }),
    })
    ids.push(id)
    await describeProduct(made, id, i)
  }
  await proveClaim(
    made,
    ids.filter((_, i) => i % 3 === 0),
  )
  return made
}
/** Country, rating and attributes, which no call here sets. The same number gives the same. */
export async function describeProduct(
  { shop, attribute }: FacetShop,
  id: string,
  number: number,
): Promise<void> {
  const tenths = [null, 25, 30, 39, 40, 50][number % 6] ?? null
  const material = attribute.values[number % 4]
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`
      update product set origin_country = ${countries[number % 3] ?? null}, rating_tenths = ${tenths} where id = ${id}`)
    await tx.query(sql`delete from product_attribute where product_id = ${id}`)
    if (material !== undefined)
      await tx.query(sql`
        insert into product_attribute (product_id, attribute_id, value_id)
        select ${id}::uuid, ${attribute.material}::smallint, value
        from unnest(${[...new Set([material, attribute.values[0]])]}::int[]) as value`)
    if (number % 2 === 0)
      await tx.query(sql`
        insert into product_attribute (product_id, attribute_id, number)
        values (${id}, ${attribute.capacity}, ${number % 4 === 0 ? 250 : 0.5})`)
  })
}

/** An accepted claim of the first seller. */
async function proveClaim({ shop, sellers }: FacetShop, products: readonly string[]): Promise<void> {
  const [seller] = sellers
  if (!seller) throw new Error('there is no seller')
  await acceptedClaim(seller, await addAdmin(shop, undefined, ['catalogue']), products)
}

/** A product in values of facets, as the tables of its own say them. */
interface Plain {
  id: string
  price: number
  category: number
  values: Record<string, string[]>
}

async function plainProducts({ shop, attribute, ids }: FacetShop): Promise<Plain[]> {
  const rows = await shop.db.query<{
    id: string
    price: number
    category: number
    sub: number
    seller: string
    units: number
    tenths: number | null
    origin: string | null
    claims: string[]
    attributes: string[]
  }>(sql`
    select p.id, p.price_paise / 100.0 as price, p.category_id as category, p.subcategory_id as sub, p.seller_id as seller, p.units,
      p.rating_tenths as tenths, p.origin_country as origin,
      array(select g.code from shown_green_claim g where g.product_id = p.id) as claims,
      array(select a.attribute_id || '-' || coalesce(a.value_id::text, trim_scale(a.number)::text)
        from product_attribute a where a.product_id = p.id) as attributes
    from goods_on_sale p where p.id = any(${ids}::uuid[])`)
  return rows.map(({ id, price, category, sub, seller, units, tenths, origin, claims, attributes }) => ({
    id,
    price,
    category,
    values: {
      sub: [String(sub)],
      seller: [seller],
      price: [bandOf(price)],
      stock: units > 0 ? ['in'] : [],
      rated: ['4', '3'].filter((stars) => (tenths ?? 0) >= 10 * Number(stars)),
      origin: origin === null ? [] : [origin],
      claim: [...new Set(claims)],
      ...Object.fromEntries(
        [attribute.material, attribute.capacity].map((one) => [
          `attribute ${one}`,
          attributes.filter((value) => value.startsWith(`${one}-`)),
        ]),
      ),
    },
  }))
}

function bandOf(price: number): string {
  if (price <= 200) return '0-200'
  if (price <= 500) return '200-500'
  if (price <= 1_000) return '500-1000'
  return price <= 2_000 ? '1000-2000' : '2000-'
}

/** What an address chooses: values by facet, and the range of prices. */
export interface Choice {
  values: Record<string, string[]>
  min?: number | undefined
  max?: number | undefined
}

function passes(product: Plain, { values, min, max }: Choice, but?: string): boolean {
  if (product.price < (min ?? 0) || product.price > (max ?? Infinity)) return false
  return Object.entries(values).every(
    ([facet, codes]) => facet === but || codes.some((code) => product.values[facet]?.includes(code)),
  )
}

/** Numbers by facet and code. A chosen code without products is there, too. */
function plainCounts(products: readonly Plain[], choice: Choice): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  const add = (facet: string, code: string, more: number) => {
    counts[facet] ??= {}
    counts[facet][code] = (counts[facet][code] ?? 0) + more
  }
  for (const [facet, codes] of Object.entries(choice.values)) for (const code of codes) add(facet, code, 0)
  for (const product of products)
    for (const [facet, codes] of Object.entries(product.values))
      if (passes(product, choice, facet)) for (const code of codes) add(facet, code, 1)
  return counts
}

export function told(facets: readonly Facet[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    facets.map(({ name, choices }) => [
      name === 'attribute' ? `attribute ${choices[0]?.code.split('-', 1)[0]}` : name,
      Object.fromEntries(choices.map(({ code, products }) => [code, products])),
    ]),
  )
}

function addressOf({ values, min, max }: Choice): string {
  const search = new URLSearchParams()
  for (const [facet, codes] of Object.entries(values)) {
    const name = facet.split(' ', 1)[0] ?? ''
    search.set(name, [search.get(name), ...codes].filter(Boolean).join())
  }
  if (min !== undefined) search.set('min', String(min))
  if (max !== undefined) search.set('max', String(max))
  return search.toString()
}

/** The numbers of category, subcategory, seller and two searches are those of a plain count, and their lists have the products. */
export async function expectCounts(at: FacetShop, choice: Choice): Promise<void> {
  const { shop, sellers, shelves } = at
  const all = await plainProducts(at)
  const [shelf] = shelves
  const [seller] = sellers
  const found = (products: readonly Plain[]) =>
    products
      .filter((product) => passes(product, choice))
      .map(({ id }) => id)
      .sort()
  const { sub: _, ...others } = choice.values
  const within: Choice = { ...choice, values: others }
  const lists = [
    [`product-facets?categoryId=${shelf?.categoryId}`, `product/category/${shelf?.categoryId}`, choice, all],
    [
      `product-facets?subCategoryId=${shelf?.subCategoryId}`,
      `product/sub_category/${shelf?.subCategoryId}`,
      within,
      all.filter(({ values }) => values['sub']?.includes(String(shelf?.subCategoryId))),
    ],
    [
      `product-facets?sellerId=${seller?.id}`,
      `product/seller/${seller?.id}`,
      choice,
      all.filter(({ values }) => values['seller']?.includes(seller?.id ?? '')),
    ],
    ['product/search/kerchief/facets?', 'product/search/kerchief', choice, all],
    ['product/search/woven%20kerchief/facets?', 'product/search/woven%20kerchief', choice, all],
  ] as const
  for (const [facets, list, chosen, products] of lists) {
    clearCache(shop.running.shop.db)
    const address = addressOf(chosen)
    const counted = await shop.client().get<Facet[]>(`/public/${facets}&${address}`)
    expect(told(counted.body), facets + address).toEqual(plainCounts(products, chosen))
    expect(counted.body.every(({ about }) => !about)).toBe(true)
    for (const sort of ['newest', 'price-low']) {
      const rows = await shop
        .client()
        .get<ListedProduct[]>(`/public/${list}?limit=200&sort=${sort}&${address}`)
      expect(rows.body.map(({ id }) => id).sort(), list + address).toEqual(
        products
          .filter((product) => passes(product, chosen))
          .map(({ id }) => id)
          .sort(),
      )
      expect(Number(rows.headers.get('x-total-count'))).toBe(rows.body.length)
      // Of a page so small that the products pass by the hundred, the list is read in its order.
      const first = await shop
        .client()
        .get<ListedProduct[]>(`/public/${list}?limit=1&sort=${sort}&${address}`)
      expect(first.body[0]?.id).toBe(rows.body[0]?.id)
    }
  }
  expect(found(all).length).toBeLessThanOrEqual(all.length)
}
