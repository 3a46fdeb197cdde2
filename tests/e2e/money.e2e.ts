/** The pages about money: dated rates, a settlement from the run to the bank's number, and what the seller reads of it (docs/money.md). */
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { admin, expect, test } from './shop-test.ts'

/** A day of India, so many days from today. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000)

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('a new rate: what is refused stays in the form, what is added stands in the list, and it is withdrawn before it begins', async ({
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
