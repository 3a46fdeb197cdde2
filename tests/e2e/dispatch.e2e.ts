/** What a seller does every morning: pack, print, say 'ready', and say what cannot be delivered. */
import type { Page } from '@playwright/test'
import { addProduct, callApi, customer, expect, homeAddress, seller, test } from './shop-test.ts'

/** Somebody buys the product so many times, each time alone. */
async function buyOften(page: Page, productId: string, times: number): Promise<void> {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  for (let n = 0; n < times; n += 1) {
    await callApi(page, '/private/cart/add', { id: productId, quantity: 1 })
    const order = await callApi<string>(page, '/private/order/payment', { amountInPaise: 24_900 })
    const paid = await page.request.post(`/dev/payments/${order}`, { data: { outcome: 'paid' } })
    await callApi(page, '/private/order/payment/verify', await paid.json())
  }
}

const parcels = (page: Page, name: 'Parcels to pack' | 'Packed parcels') =>
  page.getByRole('list', { name: `${name}, oldest first` }).getByRole('checkbox')

test('a seller packs five orders with one label sheet, and cannot deliver a sixth @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  await seller(page)
  const profile = await callApi<object>(page, '/private/profile')
  await callApi(page, '/private/profile/edit-seller', { ...profile, booksWhenReady: true })
  await buyOften(await newPage(), await addProduct(page), 6)
  await page.goto('/seller-dashboard')
  await page.getByRole('link', { name: '6 parcels to pack' }).click()
  await expect(page).toHaveURL('/manage-orders?tab=to-pack')
  const toPack = parcels(page, 'Parcels to pack')
  await expect(toPack).toHaveCount(6)

  await test.step('what cannot be delivered', async () => {
    await page
      .getByRole('button', { name: /^Details of order/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Cannot deliver' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cannot deliver/ })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(dialog.getByText('Please choose a reason.')).toBeVisible()
    await dialog.getByLabel('Reason').selectOption('It is damaged.')
    await page.route('**/cannot-deliver/*', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('The pieces could not be cancelled.')).toBeVisible()
    await page.unroute('**/cannot-deliver/*')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('₹249.00 goes back to the buyer, who is told by mail.')).toBeVisible()
    await expect(toPack).toHaveCount(5)
  })

  await test.step('ready to ship, with the weight of the packed parcel', async () => {
    await expect(page.getByRole('button', { name: 'Ready to ship' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Choose all' }).check()
    await page.getByRole('button', { name: 'Ready to ship' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ready to ship: 5 parcels' })
    const weight = dialog.getByLabel('Weight, g').first()
    await expect(weight).toHaveValue('90')
    await weight.fill('none')
    await dialog.getByRole('button', { name: 'Ready to ship' }).click()
    await expect(dialog.getByText('Weight is a number above 0')).toBeVisible()
    await weight.fill('140')
    await page.route('**/private/shipments/ready', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Ready to ship' }).click()
    await expect(page.getByText('The parcels could not be marked as ready.')).toBeVisible()
    await page.unroute('**/private/shipments/ready')
    await dialog.getByRole('button', { name: 'Ready to ship' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing To Pack' })).toBeVisible()
  })

  await test.step('one sheet with five labels', async () => {
    await page.getByRole('link', { name: /^Ready/ }).click()
    await expect(parcels(page, 'Packed parcels')).toHaveCount(5)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(/Stick the label on; the courier comes on/)).toHaveCount(5, {
        timeout: 2_000,
      })
    }).toPass({ timeout: 60_000 })
    await page.getByRole('checkbox', { name: 'Choose all' }).check()
    const papers = page.getByRole('button', { name: 'Labels and packing slips' })
    await page.route('**/private/shipments/papers*', (route) => route.abort())
    await papers.click()
    await expect(page.getByText('The papers cannot be fetched right now.')).toBeVisible()
    await page.unroute('**/private/shipments/papers*')
    const download = page.waitForEvent('download')
    await papers.click()
    expect((await download).suggestedFilename()).toBe('labels.pdf')
  })
})
