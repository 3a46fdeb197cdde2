/** A review from the order to its removal: buyer, reader, seller and administrator, each on their own page. */
import { randomInt } from 'node:crypto'
import { addProduct, admin, buyOne, customer, expect, seller, test } from './shop-test.ts'

test('a buyer writes a bad review with the keyboard, the seller answers, a reader reports it, and it goes for a stated reason only @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerPage = await newPage()
  await seller(sellerPage)
  const name = `Neem Comb ${randomInt(1_000_000, 10_000_000)}`
  const productId = await addProduct(sellerPage, { name })
  await customer(page)
  const order = await buyOne(page, productId)
  await page.goto(`/my-orders/${order.number}/review`)
  await expect(page.getByText('You can review a product once it is delivered.')).toBeVisible()
  expect(
    (await page.request.post(`/dev/shipments/${order.id}`, { data: { status: 'Delivered' } })).ok(),
  ).toBe(true)

  await page.goto('/my-orders')
  await page.getByRole('link', { name: `Write a Review of order ${order.number}` }).click()
  await page.getByRole('button', { name: 'Send my review' }).click()
  await expect(page.getByText('Please choose 1 to 5 stars.')).toBeVisible()
  await page.getByRole('radio', { name: '2 ★ Poor' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('What should others know?').fill('The teeth break.')
  await page.getByRole('button', { name: 'Send my review' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/product/${productId}`))
  const shown = page.getByRole('article', { name: 'Review by Asha R.' })
  await expect(async () => {
    await page.goto(`/product/${productId}`)
    await expect(shown).toContainText('The teeth break.', { timeout: 1_000 })
  }).toPass()
  await expect(shown).toContainText('Verified purchase')

  await sellerPage.goto('/seller-reviews')
  await sellerPage
    .getByRole('article', { name: `Review of ${name}` })
    .getByRole('button', { name: 'Answer' })
    .click()
  await sellerPage.getByLabel('Your answer').fill('We send another one.')
  await sellerPage.getByRole('button', { name: 'Save' }).click()
  await expect(sellerPage.getByText('We send another one.')).toBeVisible()

  const reader = await newPage()
  await customer(reader)
  await reader.goto(`/product/${productId}`)
  await reader.getByRole('link', { name: 'Report', exact: true }).click()
  await reader.getByRole('button', { name: 'Yes, it was helpful' }).click()
  await expect(reader.getByText('Only people who have received an order from our shop')).toBeVisible()
  await reader.getByLabel('What do you report?').selectOption('review')
  await reader.getByLabel('What is wrong?').selectOption('abusive')
  await reader.getByRole('button', { name: 'Report' }).click()
  await expect(reader.getByText('Thank you. Our team looks at it.')).toBeVisible()

  const adminPage = await newPage()
  const home = await admin(adminPage)
  await adminPage.goto(`${home}/reviews?q=${productId}`)
  const row = adminPage.getByRole('article', { name: `Review of ${name}` })
  await expect(row).toContainText('A buyer says of the review: it insults or threatens somebody.')
  await row.getByRole('button', { name: 'Take down' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Take this review down?' })
  await dialog.getByLabel('Reason').selectOption('abusive')
  await dialog.getByLabel('What exactly is wrong?').fill('It insults the maker.')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(adminPage.getByText('No reviews fit this search.')).toBeVisible()
  await expect(async () => {
    await page.goto(`/product/${productId}`)
    await expect(page.getByText('Removed: it insults or threatens somebody.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('The teeth break.')).toHaveCount(0)
})
