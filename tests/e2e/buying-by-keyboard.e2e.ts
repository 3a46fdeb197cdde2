/** A purchase with the keyboard alone, without a mouse. */
import type { Page } from '@playwright/test'
import { callApi, codeFor, expect, newEmail, password, test } from './shop-test.ts'

test('from the home page to My Orders with the keyboard alone', { tag: '@laptop' }, async ({ page }) => {
  const email = newEmail()

  await page.goto('/')
  await tabTo(page, 'Login')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await tabTo(page, 'Create Account')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Register as Buyer' })).toBeVisible()
  for (const [field, value] of [
    ['First Name', 'Asha'],
    ['Last Name', 'Rao'],
    ['Email', email],
    ['Phone', '9876543210'],
    ['Password', password],
    ['Confirm Password', password],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.type(await codeFor(page, email))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await tabTo(page, 'Search for products')
  await page.keyboard.type('soap')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /soap/i }).first()).toBeVisible()
  await tabTo(page, /Soap, /)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
  await tabTo(page, 'Add to Cart')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Product Added to Cart')).toBeVisible()
  await tabTo(page, 'View in Cart')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/cart$/)
  await tabTo(page, 'Add address')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Street')).toBeFocused()
  await page.keyboard.type('12 Nehru Marg')
  await page.keyboard.press('Tab')
  await page.keyboard.type('600001')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Chennai')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tamil')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Save Address')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Delivery address' })).toContainText(
    'Chennai, Tamil Nadu - 600001',
  )
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused()

  await tabTo(page, /^Checkout/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Pay / })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Pay / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await tabTo(page, 'Profile')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile$/)
  await tabTo(page, 'Orders')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Chennai, Tamil Nadu - 600001')
  expect(await callApi<unknown[]>(page, '/private/order/get/customer')).toHaveLength(1)
})

/** Presses Tab until the focus is on the control of that name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  // More than once around: the page may still be changing into the one that has the control.
  await expect(async () => {
    const seen: string[] = []
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      const text = await page.evaluate(() => {
        const element = document.activeElement
        const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        const label = isField ? element.labels?.[0]?.innerText : undefined
        // Past the last control comes the page itself, whose text has every name in it.
        const own = element instanceof HTMLElement && element.tabIndex >= 0 ? element.innerText : ''
        return (element?.getAttribute('aria-label') ?? label ?? own).replace(/\s+/g, ' ').trim()
      })
      if (typeof name === 'string' ? text === name : name.test(text)) return
      seen.push(text.slice(0, 40))
    }
    throw new Error(`Tab never came to ${String(name)}, but to: ${seen.join(' | ')}`)
  }).toPass({ timeout: 30_000 })
}
