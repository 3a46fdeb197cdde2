/** `test` for pages of the shop: the running shop's address, an internet address a test, and no errors in the console. */
import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test as base } from '@playwright/test'
import { gstCheckCharacter } from '../../contract/gstin.ts'

/** The browser also reports failed calls in the console; they are tested by what the page shows. */
const failedCall = /^Failed to load resource/

interface Fixtures {
  consoleErrors: string[]
  /** Opens a page in the browser of somebody else, who has the address of this test. */
  newPage: () => Promise<Page>
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.SHOP_URL),
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
  newPage: async ({ browser, baseURL, extraHTTPHeaders, viewport }, use) => {
    const options = { ...(baseURL && { baseURL }), ...(extraHTTPHeaders && { extraHTTPHeaders }), viewport }
    const opened: Page[] = []
    await use(async () => {
      const page = await (await browser.newContext(options)).newPage()
      opened.push(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !failedCall.test(message.text())) errors.push(message.text())
      })
      await use(errors)
      // Calls that a page makes while it closes.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Unique, because tests run beside one another. */
export const newEmail = (): string => `${randomUUID()}@browsers.hariyali.test`

export const password = 'a-good-password'

/** The newest code sent to an address, once `count` mails have arrived there. */
export async function codeFor(page: Page, email: string, count = 1): Promise<string> {
  let text = ''
  await expect(async () => {
    const mails = (await (
      await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    ).json()) as { text: string }[]
    expect(mails.length).toBeGreaterThanOrEqual(count)
    text = mails[0]?.text ?? ''
  }).toPass({ timeout: 10_000 })
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

/** Makes a call of the API with the page's cookies. */
export async function callApi<T = unknown>(page: Page, path: string, body?: unknown): Promise<T> {
  const url = `/api/v1${path}`
  const response = await (body === undefined ? page.request.get(url) : page.request.post(url, { data: body }))
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}: ${await response.text()}`)
  return (await response.json()) as T
}

export async function signUp(page: Page, email = newEmail()): Promise<string> {
  await callApi(page, '/auth/customer/signup', {
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    mobile: '9876543210',
    password,
  })
  return email
}

/** A customer who has confirmed the e-mail and logged in, all in the page's own browser. */
export async function customer(page: Page): Promise<string> {
  const email = await signUp(page)
  await callApi(page, '/auth/verify-otp', { email, otp: await codeFor(page, email) })
  await callApi(page, '/auth/login', { email, password })
  return email
}

/** A right GST number of Maharashtra that nobody has yet. */
export function newGst(): string {
  const letter = () => String.fromCharCode(65 + randomInt(26))
  const letters = Array.from({ length: 6 }, letter).join('')
  const first14 = `27${letters.slice(1)}${randomInt(1_000, 10_000)}${letters[0]}1Z`
  return first14 + gstCheckCharacter(first14)
}

/** What somebody types into the three steps of the registration, by the names of the fields. */
export const newBusiness = () => ({
  email: newEmail(),
  password,
  companyName: 'Test Bamboo Works',
  GSTNumber: newGst(),
  mobileNo: '9876543210',
  buildingNo: '12-A',
  street: 'Test Street',
  landmark: 'Near the test park',
  pinCode: '400001',
  city: 'Mumbai',
  state: 'Maharashtra',
  fullName: 'Test Owner',
  accountNo: '123456789012',
  IFSCCode: 'HDFC0000001',
})

/** A seller who has registered and entered the code, which logs in, all in the page's own browser. */
export async function seller(
  page: Page,
  more: Partial<ReturnType<typeof newBusiness>> = {},
): Promise<string> {
  const business = { ...newBusiness(), ...more }
  await callApi(page, '/auth/seller/signup', business)
  await callApi(page, '/auth/verify-otp', {
    email: business.email,
    otp: await codeFor(page, business.email),
  })
  return business.email
}

/** The seller of the page puts a product on sale, with a picture of the demo shop; returns its id. */
export async function addProduct(page: Page, more: object = {}): Promise<string> {
  const [subcategory] = await callApi<{ id: number; categoryId: number }[]>(page, '/public/category/sub/all')
  const [other] = await callApi<{ imageUrl: string }[]>(page, '/public/product/search/soap')
  const product = {
    name: 'Beechwood Dish Brush',
    imageUrls: [other?.imageUrl],
    description: 'A brush with bristles of agave.',
    details: 'Material: beechwood',
    price: 249,
    noOfUnits: 100,
    categoryId: subcategory?.categoryId,
    subCategoryId: subcategory?.id,
    height: 6.5,
    width: 5,
    length: 24,
    weight: 90,
    ...more,
  }
  return (await callApi<{ id: string }>(page, '/private/product/add', product)).id
}

/** The customer of the page buys one piece of the product. */
export async function buyOne(
  page: Page,
  productId: string,
  price = 249,
): Promise<{ id: string; number: string }> {
  await callApi(page, '/private/address/add', homeAddress)
  await callApi(page, '/private/cart/add', { id: productId, quantity: 1 })
  const providerOrder = await callApi<string>(page, `/private/order/payment/${price * 100}`)
  const paid = await page.request.post(`/dev/payments/${providerOrder}`, { data: { outcome: 'paid' } })
  await callApi(page, '/private/order/payment/verify', await paid.json())
  const items = [{ productId, quantity: 1 }]
  const [order] = await callApi<{ id: string; number: string }[]>(page, '/private/order/create', {
    items,
    addressId: null,
  })
  if (!order) throw new Error('no order')
  return order
}

/** The demo shop's administrator, logged in, in the page's own browser. Returns where the pages begin. */
export async function admin(page: Page): Promise<string> {
  await callApi(page, '/auth/login', { email: 'admin@hariyali.test', password: 'green-demo' })
  return adminHome(page)
}

export async function adminHome(page: Page): Promise<string> {
  return (await callApi<{ home: string }>(page, '/private/me')).home
}

interface Goods {
  id: string
  name: string
  price: number
}

/** Puts products of which there are plenty into the cart. */
export async function fillCart(page: Page, products: number): Promise<Goods[]> {
  const found = await callApi<(Goods & { noOfUnits: number })[]>(page, '/public/product/search/soap')
  const goods = found.filter(({ noOfUnits }) => noOfUnits >= 10).slice(0, products)
  for (const { id } of goods) await callApi(page, '/private/cart/add', { id, quantity: 1 })
  return goods
}

export const homeAddress = { street: '12 Nehru Marg', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }
