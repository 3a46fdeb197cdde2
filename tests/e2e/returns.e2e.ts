/** Specification §9: a return, from the card of the order to the refund, for buyer, seller and administrator. */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addProduct, admin, buyOne, callApi, customer, expect, seller, test } from './shop-test.ts'

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 300, height: 200, channels: 3, background: { r: randomInt(256), g: 90, b: 60 } },
  })
    .jpeg()
    .toBuffer(),
})

/** The courier's name of a parcel. */
async function parcelWithAwb(page: Page, awb: string | null | undefined): Promise<string> {
  const ledger = await page.request.get('/sandbox/courier/ledger.json')
  const { parcels } = (await ledger.json()) as { parcels: { id: string; awb: string | null }[] }
  return parcels.find((one) => one.awb === awb)?.id ?? ''
}

/** The customer of the page buys the product, and the courier delivers it; returns the order's id. */
async function buyDelivered(page: Page, productId: string, price: number): Promise<string> {
  const { id } = await buyOne(page, productId, price)
  await move(page, id, 'Delivered')
  return id
}

const move = async (page: Page, parcel: string, status: string) =>
  expect((await page.request.post(`/dev/shipments/${parcel}`, { data: { status } })).ok()).toBe(true)

interface Listed {
  returns: { requests: { id: string; state: string; replacement: { awbNumber: string | null } | null }[] }
}
const returnOf = async (page: Page) =>
  (await callApi<Listed[]>(page, '/private/order/get/customer'))[0]?.returns.requests[0]

test('a return with two photos: asked on the card, accepted by the seller, fetched, refunded, with every step shown @nightly-laptop', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerPage = await newPage()
  await seller(sellerPage)
  const name = `Neem Comb ${randomInt(1_000_000, 10_000_000)}`
  const productId = await addProduct(sellerPage, { name })
  await customer(page)
  await buyDelivered(page, productId, 249)

  await test.step('the buyer asks; what is wrong is said, and what was typed stays', async () => {
    await page.goto('/my-orders')
    await page.getByRole('link', { name: /^Return order/ }).click()
    await expect(page.getByText('You get back ₹249.00 for 1 piece.')).toBeVisible()
    await page.getByLabel('What is wrong?').fill('Two teeth are broken.')
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(page.getByText('Please choose a reason.').first()).toBeVisible()
    await page.getByLabel('Why do you return it?').selectOption('I changed my mind')
    await expect(page.getByText(/less ₹59\.00 for the way back/)).toBeVisible()
    await page.getByLabel('Why do you return it?').selectOption('It arrived damaged')
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
    await expect(page.getByRole('alert').filter({ hasText: 'words.txt' })).toContainText('Only SVG, PNG, JPG')
    await page.getByRole('button', { name: 'Remove words.txt' }).click()
    await files.setInputFiles([await photo('front.jpg'), await photo('back.jpg')])
    await expect(page.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByLabel('What is wrong?')).toHaveValue('Two teeth are broken.')
    // Uploads may wait in a queue; the form would wait for them, too.
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 40_000 })
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(page).toHaveURL('/my-orders')
    await expect(page.getByText(/The seller answers by/)).toBeInViewport()
    await expect(page.getByRole('link', { name: /^Return order/ })).toHaveCount(0)
  })

  const item = sellerPage.getByRole('article', { name: /^Return of order/ })
  await test.step('the seller sees words, photos and the clock, and accepts', async () => {
    await sellerPage.goto('/manage-orders')
    await sellerPage.getByRole('link', { name: 'Return of 1 piece' }).click()
    await expect(item).toContainText('Two teeth are broken.')
    await expect(item).toContainText('Answer until')
    const shown = item.getByRole('img', { name: /^What the buyer shows/ })
    await expect(shown).toHaveCount(2)
    for (const one of await shown.all())
      await expect
        .poll(() => one.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
        .toBeGreaterThan(0)
    await item.getByRole('button', { name: 'Accept' }).click()
    const asked = sellerPage.getByRole('dialog', { name: 'Accept this return?' })
    await expect(asked).toContainText(/What you get for this order is ₹[\d,]+\.\d\d less/)
    await asked.getByRole('button', { name: 'Accept return' }).click()
    await expect(sellerPage.getByText('The return is accepted.')).toBeVisible()
  })

  await test.step('the courier brings it back, and the seller refunds it', async () => {
    await expect.poll(async () => (await returnOf(page))?.state).toBe('pickup-booked')
    const parcel = `R-${(await returnOf(page))?.id}`
    await move(page, parcel, 'Shipped')
    await move(page, parcel, 'Delivered')
    await page.reload()
    await expect(page.getByText(/The seller looks at the goods. You get back ₹249.00/)).toBeVisible()
    await sellerPage.reload()
    // What is damaged is not sold again unless the seller says so.
    await expect(item.getByLabel('Count 1 returned piece in my stock again')).not.toBeChecked()
    await item.getByRole('button', { name: 'Refund now' }).click()
    const asked = sellerPage.getByRole('dialog', { name: 'Refund the buyer?' })
    await expect(asked).toContainText('₹249.00 goes back to the buyer')
    await expect(asked).toContainText('1 piece is not counted in your stock again.')
    expect((await returnOf(page))?.state).toBe('received')
    await asked.getByRole('button', { name: 'Refund ₹249.00' }).click()
    await expect(item).toContainText('The buyer gets back ₹249.00.')
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('₹249.00 went back to the card or account it came from.')).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    await expect(page.getByText(/rfnd_\w+/)).toBeVisible()
    const stations = page.getByRole('list', { name: 'Stations of the return' })
    await expect(stations.getByRole('time')).toHaveCount(5)
  })

  await test.step('another one is exchanged: asked, sent back, replaced, with a label for the seller', async () => {
    const orderId = await buyDelivered(page, productId, 249)
    await page.goto(`/return/${orderId}`)
    await page.getByLabel('Why do you return it?').selectOption('It arrived damaged')
    await page.getByRole('radio', { name: /^Exchange/ }).check()
    await expect(page.getByText('You get 1 piece of the same product again.')).toBeVisible()
    await page.getByRole('button', { name: 'Ask for the exchange' }).click()
    await expect(page.getByText(/your exchange is accepted/)).toBeVisible()
    const id = (await returnOf(page))?.id ?? ''
    await callApi(sellerPage, `/private/returns/${id}/accept`, {})
    await expect.poll(async () => (await returnOf(page))?.state).toBe('pickup-booked')
    await move(page, `R-${id}`, 'Shipped')
    await move(page, `R-${id}`, 'Delivered')
    await sellerPage.reload()
    await item.first().getByRole('button', { name: 'Send replacement' }).click()
    await expect(sellerPage.getByText('The replacement is being booked.')).toBeVisible()
    await expect(async () => {
      await sellerPage.reload()
      await expect(item.first().getByRole('link', { name: 'Download Shipping Label' })).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    const address = await item
      .first()
      .getByRole('link', { name: 'Download Shipping Label' })
      .getAttribute('href')
    expect((await sellerPage.request.get(address ?? '')).headers()['content-type']).toBe('application/pdf')
    const replacement = await parcelWithAwb(page, (await returnOf(page))?.replacement?.awbNumber)
    await move(page, replacement, 'Shipped')
    await move(page, replacement, 'Delivered')
    await page.goto('/my-orders')
    await expect(page.getByText(/AWB \d+, has delivered your replacement\./)).toBeVisible()
    const stations = page.getByRole('list', { name: 'Stations of the return' }).first()
    await expect(stations).toContainText('Delivered')
    await expect(stations.getByRole('time')).toHaveCount(6)
  })
})

test('a seller asks the administrator, who decides; the policy of a category is changed @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerPage = await newPage()
  await seller(sellerPage)
  const name = `Neem Comb ${randomInt(1_000_000, 10_000_000)}`
  const productId = await addProduct(sellerPage, { name })
  const buyerPage = await newPage()
  const email = await customer(buyerPage)
  const orderId = await buyDelivered(buyerPage, productId, 249)
  await callApi(buyerPage, `/private/order/${orderId}/return`, {
    units: 1,
    reason: 'defective',
    words: '',
    photos: [],
  })

  await sellerPage.goto('/seller-returns?state=requested')
  await sellerPage.getByRole('button', { name: 'Ask our team' }).click()
  await sellerPage.getByRole('button', { name: 'Send' }).click()
  await expect(sellerPage.getByText('Please say why.').first()).toBeVisible()
  await sellerPage.getByLabel('What is the problem?').fill('It left us whole.')
  await sellerPage.getByRole('button', { name: 'Send' }).click()
  await expect(sellerPage.getByText('No return of your orders is in this state.')).toBeVisible()

  const home = await admin(page)
  await page.goto(home)
  await page.getByRole('link', { name: /^\d+ returns? to decide$/ }).click()
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeVisible()
  await page.goto(`${home}/returns?q=${email}`)
  const item = page.getByRole('article', { name: /^Return of order/ })
  await expect(item).toContainText('It left us whole.')
  await item.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill('The photos show no fault.')
  await page.getByRole('button', { name: 'Reject the return' }).click()
  await expect(page.getByText('The return is rejected.')).toBeVisible()
  await buyerPage.goto('/my-orders')
  await expect(
    buyerPage.getByText('Our team could not accept this return. The photos show no fault.'),
  ).toBeVisible()

  await page.goto(`${home}/return-policies`)
  const general = page.getByRole('listitem').filter({ hasText: 'All other categories' })
  await general.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel(/^Return within/).fill('91')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a number from 0 to 90.').first()).toBeVisible()
  // Restores what other tests rely on.
  await page.getByLabel(/^Return within/).fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The return policy is saved.')).toBeVisible()
  await sellerPage.context().close()
})
