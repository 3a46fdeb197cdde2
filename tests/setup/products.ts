/** Products on sale, put there by calls of a seller, and customers who have them in the cart. */
import { sql } from '../../server/platform/db/sql.ts'
import type { Answer, TestClient } from './client.ts'
import { addAdmin, adminPassword, logIn, password } from './people.ts'
import { addSeller, type Seller } from './sellers.ts'
import type { Customer, TestShop } from './shop.ts'

export interface TestProduct {
  id: string
  name: string
  pricePaise: number
}

export interface WantedProduct {
  name?: string
  units?: number
  pricePaise?: number
  hsnCode?: string
  /** By default one seller for all products of a shop, and one subcategory. */
  seller?: Seller
  subcategory?: TestSubcategory
}

export interface TestSubcategory {
  categoryId: number
  subCategoryId: number
}

const testPictureKey = `u-${'1'.repeat(32)}`
/** Shops with a test subcategory have a row of this picture and no files, so that a product needs no upload of its own. */
export const testPicture = `/media/p/${testPictureKey}/480.webp`

const firstOf = {
  picture: once((shop) =>
    shop.db.query(
      sql`insert into picture (key, used_at) values (${testPictureKey}, now()) on conflict do nothing`,
    ),
  ),
  // Of the catalogue only: with a second one who may pay, those calls would wait for both.
  admin: once((shop) => addAdmin(shop, undefined, ['catalogue'])),
  seller: once<Seller>((shop) => addSeller(shop, { companyName: 'Test Seller' })),
  subcategory: once((shop) => addSubcategory(shop, 'Test Category', 'Test Subcategory')),
}

/** Makes something at the first call for a shop and returns the same at the next ones. */
function once<T>(make: (shop: TestShop) => Promise<T>): (shop: TestShop) => Promise<T> {
  const made = new WeakMap<TestShop, Promise<T>>()
  return (shop) => {
    const found = made.get(shop) ?? make(shop)
    made.set(shop, found)
    return found
  }
}

/** A call by one of these accounts, which logs in again if its session has ended because the test lets time pass. */
async function postAs(
  account: TestClient & { email: string },
  secret: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await account.post(path, body)
  if (answer.status !== 401) return answer
  await logIn(account, account.email, secret)
  return account.post(path, body)
}

/** A new category with one subcategory, made by an administrator. */
export async function addSubcategory(
  shop: TestShop,
  category = 'Brushes',
  name = `${category} of wood`,
): Promise<TestSubcategory> {
  await firstOf.picture(shop)
  const admin = await firstOf.admin(shop)
  const path = `/public/admin/create-category/${encodeURIComponent(category)}`
  const categoryId: number = (await postAs(admin, adminPassword, path)).body.id
  const { status, body } = await postAs(admin, adminPassword, '/public/admin/create-subcategory', {
    name,
    imageUrl: shop.url + testPicture,
    categoryId,
  })
  if (status !== 200) throw new Error(`create-subcategory: ${status} ${JSON.stringify(body)}`)
  return { categoryId, subCategoryId: body.id }
}

/** The body of private/product/add and of an edit. `more` replaces fields. */
export function productInput(subcategory: TestSubcategory, imageUrls: string[], more: object = {}) {
  return {
    name: 'Beechwood Dish Brush',
    imageUrls,
    price: 249.5,
    description: 'A brush with bristles of agave.',
    noOfUnits: 100,
    details: 'Material: beechwood',
    ...subcategory,
    height: 6.5,
    length: 24,
    width: 5,
    weight: 90,
    ...more,
  }
}

/** Puts a product on sale. */
export async function addProduct(shop: TestShop, wanted: WantedProduct = {}): Promise<TestProduct> {
  const { name = 'Bamboo Toothbrush', units = 100, pricePaise = 14_900 } = wanted
  await firstOf.picture(shop)
  const seller = wanted.seller ?? (await firstOf.seller(shop))
  const subcategory = wanted.subcategory ?? (await firstOf.subcategory(shop))
  const input = productInput(subcategory, [testPicture], {
    name,
    price: pricePaise / 100,
    description: 'A test product.',
    noOfUnits: units,
    details: 'Material: bamboo',
    height: 2,
    length: 20,
    width: 2,
    weight: 20,
    ...(wanted.hsnCode !== undefined && { hsnCode: wanted.hsnCode }),
  })
  const { status, body } = await postAs(seller, password, '/private/product/add', input)
  if (status !== 200) throw new Error(`product/add: ${status} ${JSON.stringify(body)}`)
  return { id: body.id, name, pricePaise }
}

export const testAddress = { street: '12 Test Street', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }

export async function putInCart(customer: TestClient, id: string, quantity = 1): Promise<void> {
  await customer.post('/private/cart/add', { id, quantity: 1 })
  if (quantity > 1) await customer.post('/private/cart/edit', { id, quantity })
}

/** Signs up a customer with one address and `quantity` of each product in the cart. */
export async function customerWithCart(
  shop: TestShop,
  products: readonly Pick<TestProduct, 'id'>[],
  quantity = 1,
): Promise<Customer> {
  const customer = await shop.customer()
  await customer.post('/private/address/add', testAddress)
  for (const { id } of products) await putInCart(customer, id, quantity)
  return customer
}

/** The id of a demo product by its name. */
export async function productId(shop: TestShop, name: string): Promise<string> {
  const [row] = await shop.db.query<{ id: string }>(sql`select id from product where name = ${name}`)
  if (!row) throw new Error(`no product ${name}`)
  return row.id
}

export async function unitsOf(shop: Pick<TestShop, 'db'>, productId: string): Promise<number> {
  const [row] = await shop.db.query<{ units: number }>(sql`select units from product where id = ${productId}`)
  return row?.units ?? Number.NaN
}
