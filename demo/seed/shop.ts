/** Fills an empty database with the demo shop: accounts, sellers, catalogue, pictures and orders (api-rules §5). */
import { demoCategories, demoProducts, demoSellers } from '../catalogue/catalogue.ts'
import { demoQuestions } from '../questions.ts'
import { demoReviews } from '../reviews.ts'
import type { DemoCategory, DemoProduct } from '../catalogue/types.ts'
import { paise } from '../../contract/money.ts'
import { indexSearchWords } from '../../server/catalogue/search/index-search-words.ts'
import { createAccount, createCustomer } from '../../server/people/identity/accounts.ts'
import { hashPassword } from '../../server/people/identity/passwords.ts'
import { picturePath } from '../../server/platform/media/address.ts'
import type { Shop } from '../../server/platform/shop.ts'
import type { Queryable, Tx } from '../../server/platform/db/client.ts'
import { singleRow } from '../../server/platform/db/client.ts'
import { newId, pastId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import {
  insertAddresses,
  insertCategories,
  insertProducts,
  insertQuestions,
  insertReviews,
  insertSellers,
  type SellerRow,
} from './shop-queries.ts'
import { writeDocuments } from '../../server/catalogue/products/product-queries.ts'
import { seedAttributes } from './attributes.ts'
import { seedDeclarations } from './declarations.ts'
import { seedFamilies } from './families.ts'
import { seedFigures } from './figures.ts'
import { seedGreenClaims, seedGreenWords } from './green-claims.ts'
import { seedPrices } from './prices.ts'
import { type RegisterOrders, type RegisterParcels, seedOrders } from './orders.ts'
import { recordPictures, storePictures } from './pictures.ts'

const buyerEmail = 'buyer@hariyali.test'
const adminEmail = 'admin@hariyali.test'
const password = 'green-demo'

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

/**
 * Runs at every start, also on several nodes at once: if two start together, one seeds and the other waits. Does nothing
 * unless SEED is `demo` and the database is empty. Returns whether the demo accounts exist. Labels of parcels and charges of
 * payments only exist with the stand-ins of courier and payment provider.
 */
export async function seedDemoShop(
  shop: Shop,
  registerParcels?: RegisterParcels,
  registerOrders?: RegisterOrders,
): Promise<boolean> {
  if (shop.config.seed !== 'demo') return false
  if (await isEmpty(shop.db)) await seed(shop, registerParcels, registerOrders)
  return isTaken(shop.db, buyerEmail)
}

/** Whether there are no categories and no accounts but administrators': `npm run make-admin` may run before the first start. */
async function isEmpty(db: Queryable): Promise<boolean> {
  return singleRow(
    await db.query<{ empty: boolean }>(sql`
    select not exists (select from account where role <> 'ADMIN') and not exists (select from category) as empty`),
  ).empty
}

async function seed(
  shop: Shop,
  registerParcels: RegisterParcels | undefined,
  registerOrders: RegisterOrders | undefined,
): Promise<void> {
  // One hash for all accounts: hashing takes a tenth of a second, and the password is public.
  const passwordHash = await hashPassword(password)
  const pictureKeys = await storePictures(
    shop,
    demoProducts.flatMap(({ pictures }) => pictures),
  )
  await shop.db.transaction(async (tx) => {
    await tx.execute('lock table account in share row exclusive mode')
    if (!(await isEmpty(tx))) return
    await recordPictures(tx, [...pictureKeys.values()])
    const buyer = await seedPeople(tx, passwordHash)
    const sellers = await seedSellers(shop, tx, passwordHash)
    const products = await seedProducts(tx, sellers, (name) => picturePath(pictureKeys.get(name) ?? ''))
    await seedDeclarations(tx, products)
    await seedAttributes(tx, products)
    await seedGreenClaims(tx, products)
    await writeDocuments(
      tx,
      Array.from(products.values(), ({ id }) => id),
    )
    await seedGreenWords(tx, products)
    await seedFamilies(tx, products)
    await seedOrders(tx, buyer, products, registerParcels, registerOrders)
    // What was bought so far was not in a sale.
    await seedPrices(tx, products)
    await seedFigures(tx, products)
    await insertQuestions(
      tx,
      buyer.id,
      demoQuestions.map(({ slug, ...question }) => ({
        ...question,
        id: pastId(Date.now() - question.daysAgo * 86_400_000),
        productId: products.get(slug)?.id ?? '',
      })),
    )
    await insertReviews(
      tx,
      buyer.id,
      demoReviews.map(({ slug, ...review }) => ({
        ...review,
        id: pastId(Date.now() - review.daysAgo * 86_400_000),
        productId: products.get(slug)?.id ?? '',
      })),
    )
  })
  // Without statistics the planner would choose bad plans until autovacuum analyses the tables.
  await shop.db.execute('analyze')
}

async function isTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.query(sql`select from account where email = ${email}`)).length > 0
}

async function seedPeople(tx: Tx, passwordHash: string) {
  if (!(await isTaken(tx, adminEmail)))
    await createAccount(tx, { email: adminEmail, passwordHash, role: 'ADMIN', duties: ['owner'] })
  const buyerId = await createCustomer(tx, {
    email: buyerEmail,
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
  passwordHash: string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const rows: SellerRow[] = []
  for (const seller of demoSellers) {
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
      story: `${seller.companyName} is an invented seller of this demo shop in ${seller.address.city}, ${seller.address.state}. A real seller tells here who they are and how they make what they sell.`,
    })
  }
  await insertSellers(tx, rows)
  return ids
}

/** Returns each product's id and price by slug. */
async function seedProducts(
  tx: Tx,
  sellers: Map<string, string>,
  addressOf: (picture: string) => string,
): Promise<Map<string, { id: string; pricePaise: number }>> {
  await insertCategories(
    tx,
    demoCategories.map(({ name, subcategories }) => ({
      name,
      subcategories: subcategories.map((subcategory) => ({
        name: subcategory.name,
        imageUrl: addressOf(subcategory.picture),
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
      images: pictures.map(addressOf),
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
