/** The pages about money: dated rates, a settlement from the run to the bank's number, and what the seller reads of it (docs/money.md). */
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { admin, callApi, expect, test } from './shop-test.ts'

/** A day of India, so many days from today. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000)

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('a new rate: what is refused stays in the form, what is added stands in the list, and it is withdrawn before it begins @nightly', async ({
  page,
}, { project }) => {
  // Each project has a category of its own, because both work on one shop.
  const category = project.name === 'phone' ? 1 : 2
  await page.goto(`${await admin(page)}/rates/commission`)
  await press(page, 'Add rate')
  const dialog = page.getByRole('dialog', { name: 'New commission' })
  await dialog.getByLabel('For').selectOption('category')
  await dialog.getByLabel('Category').selectOption({ index: category })
  const name = (await dialog.getByLabel('Category').locator('option:checked').textContent()) ?? ''
  await dialog.getByLabel('Rate in percent').fill('101')
  await dialog.getByLabel('First day').fill(dayIn(0))
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  await expect(dialog.getByLabel('Rate in percent')).toHaveAccessibleDescription(
    'The rate must be between 0 and 100 %.',
  )
  await dialog.getByLabel('Rate in percent').fill('7.5')
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  await expect(dialog.getByLabel('First day')).toHaveAccessibleDescription(/^A rate begins on /)
  await expect(dialog.getByLabel('Rate in percent')).toHaveValue('7.5')
  await expect(dialog.getByLabel('Category')).toHaveValue(/^\d+$/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('First day').fill(dayIn(3))
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  await expect(page.getByText(`Commission of ${name}: 7.5 % from`)).toBeVisible()

  const row = page.getByRole('list', { name: 'Commission' }).locator('> li', { hasText: name })
  await expect(row).toContainText('7.5 %')
  await expect(row).toContainText('To come')
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await expect(row).toHaveCount(0)
})

/** Two widths in one test, because a day is settled once. */
async function atBothWidths(page: Page, look: () => Promise<void>): Promise<void> {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await look()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

/** The demo seller's. */
const sellersCompany = 'Aranyika Botanics'

const newUtr = () => `HDFCN${Math.random().toString().slice(2, 13).padEnd(11, '0')}`

test('a settlement: the run, its bank file, a UTR that counts once; the seller reads what was paid, with every deduction @laptop', async ({
  page,
}) => {
  test.slow()
  const home = await admin(page)
  await page.goto(`${home}/settlements`)
  await press(page, 'Start a run')
  const start = page.getByRole('dialog', { name: 'Start a settlement run' })
  await start.getByLabel('Up to').fill(dayIn(0))
  await start.getByRole('button', { name: 'Start' }).click()
  await expect(start.getByLabel('Up to')).toHaveAccessibleDescription(
    'Only days that have ended can be settled.',
  )
  await expect(start.getByLabel('Up to')).toHaveValue(dayIn(0))
  await start.getByLabel('Up to').fill(dayIn(-1))
  // The shop settles its sellers each Monday by itself: such a run may be under way, or have settled this day.
  const begun = page.getByRole('heading', { name: /^Settlement up to / })
  await expect(async () => {
    await start.getByRole('button', { name: 'Start' }).click()
    await expect(begun.or(start.getByText(/^All sellers are settled/))).toBeVisible({ timeout: 5_000 })
  }).toPass()

  await page.goto(`${home}/payouts?state=ready`)
  await page
    .getByRole('link', { name: /^Up to / })
    .first()
    .click()
  await page.getByRole('link', { name: 'The whole run' }).click()
  await press(page, 'Make the bank file')
  await expect(page.getByText(/\d+ payouts? (?:are|is) in the bank file/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make the bank file' })).toHaveCount(0)
  await atBothWidths(page, () => expect(page.getByRole('list', { name: 'Bank files' })).toBeVisible())
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.csv$/)

  await page.getByRole('link', { name: 'Payouts of this run' }).click()
  const rows = page.getByRole('list', { name: 'Payouts, newest first' }).locator('> li')
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
  const own = rows.filter({ hasText: sellersCompany }).first()
  const dialog = page.getByRole('dialog', { name: 'Mark as paid' })
  const [utr, otherUtr] = [newUtr(), newUtr()]
  await own.getByRole('button', { name: /^Mark as paid/ }).click()
  await dialog.getByLabel('UTR').fill('HDFC1')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(dialog.getByLabel('UTR')).toHaveAccessibleDescription('A UTR has 10 to 22 letters and digits.')
  await dialog.getByLabel('UTR').fill(utr)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(own).toContainText(utr)
  await expect(own).toContainText('Paid')

  // The same UTR for somebody else: refused, and what was typed stays.
  const other = rows.filter({ hasText: 'In a bank file' }).first()
  await other.getByRole('button', { name: /^Mark as paid/ }).click()
  await dialog.getByLabel('UTR').fill(utr)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(
    dialog
      .getByText(/UTR/)
      .filter({ hasText: /used|already/ })
      .first(),
  ).toBeVisible()
  await expect(dialog.getByLabel('UTR')).toHaveValue(utr)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await atBothWidths(page, () => expect(other).toContainText('In a bank file'))

  // The bank's reply pays the other one: not with another amount, and a file counts once.
  const words = await other.innerText()
  const reference = /HP\d+/.exec(words)?.[0] ?? ''
  const amount = /₹([\d,]+\.\d\d)/.exec(words)?.[1]?.replaceAll(',', '') ?? ''
  await page.goto(`${home}/settlements`)
  await press(page, "Bank's reply")
  const reply = page.getByRole('dialog', { name: "Bank's reply" })
  const take = async (paid: string) => {
    const csv = `reference,utr,amount,status\r\n${reference},${otherUtr},${paid},paid\r\n`
    await reply
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'reply.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await reply.getByRole('button', { name: 'Take over' }).click()
  }
  await take('1.00')
  await expect(reply.getByText(/nothing was changed/)).toBeVisible()
  await expect(reply.getByRole('list', { name: 'What is wrong in the file' })).toContainText('Line 2:')
  await expectAccessible(page)
  await take(amount)
  await expect(reply).toBeHidden()
  await press(page, "Bank's reply")
  await take(amount)
  await expect(reply.getByText(/^This file was uploaded before/)).toBeVisible()

  await callApi(page, '/auth/login', { email: 'seller@hariyali.test', password: 'green-demo' })
  await page.goto('/earnings')
  const orders = page.getByRole('list', { name: 'Your orders, newest first' })
  await atBothWidths(page, () => expect(orders).toContainText('Settled'))
  await page.getByLabel('State').selectOption('settled')
  await expect(page).toHaveURL(/state=settled/)
  await expect(orders).not.toContainText('On hold')
  await orders.getByRole('link').first().click()
  await atBothWidths(page, () => expect(page.getByText('10\u00A0% of the price')).toBeVisible())
  await page.getByRole('link', { name: /^statement up to / }).click()
  await atBothWidths(page, () => expect(page.getByText(utr)).toBeVisible())
  const csv = page.waitForEvent('download')
  await press(page, 'Download CSV')
  expect((await csv).suggestedFilename()).toMatch(/\.csv$/)
  await page.goto('/earnings/statements')
  await atBothWidths(page, () => expect(page.getByText(utr)).toBeVisible())
})

test('earnings that cannot be loaded say so and are tried again; what does not exist leads back to the list @nightly @phone', async ({
  page,
}) => {
  await callApi(page, '/auth/login', { email: 'seller@hariyali.test', password: 'green-demo' })
  await page.route('**/private/earnings**', (route) => route.fulfill({ status: 503, json: { msg: 'later' } }))
  await page.goto('/earnings')
  await expect(page.getByText('Your balance could not be loaded')).toBeVisible()
  await expect(page.getByText('Your orders could not be loaded')).toBeVisible()
  await page.unroute('**/private/earnings**')
  await page
    .getByRole('link', { name: 'Try again' })
    .or(page.getByRole('button', { name: 'Try again' }))
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Your orders, newest first' })).toBeVisible()
  const nobody = '00000000-0000-7000-8000-000000000000'
  await page.goto(`/earnings/statements/${nobody}`)
  await expect(page.getByText('There is no such statement')).toBeVisible()
  await page.goto(`/earnings/orders/${nobody}`)
  await page.getByRole('link', { name: 'All earnings' }).click()
  await expect(page.getByRole('list', { name: 'Your balance' })).toBeVisible()
})
