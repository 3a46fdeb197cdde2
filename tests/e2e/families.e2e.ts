/** A family: made by its seller in one table, and chosen from by buyers without a script. */
import { randomInt } from 'node:crypto'
import { addProduct, callApi, expect, seller, test } from './shop-test.ts'

test('a seller makes listings from one, keeps what was typed after an error, and adds and removes one @nightly', async ({
  page,
}) => {
  await seller(page)
  const name = `Walnut Soap ${randomInt(1_000_000, 10_000_000)}`
  const base = await addProduct(page, { name })
  await page.goto('/manage-products')
  await page.getByRole('link', { name: 'Families' }).click()
  await page.getByRole('link', { name: 'New listings from one' }).click()
  await page.getByRole('button', { name: `Choose ${name}` }).click()
  await page.getByLabel('and by (optional)').selectOption('Scent')
  await page.getByLabel('Size: all values').fill('50 g, 100 g, 50 G')
  await page.getByLabel('Scent: all values').fill('Rose, Khus')
  await page.getByLabel('Which of them is your present listing?').selectOption('100 g, Khus')
  await page.getByLabel('Offer 50 g, Khus').uncheck()
  await page.getByLabel('Price (₹) of 50 g, Rose').fill('90')
  await page.getByLabel('Units of 50 g, Rose').fill('12')
  await page.getByLabel('Units of 100 g, Rose').fill('many')
  await page.getByRole('button', { name: 'Make 2 listings' }).click()
  const wrong = page.getByLabel('Units of 100 g, Rose')
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  await expect(wrong).toBeFocused()
  await expect(page.getByLabel('Price (₹) of 50 g, Rose')).toHaveValue('90')
  await wrong.fill('0')
  await page.getByRole('button', { name: 'Make 2 listings' }).click()
  const members = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove / }) })
  await expect(members).toHaveCount(3)
  await expect(page).toHaveURL(/manage-families\/[0-9a-f-]+$/)

  await addProduct(page, { name: `${name}, guest size` })
  await page.reload()
  await page.getByRole('button', { name: `Add ${name}, guest size` }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please fill in every value.' })).toBeVisible()
  await members.last().getByLabel('Size', { exact: true }).fill('20 g')
  await members.last().getByLabel('Scent', { exact: true }).fill('Rose')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The family is saved.')).toBeVisible()
  const { family } = await callApi<{ family: { members: { values: string[] }[] } }>(
    page,
    `/public/product/${base}`,
  )
  expect(family.members.map(({ values }) => values.join(' '))).toEqual([
    '20 g Rose',
    '50 g Rose',
    '100 g Rose',
    '100 g Khus',
  ])

  await page.getByRole('button', { name: 'Dissolve the family' }).click()
  await page.getByRole('button', { name: 'Dissolve', exact: true }).click()
  await expect(page.getByText('No families yet')).toBeVisible()
})

test('without scripts a buyer goes from a card to the option wanted by keyboard @nightly', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
}) => {
  await seller(page)
  const name = `Sal Bowl ${randomInt(1_000_000, 10_000_000)}`
  const members = []
  for (const [value, more] of [
    ['Small', { price: 90 }],
    ['Large', { price: 150.5 }],
    ['Huge', { price: 220, noOfUnits: 0 }],
  ] as const)
    members.push({
      productId: await addProduct(page, { name: `${name}, ${value}`, ...more }),
      values: [value],
    })
  await callApi(page, '/private/families', { name, options: ['size'], sameThing: false, members })

  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
    ...(extraHTTPHeaders && { extraHTTPHeaders }),
    viewport,
  })
  const reader = await context.newPage()
  await reader.goto(`/search/${encodeURIComponent(name)}`)
  await expect(reader.getByText('3 sizes: Small, Large, Huge')).toHaveCount(1)
  await reader
    .getByRole('link', { name: `${name}, ` })
    .first()
    .click()
  const options = reader.getByRole('navigation', { name: 'Other options of this product' })
  await expect(options.getByRole('list', { name: 'Size:' })).toBeVisible()
  const large = options.getByRole('link', { name: /^Large/ })
  await large.focus()
  await reader.keyboard.press('Enter')
  await expect(reader).toHaveURL(new RegExp(`/product/${members[1]?.productId}$`))
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(`${name}, Large`)
  await expect(options.getByRole('link', { name: /^Large/ })).toHaveAttribute('aria-current', 'page')
  await expect(options.getByRole('link', { name: /^Small/ })).toContainText('₹60.50 less')
  await expect(options.getByRole('link', { name: /^Huge/ })).toContainText('Sold out')
  await context.close()
})
