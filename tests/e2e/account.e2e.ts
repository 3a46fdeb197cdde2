/** Specification §2, §4, §8: wishlist, orders and profile of a customer. */
import { readFileSync } from 'node:fs'
import type { Route } from '@playwright/test'
import { callApi, customer, expect, fillCart, homeAddress, password, test } from './shop-test.ts'

interface Found {
  id: string
  name: string
  subCategoryName: string
  description: string
}

test('an empty wishlist and no orders say so and lead to the products @nightly', async ({ page }) => {
  await customer(page)
  await page.goto('/wishlist')
  await expect(page.getByText('Your Wishlist is Empty')).toBeVisible()
  await page.goto('/my-orders')
  await page.getByRole('link', { name: 'Start Shopping' }).click()
  await expect(page).toHaveURL('/')
})

test('a wishlist row shows its product and adds it to the cart, and Remove takes it off; a refusal brings it back @nightly', async ({
  page,
}) => {
  await customer(page)
  const [product] = await callApi<Found[]>(page, '/public/product/search/soap')
  await callApi(page, `/private/wishlist/add/${product?.id}`)
  await page.goto('/wishlist')
  const row = page.getByRole('list', { name: 'Your wishlist' }).getByRole('listitem')
  await expect(row).toContainText(product?.name ?? '')
  await expect(row).toContainText(product?.subCategoryName ?? '')
  // What it costs is read before what it is made of.
  const text = await row.innerText()
  expect(text.indexOf('₹')).toBeLessThan(text.indexOf(product?.description.slice(0, 20) ?? ''))
  await row.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(row.getByRole('link', { name: 'View in Cart' })).toHaveAttribute('href', '/cart')
  expect(await callApi(page, `/private/cart/product-exists/${product?.id}`)).toBe(true)
  await page.route('**/private/wishlist/remove/*', (route) => route.abort())
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Failed to remove from Wishlist')).toBeVisible()
  await expect(row).toHaveCount(1)
  await page.unrouteAll()
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your Wishlist is Empty')).toBeVisible()
  await expect.poll(() => callApi(page, '/private/wishlist/get')).toEqual([])
})

const order = {
  id: '0192f0c1-0000-7000-8000-000000000000',
  number: '7K3M-9QTX',
  product: { name: 'Neem Soap', imageUrl: '/media/p/neem-soap/480.webp' },
  quantity: 2,
  amount: 298.5,
  deliveryAddress: { street: '12 Nehru Marg', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' },
  awbNumber: null,
  courierName: null,
  shipmentLabelUrl: null,
  shipmentStatus: null,
  shipmentId: null,
  deliveryDate: null,
  trackingUrl: null,
  status: 'pending',
  statusNote: null,
  returns: { until: null, units: 1, requests: [] },
  documents: [],
  cancellation: {
    cancelUntil: '2026-11-20T11:00:00.000Z',
    cancellable: false,
    units: 0,
    reason: null,
    cancelledUnits: 0,
    cancelledAmount: 0,
    leftAmount: 298.5,
  },
  paidTwiceRefund: null,
  refunds: [] as object[],
  sellerEmail: 'seller@hariyali.test',
  createdAt: '2026-11-20T10:00:00.000Z',
}

test('an order card shows every field, with the stated words where one is missing @nightly', async ({
  page,
}) => {
  await customer(page)
  const delivered = {
    ...order,
    id: '0192f0c1-0000-7000-8000-000000000001',
    awbNumber: 'AWB123',
    courierName: 'Green Express',
    shipmentId: '4711',
    shipmentStatus: 'DELIVERED',
    deliveryDate: '2026-11-21T19:00:00.000Z',
    trackingUrl: 'https://courier.example/AWB123',
    status: 'completed',
  }
  await page.route('**/private/order/get/customer*', (route) => route.fulfill({ json: [delivered, order] }))
  await page.goto('/my-orders')
  const [late, early] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)]
  // The day in India, where 19:00 UTC is past midnight.
  for (const words of [
    'DELIVERED',
    'Delivered on 22 Nov 2026',
    'Courier: Green Express',
    'AWB Number: AWB123',
    'Shipment ID: 4711',
  ]) {
    await expect(late).toContainText(words)
  }
  // The label is the seller's; the customer follows the parcel.
  await expect(page.getByText('Download Shipping Label')).toHaveCount(0)
  await expect(late.getByRole('link', { name: 'Track Parcel' })).toHaveAttribute(
    'href',
    delivered.trackingUrl,
  )
  for (const words of [
    'Order 7K3M-9QTX',
    `Order ID: ${order.id}`,
    'Pending',
    'Quantity: 2',
    '₹298.50',
    'Courier: Not Assigned',
    'AWB Number: Not Assigned',
    'Shipment ID: N/A',
  ]) {
    await expect(early).toContainText(words)
  }
  await expect(early).not.toContainText('Delivered on')
  // To the order's own page, and to help.
  await expect(early.getByRole('link')).toHaveText([order.product.name, /Order Details/, /Get Help/])

  // Short enough that a phone shows the next order, too: the facts are two columns, and the links one line.
  expect((await early.boundingBox())?.height).toBeLessThan(450)
  // One line of 12 px at 360 px, too: an id that wraps by a character is hard to read out.
  expect((await early.getByText(order.id, { exact: true }).boundingBox())?.height).toBeLessThan(24)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await early.getByRole('button', { name: 'Copy order ID' }).click()
  await expect(early.getByRole('button', { name: 'Copied order ID' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.id)

  // The support page names the order, also after a reload.
  await early.getByRole('link', { name: 'Get Help with order 7K3M-9QTX' }).click()
  for (const _ of ['navigated to', 'loaded']) {
    await expect(page.getByRole('link', { name: 'Ask about an order' })).toHaveAttribute(
      'href',
      /^mailto:.*subject=Help%20with%20order%207K3M-9QTX$/,
    )
    await page.reload()
  }
})

test('an order that does not arrive shows the words of the server beside the badge @nightly @phone', async ({
  page,
}) => {
  await customer(page)
  const lost = 'The courier has lost this parcel; our team is looking after it.'
  const ends = [
    {
      ...order,
      status: 'refunded',
      shipmentStatus: 'RTO',
      statusNote: 'This order cannot be delivered, so your money goes back.',
      cancellation: { ...order.cancellation, leftAmount: 0 },
      refunds: [
        { amount: 298.5, at: '2026-11-22T10:00:00.000Z', reason: 'not-delivered', state: 'done', note: null },
      ],
    },
    { ...order, id: order.id.replace(/.$/, '1'), shipmentStatus: 'In Transit', statusNote: lost },
  ]
  await page.route('**/private/order/get/customer*', (route) => route.fulfill({ json: ends }))
  await page.goto('/my-orders')
  const cards = page.getByRole('article')
  for (const words of ['your money goes back', 'RTO', 'Payment: Refunded', 'Refund of ₹298.50, 22 Nov 2026'])
    await expect(cards.nth(0)).toContainText(words)
  for (const words of ['In Transit', lost]) await expect(cards.nth(1)).toContainText(words)
})

test('Load more reaches every order @nightly @phone', async ({ page }) => {
  await customer(page)
  const page2 = {
    ...order,
    id: '0192f0c1-0000-7000-8000-000000000002',
    product: { ...order.product, name: 'Older Soap' },
  }
  await page.route('**/private/order/get/customer*', (route) => {
    const next = new URL(route.request().url()).searchParams.has('cursor')
    const headers = {
      'x-total-count': '2',
      ...(!next && { link: '</api/v1/private/order/get/customer?cursor=c2>; rel="next"' }),
    }
    return route.fulfill({ json: next ? [page2] : [order], headers })
  })
  await page.goto('/my-orders')
  const more = page.getByRole('link', { name: 'Load more' })
  await expect(more).toHaveAttribute('href', /\/my-orders\?cursor=c2$/)
  await more.click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(more).toBeHidden()
})

test('the profile shows who the customer is; from 1024 px its buttons open a panel, below that they lead to pages @nightly', async ({
  page,
}) => {
  const email = await customer(page)
  const [product] = await fillCart(page, 1)
  await page.goto('/profile')
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'Asia/Kolkata' })
    .format(new Date())
    .replace(/\/20/, '/')
  for (const words of ['AR', 'Asha Rao', email, '9876543210', `Joined ${today}`])
    await expect(page.getByRole('main')).toContainText(words)
  const wide = (page.viewportSize()?.width ?? 0) >= 1024
  const cart = page.getByRole('link', { name: 'Cart' })
  await cart.click()
  await expect(page).toHaveURL(wide ? '/profile?show=cart' : '/cart')
  await expect(page.getByRole('list', { name: 'Items in your cart' })).toContainText(product?.name ?? '')
  // As wide as the rows that pass below it, with an edge on each side.
  const footer = page.getByRole('region', { name: 'Checkout' })
  const [footerBox, rows] = await Promise.all([
    footer.boundingBox(),
    page.getByRole('list', { name: 'Items in your cart' }).boundingBox(),
  ])
  if (wide) expect([footerBox?.x, footerBox?.width]).toEqual([rows?.x, rows?.width])
  await expect(footer).toHaveCSS('border-width', wide ? '1px' : '1px 0px 0px')
  await page.goBack()
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await expect(page).toHaveURL(wide ? '/profile?show=wishlist' : '/wishlist')
  await expect(page.getByText('Your Wishlist is Empty')).toBeVisible()
})

test('Edit Profile changes name and mobile; Cancel, Escape and the backdrop discard, an error loses nothing @nightly', async ({
  page,
}) => {
  await customer(page)
  await page.goto('/profile')
  const opener = page.getByRole('button', { name: 'Edit Profile' })
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  const problem = dialog.locator('form').getByRole('alert')
  await opener.click()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.getByLabel('First Name').fill('')
  await page.getByLabel('Mobile').fill('12345')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(problem).toHaveText('All fields are required!')
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(page.getByLabel('Mobile')).toHaveAccessibleDescription('Phone number must be 10 digits.')
  await page.getByLabel('First Name').fill('Usha')
  await page.getByLabel('Mobile').fill('+91 90000-00001')
  await expect(page.getByLabel('Mobile')).toHaveValue('9000000001')

  const answers = [
    [(route: Route) => route.abort(), 'Failed to edit profile'],
    [(route: Route) => route.fulfill({ status: 500, body: '' }), 'Failed to edit profile'],
  ] as const
  for (const [answer, words] of answers) {
    let calls = 0
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/private/profile/edit-customer', async (route) => {
      calls += 1
      await held
      await answer(route)
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Saving...' }).click({ force: true })
    await page.getByLabel('Mobile').press('Enter')
    go()
    await expect(problem).toHaveText(words)
    expect(calls, 'calls of three presses').toBe(1)
    await expect(page.getByLabel('First Name')).toHaveValue('Usha')
    await expect(page.getByLabel('Mobile')).toHaveValue('9000000001')
    await page.unrouteAll()
  }
  // The session ends while the form is open: logging in beside it, nothing has to be typed again.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(problem).toHaveText('Please log in.')
  await expect(dialog.getByRole('link', { name: 'Log in' })).toHaveAttribute('target', '_blank')
  await expect(page.getByLabel('First Name')).toHaveValue('Usha')
  await page.context().addCookies(cookies)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile Updated Successfully')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Usha Rao')
  await expect(opener).toBeFocused()

  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ]) {
    await opener.click()
    await page.getByLabel('First Name').fill('Nobody')
    await leave()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page.getByRole('main')).toContainText('Usha Rao')
  }
})

test('addresses are reached from the profile: added, edited, made default and deleted without buying @nightly', async ({
  page,
}) => {
  await customer(page)
  await page.goto('/profile')
  await page.route('**/private/address/get', (route) => route.abort())
  await page.getByRole('button', { name: 'Addresses' }).click()
  await expect(page.getByText('We could not reach the shop just now.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('listitem')
  await expect(page.getByLabel('State')).toHaveValue('Rajasthan')
  await page.getByLabel('Street').fill('12 Nehru Marg')
  await page.getByLabel('City').fill('Jaipur')
  await page.getByLabel('Pin Code').fill('302 001')
  await expect(page.getByLabel('State')).toHaveValue('Rajasthan')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address added successfully')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await callApi(page, '/private/address/add', { ...homeAddress, street: '4 Beach Road' })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Make Default: 4 Beach Road' }).click()
  await expect(rows.first()).toContainText('4 Beach Road')
  await expect(rows.first()).toContainText('Default')
  await page.getByRole('button', { name: 'Edit 12 Nehru Marg' }).click()
  await page.getByLabel('Street').fill('14 Nehru Marg')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Address updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Delete 14 Nehru Marg' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Delete 4 Beach Road' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await callApi(page, '/private/address/get')).toMatchObject([{ street: '4 Beach Road' }])
})

test('Logout forgets who was there and goes to /login; a failed one says Login failed and keeps everything @nightly @phone', async ({
  page,
}) => {
  await customer(page)
  await page.goto('/profile')
  await page.route('**/auth/logout', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Login failed')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out Successfully!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect((await page.request.get('/api/v1/private/me')).status()).toBe(401)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('Password and Devices: the other browser is logged out, then the password is another one @nightly @laptop', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await customer(page)
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  await callApi(other, '/auth/login', { email, password })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Password and Devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Password and Devices' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('This device')

  await dialog.getByLabel('Your Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Log Out 1 Device' }).click()
  await expect(dialog.getByText('This password is not right.').first()).toBeVisible()
  await dialog.getByLabel('Your Password').fill(password)
  await dialog.getByRole('button', { name: 'Log Out 1 Device' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  expect((await other.request.get('/api/v1/private/me')).status()).toBe(401)

  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByLabel('New Password').fill('another-good-password')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed. Your other devices are logged out.')).toBeVisible()
  await expect(dialog.getByLabel('Current Password')).toHaveValue('')
  await callApi(page, '/private/me')
  await callApi(other, '/auth/login', { email, password: 'another-good-password' })
  await other.close()
})

test('Your Data: everything is downloaded as a ZIP, the account is to be deleted, and kept again @nightly', async ({
  page,
}) => {
  await customer(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your Data' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.zip')
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await page.getByText('What is deleted, and what the law keeps').click()
  await expect(page.getByText('Addresses', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account in' }).click()
  await expect(page.getByText('Until it is deleted you can keep it.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Until it is deleted you can keep it.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete my account in' })).toBeVisible()
})
