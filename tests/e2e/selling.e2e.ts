/**
 * Specification §2, §4: a business from its registration to a delivered parcel, seen by the seller, by the buyer and in
 * the mail.
 */
import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  callApi,
  codeFor,
  customer,
  expect,
  homeAddress,
  newEmail,
  newGst,
  password,
  test,
} from './shop-test.ts'

test('a business registers, lists a product with three pictures, sells it and sees the parcel delivered @nightly-phone', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerEmail = newEmail()
  const product = `Neem Comb ${randomInt(1_000_000, 10_000_000)}`

  await test.step('registers in three steps and enters the code', async () => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Register as a Seller' }).click()
    await fillIn(page, 'Register as Seller', {
      Email: sellerEmail,
      Password: password,
      'Company Name': 'Neem Works',
      'GST Number': newGst(),
      'Phone Number': '9000000007',
    })
    await page.getByRole('button', { name: 'Next' }).click()
    await fillIn(page, 'Pickup Address', {
      'Building Number': '7',
      Street: 'Mill Road',
      Landmark: 'Old Well',
      'Pin Code': '411001',
      City: 'Pune',
    })
    await page.getByLabel('State').selectOption('Maharashtra')
    await page.getByRole('button', { name: 'Next' }).click()
    await fillIn(page, 'Bank Details', {
      'Full Name': 'Neem Works',
      'Account Number': '123456789012',
      'The Same Number Again': '123456789012',
      'IFSC Code': 'HDFC0000001',
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.type(await codeFor(page, sellerEmail))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('lists a product with three pictures', async () => {
    await page.getByRole('link', { name: 'Seller Dashboard' }).click()
    await page.getByRole('link', { name: 'Manage Orders' }).click()
    await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible()
    await expect(page.getByText('New orders from your listings will appear here.')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Start Selling' }).click()
    await page.locator('input[type=file]').setInputFiles(await Promise.all([1, 2, 3].map(picture)))
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(3)
    await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Subcategory').selectOption({ index: 1 })
    for (const [label, value] of Object.entries({
      'Product Name': product,
      Description: 'A comb of neem wood.',
      Details: 'Material: neem wood',
      'Price (₹)': '249.50',
      'Number of Units': '10',
      'Height (cm)': '2',
      'Width (cm)': '5',
      'Length (cm)': '18',
      'Weight (gm)': '40',
    }))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Product added successfully!')).toBeVisible()
  })

  const buyer = await newPage()
  const buyerEmail = await customer(buyer)
  await callApi(buyer, '/private/address/add', homeAddress)

  await test.step('a buyer finds it, looks at the pictures and buys it', async () => {
    await buyer.goto(`/search/${encodeURIComponent(product)}`)
    await buyer.getByRole('link', { name: product }).first().click()
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(product)
    await expect(buyer.getByRole('list', { name: 'Choose a picture' }).getByRole('listitem')).toHaveCount(3)
    await expect(buyer.getByRole('article').getByText('Neem Works')).toBeVisible()
    await buyer.getByRole('button', { name: 'Add to Cart' }).click()
    await buyer.getByRole('link', { name: 'View in Cart' }).click()
    await buyer.getByRole('button', { name: 'Checkout' }).click()
    await buyer.getByRole('button', { name: /^Pay / }).click()
    await expect(buyer.getByText('Order placed successfully')).toBeVisible()
  })

  const [order] = await callApi<{ id: string }[]>(buyer, '/private/order/get/customer')
  const card = (on: Page) => on.getByRole('article', { name: product })

  await test.step('the seller sees the order and opens its label', async () => {
    await page.goto('/manage-orders')
    const booked = /Courier: Sandbox Surface.*AWB Number: (\d{12,}).*Download Shipping Label/s
    await shows(page, card(page), booked)
    for (const words of [
      'Pending',
      `Order ID: ${order?.id}`,
      'Amount: ₹249.50',
      'Payment: Paid online',
      'Asha Rao, 12 Nehru Marg, Jaipur, Rajasthan - 302001',
    ])
      await expect(card(page)).toContainText(words)
    const link = card(page).getByRole('link', { name: 'Download Shipping Label' })
    const href = (await link.getAttribute('href')) ?? ''
    const label = await page.request.get(href)
    expect(label.headers()['content-type']).toBe('application/pdf')
    const [, awb = 'no number'] = booked.exec((await card(page).textContent()) ?? '') ?? []
    for (const words of [awb, 'Mill Road', '12 Nehru Marg'])
      expect((await label.body()).toString('latin1')).toContain(words)
    expect((await buyer.request.get(href)).status()).toBe(403)
    const opened = page.waitForEvent('popup')
    await link.click()
    await opened
  })

  await test.step('the parcel moves, and both sides see where it is', async () => {
    for (const status of ['Shipped', 'Out for Delivery', 'Delivered']) {
      const moved = await page.request.post(`/dev/shipments/${order?.id}`, { data: { status } })
      expect(moved.status()).toBe(200)
      await buyer.goto('/my-orders')
      await expect(card(buyer).getByText(status, { exact: true })).toBeVisible()
    }
    await page.goto('/manage-orders?status=Delivered')
    const today = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format()
    for (const on of [page, buyer]) await expect(card(on)).toContainText(`Delivered on ${today}`)
    await expect(card(buyer).getByRole('link', { name: 'Download Shipping Label' })).toHaveCount(0)
    const tracking = buyer.waitForEvent('popup')
    await card(buyer).getByRole('link', { name: 'Track Parcel' }).click()
    await expect((await tracking).getByRole('listitem').first()).toContainText('Delivered')
  })

  await test.step('both were told by mail', async () => {
    await expect
      .poll(() => subjects(page, sellerEmail))
      .toEqual(expect.arrayContaining([/new order/, /running low/].map(expect.stringMatching)))
    await expect
      .poll(() => subjects(page, buyerEmail))
      .toEqual(
        expect.arrayContaining(
          [/is placed/, /is on its way/, /arrives today/, /is delivered/].map(expect.stringMatching),
        ),
      )
  })
})

/** Fills the fields of the form with this heading. */
async function fillIn(page: Page, heading: string, fields: Record<string, string>): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** What happens by itself is looked for again and again. */
async function shows(page: Page, where: Locator, words: RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(where).toContainText(words, { timeout: 2_000 })
  }).toPass()
}

async function subjects(page: Page, to: string): Promise<string[]> {
  const answer = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { subject: string }[]).map((mail) => mail.subject)
}

async function picture(place: number) {
  const background = { r: 40 * place, g: 120, b: randomInt(256) }
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: `comb-${place}.jpg`, mimeType: 'image/jpeg', buffer }
}
