/** Specification §2, §4: what a seller sees of orders, and how one is found among many. */
import type { Locator } from '@playwright/test'
import { callApi, expect, test } from './shop-test.ts'

test.beforeEach(({ page }) =>
  callApi(page, '/auth/login', { email: 'seller@hariyali.test', password: 'green-demo' }),
)

const order = {
  id: '0192f0c1-0000-7000-8000-000000000000',
  number: '7K3M-9QTX',
  product: { name: 'Neem Soap', imageUrl: '/media/p/neem-soap/480.webp' },
  quantity: 2,
  amount: 298.5,
  deliveryAddress: { street: '12 Nehru Marg', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' },
  awbNumber: 'AWB123',
  courierName: 'Green Express',
  shipmentLabelUrl: '/api/v1/private/order/label/0192f0c1-0000-7000-8000-000000000000',
  shipmentStatus: 'Pending' as string | null,
  shipmentId: '4711',
  deliveryDate: null,
  trackingUrl: null,
  status: 'processing',
  statusNote: null,
  returns: { until: null, units: 2, requests: [] },
  documents: [],
  cancellation: {
    cancelUntil: '2026-11-20T11:00:00.000Z',
    cancellable: false,
    units: 0,
    reason: null,
    cancelledUnits: 0,
    cancelledAmount: 0,
    leftAmount: 298.5,
  },
  refunds: [] as object[],
  sellerEmail: 'seller@hariyali.test',
  createdAt: '2026-11-20T10:00:00.000Z',
  customerName: 'Asha Rao',
}

test('shipment statuses have their colours, whatever their case; a label that is not there yet is explained and comes by itself @nightly', async ({
  page,
}) => {
  const statuses: [string | null, string, string][] = [
    ['Delivered', 'green', 'completed'],
    ['SHIPPED', 'blue', 'shipped'],
    ['in transit', 'blue', 'shipped'],
    ['Out for Delivery', 'yellow', 'shipped'],
    ['Cancelled', 'red', 'cancelled'],
    ['RTO', 'red', 'cancelled'],
    ['Somewhere', 'grey', 'processing'],
    [null, 'grey', 'pending'],
  ]
  const orders = statuses.map(([shipmentStatus, , status], i) => ({
    ...order,
    id: order.id.replace(/.$/, String(i)),
    shipmentStatus,
    status,
    statusNote: status === 'cancelled' ? `Our team looks after order ${i}.` : null,
    ...(status === 'processing' && { shipmentLabelUrl: null }),
    ...(status === 'pending' && { awbNumber: null, shipmentLabelUrl: null }),
  }))
  await page.clock.install({ time: '2026-11-20T10:05:00.000Z' })
  await page.route('**/private/order/get/seller*', (route) => route.fulfill({ json: orders }))
  await page.goto('/manage-orders')
  const cards = page.getByRole('article', { name: 'Neem Soap' })
  await expect(cards).toHaveCount(orders.length)
  for (const [i, [status, color]] of statuses.entries()) {
    const badge = cards.nth(i).getByText(status ?? 'Pending', { exact: true })
    expect(await colorOf(badge), String(status)).toBe(color)
  }
  await expect(cards.nth(6)).toContainText('The courier has not made the shipping label yet.')
  await expect(cards.nth(7)).toContainText('as soon as the courier has booked the parcel.')
  await expect(cards.nth(4)).toContainText('Our team looks after order 4.')
  await expect(cards.nth(5)).toContainText('Our team looks after order 5.')

  const links = page.getByRole('link', { name: 'Download Shipping Label' })
  await expect(links).toHaveCount(6)
  orders.splice(7, 1, { ...order, status: 'processing' })
  await page.clock.fastForward('00:11')
  await expect(links).toHaveCount(7)

  // The courier may not reply when the label is opened.
  const words = 'The label cannot be fetched right now. Please try again in a moment.'
  await page.route('**/private/order/label/*', (route) =>
    route.fulfill({ status: 503, json: { msg: words } }),
  )
  await cards.first().getByRole('link', { name: 'Download Shipping Label' }).click()
  await expect(page.getByRole('alert')).toHaveText(words)
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('orders are found by status and by number; the address keeps both, and going back undoes them @nightly', async ({
  page,
}) => {
  await page.goto('/manage-orders')
  const cards = page.getByRole('article')
  const status = page.getByLabel('Shipment status')
  const field = page.getByRole('searchbox', { name: 'Search your orders' })
  await status.selectOption('RTO')
  await expect(page).toHaveURL('/manage-orders?status=RTO')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('1 order')
  await expect(cards).toContainText('RTO')
  const awb = /AWB Number: (\w+?)Shipment/.exec((await cards.textContent()) ?? '')?.[1] ?? 'no number'

  await field.fill('nobody ordered this')
  await expect(page.getByText('No order of yours fits this search.')).toBeVisible()
  await expect(page).toHaveURL('/manage-orders?search=nobody+ordered+this&status=RTO')
  await page.goBack()
  await expect(field).toHaveValue('')
  await expect(status).toHaveValue('')

  await field.fill(`  ${awb.toLowerCase()} `)
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(awb)
  await page.reload()
  await expect(field).toHaveValue(awb.toLowerCase())
  await status.selectOption('Delivered')
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(page).toHaveURL('/manage-orders')
  await expect(field).toHaveValue('')
})

/** The name of a badge's colour, from its text's hue. */
async function colorOf(badge: Locator): Promise<string> {
  const color = await badge.evaluate((element) => getComputedStyle(element).color)
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map(Number)
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (most - least < 30) return 'grey'
  if (most === g) return 'green'
  if (most === b) return 'blue'
  return g > r / 2 ? 'yellow' : 'red'
}
