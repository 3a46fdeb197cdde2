/** A complaint from its first click to its solution, on the pages of the visitor, of the buyer and of the desk. */
import {
  addProduct,
  admin,
  callApi,
  customer,
  expect,
  homeAddress,
  newEmail,
  seller,
  test,
} from './shop-test.ts'

test('@nightly a buyer complains of an order, the desk answers and solves it, and the buyer says that it satisfies', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
}) => {
  test.slow()
  const options = { ...(baseURL && { baseURL }), ...(extraHTTPHeaders && { extraHTTPHeaders }), viewport }
  const sellerPage = await (await browser.newContext(options)).newPage()
  await seller(sellerPage)
  const productId = await addProduct(sellerPage)
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  await callApi(page, '/private/cart/add', { id: productId, quantity: 1 })
  const paymentOrder = await callApi<string>(page, '/private/order/payment/24900')
  const paid = await page.request.post(`/dev/payments/${paymentOrder}`, { data: { outcome: 'paid' } })
  await callApi(page, '/private/order/payment/verify', await paid.json())
  const [order] = await callApi<{ number: string }[]>(page, '/private/order/create', {
    items: [{ productId, quantity: 1 }],
    addressId: null,
  })

  await page.goto(`/my-orders/${order?.number}`)
  await page.getByRole('link', { name: 'Make a complaint' }).click()
  await expect(page.getByLabel('Order number (optional)')).toHaveValue(order?.number ?? '')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText('Please say what happened.')).toBeVisible()
  await page.getByLabel('What happened?').fill('It came without its bristles.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await page.getByRole('link', { name: 'Read your complaint' }).click()
  await expect(page.getByText('It came without its bristles.')).toBeVisible()
  const number = page.url().split('/').at(-1) ?? ''

  await sellerPage.goto('/seller-complaints')
  const asked = sellerPage.getByRole('article', { name: `Complaint ${number}` })
  await asked.getByLabel('Your answer').fill('It left me whole.')
  await asked.getByRole('button', { name: 'Send' }).click()
  await expect(asked.getByText('Answered')).toBeVisible()

  const desk = await (await browser.newContext(options)).newPage()
  const home = await admin(desk)
  await desk.goto(`${home}/complaints?q=${number}`)
  await desk.getByRole('link', { name: number }).click()
  await expect(desk.getByText('It left me whole.')).toBeVisible()
  const answer = desk.getByRole('form', { name: 'Answer' })
  await answer.getByLabel('Text').fill('Which of them is missing?')
  // The buyer writes meanwhile: what the desk typed stays, and the buyer's words appear above.
  await page.getByRole('textbox', { name: 'Write to us' }).fill('All of them.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('All of them.')).toBeVisible()
  await answer.getByRole('button', { name: 'Send' }).click()
  await expect(desk.getByText('Somebody has written meanwhile.')).toBeVisible()
  await expect(desk.getByText('All of them.')).toBeVisible()
  await expect(answer.getByLabel('Text')).toHaveValue('Which of them is missing?')
  await answer.getByLabel('What to do').selectOption('solve')
  await answer.getByLabel('Text').fill('You get a new one.')
  await answer.getByRole('button', { name: 'Send' }).click()
  await expect(desk.getByText('Solved', { exact: true }).first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('You get a new one.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('You told us that the solution satisfies you.')).toBeVisible()
  await page.goto(`/my-orders/${order?.number}`)
  await expect(page.getByText('You get a new one.')).toBeVisible()
})

test('@nightly a visitor complains from the support page, and the number alone opens nothing', async ({
  page,
}) => {
  await page.goto('/support')
  await page.getByRole('link', { name: 'Make a complaint' }).click()
  const email = newEmail()
  await page.getByLabel('Name').fill('A Visitor')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('What is it about?').selectOption('privacy')
  await page.getByLabel('What happened?').fill('Please tell me what you know of me.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText('and the link to your complaint')).toBeVisible()
  await page.goto('/complaints/C-7K3M-9QTX')
  await expect(page.getByText('Please log in, or open the whole link of our email.')).toBeVisible()
  // A token leaves the address bar at once; a lost link is sent again.
  await page.goto(`/complaints/C-7K3M-9QTX#${'x'.repeat(43)}`)
  await expect(page.getByText('There is no such complaint of yours.')).toBeVisible()
  expect(page.url()).not.toContain('#')
  await page.getByLabel('Email of the complaint').fill(email)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('a mail with the link is on its way')).toBeVisible()
})
