/** Specification §2, §4, §5, §8, §9; api-rules §6: the page of one product. */
import { limits } from '../../contract/limits.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { callApi, customer, expect, newEmail, password, signUp, codeFor, test } from './shop-test.ts'

interface Listed {
  id: string
  name: string
  noOfUnits: number
  subCategoryId: number
}

async function everyProduct(page: Page): Promise<Listed[]> {
  const categories = await callApi<{ id: number }[]>(page, '/public/category/all')
  const lists = categories.map(({ id }) =>
    callApi<Listed[]>(page, `/public/product/category/${id}?limit=200`),
  )
  return (await Promise.all(lists)).flat()
}

async function plentiful(page: Page): Promise<Listed> {
  const found = await callApi<Listed[]>(page, '/public/product/search/soap')
  const product = found.find(({ noOfUnits }) => noOfUnits > 20)
  if (!product) throw new Error('no soap')
  return product
}

const cartOf = async (page: Page) =>
  (await callApi<{ productId: string }[]>(page, '/private/cart/get')).map(({ productId }) => productId)

test('pictures are chosen by thumbnail and arrow key, and enlarged to the whole screen and to double size @nightly', async ({
  page,
}) => {
  const { id, name } = await plentiful(page)
  await page.goto(`/product/${id}`)
  const pictures = page.getByRole('region', { name: `Pictures of ${name}` })
  const picture = (number: number) => pictures.getByRole('img', { name: `picture ${number} of 3` })
  await expect(picture(1)).toBeInViewport({ ratio: 0.5 })
  await pictures.getByRole('link', { name: 'Picture 3' }).click()
  await expect(picture(3)).toBeInViewport({ ratio: 0.5 })
  await expect(pictures.getByRole('link', { name: 'Picture 3' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(picture(2)).toBeInViewport({ ratio: 0.5 })
  await expect(picture(3)).not.toBeInViewport({ ratio: 0.5 })

  await pictures.getByRole('button', { name: 'Enlarge picture' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  const large = dialog.getByRole('button', { name: 'Picture 2 of 3, show at double size' })
  await expect(large).toBeFocused()
  const whole = await large.boundingBox()
  await page.keyboard.press('+')
  const doubled = dialog.getByRole('button', { name: 'Picture 2 of 3, show the whole picture' })
  await expect.poll(async () => (await doubled.boundingBox())?.width).toBeCloseTo(2 * (whole?.width ?? 0), 0)
  await page.keyboard.press('-')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('button', { name: 'Picture 3 of 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pictures.getByRole('button', { name: 'Enlarge picture' })).toBeFocused()
  await expect(picture(3)).toBeInViewport({ ratio: 0.5 })
})

test('Add to Cart and Add to Wishlist go through Adding... to View in ..., also after coming back @nightly-laptop', async ({
  page,
}) => {
  const { id } = await plentiful(page)
  // Before any script has run, the same HTML offers the button to a visitor and a spinner to whoever is logged in.
  let scripts = () => {}
  const running = new Promise<void>((resolve) => (scripts = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await running
    await route.continue()
  })
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  await expect(page.getByText('Looking into your cart')).toBeHidden()
  const place = await page.getByRole('button', { name: 'Add to Cart' }).boundingBox()
  await customer(page)
  await page.reload()
  await expect(page.getByText('Looking into your cart')).toBeAttached()
  await expect(page.getByText('Looking into your wishlist')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Add to/ })).toHaveCount(0)
  const spinner = page.getByRole('article').getByRole('status').last().locator('..')
  expect(await spinner.boundingBox()).toEqual(place)
  scripts()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()

  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  for (const basket of ['cart', 'wishlist']) {
    await page.route(`**/private/${basket}/product-exists/*`, async (route) => {
      await answered
      await route.continue()
    })
  }
  await page.goto(`/product/${id}`)
  // The presence checks come first.
  await expect(page.getByText('Looking into your cart')).toBeAttached()
  await expect(page.getByText('Looking into your wishlist')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Add to/ })).toHaveCount(0)
  answer()
  // The number at the cart moves when it changes, not when it is first shown.
  const count = page.getByRole('link', { name: 'Cart, 1 item', exact: true }).getByText('1')

  for (const [words, basket, added, failed] of [
    ['Cart', 'cart', 'Product Added to Cart', 'Failed to add to cart'],
    ['Wishlist', 'wishlist', 'Product Added to Wishlist', 'Failed to Add in Wishlist'],
  ] as const) {
    await page.route(`**/private/${basket}/add**`, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: `Add to ${words}` }).click()
    await expect(page.getByText(failed)).toBeVisible()
    await page.unroute(`**/private/${basket}/add**`)
    let calls = 0
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route(`**/private/${basket}/add**`, async (route) => {
      calls += 1
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: `Add to ${words}` }).click()
    await page.getByRole('button', { name: 'Adding...' }).click({ force: true })
    go()
    await expect(page.getByText(added)).toBeVisible()
    expect(calls, 'calls of a double press').toBe(1)
    await expect(page.getByRole('link', { name: `View in ${words}` })).toHaveAttribute('href', `/${basket}`)
    if (words === 'Cart') await expect(count).toHaveCSS('animation-name', 'bump')
  }
  await page.reload()
  await expect(page.getByRole('link', { name: 'View in Cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View in Wishlist' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await expect(count).toHaveCSS('animation-name', 'none')
})

test('a visitor who adds logs in first and comes back to the product with it added, once @nightly', async ({
  page,
}) => {
  const email = newEmail()
  await signUp(page, email)
  await callApi(page, '/auth/verify-otp', { email, otp: await codeFor(page, email) })
  const { id } = await plentiful(page)
  await page.goto(`/product/${id}`)
  await page.getByRole('button', { name: 'Add to Wishlist' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/product/${id}`)}`)
  // Coming back as a visitor drops the press.
  await page.goBack()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/product/${id}`)
  await expect(page.getByText('Product Added to Cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View in Cart' })).toBeVisible()
  expect(await cartOf(page)).toEqual([id])
  await expect(page.getByRole('button', { name: 'Add to Wishlist' })).toBeVisible()

  // Not again: neither by loading the page again, nor by an address that somebody else made.
  const [line] = await callApi<{ cartItemId: string }[]>(page, '/private/cart/get')
  await page.request.delete(`/api/v1/private/cart/remove/${line?.cartItemId}`)
  await page.goto(`/product/${id}?add=cart`)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  expect(await cartOf(page)).toEqual([])
})

test('a seller who wants to shop is told why the login comes, with a way back @nightly', async ({ page }) => {
  await callApi(page, '/auth/login', { email: 'seller@hariyali.test', password: 'green-demo' })
  const { id } = await plentiful(page)
  const reason = page.getByText('You are logged in as a seller. Log in as a buyer to shop.')
  await page.goto(`/product/${id}`)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(reason).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the product' }).click()
  await expect(page).toHaveURL(`/product/${id}`)
  for (const icon of ['Wishlist', 'Cart']) {
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: icon }).click()
    await expect(reason).toBeVisible()
    await page.getByRole('link', { name: 'Back to the home page' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('stock: below 10 it says how many are left, at 0 it cannot be added; the strip speaks below 11 @nightly', async ({
  page,
}) => {
  const products = await everyProduct(page)
  /** Of a subcategory whose products all stand in the strip of one of them: other tests list products, too. */
  const withUnits = (units: number) => {
    const found = products.find(
      ({ noOfUnits, subCategoryId }) =>
        noOfUnits === units &&
        products.filter((other) => other.subCategoryId === subCategoryId).length <= limits.othersShown,
    )
    if (!found) throw new Error(`the demo shop has no product with ${units} units`)
    return found
  }
  const [ten, nine, none] = [withUnits(10), withUnits(9), withUnits(0)]
  const about = page.getByRole('article')
  await page.goto(`/product/${ten.id}`)
  await expect(about.getByRole('heading', { level: 1 })).toHaveText(ten.name)
  await expect(about).not.toContainText('items left')
  await page.goto(`/product/${nine.id}`)
  await expect(about).toContainText('9 items left')
  await expect(page.getByLabel('Delivery to PIN')).toHaveCount(1)
  // They stand in the first screen of a phone of 360 x 740.
  await expect(about.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(about.getByText('9 items left')).toBeInViewport({ ratio: 1 })
  await expect(about.getByText(/^₹/).last()).toBeInViewport({ ratio: 1 })
  await page.goto(`/product/${none.id}`)
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  // No day is named for what cannot be bought.
  await expect(page.getByLabel('Delivery to PIN')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to Wishlist' })).toBeVisible()

  const sibling = products.find(
    ({ id, subCategoryId }) => subCategoryId === ten.subCategoryId && id !== ten.id,
  )
  await page.goto(`/product/${sibling?.id}`)
  const strip = page.getByRole('region', { name: /^More in / })
  const card = strip.getByRole('listitem').filter({ hasText: ten.name })
  await expect(card.getByText('10 items left')).toHaveCSS('color', 'rgb(174, 47, 29)')
  await expect(strip.locator(`a[href="/product/${sibling?.id}"]`)).toHaveCount(0)
  await card.getByRole('link').click()
  await expect(page).toHaveURL(`/product/${ten.id}`)
})
