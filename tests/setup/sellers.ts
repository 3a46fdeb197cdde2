/** Sellers. */
import { gstCheckCharacter } from '../../contract/gstin.ts'
import { sellerSignupBody } from '../../contract/seller.ts'
import { createAccount } from '../../server/people/identity/accounts.ts'
import { insertSeller } from '../../server/people/sellers/queries.ts'
import { registrationDetails } from '../../server/people/sellers/sign-up-seller.ts'
import { sql } from '../../server/platform/db/sql.ts'
import type { TestClient } from './client.ts'
import { newestCode } from './mails.ts'
import { hashedPassword, logIn, password, verify } from './people.ts'
import type { TestShop } from './shop.ts'

export interface Seller extends TestClient {
  id: string
  email: string
}

let sellers = 0

/** A GST number of Maharashtra that nobody has yet. */
export function newGst(): string {
  sellers += 1
  const first14 = `27AAPFU${String(sellers).padStart(4, '0')}F1Z`
  return first14 + gstCheckCharacter(first14)
}

export function sellerSignup(email: string, more: object = {}) {
  return {
    email,
    password,
    companyName: 'Test Bamboo Works',
    GSTNumber: newGst(),
    mobileNo: '9876543210',
    buildingNo: '12-A',
    street: 'Seller Street',
    landmark: 'Near the test park',
    pinCode: '400001',
    city: 'Mumbai',
    state: 'Maharashtra',
    fullName: 'Test Owner',
    accountNo: '123456789012',
    IFSCCode: 'HDFC0000001',
    ...more,
  }
}

/** Of another domain than the demo sellers, whose accounts `npm run remove-demo` removes. */
const newEmail = () => `seller-${(sellers += 1)}@sellers.test`

/**
 * A seller who is logged in. `more` replaces fields of the registration. The account is made as that of a customer, without the
 * mail and the code; where the shop is another process, whose key encrypts the bank account, over HTTP.
 */
export async function addSeller(shop: TestShop, more: object = {}): Promise<Seller> {
  if (!('running' in shop)) return registerSeller(shop, more)
  const email = newEmail()
  const details = registrationDetails(shop.running.shop, sellerSignupBody.parse(sellerSignup(email, more)))
  const passwordHash = await hashedPassword
  const id = await shop.db.transaction(async (tx) => {
    const accountId = await createAccount(tx, { email, passwordHash, role: 'SELLER' })
    await insertSeller(tx, accountId, details)
    return accountId
  })
  const client = shop.client()
  await logIn(client, email)
  return Object.assign(client, { id, email })
}

/** A seller who registered, entered the code and is logged in by that. */
export async function registerSeller(shop: TestShop, more: object = {}): Promise<Seller> {
  const email = newEmail()
  const client = shop.client()
  const { status, body } = await client.post('/auth/seller/signup', sellerSignup(email, more))
  if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
  await verify(client, email, await newestCode(shop, email))
  const [row] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`)
  return Object.assign(client, { id: row?.id ?? '', email })
}
