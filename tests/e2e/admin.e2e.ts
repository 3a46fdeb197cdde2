/** Specification §2, §4, §5, §8 and api-rules §2, §6: the administrator in a browser. */
import type { Browser, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { admin, adminHome, callApi, customer, expect, test } from './shop-test.ts'

const say = (page: Page, words: string) => page.getByText(words, { exact: true })
const nav = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })
const open = async (page: Page, path: string, heading: string) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

async function newCustomer(browser: Browser, baseURL: string | undefined): Promise<string> {
  const page = await browser.newPage({ ...(baseURL && { baseURL }) })
  const email = await customer(page)
  await page.close()
  return email
}

test('the log-in leads to the overview with its own words, the four counters to their lists, and Logout out again @nightly @laptop', async ({
  page,
}) => {
  const home = await admin(page)
  await callApi(page, '/auth/logout', {})
  expect((await page.goto(home))?.status()).toBe(404)
  await expect(page.getByText('Page not found')).toBeVisible()

  await page.goto('/login?next=/cart')
  await page.getByLabel('Email').fill('admin@hariyali.test')
  await page.getByLabel('Password', { exact: true }).fill('green-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`**${home}`)
  await expect(say(page, 'Admin Login Success')).toBeVisible()

  const counts = await callApi<Record<string, number>>(page, '/public/admin/counts')
  expect(counts.sellers).toBeGreaterThan(0)
  for (const [counter, key, heading] of [
    ['Total Customers', 'customers', 'All Customers'],
    ['Total Orders', 'orders', 'All Orders'],
    ['Total Sellers', 'sellers', 'All Sellers'],
  ] as const) {
    await expect(page.getByRole('link', { name: counter })).toContainText(/\d/)
    await page.getByRole('link', { name: counter }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(nav(page, heading)).toHaveAttribute('aria-current', 'page')
    if (key === 'sellers') await expect(page.getByText(/^\d+ sellers$/)).toBeVisible()
    await nav(page, 'overview').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  }

  const recent = page.getByRole('list', { name: 'Recent Orders, newest first' }).locator('> li')
  await expect(recent).toHaveCount(10)
  await expect(recent.first()).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}[0-9a-f]{8}-[0-9a-f-]{27}/)
  const colors = { Pending: 'mist', Processing: 'amber', Shipped: 'sky', Completed: 'leaf' }
  for (const row of await recent.all()) {
    const badge = row.locator('.rounded-full')
    const color = colors[(await badge.textContent()) as keyof typeof colors] ?? 'mist'
    await expect(badge).toHaveClass(new RegExp(`bg-${color}`))
  }

  // The shop itself shows the way back.
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Go to the shop' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL(`**${home}`)

  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect(say(page, 'Logged out Successfully!')).toBeVisible()
})

test('money or stock that is not right is an alarm on the overview, with the way to its order @nightly @laptop', async ({
  page,
}) => {
  const home = await admin(page)
  const [order] = await callApi<{ id: string }[]>(page, '/public/admin/all-orders?limit=1')
  const id = order?.id ?? ''
  const checked = {
    checkedAt: '2026-11-20T10:00:00.000Z',
    isStale: false,
    broken: [
      {
        invariant: 'order without terms',
        view: 'invariant_purchase',
        count: 4,
        since: '2026-11-20T09:58:00.000Z',
        rows: [{ id, orderId: id, settlementId: null }],
      },
    ],
  }
  await page.goto(home)
  const heading = page.getByRole('heading', { level: 2, name: /^Money (or|and) stock/ })
  await expect(page.getByRole('heading', { level: 2, name: 'Recent Orders' })).toBeVisible()
  await expect(heading).toHaveCount(0)
  await page.route('**/public/admin/broken-invariants', (route) => route.fulfill({ json: checked }))
  await page.reload()
  await expect(heading).toHaveText('Money or stock is not right')
  await expect(page.getByText('Order without terms × 4')).toBeVisible()
  await expect(say(page, 'and 3 more')).toBeVisible()
  await page
    .getByRole('region', { name: 'Money or stock is not right' })
    .getByRole('link', { name: id })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Orders' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 order found' })).toBeVisible()

  checked.broken = []
  checked.isStale = true
  await page.goto(home)
  await expect(heading).toHaveText('Money and stock are not checked')
})

test('Manage Categories: each button waits for its fields, the words as they are spelt, and a removal asks and names what goes with it or blocks it @nightly @laptop', async ({
  page,
}) => {
  await open(page, await admin(page), 'Overview')
  const name = `Test Category ${crypto.randomUUID().slice(0, 8)}`
  const form = (title: string) => page.getByRole('form', { name: title })
  const button = (title: string) => form(title).getByRole('button', { name: title })

  await expect(button('Add Category')).toBeDisabled()
  await form('Add Category').getByLabel('Category Name').fill('   ')
  await expect(button('Add Category')).toBeDisabled()
  await form('Add Category').getByLabel('Category Name').fill(name)
  await button('Add Category').click()
  await expect(say(page, 'Catogary added Successfully')).toBeVisible()
  await form('Add Category').getByLabel('Category Name').fill(name.toLowerCase())
  await button('Add Category').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to add Category' })).toContainText('already')

  const sub = form('Add Subcategory')
  await sub.getByLabel('Subcategory Name').fill('Test Sub')
  await sub.getByLabel('Parent Category').selectOption(name)
  await expect(button('Add Subcategory')).toBeDisabled()
  await sub.getByLabel('Image URL').fill('not an address')
  await button('Add Subcategory').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to add Subcategory' })).toBeVisible()
  await expect(sub.getByLabel('Subcategory Name')).toHaveValue('Test Sub')
  await sub.getByLabel('Image URL').fill('https://pictures.hariyali.test/sub.webp')
  await page.route('https://pictures.hariyali.test/**', (route) => route.fulfill({ status: 200, body: '' }))
  await button('Add Subcategory').click()
  await expect(say(page, 'Subcatogary added Successfully')).toBeVisible()

  await expect(button('Remove Category')).toBeDisabled()
  await form('Remove Category').getByLabel('Category').selectOption('Kitchen & Dining')
  await expect(form('Remove Category')).toContainText('Their sellers have to delete or move these first.')
  await button('Remove Category').click()
  const question = page.getByRole('dialog', { name: 'Remove Category' })
  await expect(question).toContainText(/Its subcategories still have products: .+ \(\d+\)/)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete category' })).toBeVisible()

  const removal = form('Remove Subcategory')
  await expect(removal.getByLabel('Subcategory')).toBeDisabled()
  await expect(removal.getByLabel('Subcategory')).toHaveAccessibleDescription('Choose a category first.')
  await removal.getByLabel('Parent Category').selectOption(name)
  await expect(button('Remove Subcategory')).toBeDisabled()
  await removal.getByLabel('Subcategory').selectOption('Test Sub')
  await button('Remove Subcategory').click()
  const dialog = page.getByRole('dialog', { name: 'Remove Subcategory' })
  await expect(dialog).toContainText(`Test Sub in ${name}`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button('Remove Subcategory')).toBeFocused()
  await button('Remove Subcategory').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(say(page, 'Subcategory removed')).toBeVisible()
  await expect(removal.getByLabel('Subcategory')).toBeFocused()

  // The question names what is there when it is asked, not when the page was loaded.
  await form('Remove Category').getByLabel('Category').selectOption(name)
  const [{ id: categoryId } = { id: 0 }] = (
    await callApi<{ id: number; name: string }[]>(page, '/public/category/all')
  ).filter((one) => one.name === name)
  const imageUrl = 'https://pictures.hariyali.test/sub.webp'
  for (const sub of ['Late One', 'Late Two'])
    await callApi(page, '/public/admin/create-subcategory', { name: sub, imageUrl, categoryId })
  await button('Remove Category').click()
  await expect(question).toContainText('2 subcategories go with it: Late One, Late Two.')
  await page.route(
    '**/delete-category/*',
    (route) => route.fulfill({ status: 409, json: { msg: 'It has products.' } }),
    {
      times: 1,
    },
  )
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to delete categoryIt has products.' }),
  ).toBeVisible()
  await button('Remove Category').click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(say(page, 'Catogary Deleted Successfully')).toBeVisible()
  await expect(form('Remove Category').getByLabel('Category')).toBeFocused()

  await page.route('**/category-tree', (route) => route.abort())
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch subcategories' })
  await expect(failure).toBeVisible()
  await expect(failure).toBeHidden()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Kitchen & Dining').first()).toBeAttached()
})

test('people: found, suspended with a reason and reinstated; a whole account number and a file only after the password @laptop', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newCustomer(browser, baseURL)
  const home = await admin(page)
  await open(page, home, 'Overview')
  await nav(page, 'All Customers').click()
  await page.getByLabel('Name, email or mobile').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('1 customer found')).toBeVisible()
  const card = page.getByRole('list', { name: 'Customers, newest first' })
  await expect(card.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  await expect(card.getByRole('link', { name: '9876543210' })).toHaveAttribute('href', 'tel:9876543210')
  const joined = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  await expect(card).toContainText(joined.format(new Date()))

  await page.getByRole('button', { name: 'Suspend Asha Rao' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please give a reason.')
  await dialog.getByLabel('Reason').fill('Test of the reason')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(card).toContainText('Test of the reason')
  await page.getByRole('button', { name: 'Reinstate Asha Rao' }).click()
  await dialog.getByLabel('Reason').fill('Cleared up')
  await dialog.getByRole('button', { name: 'Reinstate' }).click()
  await expect(card).not.toContainText('Test of the reason')
  await page.goto(`${home}/audit?q=${encodeURIComponent(email)}`)
  await expect(page.getByRole('list', { name: 'Audit log, newest first' })).toContainText('Account suspended')

  await open(page, home, 'Overview')
  await nav(page, 'All Sellers').click()
  await page.getByLabel(/^Company/).fill('Aranyika')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 seller found')).toBeVisible()
  let asked = 0
  const words = 'Please confirm your password to go on.'
  await page.route('**/bank-account', (route) =>
    (asked += 1) === 1
      ? route.fulfill({ status: 403, json: { msg: words, fields: { recentLogin: words } } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Show account number' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirm.getByLabel('Password', { exact: true }).fill('wrong')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByRole('alert')).toBeVisible()
  await confirm.getByLabel('Password', { exact: true }).fill('green-demo')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('main')).not.toContainText('XXXXXX')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await page.getByRole('link', { name: 'View Orders of Aranyika Botanics' }).click()
  await expect(page).toHaveURL(/\/admin-seller-orders\/seller(@|%40)hariyali\.test$/)
  await expect(page.getByRole('list', { name: 'Orders, newest first' })).toContainText('Aranyika Botanics')
})

test('lists that fail show their empty texts, and a lost session goes to log in and back @nightly @laptop', async ({
  page,
}) => {
  const home = await admin(page)
  const { paths } = await callApi<{ paths: Record<string, string> }>(page, '/public/admin/me')
  await page.route('**/public/admin/{all-*,counts}*', (route) =>
    route.fulfill({ status: 500, json: { msg: '' } }),
  )
  for (const [name, ...words] of [
    ['sellers', 'No Sellers Available', 'Please check back again later.'],
    ['customers', 'No Customers Found', 'When a new customer makes a purchase, they will appear here.'],
    ['orders', 'No Orders Found', 'New orders from your listings will appear here.'],
    ['overview', 'No Orders Found', 'New orders from your listings will appear here.'],
  ] as const) {
    await page.goto(`/${paths[name]}`)
    for (const word of words) await expect(say(page, word)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Total Products' })).toHaveText(/Total Products0$/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Recent Orders, newest first' })).toBeVisible()

  await open(page, `${home}/audit`, 'Audit log')
  await callApi(page, '/auth/logout', {})
  await nav(page, 'All Orders').click()
  await page.waitForURL('**/login?next=*')
})

test('the second factor: asked for at the log-in, set up with a QR code or the key in groups, recovery codes shown once; own password and devices @nightly @laptop', async ({
  page,
}) => {
  const codeRequired = 'Enter the code from your authenticator app.'
  await page.route('**/auth/login', (route) =>
    route.request().postDataJSON().code
      ? route.fulfill({
          status: 400,
          json: { msg: 'This code is not right.', fields: { code: 'This code is not right.' } },
        })
      : route.fulfill({ status: 400, json: { msg: codeRequired, fields: { code: codeRequired } } }),
  )
  await page.goto('/login')
  await page.getByLabel('Email').fill('admin@hariyali.test')
  await page.getByLabel('Password', { exact: true }).fill('green-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  const code = page.getByLabel('Authentication code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/recovery code/)
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(code).toHaveAccessibleDescription(/This code is not right\./)
  await page.unrouteAll()

  await admin(page)
  // All tests share one administrator, so these responses stand in for a second factor.
  await page.route('**/second-factor/begin', (route) =>
    route.fulfill({ json: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' } }),
  )
  await page.route('**/second-factor/confirm', (route) =>
    route.fulfill({ json: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }),
  )
  await open(page, `${await adminHome(page)}/security`, 'Security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open an app on this device' })).toHaveAttribute(
    'href',
    /^otpauth:/,
  )
  const picture = await page.getByRole('img', { name: 'QR code for your authenticator app' }).screenshot()
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(
    decodeQR({ data, width: info.width, height: info.height }, { format: 'RGB', timeLimit: 2_000 }),
  ).toBe('otpauth://totp/x?secret=ABCDEFGHIJKLMNOP')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByLabel('Enter the code that it shows')).toHaveAccessibleDescription(codeRequired)
  await page.getByLabel('Enter the code that it shows').fill('123456')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toContainText('aaaa-bbbbcccc-dddd')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toBeVisible()
  await page.getByLabel('Current Password').fill('green-demo')
  await page.getByLabel('New Password').fill('eleven-long')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(/at least 12 characters/)

  // Where a second factor is wanted first, nothing on the page asks for what is refused until then.
  let refused = 0
  await page.route('**/private/session/**', (route) => {
    refused += 1
    return route.fulfill({ status: 403, json: { msg: 'x', fields: { secondFactor: 'x' } } })
  })
  await page.route('**/public/admin/me', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { secondFactor: object }
    json.secondFactor = { on: false, required: true, recoveryCodesLeft: 0 }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(page.getByText('This shop asks for it: set it up to go on.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Password and devices' })).toHaveCount(0)
  expect(refused).toBe(0)
})

test('a button whose row goes leaves the focus on the page @nightly @laptop', async ({ page }) => {
  const home = await admin(page)
  const word = `gone${Array.from({ length: 8 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join('')}`
  await callApi(page, '/public/admin/search-synonyms', { word, meaning: 'soap' })
  await page.goto(`${home}/search-words?q=${word}`)
  await page.getByRole('button', { name: `Delete: ${word} finds soap` }).press('Enter')
  await expect(page.getByText('The synonym is deleted.')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})
