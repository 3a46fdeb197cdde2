/** Specification §2, §4, §5, §8; api-rules §6: the cart and its delivery addresses. */
import type { Page } from '@playwright/test'
import { callApi, customer, expect, fillCart, homeAddress, test } from './shop-test.ts'

const lines = (page: Page) => page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
const bar = (page: Page) => page.getByRole('region', { name: 'Delivery address' })
const seaside = { street: '4 Beach Road', city: 'Chennai', state: 'Tamil Nadu', pinCode: '600001' }

/** Changes what the server says of the cart's lines, in their order. */
async function showLines(page: Page, changes: object[]): Promise<void> {
  await page.route('**/private/cart/get', async (route) => {
    const response = await route.fetch()
    const items = (await response.json()) as object[]
    await route.fulfill({ response, json: items.map((item, at) => ({ ...item, ...changes[at] })) })
  })
}

test('an empty cart says so and leads to the products @nightly', async ({ page }) => {
  await customer(page)
  await page.goto('/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeHidden()
  await page.getByRole('link', { name: 'Explore Products' }).click()
  await expect(page).toHaveURL('/')
})

test('plus and minus change the quantity and the total; minus at 1 and Remove take the line out @nightly-laptop', async ({
  page,
}) => {
  await customer(page)
  const [first, second] = await fillCart(page, 2)
  await page.goto('/cart')
  const row = lines(page).first()
  const price = first?.price ?? 0
  await row.getByRole('button', { name: 'Increase quantity' }).click()
  await row.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText('Item Quantity Updated Successfully')).toBeVisible()
  await expect(row.getByRole('status')).toHaveText('3')
  await expect(page.getByLabel('Total')).toHaveText(
    `₹${(3 * price + (second?.price ?? 0)).toLocaleString('en-IN')}`,
  )
  await row.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(row.getByRole('status')).toHaveText('2')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Item Removed Successfully')).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  await lines(page).getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await expect.poll(() => callApi(page, '/private/cart/get')).toEqual([])
})

test('ten quick presses end at the right quantity on the server @nightly @phone', async ({ page }) => {
  await customer(page)
  await fillCart(page, 1)
  await page.goto('/cart')
  const plus = lines(page).getByRole('button', { name: 'Increase quantity' })
  for (let presses = 0; presses < 8; presses += 1) await plus.click()
  await expect(lines(page).getByRole('status')).toHaveText('9')
  await expect
    .poll(async () => (await callApi<{ quantity: number }[]>(page, '/private/cart/get'))[0]?.quantity)
    .toBe(9)
})

test('plus at the end of the stock says Max limit reached and makes no call @nightly @phone', async ({
  page,
}) => {
  await customer(page)
  await fillCart(page, 1)
  await showLines(page, [{ noOfUnits: 1 }])
  let asked = false
  await page.route('**/private/cart/edit', (route) => ((asked = true), route.continue()))
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText('Max limit reached')).toBeVisible()
  expect(asked).toBe(false)
})

test('a refused change is undone, with the words of the server or our own @phone', async ({ page }) => {
  await customer(page)
  await fillCart(page, 1)
  await page.goto('/cart')
  await page.route('**/private/cart/edit', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText('Failed to increase item quantity')).toBeVisible()
  await expect(lines(page).getByRole('status')).toHaveText('1')
  await page.route('**/private/cart/remove/*', (route) =>
    route.fulfill({ status: 503, json: { msg: 'Too busy.' } }),
  )
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Too busy.')).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
})

test('lines that cannot be bought are marked, and checkout names the product @nightly', async ({ page }) => {
  await customer(page)
  const goods = await fillCart(page, 3)
  await showLines(page, [{ noOfUnits: 0 }, { available: false }, { noOfUnits: 2, quantity: 3, was: 10_000 }])
  await page.goto('/cart')
  await expect(lines(page).nth(0)).toContainText('Out of Stock')
  await expect(lines(page).nth(1)).toContainText('No longer available')
  await expect(lines(page).nth(2)).toContainText('Only 2 left')
  // In a sale: beside the total what so many pieces cost before.
  await expect(lines(page).nth(2).locator('s')).toHaveText('before: ₹30,000')
  await expect(lines(page).locator('s')).toHaveCount(1)
  const words = `"${goods[0]?.name}" is out of stock. Please remove it from your cart.`
  await page.route('**/private/order/check*', (route) =>
    route.fulfill({ json: { status: 'false', msg: words } }),
  )
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText(words)).toBeVisible()
})

test('a cart that cannot be loaded shows its empty state and can try again @nightly @phone', async ({
  page,
}) => {
  await customer(page)
  await fillCart(page, 1)
  await page.route('**/private/cart/get', (route) => route.abort())
  await page.goto('/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(lines(page)).toHaveCount(1)
})

test('the footer covers neither the last line nor what the keyboard reaches @nightly', async ({ page }) => {
  await customer(page)
  await fillCart(page, 5)
  // The footer is as high as it gets.
  await page.route('**/private/cart/delivery-charge', (route) =>
    route.fulfill({ json: { charge: 40.01, freeFrom: 90_000 } }),
  )
  await page.route('**/private/cart/coupon', (route) =>
    route.fulfill({ json: { code: 'NEEM10', problem: null, saving: 1.5, lines: [] } }),
  )
  await page.goto('/cart')
  // The items stand directly below the address: a newcomer looks for them first.
  expect((await lines(page).first().boundingBox())?.y).toBeLessThan(330)
  await expect(page.getByText('for free delivery')).toBeVisible()
  await expect(page.getByText('Coupon −₹1.50')).toBeVisible()
  for (const button of [
    lines(page).last().getByRole('button', { name: 'Remove' }),
    page.getByRole('button', { name: 'Remove coupon' }),
    page.getByRole('button', { name: 'Add GST number' }),
  ]) {
    await button.focus()
    const [reached, footer] = await Promise.all([
      button.boundingBox(),
      page.getByRole('region', { name: 'Checkout' }).boundingBox(),
    ])
    expect((reached?.y ?? 0) + (reached?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
  }
})

test('the default address is chosen, and another can be chosen, added, edited, made default and deleted @nightly', async ({
  page,
}) => {
  await customer(page)
  await fillCart(page, 1)
  await callApi(page, '/private/address/add', homeAddress)
  await page.goto('/cart')
  await expect(bar(page)).toContainText('Delivery to')
  await expect(bar(page)).toContainText('12 Nehru Marg, Jaipur, Rajasthan - 302001')

  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  await expect(page.getByLabel('State').getByRole('option')).toHaveCount(36)
  await page.getByLabel('Street').fill(seaside.street)
  await page.getByLabel('City').fill(seaside.city)
  await page.getByLabel('State').selectOption(seaside.state)
  await page.getByLabel('Pin Code').fill('6000')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByLabel('Pin Code')).toHaveAccessibleDescription('Pin code must be 6 digits.')
  await page.getByLabel('Pin Code').fill(seaside.pinCode)
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address added successfully')).toBeVisible()
  await expect(bar(page)).toContainText('4 Beach Road, Chennai, Tamil Nadu - 600001')

  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('radio', { name: '12 Nehru Marg' }).check()
  await page.getByRole('button', { name: 'Make Default: 4 Beach Road' }).click()
  await expect(page.getByText('Address set as Default Successfully')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('4 Beach Road')
  await page.getByRole('button', { name: 'Edit 12 Nehru Marg' }).click()
  await page.getByLabel('Street').fill('14 Nehru Marg')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Address updated successfully')).toBeVisible()
  // Deleting asks once, and the safe answer has the focus.
  await page.getByRole('button', { name: 'Delete 14 Nehru Marg' }).click()
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete 14 Nehru Marg' })).toBeFocused()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete 14 Nehru Marg' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Address deleted successfully')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)

  // The last one stays: it has no button, and the call itself replies 200 and keeps it.
  await expect(page.getByRole('button', { name: /^Edit 4 Beach Road/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  const [last] = await callApi<{ id: string }[]>(page, '/private/address/get')
  await callApi(page, `/private/address/delete/${last?.id}`, {})
  await page.getByRole('button', { name: 'Deliver to this Address' }).click()
  await expect(bar(page)).toContainText('4 Beach Road')
  expect(await callApi(page, '/private/address/get')).toMatchObject([{ ...seaside, isDefault: true }])
})

test('addresses that could not be loaded are not shown as missing, and can be loaded again @nightly @phone', async ({
  page,
}) => {
  await customer(page)
  await fillCart(page, 1)
  await callApi(page, '/private/address/add', homeAddress)
  await page.route('**/private/address/get', (route) => route.abort())
  await page.goto('/cart')
  await expect(bar(page)).toContainText('We could not load your addresses just now.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await bar(page).getByRole('button', { name: 'Try again' }).click()
  await expect(bar(page)).toContainText('12 Nehru Marg, Jaipur, Rajasthan - 302001')
})

test('the whole address is readable before paying, however long it is @nightly @phone', async ({ page }) => {
  await customer(page)
  await fillCart(page, 1)
  const street = `Flat 1204, Tower B, ${'Prestige Shantiniketan Residential Complex, '.repeat(3)}Hoodi`
  await callApi(page, '/private/address/add', { ...seaside, street })
  await page.goto('/cart')
  await expect(bar(page)).toContainText(`${street}, Chennai, Tamil Nadu - 600001`)
  const words = bar(page).getByText(street).locator('xpath=ancestor::p')
  const cutOff = await words.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(cutOff).toBeLessThanOrEqual(1)
})

test('every field of an address is required @nightly @phone', async ({ page }) => {
  await customer(page)
  await fillCart(page, 1)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByRole('dialog').locator('form').getByRole('alert')).toHaveText(
    'All fields are required!',
  )
  await expect(page.getByLabel('Street')).toBeFocused()
  for (const [wrong, words] of [
    ['30200', 'Pin code must be 6 digits.'],
    ['012345', 'A pin code cannot begin with 0.'],
  ] as const) {
    await page.getByLabel('Pin Code').fill(wrong)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByLabel('Pin Code')).toHaveAccessibleDescription(words)
  }
  await page.route('**/private/address/add', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByLabel('Street').fill(seaside.street)
  await page.getByLabel('City').fill(seaside.city)
  await page.getByLabel('Pin Code').fill(seaside.pinCode)
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByRole('dialog').locator('form').getByRole('alert')).toHaveText(
    'Failed to add new address',
  )
  await expect(page.getByLabel('Street')).toHaveValue(seaside.street)
})

test('a session that ended meanwhile leads to /login and back to the cart @nightly @phone', async ({
  page,
}) => {
  await customer(page)
  await fillCart(page, 1)
  await page.goto('/cart')
  await expect(lines(page)).toHaveCount(1)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page).toHaveURL('/login?next=%2Fcart')
})
