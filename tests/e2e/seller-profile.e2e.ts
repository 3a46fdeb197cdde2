/** Specification §2, §4, §5, §8, §9: the seller's profile. */
import type { Page, Route } from '@playwright/test'
import { callApi, expect, newGst, password, seller, test } from './shop-test.ts'

const main = (page: Page) => page.getByRole('main')
const opener = (page: Page) => page.getByRole('button', { name: 'Edit Profile' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const toast = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title })

test('the card shows everything, the long date, and the account number only to its owner who asks @nightly', async ({
  page,
}) => {
  const accountNo = '987654321098'
  const email = await seller(page, { accountNo })
  await page.goto('/seller-profile')
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  for (const words of [
    'Test Bamboo Works',
    'Verified Seller',
    email,
    '9876543210',
    today.format(new Date()),
    '12-A',
    'Test Street',
    'Near the test park',
    'Mumbai',
    'Maharashtra',
    '400001',
    'Test Owner',
    'XXXXXX1098',
    'HDFC0000001',
  ])
    await expect(main(page)).toContainText(words)
  expect(await page.content()).not.toContain(accountNo)

  const show = page.getByRole('button', { name: 'Show account number' })
  await page.route('**/private/profile/bank-account', (route) => route.abort())
  await show.click()
  await expect(toast(page, 'Failed to show the account number.')).toBeVisible()
  await page.unrouteAll()
  // The server's reply to a session whose login is long ago.
  const words = 'Please confirm your password to go on.'
  let refused = 0
  await page.route('**/private/profile/bank-account', (route) =>
    (refused += 1) > 1
      ? route.continue()
      : route.fulfill({ status: 403, json: { msg: words, fields: { recentLogin: words } } }),
  )
  await show.click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(confirmation).toContainText('You are about to see the whole number of your bank account.')
  await confirmation.getByLabel('Password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(main(page)).toContainText(accountNo)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Hide account number' }).click()
  await expect(main(page)).not.toContainText(accountNo)

  const profile = await callApi<object>(page, '/private/profile')
  await page.route('**/private/profile', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('We could not reach the shop just now.')).toBeVisible()
  await page.unrouteAll()
  await page.route('**/private/profile', (route) => route.fulfill({ json: { ...profile, createdAt: null } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(main(page)).toContainText('Account CreatedN/A')
})

test('Edit Profile has its own words, keeps the e-mail and the account number, loses nothing by a failure, asks for the password before the bank account changes, and Cancel, Escape and the backdrop discard @nightly', async ({
  page,
}) => {
  const email = await seller(page)
  await page.clock.install()
  await page.goto('/seller-profile')
  await opener(page).click()
  await expect(page.getByLabel('Company Name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByRole('textbox', { name: 'Account Number' })).toHaveValue('XXXXXX9012')

  for (const [label, value, words] of [
    ['Company Name', ' ', 'Company name is required'],
    ['Mobile', '98765', 'Please enter a valid mobile number'],
    ['GST Number', '', 'GST number is required'],
    ['Pin Code', '4000', 'Pin code must be 6 digits.'],
  ] as const) {
    const before = await page.getByLabel(label).inputValue()
    await page.getByLabel(label).fill(value)
    await save(page).click()
    await expect(toast(page, 'Validation Error')).toContainText(words)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(words)
    await expect(page.getByLabel(label)).toBeFocused()
    await page.getByLabel(label).fill(before)
    await expect(page.getByLabel(label)).not.toHaveAttribute('aria-invalid')
  }
  // Three seconds, and one to go.
  await page.clock.fastForward(2_000)
  await expect(toast(page, 'Validation Error')).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(toast(page, 'Validation Error')).toHaveCount(0)

  const taken = newGst()
  await page.getByLabel('Company Name').fill('Green Reed & Co')
  await page.getByLabel('GST Number').fill(taken.toLowerCase())
  await page.getByLabel('State').selectOption('Goa')
  const words = 'This GST number is registered with another seller.'
  for (const [answer, said] of [
    [(route: Route) => route.fulfill({ status: 409, json: { msg: words, fields: { gst: words } } }), words],
    [
      (route: Route) => route.fulfill({ status: 500, body: '' }),
      'Failed to update profile. Please try again.',
    ],
    [(route: Route) => route.abort(), 'Failed to update profile. Please try again.'],
  ] as const) {
    // Waits for the response itself, because the previous failure may still show the same words.
    const answered = Promise.withResolvers<void>()
    await page.route('**/private/profile/edit-seller', (route) => answer(route).then(answered.resolve))
    await save(page).click()
    await answered.promise
    await expect(toast(page, 'Update Failed')).toContainText(said)
    await page.unrouteAll()
    await expect(page.getByLabel('Company Name')).toHaveValue('Green Reed & Co')
  }
  await save(page).click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect(page.getByText('Your profile has been successfully updated.')).toBeVisible()
  await expect(opener(page)).toBeFocused()
  for (const shown of ['Green Reed & Co', taken, 'Goa', 'belongs to Maharashtra', 'XXXXXX9012'])
    await expect(main(page)).toContainText(shown)
  expect(await callApi(page, '/private/profile/bank-account')).toEqual({ accountNo: '123456789012' })

  // The server's reply to a session whose login is long ago.
  const recentLoginRequired = 'Please confirm your password to go on.'
  let refused = 0
  await page.route('**/private/profile/edit-seller', (route) =>
    (refused += 1) > 2
      ? route.continue()
      : route.fulfill({
          status: 403,
          json: { msg: recentLoginRequired, fields: { recentLogin: recentLoginRequired } },
        }),
  )
  const confirmation = page.getByRole('dialog', { name: 'Confirm it is you' })
  await opener(page).click()
  await page.getByRole('textbox', { name: 'Account Number' }).fill('999988887777')
  await save(page).click()
  await expect(confirmation).toContainText('You are about to change your business, address or bank details.')
  await expect(confirmation.getByLabel('Password', { exact: true })).toBeFocused()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(save(page)).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Account Number' })).toHaveValue('999988887777')
  await save(page).click()
  await confirmation.getByLabel('Password', { exact: true }).fill('not it')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This password is not right.',
  )
  await confirmation.getByLabel('Password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(main(page)).toContainText('XXXXXX7777')
  expect(await callApi(page, '/private/profile/bank-account')).toEqual({ accountNo: '999988887777' })
  await page.unrouteAll()

  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ]) {
    await opener(page).click()
    await page.getByLabel('Company Name').fill('Nobody')
    await leave()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(main(page)).toContainText('Green Reed & Co')
  }
})
