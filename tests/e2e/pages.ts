/** Every page of the shop that has a test walk over it (every-page.e2e.ts). A new page is one more entry here. */
import type { Page } from '@playwright/test'
import { callApi, fillCart, homeAddress } from './shop-test.ts'

interface Dialog {
  name: string
  /** Opens it from the page as it stands. */
  open: (page: Page) => Promise<void>
}

export interface WalkedPage {
  name: string
  /** The address, or how it is found out. */
  path: string | ((page: Page) => Promise<string>)
  /** Stands there, once the page is complete; on a public page also without scripts. */
  holds: string
  /** A state to look at besides the first one: a form full of errors, another panel. */
  afterwards?: (page: Page) => Promise<void>
  dialogs?: Dialog[]
  /** The status that its document answers with; 200 unless said. */
  status?: number
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}
const submitEmpty = (page: Page) => page.locator('main form button[type=submit]').click()

async function firstId(page: Page, path: string): Promise<string> {
  const [first] = await callApi<{ id: string }[]>(page, path)
  return first?.id ?? ''
}

const otpDialog: Dialog = {
  name: 'Verify your email',
  async open(page) {
    await page.route('**/auth/login', (route) =>
      route.fulfill({ status: 401, json: { msg: 'Please verify your email' } }),
    )
    await page.route('**/auth/resend-otp', (route) => route.fulfill({ json: { msg: 'sent' } }))
    await page.getByLabel('Email').fill('asha@browsers.hariyali.test')
    await page.getByLabel('Password', { exact: true }).fill('a-good-password')
    await page.getByRole('button', { name: 'Login' }).click()
  },
}

const securityDialog: Dialog = {
  name: 'Password and Devices',
  async open(page) {
    await press('Password and Devices')(page)
    await page.getByText('This device').waitFor()
  },
}

export const publicPages: readonly WalkedPage[] = [
  { name: 'home', path: '/', holds: 'Shop Only Sustainable Products' },
  {
    name: 'category',
    path: async (page) => `/products/category/${await firstId(page, '/public/category/all')}`,
    holds: 'products',
  },
  {
    name: 'subcategory',
    path: async (page) => `/products/sub-category/${await firstId(page, '/public/category/sub/all')}`,
    holds: 'Home',
  },
  { name: 'search', path: '/search/soap', holds: 'Soap' },
  { name: 'search without a find', path: '/search/zzqqxx', holds: 'No Product Found' },
  {
    name: 'product',
    path: async (page) => `/product/${await firstId(page, '/public/product/search/soap')}`,
    holds: 'Description',
    dialogs: [{ name: 'Soap', open: press('Enlarge picture') }],
  },
  { name: 'page that is not there', path: '/nowhere', holds: 'Page not found', status: 404 },
  { name: 'login', path: '/login', holds: 'Create Account', afterwards: submitEmpty, dialogs: [otpDialog] },
  { name: 'register', path: '/register', holds: 'Register as Buyer', afterwards: submitEmpty },
  {
    name: 'register-seller',
    path: '/register-seller',
    holds: 'Login as Seller',
    afterwards: submitEmpty,
  },
  { name: 'reset-password', path: '/reset-password', holds: 'Step 1 of 2', afterwards: submitEmpty },
]

/** Looked at by a customer with an address, three things in the cart, one on the wishlist and an order. */
export const customerPages: readonly WalkedPage[] = [
  {
    name: 'cart',
    path: '/cart',
    holds: 'Delivery included',
    dialogs: [
      { name: 'Select Delivery Address', open: press('Change') },
      {
        name: 'Add New Address',
        async open(page) {
          await press('Change')(page)
          await press('Add New Address')(page)
          await page.getByRole('button', { name: 'Save Address' }).click()
        },
      },
    ],
  },
  { name: 'wishlist', path: '/wishlist', holds: 'Remove' },
  { name: 'my-orders', path: '/my-orders', holds: 'Order ID' },
  {
    name: 'profile',
    path: '/profile',
    holds: 'Asha Rao',
    dialogs: [
      { name: 'Edit Profile', open: press('Edit Profile') },
      { name: 'Your Addresses', open: press('Addresses') },
      securityDialog,
    ],
  },
  { name: 'profile with the cart beside it', path: '/profile?show=cart', holds: 'Asha Rao' },
]

/** The same pages with nothing on them. */
export const emptyCustomerPages: readonly WalkedPage[] = [
  { name: 'empty cart', path: '/cart', holds: 'Your Cart is Empty' },
  { name: 'empty wishlist', path: '/wishlist', holds: 'Your Wishlist is Empty' },
  { name: 'no orders', path: '/my-orders', holds: 'Start Shopping' },
  {
    name: 'new profile',
    path: '/profile',
    holds: 'Asha Rao',
    dialogs: [{ name: 'Add New Address', open: press('Addresses') }],
  },
]

/** Looked at by a seller. */
export const sellerPages: readonly WalkedPage[] = [
  { name: 'seller-dashboard', path: '/seller-dashboard', holds: 'Start Selling' },
  {
    name: 'seller-profile',
    path: '/seller-profile',
    holds: 'Verified Seller',
    dialogs: [{ name: 'Edit Profile', open: press('Edit Profile') }, securityDialog],
  },
]

/** What the customer of `customerPages` has; the page must be the customer's. */
export async function fillAccount(page: Page): Promise<void> {
  await callApi(page, '/private/address/add', homeAddress)
  await fillCart(page, 1)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('/')
  const [product] = await fillCart(page, 3)
  await callApi(page, `/private/wishlist/add/${product?.id}`)
}
