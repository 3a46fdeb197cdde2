/** Specification §2, §4, §5, §8; api-rules §1, §6: registering as a seller in three steps. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { callApi, codeFor, customer, expect, newBusiness, newGst, seller, test } from './shop-test.ts'

type Business = ReturnType<typeof newBusiness>

const labels: Record<keyof Business, string> = {
  email: 'Email',
  password: 'Password',
  companyName: 'Company Name',
  GSTNumber: 'GST Number',
  mobileNo: 'Phone Number',
  buildingNo: 'Building Number',
  street: 'Street',
  landmark: 'Landmark',
  pinCode: 'Pin Code',
  city: 'City',
  state: 'State',
  fullName: 'Full Name',
  accountNo: 'Account Number',
  IFSCCode: 'IFSC Code',
}
const stepFields = [
  ['email', 'password', 'companyName', 'GSTNumber', 'mobileNo'],
  ['buildingNo', 'street', 'landmark', 'pinCode', 'city', 'state'],
  ['fullName', 'accountNo', 'IFSCCode'],
] as const

const field = (page: Page, name: keyof Business) => page.getByLabel(labels[name], { exact: true })
const again = (page: Page) => page.getByLabel('The Same Number Again')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: 'Next' | 'Back' | 'Submit') =>
  page.getByRole('button', { name, exact: true }).click()
const problem = (page: Page) => page.getByRole('main').locator('form').getByRole('alert')

async function type(page: Page, name: keyof Business, value: string): Promise<void> {
  if (name === 'state') await field(page, name).selectOption(value)
  else await field(page, name).fill(value)
}

async function fillStep(page: Page, step: 1 | 2 | 3, business: Business): Promise<void> {
  for (const name of stepFields[step - 1] ?? []) await type(page, name, business[name])
  if (step === 3) await again(page).fill(business.accountNo)
}

/** Through the first two steps, onto the third. */
async function toBank(page: Page, business: Business): Promise<void> {
  await page.goto('/register-seller')
  await fillStep(page, 1, business)
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('Pickup Address')
  await fillStep(page, 2, business)
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('Bank Details')
}

const wrong: Partial<Record<keyof Business, readonly [string, string]>> = {
  email: ['asha@nowhere', 'Email address is invalid.'],
  password: ['12345', 'Password must be at least 6 characters long.'],
  GSTNumber: ['27AAPFU0939F1Z', 'Invalid GST Number format.'],
  mobileNo: ['98765', 'Phone number must be 10 digits.'],
  pinCode: ['4000', 'Pin code must be 6 digits.'],
  accountNo: ['12 34x', 'Account number must contain only digits.'],
  IFSCCode: ['HDFC1000001', 'Invalid IFSC Code format.'],
}
const required: Record<keyof Business, string> = {
  email: 'Email is required.',
  password: 'Password is required.',
  companyName: 'Company name is required.',
  GSTNumber: 'GST Number is required.',
  mobileNo: 'Phone number is required.',
  buildingNo: 'Building number is required.',
  street: 'Street is required.',
  landmark: 'Landmark is required.',
  pinCode: 'Pin code is required.',
  city: 'City is required.',
  state: 'Please select a state.',
  fullName: 'Full name is required.',
  accountNo: 'Account number is required.',
  IFSCCode: 'IFSC Code is required.',
}

test('each step says what is wrong at its fields, clears it on edit, and lets only right ones pass; the code then logs in and leads home @nightly', async ({
  page,
}) => {
  const business = newBusiness()
  await page.goto('/')
  await page.getByRole('link', { name: 'Be a Seller' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/register-seller')
  await expect(page.getByRole('link', { name: 'Login as Seller' })).toHaveAttribute('href', '/login')

  for (const [index, title] of ['Register as Seller', 'Pickup Address', 'Bank Details'].entries()) {
    const names = stepFields[index] ?? []
    const go = () => press(page, index < 2 ? 'Next' : 'Submit')
    await expect(heading(page)).toHaveText(title)
    await expectAccessible(page)
    await go()
    await expect(problem(page)).toHaveText('Please fix the errors before proceeding.')
    for (const name of names) await expect(field(page, name)).toHaveAccessibleDescription(required[name])
    await expect(field(page, names[0] ?? 'email')).toBeFocused()
    for (const name of names) {
      const [value = business[name], words] = wrong[name] ?? []
      await type(page, name, value)
      await expect(field(page, name)).not.toHaveAttribute('aria-invalid')
      if (words === undefined) continue
      await go()
      await expect(field(page, name)).toHaveAccessibleDescription(words)
      await expect(problem(page)).toHaveText('Please fix the errors before proceeding.')
      await type(page, name, business[name])
      await expect(page.getByText(words)).toBeHidden()
    }
    await expect(heading(page)).toHaveText(title)
    await expectNoSidewaysScroll(page)
    if (index === 2) {
      await go()
      await expect(again(page)).toHaveAccessibleDescription('Please type the account number again.')
      await again(page).fill(business.accountNo)
    }
    await go()
  }

  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type(await codeFor(page, business.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/')
  const note = page.getByRole('region', { name: 'Your shop' })
  await expect(note).toContainText('Next: add your first product')
  await note.getByRole('link', { name: 'Open your dashboard' }).click()
  await expect(page).toHaveURL('/seller-dashboard')
  expect(await callApi(page, '/private/me')).toEqual({ email: business.email, role: 'SELLER' })
})

test('Back and the browser keep what was typed and clear errors; a reload keeps all but the password and the account number, which are never stored; the OTP runs out after 10 minutes @nightly @phone', async ({
  page,
}) => {
  const business = newBusiness()
  await page.clock.install()
  await toBank(page, business)
  await fillStep(page, 3, business)
  await type(page, 'IFSCCode', 'hdfc 0000001')
  await expect(field(page, 'IFSCCode')).toHaveValue('HDFC0000001')
  await type(page, 'accountNo', '12x')
  await press(page, 'Submit')
  await expect(problem(page)).toBeVisible()
  await press(page, 'Back')
  await expect(heading(page)).toHaveText('Pickup Address')
  await expect(problem(page)).toBeHidden()
  for (const name of stepFields[1]) await expect(field(page, name)).toHaveValue(business[name])
  await page.goBack()
  await expect(heading(page)).toHaveText('Register as Seller')
  for (const name of stepFields[0]) await expect(field(page, name)).toHaveValue(business[name])
  await page.goForward()
  await page.goForward()
  await expect(heading(page)).toHaveText('Bank Details')
  await expect(problem(page)).toBeHidden()
  await expect(field(page, 'accountNo')).toHaveValue('12x')
  await type(page, 'accountNo', business.accountNo)

  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(stored).toContain(business.companyName)
  expect(stored).not.toContain(business.password)
  expect(stored).not.toContain(business.accountNo)
  await page.reload()
  await expect(heading(page)).toHaveText('Register as Seller')
  await expect(page.getByText('What you typed before is still here.')).toBeVisible()
  await expect(field(page, 'password')).toHaveValue('')
  await expect(field(page, 'email')).toHaveValue(business.email)
  await type(page, 'password', business.password)
  await press(page, 'Next')
  for (const name of stepFields[1]) await expect(field(page, name)).toHaveValue(business[name])
  await press(page, 'Next')
  await expect(field(page, 'fullName')).toHaveValue(business.fullName)
  await expect(field(page, 'accountNo')).toHaveValue('')
  await expect(field(page, 'IFSCCode')).toHaveValue('HDFC0000001')

  await type(page, 'accountNo', business.accountNo)
  await again(page).fill('12345')
  await press(page, 'Submit')
  await expect(again(page)).toHaveAccessibleDescription('This is not the account number above.')
  await again(page).fill(business.accountNo)
  await press(page, 'Submit')
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/)
  await page.clock.fastForward('10:01')
  await expect(page.getByText('OTP has expired. Please request a new one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled()
  // The server keeps its own time: for it no half minute has passed.
  await page.route('**/auth/resend-otp', (route) => route.fulfill({ json: { msg: 'sent' } }))
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/)
})

test('an odd GST number is a doubt that stops nobody; one of another seller is said at its field, and its step is shown again @nightly @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const taken = newGst()
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await seller(other, { GSTNumber: taken })
  await other.close()

  await page.goto('/register-seller')
  const business = newBusiness()
  const oddEnd = taken.endsWith('A') ? 'B' : 'A'
  await fillStep(page, 1, { ...business, GSTNumber: (taken.slice(0, 14) + oddEnd).toLowerCase() })
  await expect(field(page, 'GSTNumber')).toHaveValue(taken.slice(0, 14) + oddEnd)
  await expect(page.getByRole('status').filter({ hasText: 'The last character' })).toBeVisible()
  await type(page, 'GSTNumber', taken)
  await expect(page.getByText('The last character')).toBeHidden()
  await press(page, 'Next')
  await fillStep(page, 2, { ...business, state: 'Goa' })
  const doubt = 'This GST number belongs to Maharashtra, the address is in Goa. Please check it.'
  await expect(page.getByRole('status').filter({ hasText: doubt })).toBeVisible()
  await press(page, 'Next')
  await fillStep(page, 3, business)
  await press(page, 'Submit')

  const words = 'This GST number is registered with another seller.'
  await expect(heading(page)).toHaveText('Register as Seller')
  await expect(problem(page)).toHaveText(words)
  await expect(field(page, 'GSTNumber')).toHaveAccessibleDescription(words)
  await expect(field(page, 'GSTNumber')).toBeFocused()
  await type(page, 'GSTNumber', business.GSTNumber)
  await expect(page.getByText(words).first()).toBeHidden()
  await press(page, 'Next')
  await press(page, 'Next')
  await expect(field(page, 'accountNo')).toHaveValue(business.accountNo)
  for (const [answer, said] of [
    [{ status: 500, body: '' }, 'Registration failed.'],
    [{ status: 400, body: '"Not today."' }, 'Not today.'],
    [null, 'Registration failed.'],
  ] as const) {
    await page.route('**/auth/seller/signup', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await press(page, 'Submit')
    await expect(problem(page)).toHaveText(said)
    await page.unrouteAll()
  }
  await press(page, 'Submit')
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enter the OTP' }).click()
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(await codeFor(page, business.email))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  expect(await callApi(page, '/private/profile')).toMatchObject({ gstDoubt: doubt })
})

test('a seller logs in onto the dashboard; its pages send a visitor to log in and back, and a buyer to log in as somebody else; a seller has no cart @nightly', async ({
  page,
}) => {
  const email = await seller(page)
  const logIn = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(newBusiness().password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await page.context().clearCookies()
  await page.goto('/login')
  await logIn()
  await expect(page).toHaveURL('/seller-dashboard')
  for (const [link, path] of [
    ['Start Selling', '/addproduct'],
    ['Manage Orders', '/manage-orders'],
    ['Manage Products', '/manage-products'],
    ['Add New Product', '/addproduct'],
    ['Profile Management', '/seller-profile'],
    ['Earnings', '/earnings'],
  ] as const)
    await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', path)
  // The four cards of the specification; Earnings has a row of its own.
  await expect(page.getByRole('navigation', { name: 'Your business' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'To do' })).toContainText(
    'Our undertaking for sellers waits for you to read and accept it',
  )
  await expect(page.getByRole('banner')).toContainText(email)

  await page.goto('/')
  const account = page.getByRole('navigation', { name: 'Your account' })
  await account.getByRole('link', { name: 'Cart' }).click()
  await expect(page).toHaveURL('/login?next=%2Fcart')

  await page.goto('/seller-dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out Successfully!')).toBeVisible()
  await expect(page).toHaveURL('/login')

  for (const path of ['/seller-dashboard', '/seller-profile']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
  const buyer = await customer(page)
  await page.goto('/seller-dashboard')
  await expect(page).toHaveURL('/login?next=%2Fseller-dashboard')
  await page.goto('/seller-profile')
  await expect(page).toHaveURL('/login?next=%2Fseller-profile')
  await expect(page.getByText(`You are logged in as ${buyer}`)).toBeVisible()
  await logIn()
  await expect(page).toHaveURL('/seller-profile')
})
