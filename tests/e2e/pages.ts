/** Every page of the shop that has a test walk over it (every-page.e2e.ts). A new page is one more entry here. */
import { expect, type Page } from '@playwright/test'
import { addProduct, adminHome, callApi, fillCart, homeAddress } from './shop-test.ts'

interface Dialog {
  name: string | RegExp
  /** Opens it from the page as it stands. */
  open: (page: Page) => Promise<void>
}

export interface WalkedPage {
  name: string
  /** The address, or a function that finds it. */
  path: string | ((page: Page) => Promise<string>)
  /** Visible once the page is complete; on a public page also without scripts. */
  holds: string
  /** A state to look at besides the first one: a form full of errors, another panel. */
  afterwards?: (page: Page) => Promise<void>
  dialogs?: Dialog[]
  /** What it holds without scripts, where that is something else: what stands behind '#' is sent to no server. */
  withoutScripts?: string
  /** The status of its document; 200 by default. */
  status?: number
  /** Looked at in the dark appearance, too. One page of each kind is enough, because all colours are tokens. */
  dark?: true
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}
/** Leaves a form full of errors. Its main button is the last one. */
async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').last().click()
  await expect(page.locator('[aria-invalid]').first()).toBeVisible()
}

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
  { name: 'home', path: '/', holds: 'Shop Only Sustainable Products', dark: true },
  {
    name: 'category',
    path: async (page) => `/products/category/${await firstId(page, '/public/category/all')}`,
    holds: 'products',
  },
  {
    name: 'seller',
    path: async (page) => {
      const category = await firstId(page, '/public/category/all')
      const [product] = await callApi<{ sellerId: string }[]>(page, `/public/product/category/${category}`)
      return `/seller/${product?.sellerId}`
    },
    holds: 'Legal name',
  },
  { name: 'how we check claims', path: '/how-we-check-claims', holds: 'What Each Proof Shows' },
  { name: 'undertaking', path: '/undertaking', holds: 'What Our Sellers Undertake' },
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
    dark: true,
    dialogs: [{ name: 'Soap', open: press('Enlarge picture') }],
  },
  {
    name: 'review',
    async path(page) {
      const found = await callApi<{ id: string; ratingCount: number }[]>(page, '/public/product/search/soap')
      const rated = found.find(({ ratingCount }) => ratingCount > 0)
      return `/review/${await firstId(page, `/public/product/${rated?.id}/reviews`)}`
    },
    holds: 'Say that a review helped you, or report it.',
    afterwards: submitEmpty,
  },
  {
    name: 'products side by side',
    path: async (page) =>
      `/product/${await firstId(page, '/public/product/search/charcoal tea tree soap')}/compare`,
    holds: 'Price by quantity',
  },
  {
    name: 'questions about a product',
    path: async (page) =>
      `/product/${await firstId(page, '/public/product/search/charcoal tea tree soap')}/questions`,
    holds: 'Does the charcoal leave marks on white towels?',
  },
  {
    name: 'report a product',
    path: async (page) => `/report-product/${await firstId(page, '/public/product/search/soap')}`,
    holds: 'The seller never learns who reported it.',
    afterwards: submitEmpty,
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
  { name: 'invitation', path: '/invitation', holds: 'Choose a Password', afterwards: submitEmpty },
  {
    name: 'join a team',
    path: '/invitation#team.token',
    holds: 'Join the Team',
    withoutScripts: 'Choose a Password',
    afterwards: submitEmpty,
  },
  {
    name: 'new complaint',
    path: '/complaints/new',
    holds: 'You get a number at once by email.',
    afterwards: submitEmpty,
  },
  {
    name: 'stop payouts',
    path: '/stop-payouts#no-token',
    holds: 'Stop payouts and log out everywhere',
    withoutScripts: 'This page needs JavaScript.',
  },
  { name: 'privacy notice', path: '/privacy-notice', holds: 'Who answers' },
]

/** Looked at by a customer with an address, three things in the cart, one on the wishlist and an order. */
export const customerPages: readonly WalkedPage[] = [
  {
    name: 'cart',
    path: '/cart',
    holds: 'Delivery included',
    dark: true,
    dialogs: [
      { name: 'Select Delivery Address', open: press('Change') },
      { name: 'Who receives it?', open: press('Add recipient or note') },
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
  { name: 'my-orders', path: '/my-orders', holds: 'Order ID', dark: true },
  {
    name: 'order',
    async path(page) {
      const [order] = await callApi<{ number: string }[]>(page, '/private/order/get/customer')
      return `/my-orders/${order?.number}`
    },
    holds: 'What has happened',
    dark: true,
  },
  {
    name: 'return',
    async path(page) {
      const order = await firstId(page, '/private/order/get/customer')
      await page.request.post(`/dev/shipments/${order}`, { data: { status: 'Delivered' } })
      return `/return/${order}`
    },
    holds: 'You get back',
    afterwards: submitEmpty,
  },
  {
    name: 'ask a question',
    path: async (page) => `/product/${await firstId(page, '/public/product/search/soap')}/ask`,
    holds: 'What would you like to know?',
    afterwards: submitEmpty,
  },
  {
    name: 'report a question',
    async path(page) {
      const product = await firstId(page, '/public/product/search/charcoal tea tree soap')
      return `/question/${await firstId(page, `/public/product/${product}/questions`)}`
    },
    holds: 'A question or an answer is taken down for these reasons only.',
    afterwards: submitEmpty,
  },
  {
    name: 'review of an order',
    async path(page) {
      const [order] = await callApi<{ id: string; number: string }[]>(page, '/private/order/get/customer')
      await page.request.post(`/dev/shipments/${order?.id}`, { data: { status: 'Delivered' } })
      return `/my-orders/${order?.number}/review`
    },
    holds: 'How many stars?',
    afterwards: submitEmpty,
  },
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
  { name: 'no complaints', path: '/complaints', holds: 'No Complaints' },
  { name: 'your data', path: '/your-data', holds: 'Download my data' },
  {
    name: 'new profile',
    path: '/profile',
    holds: 'Asha Rao',
    dialogs: [{ name: 'Add New Address', open: press('Addresses') }],
  },
]

/** Looked at by a seller. */
export const sellerPages: readonly WalkedPage[] = [
  { name: 'seller-dashboard', path: '/seller-dashboard', holds: 'Start Selling', dark: true },
  {
    name: 'seller-profile',
    path: '/seller-profile',
    holds: 'Verified Seller',
    dialogs: [{ name: 'Edit Profile', open: press('Edit Profile') }, securityDialog],
  },
  { name: 'no products', path: '/manage-products', holds: 'No Product Found' },
  {
    name: 'addproduct',
    path: '/addproduct',
    holds: 'About the product',
    afterwards: submitEmpty,
    dialogs: [
      {
        name: 'Leave without saving?',
        async open(page) {
          await page.getByLabel('Product Name').fill('Brush')
          await page.getByRole('link', { name: 'Close' }).click()
        },
      },
    ],
  },
  {
    name: 'edit-product',
    path: async (page) => `/edit-product/${await ownProduct(page)}`,
    holds: 'About the product',
  },
  {
    name: 'seller-product-view',
    path: async (page) => `/seller-product-view/${await ownProduct(page)}`,
    holds: 'This is how buyers see your product.',
  },
  {
    name: 'manage-products',
    path: '/manage-products',
    holds: 'In stock',
    dialogs: [
      { name: 'Delete Product', open: press('Delete') },
      {
        name: 'Delete 1 product',
        async open(page) {
          await page
            .getByLabel(/^Choose (?!all)/)
            .first()
            .check()
          await page.getByRole('button', { name: 'Delete', exact: true }).click()
        },
      },
    ],
  },
  {
    name: 'appeal',
    path: async (page) => `/manage-products/${await ownProduct(page)}/appeal`,
    holds: 'This product is not taken down.',
  },
  {
    name: 'import and export',
    path: '/manage-products/import',
    holds: 'Price and stock alone',
    async afterwards(page) {
      await page.getByText('What the columns mean').click()
      await page.getByLabel('File of products').setInputFiles({
        name: 'walked.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Product Name,Picture 1\nComb,comb.jpg\n'),
      })
      await page.getByText('What is wrong in').waitFor()
    },
  },
  { name: 'no families', path: '/manage-families', holds: 'No families yet' },
  { name: 'new family', path: '/manage-families/new', holds: 'Add listings', afterwards: submitEmpty },
  {
    name: 'new listings from one',
    path: '/manage-families/matrix',
    holds: 'Which listing are they like?',
  },
  {
    name: 'matrix of a family',
    path: async (page) => `/manage-families/matrix?base=${await ownProduct(page)}`,
    holds: 'They are the same thing but for this.',
  },
  {
    name: 'family',
    path: async (page) => `/manage-families/${await ownFamily(page)}`,
    holds: 'Walked Brush, long',
    dialogs: [{ name: 'Dissolve the family', open: press('Dissolve the family') }],
  },
  { name: 'families', path: '/manage-families', holds: 'Walked Brush' },
  { name: 'holiday', path: '/seller-holiday', holds: 'Close your shop for some days' },
  {
    name: 'listing',
    path: async (page) => `/manage-products/${await ownProduct(page)}/listing`,
    holds: 'On sale or not',
  },
  {
    name: 'prices',
    path: async (page) => `/manage-products/${await ownProduct(page)}/prices`,
    holds: 'Bulk prices',
  },
  { name: 'no orders', path: '/manage-orders', holds: 'No Orders Found' },
  { name: 'nothing to pack', path: '/manage-orders?tab=to-pack', holds: 'Nothing To Pack' },
  { name: 'nothing ready', path: '/manage-orders?tab=ready', holds: 'Nothing Waits For The Courier' },
  { name: 'approved seller', path: '/seller-approval', holds: 'Your shop is open' },
  { name: 'no green claims', path: '/green-claims', holds: 'No claims here' },
  { name: 'new green claim', path: '/green-claims/new', holds: 'What proves it?', afterwards: submitEmpty },
  { name: 'no earnings', path: '/earnings', holds: 'No Earnings Found' },
  { name: 'no statements', path: '/earnings/statements', holds: 'No Statements Found' },
  { name: 'no invoices', path: '/earnings/invoices', holds: 'No Invoices Found' },
  { name: 'no weights', path: '/earnings/weights', holds: 'No Weights Found' },
  { name: 'manage-orders', path: (page) => asDemoSeller(page, '/manage-orders'), holds: 'Order ID' },
  { name: 'orders handed over', path: '/manage-orders?tab=handed-over', holds: 'Delivered' },
  { name: 'no returns', path: '/seller-returns', holds: 'No Returns' },
  {
    name: 'reviews of a seller',
    path: '/seller-reviews',
    holds: 'Verified purchase',
    dialogs: [{ name: 'Answer this review', open: press('Answer') }],
  },
  {
    name: 'questions of a seller',
    path: '/seller-questions',
    holds: 'Is the scent strong enough for somebody who likes no perfume?',
    dialogs: [
      { name: 'Answer this question', open: press('Answer') },
      { name: 'Not a question about the product?', open: press('Decline') },
    ],
  },
  {
    name: 'questions that are answered',
    path: '/seller-questions?show=answered',
    holds: 'Aranyika Botanics answered',
  },
  {
    name: 'figures of a seller',
    path: '/seller-figures',
    holds: 'What to do next',
  },
  {
    name: 'no coupons of a seller',
    path: '/seller-coupons',
    holds: 'No Coupons',
    dialogs: [{ name: 'New coupon', open: press('New coupon') }],
  },
  {
    name: 'no team',
    path: '/seller-team',
    holds: 'Nobody Yet',
    dialogs: [{ name: 'Invite to your team', open: press('Invite') }],
  },
  { name: 'no messages', path: '/seller-messages', holds: 'No Messages' },
  {
    name: 'messages about an order',
    path: async (page) => `/seller-messages/${await firstId(page, '/private/order/get/seller')}`,
    holds: 'Write to the buyer',
  },
  { name: 'no complaints', path: '/seller-complaints', holds: 'No Complaints' },
  { name: 'data of a seller', path: '/your-data', holds: 'Download my data' },
  { name: 'no such order', path: '/manage-orders?search=zzqqxx', holds: 'Show all orders' },
  { name: 'earnings', path: '/earnings', holds: 'Deductions', dark: true },
  {
    name: 'earnings of an order',
    async path(page) {
      const [first] = await callApi<{ orderId: string }[]>(page, '/private/earnings/orders')
      return `/earnings/orders/${first?.orderId}`
    },
    holds: 'Handed over to the courier',
  },
  { name: 'green claims', path: '/green-claims', holds: 'Cruelty-free' },
  {
    name: 'green claim',
    path: async (page) => `/green-claims/${await firstId(page, '/private/green-claims')}`,
    holds: 'History',
    dialogs: [{ name: 'Withdraw the claim', open: press('Withdraw') }],
  },
]

/** Logs in as the demo seller, who has orders in every state. */
async function asDemoSeller(page: Page, path: string): Promise<string> {
  await callApi(page, '/auth/login', { email: 'seller@hariyali.test', password: 'green-demo' })
  return path
}

/** A product of the page's seller. */
async function ownProduct(page: Page): Promise<string> {
  return (await firstId(page, '/private/product/get-by-seller')) || addProduct(page)
}

/** A family of two products of the page's seller. */
async function ownFamily(page: Page): Promise<string> {
  const members = []
  for (const value of ['short', 'long'])
    members.push({ productId: await addProduct(page, { name: `Walked Brush, ${value}` }), values: [value] })
  const family = { name: 'Walked Brush', options: ['length'], sameThing: true, members }
  return (await callApi<{ id: string }>(page, '/private/families', family)).id
}

const below = (name: string) => async (page: Page) => `${await adminHome(page)}/${name}`
const list = (name: 'sellers' | 'customers' | 'orders') => async (page: Page) => {
  const { paths } = await callApi<{ paths: Record<string, string> }>(page, '/public/admin/me')
  return `/${paths[name]}`
}

/** Looked at by the administrator of the demo shop. */
export const adminPages: readonly WalkedPage[] = [
  {
    name: 'overview',
    path: adminHome,
    holds: 'Manage Categories',
    dark: true,
    dialogs: [
      {
        name: 'Remove Category',
        async open(page) {
          const form = page.getByRole('form', { name: 'Remove Category' })
          await form.getByLabel('Category').selectOption({ index: 1 })
          await form.getByRole('button').click()
        },
      },
    ],
  },
  {
    name: 'all sellers',
    path: list('sellers'),
    holds: 'Bank Details',
    dialogs: [{ name: /^Suspend /, open: press(/^Suspend /) }],
  },
  { name: 'all customers', path: list('customers'), holds: 'Joined' },
  { name: 'all orders', path: list('orders'), holds: 'Order ID' },
  { name: 'orders of a seller', path: '/admin-seller-orders/seller@hariyali.test', holds: 'Order ID' },
  {
    name: 'nothing found',
    path: async (page) => `${await list('orders')(page)}?q=zzqqxx`,
    holds: 'Nothing found',
  },
  {
    name: 'balances',
    path: below('money'),
    holds: 'Payment provider',
    dark: true,
    dialogs: [{ name: 'Month end', open: press('Month end') }],
  },
  {
    name: 'settlements',
    path: below('settlements'),
    holds: 'Start a run',
    dialogs: [
      { name: 'Start a settlement run', open: press('Start a run') },
      { name: "Bank's reply", open: press("Bank's reply") },
    ],
  },
  { name: 'complaints', path: below('complaints'), holds: 'Complaints' },
  { name: 'payouts', path: below('payouts'), holds: 'payout' },
  { name: 'paid to the bank', path: below('paid-to-bank'), holds: 'Paid to the bank' },
  { name: 'own invoices', path: below('own-invoices'), holds: 'Own invoices' },
  {
    name: 'hold',
    path: below('hold'),
    holds: 'The shop is not held',
    dialogs: [{ name: 'Hold the shop', open: press('Hold the shop') }],
  },
  {
    name: 'reconciliation',
    path: below('reconciliation'),
    holds: 'Compare a day',
    dialogs: [{ name: 'Compare a day', open: press('Compare a day') }],
  },
  { name: 'exceptions', path: below('exceptions'), holds: 'Exceptions' },
  {
    name: 'delivery charge',
    path: below('delivery-charge'),
    holds: 'Delivery included',
    dialogs: [{ name: 'Delivery charge', open: press('Charge for delivery') }],
  },
  {
    name: 'coupons',
    path: below('coupons'),
    holds: 'No coupons',
    dialogs: [{ name: 'New coupon', open: press('New coupon') }],
  },
  {
    name: 'rates of commission',
    path: below('rates/commission'),
    holds: 'All other sales',
    dialogs: [{ name: 'New commission', open: press('Add rate') }],
  },
  {
    name: 'rates of shipping',
    path: below('rates/shipping'),
    holds: 'Heavier parcels',
    dialogs: [{ name: 'New shipping charge', open: press(/^New rate/) }],
  },
  { name: 'rates of levies', path: below('rates/levies'), holds: 'TDS (income tax)' },
  {
    name: 'rates of GST',
    path: below('rates/gst'),
    holds: 'Natural honey',
    dialogs: [{ name: /^End: GST on/, open: press(/^End/) }],
  },
  { name: 'refunds', path: below('refunds?show=all'), holds: 'refund' },
  { name: 'disputes', path: below('disputes?show=all'), holds: 'Disputes' },
  { name: 'unmatched payments', path: below('payments'), holds: 'No unmatched payments' },
  { name: 'returns', path: below('returns?show=all'), holds: 'Returns' },
  { name: 'not received', path: below('not-received?show=all'), holds: 'Not Received' },
  { name: 'courier', path: below('courier?show=all'), holds: 'Courier' },
  {
    name: 'declarations',
    path: below('declarations'),
    holds: 'All other categories',
    dialogs: [{ name: 'All other categories', open: press('Change All other categories') }],
  },
  {
    name: 'attributes',
    path: below('attributes'),
    holds: 'Skin type',
    dialogs: [
      { name: 'Add an attribute', open: press('Add an attribute') },
      { name: 'Colour', open: press('Change Colour') },
    ],
  },
  {
    name: 'values of an attribute',
    path: below('attributes/4'),
    holds: 'Multicolour',
    dialogs: [
      { name: 'Add a value of Colour', open: press('Add a value') },
      { name: 'Merge Beige', open: press('Merge Beige') },
    ],
  },
  { name: 'no sellers to approve', path: below('seller-approvals'), holds: 'Nobody waits' },
  {
    name: 'approved sellers',
    path: below('seller-approvals?show=approved'),
    holds: 'PAN',
    dialogs: [{ name: 'Take approval back', open: press('Take approval back') }],
  },
  { name: 'no green claims to review', path: below('green-claims'), holds: 'Nothing to review' },
  {
    name: 'green claims of the shop',
    path: below('green-claims?state=accepted'),
    holds: 'DEMO-',
    dialogs: [{ name: 'Take back', open: press('Take back') }],
  },
  { name: 'green words', path: below('green-words'), holds: 'Green Words' },
  { name: 'green words that are not found', path: below('green-words?q=nowhere'), holds: 'Nothing found' },
  {
    name: 'search words',
    path: below('search-words'),
    holds: 'साबुन',
    dialogs: [{ name: 'Add a synonym', open: press('Add a synonym') }],
  },
  { name: 'search words that are not found', path: below('search-words?q=nowhere'), holds: 'Nothing found' },
  {
    name: 'arrangement of the home page',
    path: below('home-page'),
    holds: 'Slideshow',
    dialogs: [
      { name: 'Add a slide', open: press('Add a slide') },
      { name: 'Add a banner', open: press('Banner') },
      { name: 'Add a row of products', open: press('Row of products') },
    ],
  },
  {
    name: 'listings',
    path: below('listings?show=all'),
    holds: 'Nobody has reported it.',
    dialogs: [{ name: 'Take this listing down?', open: press('Take down') }],
  },
  {
    name: 'reviews',
    path: below('reviews?show=all'),
    holds: 'Reviews',
    dialogs: [{ name: 'Take this review down?', open: press('Take down') }],
  },
  {
    name: 'questions',
    path: below('questions?show=all'),
    holds: 'Questions',
    dialogs: [{ name: 'Take this question down?', open: press('Take the question down') }],
  },
  {
    name: 'return policies',
    path: below('return-policies'),
    holds: 'All other categories',
    dialogs: [{ name: 'Return policy', open: press('Change') }],
  },
  { name: 'timers', path: below('timers'), holds: 'sweep checkouts' },
  { name: 'failed jobs', path: below('jobs'), holds: 'Failed jobs' },
  { name: 'unsent mail', path: below('mail'), holds: 'Unsent mail' },
  { name: 'waiting for confirmation', path: below('waiting'), holds: 'Nothing waits' },
  {
    name: 'administrators',
    path: below('administrators'),
    holds: 'admin@hariyali.test',
    dialogs: [{ name: 'Invite an administrator', open: press('Invite') }],
  },
  { name: 'audit log', path: below('audit'), holds: 'Login' },
  { name: 'security', path: below('security'), holds: 'Second factor' },
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
