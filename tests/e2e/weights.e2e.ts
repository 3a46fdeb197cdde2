/** A heavier parcel: from the courier's bill to the seller's dispute with a photo of the scale, and the decision. */
import { randomInt } from 'node:crypto'
import { jpeg } from '../setup/pictures.ts'
import { addProduct, admin, buyOne, customer, expect, seller, test } from './shop-test.ts'

// What a shop says to each step is proven by weights.test.ts each time.
test('the courier’s bill finds a parcel heavier; its seller disputes that with a photo, and our team decides @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  await seller(page)
  const productId = await addProduct(page, { name: `Neem Comb ${randomInt(1_000_000, 10_000_000)}` })
  const buyerPage = await newPage()
  await customer(buyerPage)
  const order = await buyOne(buyerPage, productId)
  for (const data of [{ status: 'Delivered' }, { weigh: 1.2 }])
    expect((await buyerPage.request.post(`/dev/shipments/${order.id}`, { data })).ok()).toBe(true)
  const bill = (await (await buyerPage.request.get('/sandbox/courier/bill.csv')).text())
    .split('\n')
    .filter((line) => line.startsWith('AWB') || line.includes(order.id ?? ''))

  const adminPage = await newPage()
  const home = await admin(adminPage)
  await adminPage.goto(`${home}/courier`)
  await adminPage.getByRole('button', { name: 'Courier’s bill' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Courier’s bill' })
  await dialog.getByLabel('File').setInputFiles({
    name: 'bill.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([...bill, '99999999,x,Courier,2026-01-01,1,50,0'].join('\n')),
  })
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  await expect(dialog.getByText('₹70.00 and GST are announced to the seller')).toBeVisible()
  await expect(dialog.getByText('No parcel of ours has this air waybill.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book 1 row' }).click()
  // The dialog has the toast, too.
  await expect(dialog.getByText('1 row booked, 0 known, 1 refused.').first()).toBeVisible()

  await page.goto('/earnings')
  await page.getByRole('link', { name: 'Weights' }).click()
  const parcel = page.getByRole('article', { name: `Weight of order ${order.number}` })
  await expect(parcel).toContainText('₹82.60 with GST')
  await parcel.getByRole('button', { name: 'Dispute the weight' }).click()
  const form = page.getByRole('dialog', { name: 'Dispute the weight' })
  await form.getByLabel('What did you measure?').fill('40 g on my scale.')
  await form.getByRole('button', { name: 'Dispute', exact: true }).click()
  await expect(form.getByText('Please add a photo of the parcel on the scale.')).toBeVisible()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'scale.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await form.getByRole('button', { name: 'Dispute', exact: true }).click()
  await expect(parcel).toContainText('Our team decides.')

  await adminPage.goto(`${home}/courier?q=${order.number}`)
  const claim = adminPage.getByRole('article', { name: `Weight of order ${order.number}` })
  await expect(claim.getByRole('img', { name: 'The parcel on the scale, 1 of 1' })).toBeVisible()
  await claim.getByRole('button', { name: 'Deny' }).click()
  await adminPage.getByLabel('Reason').fill('The photo shows another parcel.')
  await adminPage.getByRole('button', { name: 'Charge the seller' }).click()
  await expect(claim).toHaveCount(0)

  await page.reload()
  await expect(parcel).toContainText('The photo shows another parcel.')
  await expect(parcel).toContainText('Charged')
})
