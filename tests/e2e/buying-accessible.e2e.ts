/** Design §5, WCAG 2.2 AA: axe finds nothing on the pages of signing in and buying, and none of them scrolls sideways. */
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { callApi, customer, expect, fillCart, homeAddress, test } from './shop-test.ts'

for (const path of ['/login', '/register', '/reset-password']) {
  test(`${path}, at first and with every error`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
    await page.locator('form button[type=submit]').click()
    await expect(page.locator('form [aria-invalid]').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('the OTP dialog', async ({ page }) => {
  await page.route('**/auth/login', (route) =>
    route.fulfill({ status: 401, json: { msg: 'Please verify your email' } }),
  )
  await page.route('**/auth/resend-otp', (route) => route.fulfill({ json: { msg: 'sent' } }))
  await page.goto('/login')
  await page.getByLabel('Email').fill('asha@browsers.hariyali.test')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('Please verify your email')).toBeHidden({ timeout: 10_000 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('cart, address dialog and wishlist', async ({ page }) => {
  await customer(page)
  const goods = await fillCart(page, 3)
  await callApi(page, '/private/address/add', homeAddress)
  await callApi(page, `/private/wishlist/add/${goods[0]?.id}`)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Change' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add New Address' }).click()
  await expectAccessible(page)

  await page.goto('/wishlist')
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('orders and profile', async ({ page }) => {
  await customer(page)
  await fillCart(page, 2)
  await callApi(page, '/private/address/add', homeAddress)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/profile')
  await expect(page.getByText('Asha Rao')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expectAccessible(page)
})
