import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setDeleted, changeProduct } from '../../../tests/setup/change-product.ts'
import { productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSitemap } from './list-pages.ts'
import { staticPages } from './rules.ts'

let shop: TestShop
let soap: string
beforeAll(async () => {
  shop = await startTestShop({
    seed: 'demo',
    pages: true,
    env: {
      LEGAL_NAME: 'Example Retail Private Limited',
      LEGAL_ADDRESS: '1 Example Road, Jaipur 302001, Rajasthan',
      LEGAL_GRIEVANCE_OFFICER: 'The Grievance Officer on duty',
    },
  })
  soap = await productId(shop, 'Khus Bath Soap, 125 g')
})
afterAll(() => shop.stop())

const textOf = async (path: string) => (await fetch(shop.url + path)).text()
const addressesIn = (xml: string) =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), (match) => match[1] ?? '')

test('robots.txt allows the shop, disallows private pages, names the sitemap and no admin page', async () => {
  const answer = await fetch(`${shop.url}/robots.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ])
  const text = await answer.text()
  const lines = text.split('\n')
  expect(lines).toEqual(
    expect.arrayContaining(['User-agent: *', 'Allow: /', `Sitemap: ${shop.url}/sitemap.xml`]),
  )
  for (const path of ['/cart', '/wishlist', '/profile', '/my-orders', '/api/', '/dev/'])
    expect(lines).toContain(`Disallow: ${path}`)
  const open = ['/', '/product/', '/products/', '/search/', '/media/', '/assets/', ...staticPages]
  const closed = lines.flatMap((line) => /^Disallow: ([^*]+)$/.exec(line)?.[1] ?? [])
  expect(open.filter((path) => closed.some((prefix) => path.startsWith(prefix)))).toEqual([])
  const [row] = await shop.db.query<{ value: object }>(
    sql`select value from setting where name = 'admin-paths'`,
  )
  for (const secret of Object.values(row?.value ?? {})) expect(text).not.toContain(secret)
})

test('the sitemap contains exactly every page, subcategory and product on sale', async () => {
  const files = addressesIn(await textOf('/sitemap.xml'))
  expect(files).toEqual([
    `${shop.url}/sitemaps/pages.xml`,
    `${shop.url}/sitemaps/sellers.xml`,
    `${shop.url}/sitemaps/products-1.xml`,
  ])
  const pages = addressesIn(await textOf('/sitemaps/pages.xml'))
  expect(pages.slice(0, 1 + staticPages.length)).toEqual(['/', ...staticPages].map((path) => shop.url + path))
  const [count] = await shop.db.query<{ subcategories: number }>(
    sql`select (select count(*) from category) + (select count(*) from subcategory) as subcategories`,
  )
  expect(pages.filter((address) => address.includes('/products/'))).toHaveLength(count?.subcategories ?? 0)
  const products = addressesIn(await textOf('/sitemaps/products-1.xml'))
  const stored = await shop.db.query<{ id: string }>(sql`select id from product order by id`)
  expect(products).toEqual(stored.map(({ id }) => `${shop.url}/product/${id}`))
  for (const address of [pages[0], pages.at(-1), products[0], products.at(-1)])
    expect([address, (await fetch(address ?? '')).status]).toEqual([address, 200])
})

test('every text page of the sitemap exists, is indexable and is the same for everybody', async () => {
  for (const path of staticPages) {
    const answer = await fetch(shop.url + path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=0, must-revalidate',
    ])
    const { canonical, robots } = await headOf(path)
    expect([canonical, robots]).toEqual([shop.url + path, undefined])
  }
})

test('the foot of each page names the Grievance Officer beside the link to complaints', async () => {
  const [, foot = ''] = (await textOf('/faqs')).replaceAll('<!-- -->', '').split('<footer')
  expect(foot).toContain('Grievance Officer: The Grievance Officer on duty')
})

test('Terms and Conditions name the business, its address and its Grievance Officer, once the operator has set them', async () => {
  const terms = (await textOf('/terms-and-conditions')).replaceAll('<!-- -->', '')
  for (const words of [
    'is run by Example Retail Private Limited, 1 Example Road, Jaipur 302001, Rajasthan.',
    'The Grievance Officer on duty<br/>',
    'Grievance Officer, Example Retail Private Limited<br/>',
  ])
    expect(terms).toContain(words)
})

test('sitemap files are XML, compressed if accepted, with an ETag; an unknown file is a 404', async () => {
  const file = await fetch(`${shop.url}/sitemaps/products-1.xml`)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  })
  const text = await file.text()
  expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
  const plain = await fetch(file.url, { headers: { 'accept-encoding': 'identity' } })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])
  const same = await fetch(file.url, { headers: { 'if-none-match': file.headers.get('etag') ?? '' } })
  expect(same.status).toBe(304)
  for (const name of [
    'products-0',
    'products-2',
    'products-01',
    'index',
    'none',
    '..%2fx',
    'products-999999999',
  ])
    expect([name, (await fetch(`${shop.url}/sitemaps/${name}.xml`)).status]).toEqual([name, 404])
})

test('a large catalogue is split into files; a product stays in its file when others are deleted or added', async () => {
  const open = () => openSitemap({ db: shop.db, config: shop.running.shop.config }, 40)
  const sitemap = open()
  const read = async (from = sitemap) => {
    const names = addressesIn((await from.file('index')) ?? '').flatMap(
      (a) => /products-\d+/.exec(a)?.[0] ?? [],
    )
    return Promise.all(names.map(async (name) => addressesIn((await from.file(name)) ?? '')))
  }
  const before = await read()
  const stored = await shop.db.query<{ id: string }>(sql`select id from product order by id`)
  expect(before.flat()).toEqual(stored.map(({ id }) => `${shop.url}/product/${id}`))
  expect(before.slice(0, -1).map((file) => file.length)).toEqual(before.slice(0, -1).map(() => 40))
  await setDeleted(shop, soap)
  try {
    const less = before.map((file) => file.filter((address) => !address.endsWith(soap)))
    expect(await read()).toEqual(less)
    expect(await read(open())).toEqual(less)
  } finally {
    await setDeleted(shop, soap, false)
  }
})

interface Head {
  canonical: string | undefined
  robots: string | undefined
  /** Properties and names of meta elements. */
  meta: Record<string, string>
  data: { '@graph': Record<string, any>[]; [name: string]: any } | undefined
}
async function headOf(path: string): Promise<Head> {
  const html = await textOf(path)
  const meta = Object.fromEntries(
    Array.from(html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g), (match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  return {
    canonical: /<link rel="canonical" href="([^"]+)"\/>/.exec(html)?.[1],
    robots: meta.robots,
    meta,
    data: data === undefined ? undefined : JSON.parse(data),
  }
}

test('a product page has a canonical URL, a preview with an existing JPEG, and structured data of its offer', async () => {
  await changeProduct(shop, soap, { pricePaise: 14_950, units: 3 })
  const { canonical, robots, meta, data } = await headOf(`/product/${soap}?utm_source=mail`)
  const address = `${shop.url}/product/${soap}`
  expect([canonical, robots]).toEqual([address, undefined])
  expect(meta).toMatchObject({
    'og:title': 'Khus Bath Soap, 125 g',
    'og:url': address,
    'og:site_name': 'Hariyali',
    'og:image:type': 'image/jpeg',
    'og:image:width': '960',
    'og:image:height': '960',
    'twitter:card': 'summary_large_image',
  })
  expect(meta['og:description']).toBe(meta.description)
  const picture = await fetch(meta['og:image'] ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const [product, way] = data?.['@graph'] ?? []
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Khus Bath Soap, 125 g',
    offers: {
      url: address,
      price: '149.50',
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: expect.stringMatching(/\w/) },
    },
  })
  expect(way?.['@type']).toBe('BreadcrumbList')
  const steps = way?.itemListElement as { position: number; name: string; item: string }[]
  expect(steps.map(({ name }) => name)).toEqual(['Home', 'Bath & Body', 'Soaps', 'Khus Bath Soap, 125 g'])
  for (const { item } of steps) expect([item, (await fetch(item)).status]).toEqual([item, 200])
})

test('the name of a product cannot break out of the structured data', async () => {
  const name = '</script><script>alert(1)</script> <!-- "Soap" & more'
  const other = await productId(shop, 'Neem & Tulsi Bath Soap, 100 g')
  await changeProduct(shop, other, { name, units: 0 })
  const html = await vi.waitFor(async () => {
    const text = await textOf(`/product/${other}`)
    // A page that was cached before the change is served for up to half a second more.
    expect(text).toContain('&lt;script&gt;alert(1)')
    return text
  }, 30_000)
  expect(html).not.toContain('<script>alert')
  const [product] = (await headOf(`/product/${other}`)).data?.['@graph'] ?? []
  expect(product).toMatchObject({ name, offers: { availability: 'https://schema.org/OutOfStock' } })
})

test('the home page has structured data of the shop and its search', async () => {
  const { canonical, meta, data } = await headOf('/')
  expect(canonical).toBe(`${shop.url}/`)
  const [organization, site] = data?.['@graph'] ?? []
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'Hariyali', url: `${shop.url}/` })
  expect(site?.potentialAction).toMatchObject({
    '@type': 'SearchAction',
    target: { urlTemplate: `${shop.url}/search/{search_term_string}` },
  })
  const picture = await fetch(meta['og:image'] ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('lists have one canonical URL whatever the parameters; search results and unknown pages are not indexable', async () => {
  const category = await headOf('/products/category/1?utm_source=mail')
  expect([category.canonical, category.robots]).toEqual([`${shop.url}/products/category/1`, undefined])
  for (const [path, way] of [
    ['/products/category/1', ['Home', 'Bath & Body']],
    ['/products/sub-category/1', ['Home', 'Bath & Body', 'Soaps']],
  ] as const) {
    const { data } = await headOf(path)
    expect(data?.['@type']).toBe('BreadcrumbList')
    const steps = data?.itemListElement as { name: string; item: string }[]
    expect(steps.map(({ name }) => name)).toEqual(way)
    expect(steps.at(-1)?.item).toBe(shop.url + path)
  }
  for (const [path, status] of [
    ['/search/soap', 200],
    ['/product/none', 404],
    ['/products/category/999999', 404],
    ['/products/sub-category/x', 404],
    ['/no/such/page', 404],
  ] as const) {
    expect([path, (await fetch(shop.url + path)).status]).toEqual([path, status])
    expect([path, (await headOf(path)).robots]).toEqual([path, 'noindex'])
  }
})

test('absolute URLs in a page have the public origin, whatever the Host header says', async () => {
  for (const path of [`/product/${soap}`, `/product/${soap}?view=1`]) {
    const html = await new Promise<string>((resolve, reject) => {
      get(shop.url + path, { headers: { host: 'elsewhere.invalid' } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.once('end', () => resolve(text))
      }).once('error', reject)
    })
    expect(html).toContain(`<link rel="canonical" href="${shop.url}/product/${soap}"/>`)
    expect(html).not.toContain('elsewhere.invalid')
  }
})
