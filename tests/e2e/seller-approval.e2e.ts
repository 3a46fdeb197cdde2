/** A seller sends documents, an administrator looks at them, and the goods are on sale. */
import { randomInt } from 'node:crypto'
import { addProduct, admin, expect, seller, test } from './shop-test.ts'

const pdf = { name: 'document.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }

test('a shop is closed until its documents are seen: nothing that was uploaded is lost, and the badge comes with the approval @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  const companyName = `Loom ${randomInt(1_000_000, 10_000_000)}`
  const email = await seller(page, { companyName })
  const productId = await addProduct(page, { name: 'Loom Towel' })
  // This shop approves sellers by itself: an administrator asks this one for documents.
  const adminPage = await newPage()
  const home = await admin(adminPage)
  await adminPage.goto(`${home}/seller-approvals?show=approved&q=${email}`)
  const row = adminPage.getByRole('article', { name: companyName })
  await row.getByRole('button', { name: 'Take approval back' }).click()
  await adminPage.getByLabel('Reason').fill('Please send us your documents.')
  await adminPage.getByRole('button', { name: 'Take the approval back' }).click()
  await expect(row).toBeHidden()

  await page.goto('/manage-products')
  await expect(page.getByRole('link', { name: 'Not on sale : Loom Towel' })).toBeVisible()
  await expect(page.getByText('Your shop is not approved yet')).toBeVisible()
  await page.goto(`/seller-product-view/${productId}`)
  await expect(page.getByText('Buyers do not see this product at present')).toBeVisible()
  await page.goto('/seller-profile')
  await expect(page.getByText('Your shop is not open yet')).toBeVisible()
  await expect(page.getByText('Verified Seller')).toBeHidden()
  await page.goto('/seller-dashboard')
  await page.getByRole('link', { name: 'Send the documents' }).click()
  await expect(page.getByText('Our team says: Please send us your documents.')).toBeVisible()
  const choose = (label: string) => page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(pdf)
  await choose('GST certificate')
  await choose('Cancelled cheque')
  await expect(page.getByRole('link', { name: 'See the document' })).toHaveCount(2)
  const send = page.getByRole('button', { name: 'Send the documents' })
  await send.click()
  await expect(page.getByText('Please upload this document.')).toBeVisible()
  await choose('Proof of identity')
  await expect(page.getByRole('link', { name: 'See the document' })).toHaveCount(3)
  // Without a response, and then again.
  await page.route('**/private/seller-approval', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await send.click()
  await expect(page.getByText('Your documents could not be sent. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await send.click()
  await expect(page.getByRole('heading', { name: 'We look at your documents' })).toBeVisible()

  await adminPage.goto(`${home}/seller-approvals?q=${email}`)
  for (const name of ['GST certificate', 'Cancelled cheque', 'Proof of identity'])
    await expect(row.getByRole('link', { name })).toBeVisible()
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(row).toBeHidden()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your shop is open' })).toBeVisible()
  const buyer = await newPage()
  await buyer.goto(`/product/${productId}`)
  await buyer.getByRole('link', { name: companyName }).first().click()
  await expect(buyer.getByText('Verified seller')).toBeVisible()
  await page.goto('/seller-profile')
  await expect(page.getByText('Verified Seller')).toBeVisible()
  // Changed since, in a shop that approves nobody by itself: on sale, but not seen.
  await page.route('**/private/seller-approval', async (route) => {
    const approval = await (await route.fetch()).json()
    await route.fulfill({ json: { ...approval, seen: false, automatic: false } })
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Have your documents checked' })).toBeVisible()
  await expect(page.getByText('Verified Seller')).toBeHidden()
})
