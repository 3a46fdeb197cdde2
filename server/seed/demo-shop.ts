/** Inserts the demo shop of the folder demo/ into an empty database: accounts, sellers, catalogue and orders (api-rules §5). */
import type { DemoCategory, DemoProduct, DemoSeller } from '../../demo/catalogue/types.ts'
import { paise } from '../../contract/money.ts'
import { indexSearchWords } from '../catalogue/search/index-search-words.ts'
import { createAccount, createCustomer } from '../people/identity/create-account.ts'
import { hashPassword } from '../people/identity/passwords.ts'
import { picturePath } from '../platform/media/address.ts'
import type { Shop } from '../platform/shop.ts'
import type { Queryable, Tx } from '../platform/db/client.ts'
import { singleRow } from '../platform/db/client.ts'
import { newId } from '../platform/db/ids.ts'
import { sql } from '../platform/db/sql.ts'
import {
  insertAddresses,
  insertCategories,
  insertProducts,
  insertSellers,
  type SellerRow,
} from './demo-queries.ts'
import { type DemoPurchases, type RegisterParcels, seedOrders } from './demo-orders.ts'

export const demoBuyerEmail = 'buyer@hariyali.test'
const adminEmail = 'admin@hariyali.test'
const password = 'green-demo'

interface DemoCatalogue {
  demoCategories: readonly DemoCategory[]
  demoSellers: readonly DemoSeller[]
  demoProducts: readonly DemoProduct[]
}

const addresses = [
  {
    street: '14, Bapu Nagar, Tonk Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    pinCode: '302015',
    isDefault: true,
  },
  {
    street: 'Flat 3B, Palm Court, Kothrud',
    city: 'Pune',
    state: 'Maharashtra',
    pinCode: '411038',
    isDefault: false,
  },
]

/** Whether there are no categories and no accounts but administrators': `npm run make-admin` may run before the first start. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  return singleRow(
    await db.query<{ empty: boolean }>(sql`
    select not exists (select from account where role <> 'ADMIN') and not exists (select from category) as empty`),
  ).empty
}

/** Returns false and inserts nothing if the database is not empty. If two nodes start at once, one seeds and the other waits. */
export async function seedDemo(
  shop: Pick<Shop, 'db' | 'secrets'>,
  catalogue: DemoCatalogue,
  purchases: DemoPurchases,
  registerParcels?: RegisterParcels,
): Promise<boolean> {
  // One hash for all accounts: hashing takes a tenth of a second, and the password is public.
  const passwordHash = await hashPassword(password)
  const seeded = await shop.db.transaction(async (tx) => {
    await tx.execute('lock table account in share row exclusive mode')
    if (!(await isEmpty(tx))) return false
    const buyer = await seedPeople(tx, passwordHash)
    const sellers = await seedSellers(shop, tx, catalogue.demoSellers, passwordHash)
    const products = await seedProducts(tx, catalogue, sellers)
    await seedOrders(tx, purchases, buyer, products, registerParcels)
    return true
  })
  // Without statistics the planner would choose bad plans until autovacuum analyses the tables.
  if (seeded) await shop.db.execute('analyze')
  return seeded
}

async function isTaken(tx: Tx, email: string): Promise<boolean> {
  return (await tx.query(sql`select from account where email = ${email}`)).length > 0
}

async function seedPeople(tx: Tx, passwordHash: string) {
  if (!(await isTaken(tx, adminEmail)))
    await createAccount(tx, { email: adminEmail, passwordHash, role: 'ADMIN' })
  const buyerId = await createCustomer(tx, {
    email: demoBuyerEmail,
    passwordHash,
    firstName: 'Demo',
    lastName: 'Buyer',
    mobile: '9876543210',
  })
  const rows = addresses.map((address) => ({ ...address, id: newId() }))
  await insertAddresses(tx, buyerId, rows)
  return { id: buyerId, addressIds: rows.map((row) => row.id) }
}

/** Returns each seller's id by e-mail. */
async function seedSellers(
  { secrets }: Pick<Shop, 'secrets'>,
  tx: Tx,
  sellers: readonly DemoSeller[],
  passwordHash: string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const rows: SellerRow[] = []
  for (const seller of sellers) {
    const accountId = await createAccount(tx, { email: seller.email, passwordHash, role: 'SELLER' })
    ids.set(seller.email, accountId)
    const { accountNo, ...bank } = seller.bankDetails
    rows.push({
      ...seller,
      ...seller.address,
      ...bank,
      accountId,
      bankAccountSealed: secrets.seal('bank-account', accountNo),
      bankAccountLast4: accountNo.slice(-4),
    })
  }
  await insertSellers(tx, rows)
  return ids
}

/** Returns each product's id and price by slug. */
async function seedProducts(
  tx: Tx,
  { demoCategories, demoProducts }: DemoCatalogue,
  sellers: Map<string, string>,
): Promise<Map<string, { id: string; pricePaise: number }>> {
  await insertCategories(
    tx,
    demoCategories.map(({ name, subcategories }) => ({
      name,
      subcategories: subcategories.map((subcategory) => ({
        name: subcategory.name,
        imageUrl: picturePath(subcategory.picture),
      })),
    })),
  )
  const rows = insertionOrder(demoCategories, demoProducts).map((product) => {
    const { sellerEmail, priceRupees, pictures, ...rest } = product
    const sellerId = sellers.get(sellerEmail)
    if (!sellerId)
      throw new Error(`the demo product ${product.slug} names a seller who is not in the demo catalogue`)
    return {
      ...rest,
      id: newId(),
      sellerId,
      pricePaise: paise(priceRupees),
      images: pictures.map(picturePath),
    }
  })
  await insertProducts(tx, rows)
  await indexSearchWords(
    tx,
    rows.map((row) => row.id),
  )
  return new Map(rows.map((row) => [row.slug, row]))
}

/**
 * The order in which products are inserted. Lists show the newest first, so the first product of every subcategory is inserted
 * last, and neighbours are of different categories: every list begins with a mixture.
 */
export function insertionOrder(
  categories: readonly DemoCategory[],
  products: readonly DemoProduct[],
): DemoProduct[] {
  const subcategories = categories.flatMap((category, categoryAt) =>
    category.subcategories.map((subcategory, at) => ({
      at,
      categoryAt,
      products: products.filter(
        (product) => product.category === category.name && product.subcategory === subcategory.name,
      ),
    })),
  )
  return subcategories
    .flatMap(({ at, categoryAt, products: list }) =>
      list.map((product, round) => ({ product, round, at, categoryAt })),
    )
    .sort((a, b) => b.round - a.round || b.at - a.at || b.categoryAt - a.categoryAt)
    .map(({ product }) => product)
}
