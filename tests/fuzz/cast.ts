/** The people of a run. Whatever text a person types contains a canary with the person's name. */
import { gstCheckCharacter } from '../../contract/gstin.ts'
import type { TestClient } from '../setup/client.ts'
import { addAdmin, adminPassword, logIn, password, signupBody, verify } from '../setup/people.ts'
import { newestCode } from '../setup/mails.ts'
import {
  addSubcategory,
  productInput,
  testAddress,
  testPicture,
  type TestSubcategory,
} from '../setup/products.ts'
import { sellerSignup } from '../setup/sellers.ts'
import type { TestShop } from '../setup/shop.ts'

export interface Person {
  /** `buyer0`, `seller1`, `admin0`, `visitor0`: the role and a number. */
  name: string
  role: 'visitor' | 'CUSTOMER' | 'SELLER' | 'ADMIN'
  client: TestClient
  email: string
  password: string
  gst: string
  /** The account number of a seller's bank. */
  accountNo: string
  /** What the cart costs by the last look into it. */
  cartPaise: number
  /** A text with this person's name that occurs nowhere else. */
  canary(kind?: string): string
}

export interface Cast {
  people: Person[]
  buyers: Person[]
  sellers: Person[]
  admin: Person
  visitor: Person
  subcategory: TestSubcategory
}

/** The owner is the first group or, of an account number, the number of the seller in the second. */
export const canaryPattern = /kanari-([a-z]+\d+)-\w+|778899(\d{6})/g

/** The address of a buyer, which nobody but the buyer and administrators may see. */
export const mailOf = (name: string) => `kanari-${name}-mail@buyers.hariyali.test`

/** A GST number of Maharashtra for each number; those of `newGst` begin with other letters. */
export function gstOf(number: number): string {
  const first14 = `27FUZZP${String(number).padStart(4, '0')}F1Z`
  return first14 + gstCheckCharacter(first14)
}

function person(name: string, role: Person['role'], client: TestClient, email: string, secret?: string) {
  const number = Number(/\d+$/.exec(name))
  let told = 0
  const made: Person = {
    name,
    role,
    client,
    email,
    // Of their own, so that nobody gets into the account of another one.
    password: secret ?? `${password}-${name}`,
    gst: gstOf(number),
    accountNo: `778899${String(number).padStart(6, '0')}`,
    cartPaise: 100,
    canary: (kind = `t${(told += 1)}`) => `kanari-${name}-${kind}`,
  }
  return made
}

/** Four buyers with an address, three sellers with a product, an administrator and a visitor, signed up and logged in. */
export async function signUpCast(shop: TestShop): Promise<Cast> {
  const buyers: Person[] = []
  const sellers: Person[] = []
  for (let n = 0; n < 4; n += 1) {
    const buyer = person(`buyer${n}`, 'CUSTOMER', shop.client(), mailOf(`buyer${n}`))
    const names = {
      firstName: buyer.canary('name'),
      lastName: buyer.canary('name'),
      password: buyer.password,
    }
    await signUp(shop, buyer, '/auth/customer/signup', { ...signupBody(buyer.email), ...names })
    await logIn(buyer.client, buyer.email, buyer.password)
    const home = { street: buyer.canary(), city: buyer.canary() }
    await post(buyer, '/private/address/add', { ...testAddress, ...home })
    buyers.push(buyer)
  }
  for (let n = 0; n < 3; n += 1) {
    const seller = person(`seller${n}`, 'SELLER', shop.client(), `fuzz-seller${n}@sellers.test`)
    const place = { buildingNo: seller.canary(), street: seller.canary(), landmark: seller.canary() }
    const bank = { fullName: seller.canary('bank'), accountNo: seller.accountNo }
    await signUp(
      shop,
      seller,
      '/auth/seller/signup',
      sellerSignup(seller.email, { ...place, ...bank, GSTNumber: seller.gst, password: seller.password }),
    )
    sellers.push(seller)
  }
  const subcategory = await addSubcategory(shop)
  for (const seller of sellers)
    await post(seller, '/private/product/add', productInput(subcategory, [testPicture]))
  const client = await addAdmin(shop)
  const admin = person('admin0', 'ADMIN', client, client.email, adminPassword)
  const visitor = person('visitor0', 'visitor', shop.client(), 'nobody@buyers.hariyali.test')
  return { people: [...buyers, ...sellers, admin, visitor], buyers, sellers, admin, visitor, subcategory }
}

async function post(
  { client, email }: Pick<Person, 'client' | 'email'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const { status, body: reply } = await client.post(path, body, headers)
  if (status !== 200) throw new Error(`${email}: ${path}: ${status} ${JSON.stringify(reply)}`)
}

async function signUp(shop: TestShop, { client, email }: Person, path: string, body: object): Promise<void> {
  const from = { 'x-forwarded-for': `10.9.0.${(signUps += 1) % 250}` }
  await post({ client, email }, path, body, from)
  await verify(client, email, await newestCode(shop, email))
}
let signUps = 0
