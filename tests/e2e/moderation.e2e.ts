/** A visitor reports a product; an administrator hides it and takes it down, and its seller changes it and appeals. */
import { expectAccessible } from './accessible.ts'
import { addProduct, admin, expect, seller, test } from './shop-test.ts'

test('@nightly a reported product is hidden, changed, taken down, and back on sale after an appeal', async ({
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

  await page.goto(`/product/${productId}`)
  await page.getByRole('link', { name: 'Report this product' }).click()
  const form = page.getByRole('form', { name: 'Report a Product' })
  await form.getByLabel('More about it').fill('The bristles are of nylon.')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please choose what is wrong.')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('What is wrong?').selectOption('It misleads about how green it is')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. Our team looks at it.')).toBeVisible()

  const desk = await (await browser.newContext(options)).newPage()
  const listing = `${await admin(desk)}/listings?show=all&q=${productId}`
  const decide = async (button: string, note: string, confirm = button) => {
    await desk.goto(listing)
    await desk.getByRole('button', { name: button }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog.getByText('Please choose a reason.')).toBeVisible()
    await dialog.getByLabel('Reason').selectOption('It misleads about how green it is')
    await dialog.getByRole('textbox').fill(note)
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toHaveCount(0)
  }
  await desk.goto(listing)
  await expect(desk.getByText('“The bristles are of nylon.”')).toBeVisible()
  await decide('Hide until changed', 'Please name the nylon.')
  await expect(desk.getByText('“Please name the nylon.”').first()).toBeVisible()

  await sellerPage.goto('/manage-products')
  await expect(sellerPage.getByText('Hidden from buyers.')).toBeVisible()
  await sellerPage.goto(`/edit-product/${productId}`)
  await expect(sellerPage.getByText('Please name the nylon.')).toBeVisible()
  await sellerPage.getByLabel('Product Name').fill('Brush with bristles of nylon')
  await sellerPage.getByRole('button', { name: 'Save Changes' }).click()
  await expect(sellerPage.getByText('We look at your change and tell you by mail.')).toBeVisible()

  await desk.goto(listing)
  await expect(desk.getByText('The seller has saved it since it was hidden')).toBeVisible()
  await decide('Take down', 'It still says plastic-free.')
  await page.goto(`/report-product/${productId}`)
  await expect(page.getByText('This product is not on sale.')).toBeVisible()

  await sellerPage.goto('/manage-products')
  await sellerPage.getByRole('link', { name: 'Appeal' }).click()
  await sellerPage.getByLabel('Why should we put it back?').fill('The bristles are of agave.')
  await sellerPage.getByRole('button', { name: 'Send appeal' }).click()
  await expect(sellerPage.getByText('We read your appeal and tell you by mail.')).toBeVisible()

  await desk.goto(listing)
  await expect(desk.getByText('“The bristles are of agave.”')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Put back on sale' }).click()
  await expect(desk.getByText('The listing is on sale.')).toBeVisible()
  await page.goto(`/product/${productId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brush with bristles of nylon')
})
