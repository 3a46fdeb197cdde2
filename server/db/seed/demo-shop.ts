/** The demo shop: accounts, sellers and the catalogue of the demo folder, written once into an empty database (contract §5). */
import type { DemoCategory, DemoProduct, DemoSeller } from '../../../demo/catalogue/types.ts'
import { paise } from '../../../contract/money.ts'
import { learnWords } from '../../catalogue/learn-words.ts'
import { createAccount, createCustomer } from '../../identity/create-account.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { picturePath } from '../../media/address.ts'
import type { Shop } from '../../shop.ts'
import type { Queryable, Tx } from '../client.ts'
import { only } from '../client.ts'
import { newId } from '../ids.ts'
import { sql } from '../sql.ts'
import {
  insertAddresses,
  insertCategories,
  insertProducts,
  insertSellers,
  type SellerRow,
} from './demo-queries.ts'

export const demoBuyerEmail = 'buyer@hariyali.test'
const adminEmail = 'admin@hariyali.test'
const password = 'green-demo'

export interface DemoCatalogue {
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

/** Whether nobody has an account and nothing is on sale. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  return only(
    await db.query<{ empty: boolean }>(sql`
    select not exists (select from account) and not exists (select from category) as empty`),
  ).empty
}

/** False, and nothing written, when the database is not empty; of two nodes that start together one seeds and one waits. */
export async function seedDemo(
  shop: Pick<Shop, 'db' | 'secrets'>,
  catalogue: DemoCatalogue,
): Promise<boolean> {
  // One hash for all: each would take a tenth of a second, and everybody knows the password.
  const passwordHash = await hashPassword(password)
  const seeded = await shop.db.transaction(async (tx) => {
    await tx.execute('lock table account in share row exclusive mode')
    if (!(await isEmpty(tx))) return false
    await seedPeople(tx, passwordHash)
    const sellers = await seedSellers(shop, tx, catalogue.demoSellers, passwordHash)
    await seedProducts(tx, catalogue, sellers)
    return true
  })
  // The planner would otherwise guess until the server finds the time to look.
  if (seeded) await shop.db.execute('analyze')
  return seeded
}

async function seedPeople(tx: Tx, passwordHash: string): Promise<void> {
  await createAccount(tx, { email: adminEmail, passwordHash, role: 'ADMIN' })
  const buyerId = await createCustomer(tx, {
    email: demoBuyerEmail,
    passwordHash,
    firstName: 'Demo',
    lastName: 'Buyer',
    mobile: '9876543210',
  })
  await insertAddresses(
    tx,
    buyerId,
    addresses.map((address) => ({ ...address, id: newId() })),
  )
}

/** Answers each seller's id by e-mail. */
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

async function seedProducts(
  tx: Tx,
  { demoCategories, demoProducts }: DemoCatalogue,
  sellers: Map<string, string>,
): Promise<void> {
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
  const rows = newestLast(demoCategories, demoProducts).map((product) => {
    const { slug: _, sellerEmail, priceRupees, pictures, ...rest } = product
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
  await learnWords(
    tx,
    rows.map((row) => row.id),
  )
}

/**
 * The order in which products come into the shop. Lists show the newest first: the first product of every subcategory
 * comes last, and neighbours are of different categories, so that every list begins with something of everything.
 */
export function newestLast(
  categories: readonly DemoCategory[],
  products: readonly DemoProduct[],
): DemoProduct[] {
  const shelves = categories.flatMap((category, categoryAt) =>
    category.subcategories.map((subcategory, at) => ({
      at,
      categoryAt,
      products: products.filter(
        (product) => product.category === category.name && product.subcategory === subcategory.name,
      ),
    })),
  )
  return shelves
    .flatMap(({ at, categoryAt, products: shelf }) =>
      shelf.map((product, round) => ({ product, round, at, categoryAt })),
    )
    .sort((a, b) => b.round - a.round || b.at - a.at || b.categoryAt - a.categoryAt)
    .map(({ product }) => product)
}
