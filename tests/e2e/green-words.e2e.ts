/** Green words in the form of a product: told while typing, changed, left out or kept with a reason, and seen by administrators. */
import { randomInt } from 'node:crypto'
import { addProduct, admin, expect, seller, test } from './shop-test.ts'

test('words that need a proof are told while a seller types; the save asks for each, and the reason reaches the administrators @nightly', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
}) => {
  const number = randomInt(1_000_000, 10_000_000)
  await seller(page)
  const id = await addProduct(page, { name: `Broom ${number}`, description: 'A broom of grass.' })
  await page.goto(`/edit-product/${id}`)
  const name = page.getByLabel('Product Name')
  const description = page.getByLabel('Description')
  const about = (words: string) => page.getByRole('region', { name: `‘${words}’` })
  await name.fill(`Eco-friendly broom ${number}`)
  await description.pressSequentially(' It is all natural, sold with 60 % recycled paper.')
  await expect(about('Eco-friendly')).toContainText('needs a proof')
  await expect(about('all natural')).toContainText('Name the material')
  await expect(about('recycled')).toHaveCount(0)

  // Nothing is sent, and nothing that was typed is lost.
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'Some words need a proof, other words, or your reason to keep them.',
  )
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/becomes of ‘Eco-friendly’/)

  await about('Eco-friendly').getByRole('button', { name: 'Write reusable instead of Eco-friendly' }).click()
  await expect(name).toHaveValue(`Reusable broom ${number}`)
  await expect(about('Eco-friendly')).toHaveCount(0)

  const natural = about('all natural')
  await natural.getByRole('button', { name: /^Keep my words/ }).click()
  await natural.getByRole('button', { name: 'Keep my words' }).click()
  await expect(natural.getByLabel('Why do you keep')).toHaveAccessibleDescription(
    'Please say why you keep these words.',
  )
  // Enter keeps the words and does not save the product.
  await natural.getByLabel('Why do you keep').fill(`Grass and string ${number}`)
  await natural.getByLabel('Why do you keep').press('Enter')
  await expect(natural).toContainText(`Your reason: Grass and string ${number}`)
  await expect(page).toHaveURL(`/edit-product/${id}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/manage-products')

  await page.goto(`/edit-product/${id}`)
  await expect(natural).toContainText(`Your reason: Grass and string ${number}`)
  await natural.getByRole('button', { name: /^Change the reason/ }).click()
  await expect(natural.getByLabel('Why do you keep')).toHaveValue(`Grass and string ${number}`)

  const options = { ...(baseURL && { baseURL }), ...(extraHTTPHeaders && { extraHTTPHeaders }), viewport }
  const adminPage = await (await browser.newContext(options)).newPage()
  const home = await admin(adminPage)
  await adminPage.goto(`${home}/green-words?reason=given&q=${number}`)
  const list = adminPage.getByRole('list', { name: 'Green words, newest first' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText(`Grass and string ${number}`)
  await expect(list.getByRole('link', { name: `Reusable broom ${number}` })).toHaveAttribute(
    'href',
    `/product/${id}`,
  )
})

test('a price is changed without an answer for words of before, and a save without the check goes through @nightly', async ({
  page,
}) => {
  const name = `Natural mat ${randomInt(1_000_000, 10_000_000)}`
  await seller(page)
  const id = await addProduct(page, { name })
  await page.goto(`/edit-product/${id}`)
  await expect(page.getByRole('region', { name: '‘Natural’' })).toBeVisible()
  await page.getByLabel('Price (₹)').fill('321')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/manage-products')

  await page.route('**/check-words', (route) => route.abort())
  await page.goto(`/edit-product/${id}`)
  await page.getByLabel('Description').fill('Vegan and eco-friendly.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/manage-products')
})

test('words are left out with one blank, at each place, in Hindi too @nightly', async ({ page }) => {
  await seller(page)
  await page.goto('/addproduct')
  const details = page.getByLabel('Details', { exact: true })
  await details.fill('Natural soap. Very natural soap. प्राकृतिक साबुन')
  await page.getByRole('button', { name: 'Leave out Natural' }).click()
  await expect(details).toHaveValue('soap. Very soap. प्राकृतिक साबुन')
  await expect(details).toBeFocused()
  await page.getByRole('button', { name: 'Write पौधों से बना instead of प्राकृतिक' }).click()
  await expect(details).toHaveValue('soap. Very soap. पौधों से बना साबुन')
  await expect(page.getByRole('region', { name: 'needs a proof' })).toHaveCount(0)
})
