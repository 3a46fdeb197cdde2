/** Specification §2, §4, §5, §8: a new password in two steps. */
import { codeFor, customer, expect, newEmail, password, test } from './shop-test.ts'

test('a code by e-mail and a new password, with which one can log in @nightly', async ({ page }) => {
  const email = await customer(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByLabel('OTP', { exact: true })).toBeFocused()
  await page.getByLabel('OTP', { exact: true }).fill(await codeFor(page, email, 2))
  await page.getByLabel('New Password').fill('another-password')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successfully!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill('another-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
})

test('step 1 asks for an e-mail address @nightly @phone', async ({ page }) => {
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required!')
})

test('a failure of step 1 is said in the form and not as a toast @nightly @phone', async ({ page }) => {
  await page.goto('/reset-password')
  await page.route('**/auth/forgot-password/**', (route) => route.abort())
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'No response from server. Please try again.',
  )
  await expect(page.getByText('No response from server. Please try again.')).toHaveCount(1)
})

test('step 2 wants 6 digits and at least 6 characters, and shows the words of the server @nightly @phone', async ({
  page,
}) => {
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send OTP' }).click()
  const otp = page.getByLabel('OTP', { exact: true })
  await otp.fill('12345')
  await page.getByLabel('New Password').fill('12345')
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await reset.click()
  await expect(otp).toHaveAccessibleDescription('Enter a valid 6-digit OTP')
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  )
  await otp.fill('123456')
  await page.getByLabel('New Password').fill(password)
  await reset.click()
  await expect(page.locator('form').getByRole('alert')).toHaveText('Invalid OTP')
  await page.route('**/auth/reset-password', (route) => route.fulfill({ status: 500, body: '' }))
  await reset.click()
  await expect(page.locator('form').getByRole('alert')).toHaveText('Failed to reset password')
})

test('whoever has asked too often can still enter the code that was sent before @nightly @phone', async ({
  page,
}) => {
  const email = newEmail()
  for (const _ of [1, 2]) {
    await page.goto('/reset-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(
      page.getByLabel('OTP', { exact: true }).or(page.locator('form').getByRole('alert').locator('p')),
    ).toBeVisible()
  }
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    /^Please wait before requesting another OTP\. You can try again in \d+ seconds\.$/,
  )
  await page.getByRole('button', { name: 'Enter the OTP sent before' }).click()
  await expect(page.getByLabel('OTP', { exact: true })).toBeFocused()
})

test('closing goes to /login @nightly @phone', async ({ page }) => {
  await page.goto('/reset-password')
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL('/login')
})
