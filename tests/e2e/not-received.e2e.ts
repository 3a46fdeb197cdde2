/** The page of an order: a parcel that is called delivered and did not come, from the buyer's words to the refund. */
import { randomInt } from 'node:crypto'
import { addProduct, admin, buyOne, customer, expect, seller, test } from './shop-test.ts'

test('a parcel did not come: the buyer says so with the courier’s proof before them, and reads the refund as the end of the story @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerPage = await newPage()
  await seller(sellerPage)
  const productId = await addProduct(sellerPage, { name: `Neem Comb ${randomInt(1_000_000, 10_000_000)}` })
  await customer(page)
  const order = await buyOne(page, productId)
  const moved = await page.request.post(`/dev/shipments/${order.id}`, { data: { status: 'Delivered' } })
  expect(moved.ok()).toBe(true)

  await page.goto('/my-orders')
  await page.getByRole('link', { name: `Order Details of order ${order.number}` }).click()
  await expect(page.getByText('Your parcel is delivered')).toBeVisible()
  await page.getByRole('button', { name: 'It did not come' }).click()
  const dialog = page.getByRole('dialog', { name: 'The parcel did not come' })
  await expect(dialog.getByRole('link', { name: 'Proof of delivery' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please say what you know.')).toBeVisible()
  await dialog.getByLabel('What do you know?').fill('Nobody rang.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The courier looks for your parcel.')).toBeVisible()

  const adminPage = await newPage()
  const home = await admin(adminPage)
  await adminPage.goto(`${home}/not-received?q=${order.number}`)
  const claim = adminPage.getByRole('article', { name: `Claim about order ${order.number}` })
  await expect(claim).toContainText('1 claim in 1 order')
  await claim.getByRole('button', { name: 'Refund' }).click()
  await adminPage.getByLabel('Reason').fill('The courier has no signature.')
  await adminPage.getByRole('button', { name: 'Refund the buyer' }).click()
  await expect(adminPage.getByText('No claims fit this search.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Our team found that the parcel did not come')).toBeVisible()
  await expect(page.getByText('Refund of ₹249.00').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'It did not come' })).toHaveCount(0)
})
