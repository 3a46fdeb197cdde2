/** A green claim: from the seller's form over the review to the badge on the page of its product. */
import { randomInt } from 'node:crypto'
import { addProduct, admin, expect, seller, test } from './shop-test.ts'

test('a seller proves a claim: mistakes lose nothing that was typed, products are searched and ticked, and the badge opens by keyboard @nightly', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
}) => {
  test.slow()
  const options = { ...(baseURL && { baseURL }), ...(extraHTTPHeaders && { extraHTTPHeaders }), viewport }
  const name = `Khadi Towel ${randomInt(1_000_000, 10_000_000)}`
  const number = `CB-GOTS-${randomInt(1_000_000, 10_000_000)}`
  await seller(page)
  const productId = await addProduct(page, { name })
  await addProduct(page, { name: 'Brass Diya' })

  await page.goto('/green-claims')
  await page.getByRole('link', { name: 'New Claim' }).click()
  await page.getByLabel('What do you say?').selectOption('organic-cotton')
  await page.getByLabel('What is it about?').selectOption('product')
  // Only what can prove it is offered.
  await expect(page.getByLabel('What proves it?').getByRole('option')).toHaveText([
    'Please choose',
    'GOTS scope certificate',
    'India Organic (NPOP) certificate',
  ])
  await page.getByLabel('What proves it?').selectOption('gots')
  await page.getByLabel('Who issued it?').fill('Test Certifier')
  await page.getByLabel('Number of the certificate').fill('wrong!')
  await page.getByLabel('Issued on').fill('2026-01-15')
  await page.getByLabel('Valid until').fill('2099-01-15')
  await page.getByLabel('Address of the proof').fill('https://certificates.example/1')
  await page.getByRole('button', { name: 'Save and choose products' }).click()
  await expect(page.getByLabel('Number of the certificate')).toBeFocused()
  await expect(page.getByLabel('Number of the certificate')).toHaveValue('wrong!')
  await expect(page.getByLabel('Who issued it?')).toHaveValue('Test Certifier')
  await page.getByLabel('Number of the certificate').fill(number)
  await page.getByRole('button', { name: 'Save and choose products' }).click()

  await page.getByRole('button', { name: 'Hand in for review' }).click()
  await expect(page.getByText('Please choose at least one product first.')).toBeVisible()
  await page.getByLabel('Who issued it?').fill('Test Certifier of India')
  await page.getByLabel('Search your products').fill('towel')
  await expect(page.getByText('Brass Diya')).toBeHidden()
  await page.getByLabel(name).check()
  await page.getByRole('button', { name: 'Hand in for review' }).click()
  await expect(page.getByText('1 chosen')).toBeVisible()
  await expect(page.getByText('Test Certifier of India')).toBeVisible()

  const adminPage = await (await browser.newContext(options)).newPage()
  const home = await admin(adminPage)
  await adminPage.goto(`${home}/green-claims?q=${number}`)
  const claim = adminPage.getByRole('article', { name: 'Claim: Organic cotton' })
  await claim.getByText('1 product').click()
  await expect(claim.getByText(name)).toBeVisible()
  await claim.getByRole('button', { name: 'Accept' }).click()
  await expect(claim).toBeHidden()

  const buyer = await (await browser.newContext(options)).newPage()
  await buyer.goto(`/product/${productId}`)
  await expect(buyer.getByText(number)).toBeHidden()
  await buyer.getByText('Organic cotton').focus()
  await buyer.locator('summary', { hasText: 'Organic cotton' }).press('Enter')
  await expect(buyer.getByText(`GOTS scope certificate, ${number}`)).toBeVisible()
  await expect(buyer.getByRole('link', { name: 'See the proof at its issuer' })).toBeVisible()
})
