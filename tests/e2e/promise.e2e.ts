/** Point 7 of the delivery promise: from a pin code on the page of a product to the day in the mail; places of pin codes. */
import { callApi, customer, expect, fillCart, homeAddress, test } from './shop-test.ts'

const day = /(?:Mon|Tue|Wed|Thu|Fri|Sat), \d{1,2} [A-Z][a-z]+/

test('a pin code on the page of a product becomes a day, in the cart, in My Orders and in the mail @nightly', async ({
  page,
}) => {
  const email = await customer(page)
  const [goods] = await fillCart(page, 1)
  await page.goto(`/product/${goods?.id}`)
  const delivery = page.getByRole('form', { name: 'Delivery' })
  const answer = delivery.locator('> [aria-live]')
  await expect(answer).toHaveText('See on which day it arrives.')
  await delivery.getByLabel('Delivery to PIN').fill('3020')
  await delivery.getByRole('button', { name: 'Check' }).click()
  await expect(answer).toHaveText('Pin code must be 6 digits.')
  await delivery.getByLabel('Delivery to PIN').fill('744302')
  await delivery.getByRole('button', { name: 'Check' }).click()
  await expect(answer).toHaveText('Not delivered to 744302')
  await expect(page.getByText('Usually ships within 10 business days')).toBeVisible()
  await delivery.getByLabel('Delivery to PIN').fill('302001')
  await delivery.getByRole('button', { name: 'Check' }).click()
  await expect(answer).toHaveText(/^Delivery by .* to 302001$/)
  const shown = day.exec(await answer.innerText())?.[0] ?? 'no day'
  await expect(page.getByText('Usually ships within 10 business days')).toBeHidden()
  // Remembered on this device.
  await page.reload()
  await expect(answer).toHaveText(`Delivery by ${shown} to 302001`)

  await callApi(page, '/private/address/add', homeAddress)
  await page.goto('/cart')
  await expect(page.getByRole('list', { name: 'Items in your cart' })).toContainText(`Delivery by ${shown}`)
  await expect(page.getByRole('region', { name: 'Delivery address' })).toContainText(
    `Everything arrives by ${shown}.`,
  )
  // Nothing is promised of a cart with something that cannot be bought.
  await page.route('**/private/cart/get', async (route) => {
    const response = await route.fetch()
    const lines: object[] = await response.json()
    await route.fulfill({
      response,
      json: lines.map((line) => ({ ...line, noOfUnits: 0, backOn: '2030-01-02' })),
    })
  })
  await Promise.all([page.waitForResponse('**/public/delivery'), page.reload()])
  await expect(page.getByText('Back on Wed, 2 Jan')).toBeVisible()
  await expect(page.getByText(`Delivery by ${shown}`)).toBeHidden()
  await expect(page.getByText('Everything arrives by')).toBeHidden()
  await page.unroute('**/private/cart/get')
  await page.reload()
  await page.getByRole('button', { name: 'Checkout', exact: true }).click()
  await page.getByRole('dialog', { name: 'Test payment' }).getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Order placed successfully')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`by ${shown}.`)
  await page.goto('/my-orders')
  await expect(page.getByRole('article')).toContainText(`Expected by ${shown}`)
  await expect(async () => {
    const mails = await (await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
    expect(JSON.stringify(mails)).toContain(`delivery by ${shown}`)
  }).toPass()
})

test('a cart that is not delivered to the chosen address says so, and the checkout names the product @nightly', async ({
  page,
}) => {
  await customer(page)
  const [goods] = await fillCart(page, 1)
  await callApi(page, '/private/address/add', { ...homeAddress, pinCode: '744302' })
  await page.goto('/cart')
  await expect(page.getByText('Not delivered to 744302')).toBeVisible()
  await expect(page.getByText('1 item is not delivered here.')).toBeVisible()
  await page.getByRole('button', { name: 'Checkout', exact: true }).click()
  await expect(page.getByText(`"${goods?.name}" is not delivered to 744302.`)).toBeVisible()
})

test('the preset state of a new address is nobody’s choice: its pin code fills city and state, and what does not fit is warned of and saved @nightly', async ({
  page,
}) => {
  await customer(page)
  await fillCart(page, 1)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Add address' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Address' })
  const [pin, city, state] = ['Pin Code', 'City', 'State'].map((label) => form.getByLabel(label))
  await expect(form.getByLabel('State')).toHaveValue('Rajasthan')
  // The pin code comes before what it fills in, so that nobody types that.
  await form.getByLabel('Street').focus()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Pin Code')).toBeFocused()
  await pin?.fill('560001')
  await expect(form.getByLabel('City')).toHaveValue('Bengaluru')
  await expect(form.getByLabel('State')).toHaveValue('Karnataka')
  // Another pin code replaces what the first one filled in, and nothing that was typed.
  await pin?.fill('302001')
  await expect(form.getByLabel('State')).toHaveValue('Rajasthan')
  await city?.fill('Amber')
  await expect(form.getByText('Pin code 302001 is in the district Jaipur.')).toBeVisible()
  await pin?.fill('560001')
  await expect(form.getByLabel('State')).toHaveValue('Karnataka')
  await expect(form.getByLabel('City')).toHaveValue('Amber')
  await state?.selectOption('Rajasthan')
  await expect(form.getByText('Pin code 560001 is in Karnataka. Please check both.')).toBeVisible()
  await form.getByLabel('Street').fill('12 Nehru Marg')
  await form.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address added successfully')).toBeVisible()
})
