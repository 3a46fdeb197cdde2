/** Sellers, signed up over HTTP. */
import { gstCheckCharacter } from '../../contract/gstin.ts'
import { sql } from '../../server/platform/db/sql.ts'
import type { TestClient } from './client.ts'
import { newestCode } from './mails.ts'
import { password, verify } from './people.ts'
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

/** A seller who signed up, entered the code and is logged in by that. `more` replaces fields of the sign-up. */
export async function addSeller(shop: TestShop, more: object = {}): Promise<Seller> {
  // Of another domain than the demo sellers, whose accounts `npm run remove-demo` removes.
  const email = `seller-${(sellers += 1)}@sellers.test`
  const client = shop.client()
  const { status, body } = await client.post('/auth/seller/signup', sellerSignup(email, more))
  if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
  await verify(client, email, await newestCode(shop, email))
  const [row] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`)
  return Object.assign(client, { id: row?.id ?? '', email })
}
