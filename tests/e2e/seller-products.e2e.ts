/** Specification §2, §5, §8; api-rules §6: a seller's own products, and their pictures. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { addProduct, callApi, expect, seller, test } from './shop-test.ts'

const form = {
  name: 'Beechwood Dish Brush',
  description: 'A brush with bristles of agave.',
  details: 'Material: beechwood\nSize: 24 cm',
  price: '1,249.50',
  noOfUnits: '9',
  height: '6.5',
  width: '5',
  length: '24',
  weight: '90',
}

const labels: Record<keyof typeof form, string> = {
  name: 'Product Name',
  description: 'Description',
  details: 'Details',
  price: 'Price (₹)',
  noOfUnits: 'Number of Units',
  height: 'Height (cm)',
  width: 'Width (cm)',
  length: 'Length (cm)',
  weight: 'Weight (gm)',
}
const fields = Object.keys(labels) as (keyof typeof form)[]

async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

const formOf = (page: Page, id: string) =>
  callApi<Record<string, unknown>>(page, `/private/product/edit/get-form/${id}`)
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen images' }).getByRole('img')
const problem = (page: Page) => page.locator('form').getByRole('alert')

test('every field of Add Product says what is wrong with it, and nothing typed is lost @nightly', async ({
  page,
}) => {
  await seller(page)
  await page.goto('/addproduct')
  const save = page.getByRole('button', { name: 'Add Product' })
  await expect(page.getByLabel('Subcategory')).toBeDisabled()
  await expect(page.getByLabel('Subcategory')).toHaveAccessibleDescription('Choose a category first.')
  await save.click()
  await expect(problem(page)).toHaveText('All fields are required!')
  await expect(page.getByText('Please select at least one image!')).toBeVisible()
  await expect(page.getByText('Please fill in this field.')).toHaveCount(fields.length + 1)
  // Of two missing fields the one that cannot be filled in yet says why.
  await expect(page.getByLabel('Subcategory')).toHaveAccessibleDescription('Choose a category first.')
  await expect(page.getByLabel('Product Name')).toBeFocused()

  const wrong = {
    name: ['<b>🌱</b> \u202eabc '.repeat(20), 'At most 200 characters.'],
    description: ['d'.repeat(5_001), 'At most 5000 characters.'],
    details: ['ज'.repeat(10_001), 'At most 10000 characters.'],
    price: ['0.999', 'Price must be between 1 and 1000000.'],
    noOfUnits: ['1.5', 'Number of units must be a whole number.'],
    height: ['-4', 'Height must be between 0.01 and 1000.'],
    width: ['12.345', 'Width may have two decimals at most.'],
    length: ['twelve', 'Length must be a number.'],
    weight: ['9'.repeat(30), 'Weight must be between 0.01 and 1000000.'],
  } as const
  for (const name of fields) await page.getByLabel(labels[name], { exact: true }).fill(wrong[name][0])
  // A search text alone is no code.
  const hsn = page.getByLabel('HSN Code')
  await hsn.fill('bamboo')
  await save.click()
  await expect(hsn).toHaveAccessibleDescription('An HSN code has 4, 6 or 8 digits.')
  await expect(hsn).toHaveValue('bamboo')
  for (const name of fields) {
    const field = page.getByLabel(labels[name], { exact: true })
    await expect(field).toHaveAccessibleDescription(wrong[name][1])
    await expect(field).toHaveValue(wrong[name][0])
  }
  await page.getByLabel('Price (₹)').fill('10')
  await expect(page.getByLabel('Price (₹)')).toHaveAccessibleDescription('')

  // Files that are refused before they are sent, and too many files.
  const files = page.locator('input[type=file]')
  const text = Buffer.from('no picture')
  await files.setInputFiles([
    { name: 'brochure.pdf', mimeType: 'application/pdf', buffer: text },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(12_000_001) },
  ])
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid file type selected!' })).toBeVisible()
  const failures = page.getByRole('list', { name: 'Images that failed' })
  await expect(failures).toContainText('brochure.pdf Only SVG, PNG, JPG, or GIF files are allowed.')
  await expect(failures).toContainText('huge.png This file is too large: at most 12 MB.')
  await page.route('**/image/upload', (route) => route.abort())
  await files.setInputFiles(
    Array.from({ length: 6 }, (_, i) => ({ name: `${i}.png`, mimeType: 'image/png', buffer: text })),
  )
  await expect(page.getByText('You can upload up to 5 images only.')).toBeVisible()
  // All chosen ones failed, which is another error than choosing none.
  await expect(failures).toContainText('4.png')
  await save.click()
  await expect(page.getByText('Failed to upload all images. Please try again.')).toBeVisible()
  await expect(page.getByText('Please select at least one image!')).toHaveCount(0)

  await page.getByRole('link', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue(wrong.name[0])
  await page.getByRole('link', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/seller-dashboard')

  // Each of the two failed calls has its own message.
  await page.route('**/category/**', (route) => route.abort())
  await page.goto('/addproduct')
  for (const words of ['Failed to load categories.', 'Failed to load subcategories.']) {
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(page.getByRole('main').getByText(words)).toBeVisible()
  }
})

test('a product with three pictures of which one fails: sent side by side, the failed one is named, dropped and sent again @nightly', async ({
  page,
}) => {
  await seller(page)
  await page.goto('/addproduct')
  for (const name of fields) await page.getByLabel(labels[name], { exact: true }).fill(form[name])
  await page.getByLabel('Category', { exact: true }).selectOption('Bath & Body')
  await page.getByLabel('Subcategory').selectOption('Soaps')
  // The HSN code is found by words and chosen by keyboard; closing the list keeps what is typed.
  const hsn = page.getByLabel('HSN Code')
  const codes = page.getByRole('listbox', { name: 'Codes to choose from' })
  await hsn.pressSequentially('toilet soap bar')
  await expect(codes.getByRole('option')).toHaveText('340111Toilet soap in bars and cakes5 %')
  await hsn.press('Escape')
  await expect(codes).toHaveCount(0)
  await expect(hsn).toHaveValue('toilet soap bar')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await hsn.press(key)
  await expect(hsn).toHaveValue('340111')
  await expect(hsn).toHaveAccessibleDescription('Toilet soap in bars and cakes. The price includes 5 % GST.')

  let sent = 0
  let letGo = () => {}
  const all = new Promise<void>((resolve) => (letGo = resolve))
  let failing = true
  await page.route('**/image/upload', async (route) => {
    sent += 1
    if (sent === 3) letGo()
    // None gets a response before all three are sent.
    await all
    const isLeaf = route.request().postDataBuffer()?.includes('leaf.jpg')
    if (isLeaf && failing) return route.fulfill({ status: 503, json: { msg: 'Too many uploads.' } })
    await route.continue()
  })
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await picture('front.jpg', '#2a7'),
      await picture('leaf.jpg', '#c63'),
      await picture('back.jpg', '#48c'),
    ])
  await expect(page.getByText('Failed to upload image: leaf.jpg')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove image/ })).toHaveCount(2)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  failing = false
  await page.getByRole('button', { name: 'Try again leaf.jpg' }).click()
  await expect(page.getByRole('button', { name: 'Remove image 3' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'leaf.jpg is uploaded.' })).toBeAttached()

  // By button and by arrow key: the last one becomes the main image, and the focus goes with it.
  await page.getByRole('button', { name: 'Move image 3 forward' }).click()
  await expect(page.getByRole('button', { name: 'Move image 2 forward' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(chosen(page).first()).toHaveAccessibleName('leaf.jpg, image 1 of 3')
  await expect(page.getByText('leaf.jpg is image 1 of 3 now.')).toBeAttached()
  await page.getByRole('button', { name: 'Remove image 3' }).click()
  await expect(chosen(page)).toHaveCount(2)

  // A save waits for pictures on their way, and goes no further where one of them fails.
  const save = page.getByRole('button', { name: 'Add Product' })
  let fail = () => {}
  const held = new Promise<void>((resolve) => (fail = resolve))
  await page.route('**/image/upload', async (route) => {
    await held
    await route.abort()
  })
  await page.locator('input[type=file]').setInputFiles([await picture('late.jpg', '#111')])
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  fail()
  await expect(problem(page)).toHaveText('Image upload failed. Please try again.')
  await page.route('**/product/add', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await save.click()
  await expect(problem(page)).toHaveText('Failed to add product.')
  await save.click()
  await expect(page.getByText('Product added successfully!')).toBeVisible()
  await expect(page).toHaveURL('/manage-products')

  const row = page.getByRole('list', { name: 'Your products' }).getByRole('listitem')
  for (const words of [form.name, form.description, '₹1,249.50', '9 items left'])
    await expect(row).toContainText(words)
  await row.getByRole('link', { name: 'View' }).click()
  await expect(page.getByText('Sold by Test Bamboo Works')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('img')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add to Wishlist' })).toBeDisabled()
})

test('two tabs edit one product: the second save is told and loses nothing, a lost session neither @nightly @phone', async ({
  page,
}) => {
  await seller(page)
  const id = await addProduct(page)
  await page.goto('/manage-products')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Product Name').fill('Mine')
  await page.getByLabel('Price (₹)').fill('300')
  await callApi(page, `/private/product/edit/${id}`, {
    ...(await formOf(page, id)),
    name: 'Theirs',
    weight: 91,
  })

  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Changed in another window' })
  await expect(dialog.getByRole('listitem')).toHaveText(/Product Name\s*SavedTheirs\s*YoursMine/)
  await expect(problem(page)).toHaveText(/^This product was changed in another window\./)
  await dialog.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue('Mine')
  await expect(page.getByLabel('Weight (gm)')).toHaveValue('91')

  await page.route('**/product/edit/*', (route) => route.fulfill({ status: 401, json: { msg: 'Log in.' } }), {
    times: 1,
  })
  await save.click()
  await expect(page.getByText('Nothing that you typed here is lost.')).toBeVisible()
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/product/edit/*', async (route) => {
    await held
    await route.continue()
  })
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  go()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/manage-products')
  expect(await formOf(page, id)).toMatchObject({ name: 'Mine', price: 300, weight: 91 })
})

test('the attributes of the category are asked, chosen by keyboard, refused at their field, and merged with another tab @nightly', async ({
  page,
}) => {
  await seller(page)
  const id = await addProduct(page)
  await page.goto(`/edit-product/${id}`)
  await page.getByLabel('Category', { exact: true }).selectOption('Bath & Body')
  await page.getByLabel('Subcategory').selectOption('Soaps')
  const scent = page.locator('details', {
    has: page.getByRole('group', { name: 'Scent', includeHidden: true }),
  })
  await scent.locator('summary').press('Enter')
  await scent.getByRole('checkbox', { name: 'Rose', exact: true }).press('Space')
  await scent.getByRole('checkbox', { name: 'Neem' }).press('Space')
  await expect(scent.locator('summary')).toHaveAccessibleName('Scent Neem, Rose')
  const capacity = page.getByLabel('Capacity (ml)')
  await capacity.fill('a cup')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(capacity).toBeFocused()
  await expect(capacity).toHaveAccessibleDescription(/^Please type a number above 0/)
  await capacity.fill('250')

  // Another tab gives it one of both meanwhile.
  const asked = await callApi<{ id: number; name: string; values: { id: number; name: string }[] }[]>(
    page,
    '/private/product/attributes',
  )
  const loaded = await formOf(page, id)
  const named = (name: string) => asked.find((one) => one.name === name)
  const soaps = (
    await callApi<{ id: number; name: string; categoryId: number }[]>(page, '/public/category/sub/all')
  ).find(({ name }) => name === 'Soaps')
  const bath = { categoryId: soaps?.categoryId, subCategoryId: soaps?.id }
  const pack = { attributeId: named('Pack of')?.id, number: 3 }
  const clay = { attributeId: named('Scent')?.id, valueId: named('Scent')?.values[0]?.id }
  await callApi(page, `/private/product/edit/${id}`, { ...loaded, ...bath, attributes: [pack, clay] })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Changed in another window' })
  await expect(dialog.getByRole('listitem')).toHaveText(/Scent\s*SavedUnscented\s*YoursNeem, Rose/)
  await dialog.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Pack of (pieces)')).toHaveValue('3')
  await expect(capacity).toHaveValue('250')
  await save.click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  const saved = (await formOf(page, id)).attributes as { number?: number }[]
  expect(saved.map(({ number }) => number)).toEqual(expect.arrayContaining([3, 250]))
  expect(saved).toHaveLength(4)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('row', { name: 'Scent Neem, Rose' })).toBeVisible()
})

test('many products: found by words and stock, in pages that the address keeps; one is deleted after a question @nightly', async ({
  page,
}) => {
  await seller(page)
  for (let i = 0; i < 26; i += 1)
    await addProduct(page, { name: `Bowl ${i}`, noOfUnits: i === 3 ? 0 : i === 4 ? 9 : 10 })
  await page.goto('/manage-products')
  const rows = page.getByRole('list', { name: 'Your products' }).getByRole('listitem')
  await expect(rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows).toContainText(['Bowl 0'])
  await expect(page.getByText('26 to 26 of 26')).toBeVisible()
  await page.reload()
  await expect(rows).toContainText(['Bowl 0'])
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(rows).toHaveCount(25)

  await page.getByRole('link', { name: 'HSN missing (26)' }).click()
  await expect(page.getByText('26 products found')).toBeVisible()
  await expect(page).toHaveURL('/manage-products?hsn=missing')
  await page.getByRole('link', { name: 'Out of stock' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Out of Stock')
  await page.getByRole('link', { name: 'Low stock' }).click()
  await expect(rows).toContainText('9 items left')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByLabel('Search your products').fill('bowl 25')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL('/manage-products?search=bowl+25')

  const remove = rows.getByRole('button', { name: 'Delete Bowl 25' })
  const dialog = page.getByRole('dialog', { name: 'Delete Product' })
  await remove.click()
  await expect(dialog).toContainText('This action cannot be undone.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await page.route('**/product/delete/*', (route) => route.abort(), { times: 1 })
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete Product')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Product Deleted Successfully')).toBeVisible()
  await expect(page.getByText('No Product Found')).toBeVisible()
  await page.route('**/get-by-seller*', (route) => route.abort())
  await page.goto('/manage-products')
  await expect(page.getByText('Failed to get products')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(25)
})

test('a sale and bulk prices: what is wrong stays in the form, what is right is shown to buyers @nightly', async ({
  page,
}) => {
  await seller(page)
  const id = await addProduct(page)
  await page.goto('/manage-products')
  await page.getByRole('link', { name: 'Prices' }).first().click()
  await expect(page).toHaveURL(`/manage-products/${id}/prices`)
  const save = page.getByRole('button', { name: 'Save Prices' })
  await page.getByLabel('Sale price (₹)').fill('1')
  await page.getByLabel('First step: pieces').fill('10')
  await save.click()
  await expect(page.getByText('Please fill in this field.')).toHaveCount(2)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Ends').fill(inDays(100))
  await page.getByLabel('Price of each (₹)').first().fill('100000')
  await save.click()
  await expect(page.getByText('A sale lasts 90 days at most').first()).toBeVisible()
  await expect(page.getByLabel('Sale price (₹)')).toHaveValue('1')
  await page.getByLabel('Ends').fill(inDays(3))
  await save.click()
  await expect(page.getByText('Each step needs more pieces')).toBeVisible()
  await page.getByLabel('Price of each (₹)').first().fill('1.50')
  await save.click()
  await expect(page.getByText('Prices saved successfully!')).toBeVisible()
  await page.goto(`/manage-products/${id}/prices`)
  await expect(page.getByText('The sale runs.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/product/${id}`)
  await expect(page.getByText('Sale price until').filter({ visible: true })).toBeVisible()
})

test('prices of several products change at once; what a rule forbids stays, the rest is taken back after a reload @nightly', async ({
  page,
}) => {
  await seller(page)
  await addProduct(page, { name: 'Bowl at its MRP', price: 150, mrp: 150 })
  await addProduct(page, { name: 'Bowl below its MRP', price: 100, mrp: 150 })
  await page.goto('/manage-products')
  await page.getByLabel('Choose all of this page').check()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expect(dialog.getByLabel('Percent')).toHaveAccessibleDescription(/Please type a number\./)
  await expectAccessible(page)
  await dialog.getByLabel('Percent').fill('10')
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expect(page.getByRole('alert')).toContainText('Bowl at its MRP: The price is above the MRP')
  const rows = page.getByRole('list', { name: 'Your products' })
  await expect(rows).toContainText('₹110')
  await page.reload()
  await page.getByRole('button', { name: /^Undo until/ }).click()
  await expect(rows).toContainText('₹100')
  await expect(page.getByRole('button', { name: /^Undo until/ })).toHaveCount(0)
  await page.getByLabel('Choose all of this page').check()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await dialog.getByLabel('How').selectOption('Type each price')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please type a price for at least one product.')
  await dialog.getByLabel('Bowl at its MRP').fill('151')
  await dialog.getByLabel('Bowl below its MRP').fill('120')
  await dialog.getByLabel('How').selectOption('Raise by percent')
  await dialog.getByLabel('How').selectOption('Type each price')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Bowl at its MRP')).toHaveAccessibleDescription(/The price is above the MRP/)
  await expect(dialog.getByLabel('Bowl at its MRP')).toHaveValue('151')
  await expect(dialog.getByLabel('Bowl below its MRP')).toHaveValue('')
  await expectAccessible(page)
  await dialog.getByLabel('Bowl at its MRP').fill('149')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows).toContainText('₹120')
  await expect(rows).toContainText('₹149')
  await page.getByLabel('Choose Bowl below its MRP').check()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(rows.getByRole('listitem').filter({ hasText: 'below its MRP' })).toContainText('Hidden')

  await page.getByLabel('Choose Bowl below its MRP').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toContainText('This action cannot be undone.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('1 chosen')).toBeVisible()
  await page.getByLabel('Choose all of this page').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete 2 products' }).click()
  await expect(page.getByText('2 products deleted.')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Undo until/ })).toHaveCount(0)
})
