/** Accounts of tests: customers and administrators are made as the demo shop and `npm run make-admin` make theirs. */
import type { Duty } from '../../contract/endpoint.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { createAccount, createCustomer } from '../../server/people/identity/accounts.ts'
import { hashPassword } from '../../server/people/identity/passwords.ts'
import { cheapHashes } from './cheap-hashes.ts'
import type { TestClient } from './client.ts'
import { newestCode } from './mails.ts'
import type { Customer, TestShop } from './shop.ts'

/** The password of every customer and seller that signs up in a test. */
export const password = 'green-and-secret'
export const adminPassword = 'mangoes-and-neem'
export const hashedPassword = hashPassword(password, cheapHashes)

export interface Admin extends TestClient {
  id: string
  email: string
}

let browsers = 0

/** A client with its own IP address, so that limits of an IP affect only the tests of them (needs TRUST_PROXY). */
export function browserAt(shop: TestShop, ip = `10.0.${(browsers += 1) >> 8}.${browsers & 255}`): TestClient {
  const client = shop.client()
  const from = { 'x-forwarded-for': ip }
  return {
    ...client,
    get: (path, headers) => client.get(path, { ...from, ...headers }),
    post: (path, body, headers) => client.post(path, body, { ...from, ...headers }),
  }
}

export function signupBody(email: string) {
  return { firstName: 'Asha', lastName: 'Rao', email, mobile: '9876543210', password }
}

/** Creates an unverified customer and returns the code that was sent. */
export async function signUp(shop: TestShop, email: string, browser = browserAt(shop)): Promise<string> {
  const { status, body } = await browser.post('/auth/customer/signup', signupBody(email))
  if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
  return newestCode(shop, email)
}

/**
 * A verified customer who is logged in in the browser. Their account is made as the demo shop makes its own: signing up, with
 * its mail and code, has tests of its own, and thousands of customers would wait for it.
 */
export async function signedIn(shop: TestShop, email: string, browser = browserAt(shop)): Promise<Customer> {
  const { password: _, ...details } = signupBody(email)
  const passwordHash = await hashedPassword
  await shop.db.transaction((tx) => createCustomer(tx, { ...details, passwordHash }))
  await logIn(browser, email)
  return Object.assign(browser, { email, password })
}

export async function verify(browser: TestClient, email: string, otp: string): Promise<void> {
  const { status, body } = await browser.post('/auth/verify-otp', { email, otp })
  if (status !== 200) throw new Error(`verify-otp: ${status} ${JSON.stringify(body)}`)
}

export async function logIn(browser: TestClient, email: string, secret = password): Promise<void> {
  const { status, body } = await browser.post('/auth/login', { email, password: secret })
  if (status !== 200) throw new Error(`log-in of ${email}: ${status} ${JSON.stringify(body)}`)
}

/** A browser logged in to one of the accounts of the demo shop. */
export async function demoAccount(shop: TestShop, name: 'buyer' | 'seller' | 'admin'): Promise<TestClient> {
  const client = shop.client()
  await logIn(client, `${name}@hariyali.test`, 'green-demo')
  return client
}

/** An administrator who is logged in, an owner unless other duties are given. */
export async function addAdmin(
  shop: TestShop,
  email = `admin-${newId()}@hariyali.test`,
  duties: readonly Duty[] = ['owner'],
): Promise<Admin> {
  const passwordHash = await hashPassword(adminPassword, cheapHashes)
  const id = await shop.db.transaction((tx) =>
    createAccount(tx, { email, passwordHash, role: 'ADMIN', duties }),
  )
  const client = shop.client()
  await logIn(client, email, adminPassword)
  return Object.assign(client, { id, email })
}

/** The entries of the audit, newest first: action, actor, target. */
export async function auditOf(admin: TestClient, query: Record<string, string> = {}): Promise<any[]> {
  return (await admin.get(`/public/admin/audit?${new URLSearchParams(query)}`)).body
}
