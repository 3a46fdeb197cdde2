/** Specification §2, §4, §5, §8; api-rules §1, §2: logging in and out. */
import type { Page } from '@playwright/test'
import { codeFor, customer, expect, newEmail, password, signUp, test } from './shop-test.ts'

async function logIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('e-mail and password are required @nightly', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email and password are required!')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a wrong password is said in the form, and what was typed stays @phone', async ({ page }) => {
  await page.goto('/login')
  const email = newEmail()
  await logIn(page, email, 'wrong-password')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong-password')
})

test('a failure without words says Login failed @nightly @phone', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  await logIn(page, newEmail())
  await expect(page.getByRole('alert')).toHaveText('Login failed')
})

test('the password can be looked at @nightly @phone', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('an unverified account is asked for its code; the right one logs in and goes on to next @nightly @phone', async ({
  page,
}) => {
  const email = await signUp(page)
  await page.goto('/login?next=/wishlist')
  await logIn(page, email)
  await expect(page.getByText('Please verify your email')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  // The code of the sign-up a moment ago is still good: the resend came too soon, which counts as on its way.
  await expect(page.getByRole('dialog').locator('form').getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(await codeFor(page, email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/wishlist')
})

test('after five codes in an hour the dialog says that none comes now and from when on, and takes the last one @nightly @phone', async ({
  page,
}) => {
  const email = await signUp(page)
  await page.route('**/auth/resend-otp', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '2520' },
      json: { msg: 'Please wait before requesting another OTP.' },
    }),
  )
  await page.goto('/login')
  await logIn(page, email)
  const dialog = page.getByRole('dialog', { name: 'Verify your email' })
  await expect(dialog.getByRole('status').first()).toContainText(
    /No further one is sent before \d+:\d\d [ap]m\. The last OTP stays good for 10 minutes/,
  )
  await expect(dialog.getByRole('button', { name: /^Resend OTP in 4[12]:\d\d$/ })).toBeVisible()
  // When that one was sent is not known here.
  await expect(dialog.getByRole('timer')).toHaveCount(0)
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(await codeFor(page, email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/')
})

test('a person sent to log in comes back to what they were doing @phone', async ({ page }) => {
  const email = await customer(page)
  await page.context().clearCookies()
  await page.goto('/my-orders')
  await expect(page).toHaveURL('/login?next=%2Fmy-orders')
  await logIn(page, email)
  await expect(page).toHaveURL('/my-orders')
})

for (const next of [
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  'javascript:alert(1)',
]) {
  test(`next may not lead elsewhere: ${next} @nightly @phone`, async ({ page }) => {
    const email = await customer(page)
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await logIn(page, email)
    await expect(page).toHaveURL('/')
  })
}

test('an administrator is greeted, and the message outlives the change of page @nightly @phone', async ({
  page,
}) => {
  await page.goto('/login')
  await logIn(page, 'admin@hariyali.test', 'green-demo')
  await expect(page).not.toHaveURL(/\/login/)
  await expect(page.getByText('Admin Login Success')).toBeVisible()
})

test('/login shows its form also to somebody who is logged in @nightly @phone', async ({ page }) => {
  const email = await customer(page)
  await page.goto('/login')
  await expect(page.getByText(`You are logged in as ${email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('links lead to Create Account and Forgot your password? @nightly @phone', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/reset-password',
  )
})

test('a press on Login before the scripts have come is not lost @nightly', async ({ page }) => {
  const email = await customer(page)
  await page.context().clearCookies()
  // Holds the scripts back until the form has been sent.
  let letGo: (value?: unknown) => void = () => {}
  const sent = new Promise((resolve) => (letGo = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await sent
    await route.continue()
  })
  await page.goto('/login?next=/cart', { waitUntil: 'commit' })
  await logIn(page, email)
  letGo()
  await expect(page).toHaveURL('/cart')
})

test('logging out says so and goes to /login @nightly', async ({ page }) => {
  await customer(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out Successfully!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.goto('/cart')
  await expect(page).toHaveURL('/login?next=%2Fcart')
})
