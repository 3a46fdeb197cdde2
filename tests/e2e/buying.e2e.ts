/** Specification §2, §4; api-rules §3: from a visitor to an order. */
import {
  codeFor,
  customer,
  expect,
  fillCart,
  homeAddress,
  newEmail,
  password,
  test,
  callApi,
} from './shop-test.ts'

test('a visitor registers, verifies, logs in, fills a cart, pays and finds the order in My Orders @nightly-laptop', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/search/soap')
  const product = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  const name = await product.innerText()
  await product.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const productUrl = page.url()

  // Adding needs a login, which leads back to the product.
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByRole('status').filter({ hasText: name })).toContainText('then it is in your cart.')
  await page.getByRole('link', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Register as Buyer' })).toBeVisible()
  await page.getByLabel('First Name').fill('Asha')
  await page.getByLabel('Last Name').fill('Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('98765 43210')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  const code = await codeFor(page, email)
  for (const [at, digit] of Array.from(code).entries())
    await page.getByLabel(`Digit ${at + 1} of 6`).fill(digit)
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(new RegExp(`^${productUrl}`))
  await expect(page.getByText('Product Added to Cart')).toBeVisible()
  await page.getByRole('link', { name: 'View in Cart' }).click()

  const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(name)
  await line.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText('Item Quantity Updated Successfully')).toBeVisible()

  // Without an address the press says so and opens the form for one.
  await expect(page.getByRole('button', { name: 'Add address' })).toBeVisible()
  await page.getByRole('button', { name: 'Checkout', exact: true }).click()
  await expect(page.getByText('Please select Delivery address')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Add New Address' })).toBeVisible()
  await page.getByLabel('Street').fill(homeAddress.street)
  await page.getByLabel('City').fill(homeAddress.city)
  await page.getByLabel('Pin Code').fill(homeAddress.pinCode)
  await expect(page.getByLabel('State')).toHaveValue('Rajasthan')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address added successfully')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Delivery address' })).toContainText(
    '12 Nehru Marg, Jaipur, Rajasthan - 302001',
  )

  const total = await page.getByLabel('Total').innerText()
  await expect(page.getByText('Delivery included')).toBeVisible()
  await page.getByRole('button', { name: 'Checkout', exact: true }).click()
  const widget = page.getByRole('dialog', { name: 'Test payment' })
  for (const prefilled of ['Asha Rao', email, '9876543210']) await expect(widget).toContainText(prefilled)
  await widget.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Order placed successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  // The note of the order stays until it is closed, also after a reload.
  const note = page.getByRole('region', { name: 'Your order' })
  await expect(note).toContainText(`Order placed: ${name} × 2, to Jaipur 302001`)
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await note.innerText())?.[0] ?? 'no number'
  await page.reload()
  await expect(note).toContainText(number)
  await note.getByRole('link', { name: 'See My Orders' }).click()
  await expect(page).toHaveURL('/my-orders')

  const order = page.getByRole('article')
  await expect(order).toHaveCount(1)
  await expect(order).toContainText(`Order ${number}`)
  for (const shown of [name, 'Order ID:', 'Pending', 'Quantity: 2']) {
    await expect(order).toContainText(shown)
  }
  // The parcel is booked by itself in the meantime.
  await expect(async () => {
    await page.reload()
    await expect(order).toContainText(/Courier: Sandbox Surface.*AWB Number: \d{12,}/s, { timeout: 1_000 })
  }).toPass()
  await expect(order).toContainText(`${total}.00`)
  await expect(order).toContainText('12 Nehru Marg, Jaipur, Rajasthan - 302001')
  await page.goto('/cart')
  await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('closing the payment window leaves a usable cart, and the second try is one order @nightly', async ({
  page,
}) => {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  await fillCart(page, 2)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('dialog', { name: 'Test payment' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled()
  await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Checkout' }).dblclick()
  const widget = page.getByRole('dialog', { name: 'Test payment' })
  await widget.getByRole('button', { name: 'Fail payment' }).click()
  await expect(widget.getByRole('alert')).not.toBeEmpty()
  await widget.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Order placed successfully')).toBeVisible()
  const orders = await callApi<{ number: string }[]>(page, '/private/order/get/customer')
  expect(orders).toHaveLength(2)
  const note = page.getByRole('region', { name: 'Your order' })
  await expect(note).toContainText('and 1 more product')
  await expect(note).toContainText(new RegExp(orders.map(({ number }) => number).join('|')))
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('who closes the page after paying finds the order in My Orders all the same @nightly', async ({
  page,
  context,
}) => {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  const [product] = await fillCart(page, 1)
  await page.goto('/cart')
  const started = page.waitForResponse(/\/private\/order\/payment\/\d+/)
  await page.getByRole('button', { name: 'Checkout' }).click()
  const orderId = (await (await started).json()) as string
  const another = await context.newPage()
  await page.close()
  await another.request.post(`/dev/payments/${orderId}`, { data: { outcome: 'paid-and-closed' } })
  await expect(async () => {
    await another.goto('/my-orders')
    await expect(another.getByRole('article')).toContainText(product?.name ?? '', { timeout: 2_000 })
  }).toPass()
})

test('after a payment whose confirmation fails the buyer reads that the money is safe @nightly', async ({
  page,
}) => {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  await fillCart(page, 1)
  await page.route('**/order/payment/verify', (route) =>
    route.fulfill({ status: 500, json: { msg: 'Something went wrong. Please try again.' } }),
  )
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(page.getByText('Your payment is safe')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to My Orders' })).toHaveAttribute('href', '/my-orders')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(
    'We are confirming your order.',
  )
  await page.getByRole('link', { name: 'See My Orders' }).click()
  await expect(page).toHaveURL('/my-orders')
  // The webhook or the sweep makes the order.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
})

for (const [status, msg] of [
  [409, 'The payment has not been received yet.'],
  [400, 'Payment verification failed'],
] as const)
  test(`a payment that the server did not find (${status}) is not called safe @nightly`, async ({ page }) => {
    await customer(page)
    await callApi(page, '/private/address/add', homeAddress)
    await fillCart(page, 1)
    await page.route('**/order/payment/verify', (route) => route.fulfill({ status, json: { msg } }))
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(page.getByText(msg)).toBeVisible()
    await expect(page.getByText('Your payment is safe')).toBeHidden()
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your order' })).toBeHidden()
  })

test('changed prices open no payment window but show the new figures @nightly', async ({ page }) => {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  const [product] = await fillCart(page, 1)
  let stale = true
  await page.route('**/private/cart/get', async (route) => {
    const response = await route.fetch()
    const lines = (await response.json()) as { price: number }[]
    await route.fulfill({
      response,
      json: stale ? lines.map((line) => ({ ...line, price: 1, prices: [{ from: 1, price: 1 }] })) : lines,
    })
  })
  await page.goto('/cart')
  await expect(page.getByLabel('Total')).toHaveText('₹1')
  stale = false
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText('Prices have changed. Please review your cart.')).toBeVisible()
  await expect(page.getByLabel('Total')).toHaveText(`₹${product?.price}`)
  await expect(page.getByRole('button', { name: 'Checkout', exact: true })).toBeEnabled()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the payment script is loaded while the cart is checked @nightly', async ({ page }) => {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  await fillCart(page, 1)
  const script = page.waitForRequest('**/checkout.js')
  await page.route('**/order/check*', async (route) => {
    await script
    await route.continue()
  })
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('dialog', { name: 'Test payment' })).toBeVisible()
})

for (const { rule, block, words } of [
  {
    rule: 'a payment script that does not load',
    block: '**/checkout.js',
    words: "The payment provider's SDK failed to load. Are you online?",
  },
  {
    rule: 'a payment order that is not made',
    block: '**/order/payment/*',
    words: 'Failed to initiate payment.',
  },
]) {
  test(`${rule} is told, and the next press tries again @nightly`, async ({ page }) => {
    await customer(page)
    await callApi(page, '/private/address/add', homeAddress)
    await fillCart(page, 1)
    await page.route(block, (route) => route.abort())
    await page.goto('/cart')
    const alert = page.waitForEvent('dialog')
    // The press itself waits until the alert is closed.
    const pressed = page.getByRole('button', { name: 'Checkout' }).click()
    expect((await alert).message()).toBe(words)
    await (await alert).accept()
    await pressed
    await page.unroute(block)
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page.getByRole('dialog', { name: 'Test payment' })).toBeVisible()
  })
}
