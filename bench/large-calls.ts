/** The calls that `bench large` measures, made of what a shop has. */
import { type Sql, sql } from '../server/platform/db/sql.ts'
import type { TestClient } from '../tests/setup/client.ts'
import { type ComparedShop, ownOrders } from './large-shops.ts'

/** Calls of one kind, made by eight callers at once. */
export interface BuyersCall {
  paths: readonly string[]
  /** Of the callers, each of whom makes calls of his own; none for public calls. */
  cookies?: readonly string[]
  /** Are posted in turn. */
  bodies?: readonly string[]
  /** Where it is measured for longer than the others, because it takes longer. */
  seconds?: number
}

/** Calls of one person, one after the other. */
export interface PagesCall {
  client: TestClient
  /** Those of one entry belong to one page and are made at once. */
  pages: readonly (readonly string[])[]
}

const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']
const cookieOf = ({ cookies }: TestClient) => [...cookies].map((pair) => pair.join('=')).join('; ')
/** The page cache keeps no answer with an unknown query parameter. */
const uncached = (path: string) => `/api/v1${path}${path.includes('?') ? '&' : '?'}made=1`

export async function buyersCallsOf(shop: ComparedShop): Promise<Record<string, BuyersCall>> {
  const column = async (statement: Sql) =>
    (await shop.db.query<{ value: string }>(statement)).map(({ value }) => value)
  const categories = await column(sql`select id::text as value from category order by id`)
  const products = await column(
    sql`select id as value from product where deleted_at is null order by md5(id::text) limit 50`,
  )
  const names = await column(sql`
    select lower(split_part(name, ' ', 1)) as value from product where deleted_at is null and name ~ '^[A-Za-z]{4,} ' order by md5(id::text) limit 50`)
  const cookies = shop.readers.map(cookieOf)
  return {
    'list of 24, API, uncached': {
      paths: categories.map((id) => uncached(`/public/product/category/${id}?limit=24`)),
    },
    'product, API, uncached': { paths: products.map((id) => uncached(`/public/product/${id}`)) },
    'search for a common word': {
      paths: words.map((word) => uncached(`/public/product/search/${word}?limit=24`)),
    },
    'search for the first word of a name': {
      paths: names.map((word) => uncached(`/public/product/search/${word}?limit=24`)),
    },
    'cart of 3': { paths: ['/api/v1/private/cart/get'], cookies },
    'add to cart': {
      paths: ['/api/v1/private/cart/add'],
      cookies: shop.buyers.map(cookieOf),
      bodies: shop.products.map((id) => JSON.stringify({ id, quantity: 1 })),
    },
    'wishlist of 10': { paths: ['/api/v1/private/wishlist/get'], cookies },
    [`own orders, a page of ${ownOrders}`]: {
      paths: [`/api/v1/private/order/get/customer?limit=${ownOrders}`],
      cookies,
    },
    'sign-in': {
      seconds: 5,
      paths: ['/api/v1/auth/login'],
      bodies: shop.emails.map((email) =>
        JSON.stringify({
          email,
          password: email.endsWith('@bench.hariyali.test') ? 'a-good-password' : 'green-demo',
        }),
      ),
    },
  }
}

/** What the page shows when it is opened (web/routes/admin/overview/). */
const overview = [
  '/public/admin/counts',
  '/public/admin/all-orders?limit=10',
  '/public/admin/category-tree',
  '/public/admin/broken-invariants',
  '/public/admin/all-orders?limit=1&attention=yes',
  '/public/admin/returns?limit=1&show=disputed',
  '/public/admin/refunds?limit=1',
  '/public/admin/unmatched-payments?limit=1',
  '/public/admin/failed-jobs?limit=1',
  '/public/admin/unsent-mail?limit=1',
  '/public/admin/money-exceptions',
]

export async function pagesCallsOf({ db, admin, seller }: ComparedShop): Promise<Record<string, PagesCall>> {
  const sample = await db.query<Record<'awb' | 'number' | 'email' | 'last' | 'word' | 'middle', string>>(sql`
    select o.awb_number as awb, o.number, a.email, c.last_name as last, split_part(o.product_name, ' ', 1) as word, o.id as middle
    from orders o join account a on a.id = o.customer_id join customer c on c.account_id = o.customer_id
    where o.awb_number is not null order by md5(o.id::text) limit 20`)
  const ofLargestSeller = await db.query<{ awb: string }>(sql`
    select awb_number as awb from orders where awb_number is not null and status <> 'refunded'
      and seller_id = (select seller_id from orders group by 1 order by count(*) desc limit 1) order by md5(id::text) limit 20`)
  const sellers = await db.query<{ email: string }>(
    sql`select a.email from seller s join account a on a.id = s.account_id order by md5(a.id::text) limit 20`,
  )
  const ofAdmin = (pages: readonly string[]) => ({ client: admin, pages: pages.map((page) => [page]) })
  const ofSeller = (pages: readonly string[]) => ({ client: seller, pages: pages.map((page) => [page]) })
  const orders = (query: string) => `/public/admin/all-orders${query}`
  const each = (path: string, of: keyof (typeof sample)[number]) =>
    sample.map((row) => `${path}${encodeURIComponent(row[of])}`)
  return {
    'seller: own products': ofSeller(['/private/product/get-by-seller']),
    'seller: own products, low stock': ofSeller(['/private/product/get-by-seller?stock=low']),
    'seller: own orders': ofSeller(['/private/order/get/seller']),
    'seller: own orders, a word': ofSeller(
      ['soap', 'cotton', 'Jaipur'].map((word) => `/private/order/get/seller?search=${word}`),
    ),
    'seller: own orders, an AWB number': ofSeller(
      ofLargestSeller.map(({ awb }) => `/private/order/get/seller?search=${awb}`),
    ),
    'seller: own orders, in transit': ofSeller(['/private/order/get/seller?status=In%20Transit']),
    'seller: earnings': ofSeller(['/private/earnings']),
    'seller: orders of the earnings': ofSeller(['/private/earnings/orders']),
    'seller: statements': ofSeller(['/private/earnings/statements']),
    'overview, all its calls': { client: admin, pages: [overview] },
    orders: ofAdmin([orders('')]),
    'orders, a page from the middle': ofAdmin(each(orders('?cursor='), 'middle')),
    'orders that need attention': ofAdmin([orders('?attention=yes')]),
    'cancelled orders': ofAdmin([orders('?status=cancelled')]),
    'orders by AWB number': ofAdmin(each(orders('?q='), 'awb')),
    'orders by their number': ofAdmin(each(orders('?q='), 'number')),
    "orders by the buyer's e-mail": ofAdmin(each(orders('?q='), 'email')),
    'orders by a word of the product': ofAdmin(each(orders('?q='), 'word')),
    'orders by a word that nothing has': ofAdmin([orders('?q=porcelain')]),
    'orders of a seller': ofAdmin(
      sellers.map(({ email }) => orders(`?sellerEmail=${encodeURIComponent(email)}`)),
    ),
    customers: ofAdmin(['/public/admin/all-customers']),
    'customers by last name': ofAdmin(each('/public/admin/all-customers?q=', 'last')),
    'customers by e-mail': ofAdmin(each('/public/admin/all-customers?q=', 'email')),
    sellers: ofAdmin(['/public/admin/all-sellers']),
    returns: ofAdmin(['/public/admin/returns']),
    'late refunds': ofAdmin(['/public/admin/refunds']),
    'all refunds': ofAdmin(['/public/admin/refunds?show=all']),
    audit: ofAdmin(['/public/admin/audit']),
    balances: ofAdmin(['/public/admin/balances']),
    'seller balances': ofAdmin(['/public/admin/seller-balances']),
    'what needs attention of the money': ofAdmin(['/public/admin/money-exceptions']),
    'settlement runs': ofAdmin(['/public/admin/settlement-runs']),
    settlements: ofAdmin(['/public/admin/settlements']),
    payouts: ofAdmin(['/public/admin/payouts']),
    'days compared with the provider': ofAdmin(['/public/admin/reconciliations']),
  }
}
