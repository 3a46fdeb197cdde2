/** Specification §2, §4, §5, §8: registering as a buyer, and the OTP dialog. */
import type { Page } from '@playwright/test'
import { codeFor, expect, newEmail, password, signUp, test } from './shop-test.ts'

async function fillIn(page: Page, more: Record<string, string> = {}): Promise<string> {
  const email = newEmail()
  const values = {
    'First Name': 'Asha',
    'Last Name': 'Rao',
    Email: email,
    Phone: '9876543210',
    Password: password,
    'Confirm Password': password,
  }
  for (const [label, value] of Object.entries({ ...values, ...more }))
    await page.getByLabel(label, { exact: true }).fill(value)
  return email
}

const register = (page: Page) => page.getByRole('button', { name: 'Register' }).click()
const boxes = (page: Page) => page.getByRole('group', { name: 'OTP' }).getByRole('textbox')
const digitsIn = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''))

/** A registration whose dialog is open, on a clock that the test moves. */
async function openDialog(page: Page): Promise<string> {
  await page.clock.install()
  await page.goto('/register')
  const email = await fillIn(page)
  await register(page)
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  return email
}

test('all fields are required, and the focus goes to the first empty one @nightly', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('First Name').fill('Asha')
  await register(page)
  await expect(page.getByRole('alert')).toHaveText('All fields are required!')
  await expect(page.getByLabel('Last Name')).toBeFocused()
  await expect(page.getByLabel('Last Name')).toHaveAccessibleDescription('Please fill in this field.')
  await expect(page.getByLabel('First Name')).toHaveValue('Asha')
})

for (const { rule, wrong, field, words } of [
  {
    rule: 'a password has at least 6 characters',
    wrong: { Password: '12345', 'Confirm Password': '12345' },
    field: 'Password',
    words: 'Password must be at least 6 characters long',
  },
  {
    rule: 'the passwords must match',
    wrong: { 'Confirm Password': 'another-password' },
    field: 'Confirm Password',
    words: 'Passwords do not match.',
  },
  {
    rule: 'a phone number has exactly 10 digits',
    wrong: { Phone: '98765' },
    field: 'Phone',
    words: 'Phone number must be 10 digits.',
  },
  {
    rule: 'an e-mail address looks like one',
    wrong: { Email: 'asha@nowhere' },
    field: 'Email',
    words: 'Email address is invalid.',
  },
]) {
  test(`${rule}: said at its field, and what was typed stays @nightly @phone`, async ({ page }) => {
    await page.goto('/register')
    await fillIn(page, wrong)
    await register(page)
    const control = page.getByLabel(field, { exact: true })
    await expect(control).toHaveAccessibleDescription(words)
    await expect(control).toBeFocused()
    await expect(page.getByLabel('First Name')).toHaveValue('Asha')
    await control.pressSequentially('1')
    await expect(page.getByText(words)).toBeHidden()
  })
}

test('the phone field takes digits only, and no more than 10 @nightly @phone', async ({ page }) => {
  await page.goto('/register')
  const phone = page.getByLabel('Phone')
  await phone.pressSequentially('98a76-54 32109')
  await expect(phone).toHaveValue('9876543210')
  await phone.fill('+91 98765 43210')
  await expect(phone).toHaveValue('9876543210')
})

test('a refused registration shows the words of the server, else our own @nightly @phone', async ({
  page,
}) => {
  await page.goto('/register')
  await fillIn(page)
  await page.route('**/auth/customer/signup', (route) =>
    route.fulfill({ status: 409, json: { msg: 'Not today.' } }),
  )
  await register(page)
  await expect(page.getByRole('alert')).toHaveText('Not today.')
  await page.unrouteAll()
  await page.route('**/auth/customer/signup', (route) => route.fulfill({ status: 500, body: '' }))
  await register(page)
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
})

test('links lead to Login and to Become a Seller @nightly @phone', async ({ page }) => {
  await page.goto('/register?next=/wishlist')
  await expect(page.getByRole('link', { name: 'Become a Seller' })).toHaveAttribute(
    'href',
    '/register-seller',
  )
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login?next=%2Fwishlist')
})

test('the right code verifies the e-mail and leads on to /login @nightly', async ({ page }) => {
  const email = await openDialog(page)
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await expect(page.getByLabel('Digit 1 of 6')).toHaveAttribute('autocomplete', 'one-time-code')
  const verify = page.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeDisabled()
  // Where no e-mail is sent, the dialog leads to the mailbox; another code is possible half a minute after the first.
  await expect(page.getByRole('link', { name: 'Open the mailbox with your OTP' })).toHaveAttribute(
    'href',
    `/dev/mailbox?to=${encodeURIComponent(email)}`,
  )
  await expect(page.getByRole('button', { name: /^Resend OTP in 00:(30|2\d|1\d)$/ })).toBeVisible()
  await page.keyboard.type(await codeFor(page, email))
  await verify.click()
  await expect(page.getByText('Email verified successfully!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test('the boxes take digits only, one each; backspace and arrows move between them @nightly @phone', async ({
  page,
}) => {
  await openDialog(page)
  await page.keyboard.type('1a2 3')
  expect(await digitsIn(page)).toBe('123')
  await expect(page.getByLabel('Digit 4 of 6')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(page.getByLabel('Digit 3 of 6')).toBeFocused()
  await page.keyboard.press('Backspace')
  expect(await digitsIn(page)).toBe('12')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.type('9')
  expect(await digitsIn(page)).toBe('92')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Digit 3 of 6')).toBeFocused()
})

test('pasting keeps the first 6 digits, whichever box it goes to @nightly @phone', async ({ page }) => {
  await openDialog(page)
  await page.getByLabel('Digit 4 of 6').focus()
  await page.getByLabel('Digit 4 of 6').evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'OTP: 12-34-56-78')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => digitsIn(page)).toBe('123456')
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled()
})

test('a code is good for 10 minutes by the clock on the wall, also while the tab slept @nightly @phone', async ({
  page,
}) => {
  const email = await openDialog(page)
  const timer = page.getByRole('timer')
  await page.keyboard.type(await codeFor(page, email))
  await page.clock.fastForward('08:50')
  await expect(timer).toHaveText(/^01:(10|0\d)$/)
  const calm = await timer.evaluate((element) => getComputedStyle(element).color)
  await page.clock.fastForward('00:20')
  await expect(timer).toHaveText(/^00:[45]\d$/)
  expect(await timer.evaluate((element) => getComputedStyle(element).color)).not.toBe(calm)
  await page.clock.fastForward('01:30')
  await expect(page.getByText('OTP has expired. Please request a new one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled()
  for (const box of await boxes(page).all()) await expect(box).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Resend OTP' })).toBeFocused()
})

test('resending starts again at 10:00 with empty boxes @nightly @phone', async ({ page }) => {
  await openDialog(page)
  await page.keyboard.type('123456')
  await page.clock.fastForward('11:00')
  // The server keeps its own time: for it no half minute has passed.
  await page.route('**/auth/resend-otp', (route) => route.fulfill({ json: { msg: 'sent' } }))
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/)
  expect(await digitsIn(page)).toBe('')
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
})

test('resending too soon says so, and from when it is possible @nightly @phone', async ({ page }) => {
  await openDialog(page)
  await page.keyboard.type('123')
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByRole('dialog').locator('form').getByRole('alert')).toHaveText(
    'Please wait before requesting another OTP.',
  )
  await expect(page.getByRole('button', { name: /^Resend OTP in 00:[0-3]\d$/ })).toBeVisible()
  expect(await digitsIn(page)).toBe('123')
  await page.clock.fastForward('00:31')
  await expect(page.getByRole('button', { name: 'Resend OTP', exact: true })).toBeVisible()
})

test('a failed verification keeps the digits and says why @nightly @phone', async ({ page }) => {
  await openDialog(page)
  await page.keyboard.type('000000')
  const alert = page.getByRole('dialog').locator('form').getByRole('alert')
  for (const { answer, words } of [
    { answer: { status: 400, json: { msg: 'Invalid OTP' } }, words: 'Invalid OTP' },
    { answer: { status: 500, body: '' }, words: 'Failed to verify OTP' },
    { answer: null, words: 'No response from server. Please try again.' },
  ]) {
    await page.route('**/auth/verify-otp', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(alert).toHaveText(words)
    await page.unroute('**/auth/verify-otp')
  }
  expect(await digitsIn(page)).toBe('000000')
})

test('closing the dialog gives the focus back, and the code can still be entered @nightly @phone', async ({
  page,
}) => {
  const email = await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Register' })).toBeFocused()
  await page.getByRole('button', { name: 'Enter the OTP' }).click()
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(await codeFor(page, email))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('signing up an e-mail address again within half a minute says how long to wait @nightly @phone', async ({
  page,
}) => {
  const email = await signUp(page)
  await page.goto('/register')
  await fillIn(page, { Email: email })
  await register(page)
  await expect(page.getByRole('alert')).toHaveText(
    /^Please wait before requesting another OTP\. You can try again in \d+ seconds\.$/,
  )
})
