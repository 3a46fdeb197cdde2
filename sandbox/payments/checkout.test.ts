// @module-tag nightly: It proves the widget of the stand-in with a browser. Browser tests of purchases pay with it each time.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserOptions } from '../../tests/setup/chromium.ts'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'
import { signCheckout } from './signature.ts'

/** The content security policy of the shop's pages, which the widget has to comply with. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
const SHOP_PAGE = `<!doctype html><title>Cart</title><link rel="icon" href="data:,">
  <button>Proceed to payment</button><script src="/sandbox/payments/checkout.js"></script><script src="/shop.js"></script>`
/** The script of a test page whose button opens the widget; `heard` collects the callbacks. */
const SHOP_SCRIPT = `
  const heard = [];
  let widget;
  function prepare(options) {
    widget = new Razorpay({
      ...options,
      handler: (response) => heard.push(response),
      modal: { ...options.modal, ondismiss: () => heard.push("dismissed") },
    });
    widget.on("payment.failed", (response) => heard.push(response));
    document.querySelector("button").onclick = () => widget.open();
  }`

let rig: Rig
let browser: Browser
let page: Page
let shop: ReturnType<typeof serve>
let complaints: string[]

beforeAll(async () => {
  rig = await startRig()
  shop = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/') return asset(SHOP_PAGE, 'text/html')
      if (pathname === '/shop.js') return asset(SHOP_SCRIPT, 'text/javascript')
      return rig.sandbox.fetch(request)
    },
  })
  await once(shop, 'listening')
  browser = await chromium.launch(browserOptions())
}, 30_000)

afterAll(async () => {
  await browser.close()
  shop.close()
  await rig.close()
})

beforeEach(async () => {
  complaints = []
  page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  page.setDefaultTimeout(4_000)
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`)
})

afterEach(() => page.close())

function asset(body: string, type: string): Response {
  return new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': POLICY },
  })
}

async function openWidget(
  options: Record<string, unknown> = {},
): Promise<{ orderId: string; heard: () => Promise<unknown[]> }> {
  const order = await rig.order()
  const all = {
    key: rig.sandbox.payment.keyId,
    amount: order.amount,
    currency: 'INR',
    name: 'Hariyali',
    order_id: order.id,
    prefill: { name: 'Asha Rao', email: 'asha@x.test', contact: '+919812345678' },
    theme: { color: '#166534' },
    ...options,
  }
  await page.evaluate(`prepare(${JSON.stringify(all)})`)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await dialog().waitFor()
  return {
    orderId: order.id,
    heard: () => page.evaluate('heard'),
  }
}

const dialog = () => page.getByRole('dialog', { name: 'Test payment' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const focused = (): Promise<string> =>
  page.evaluate('(document.activeElement.shadowRoot ?? document).activeElement.textContent')
const statusOf = async (orderId: string) => (await rig.api('GET', `/orders/${orderId}`)).body.status

test('the widget shows payee, amount and payer, and focuses Pay', async () => {
  await openWidget({ description: '2 items' })
  for (const text of ['Hariyali', '₹1,234.00', '2 items', 'Asha Rao', 'asha@x.test', '+919812345678']) {
    await dialog().getByText(text, { exact: true }).waitFor()
  }
  await dialog().getByText('no real money').waitFor()
  expect(await focused()).toBe('Pay ₹1,234.00')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(complaints).toEqual([])
})

test('Pay captures the payment, closes the widget and passes the three fields to the handler', async () => {
  const { orderId, heard } = await openWidget()
  await button('Pay ₹1,234.00').click()
  await dialog().waitFor({ state: 'detached' })
  const [response, ...rest] = (await heard()) as { razorpay_payment_id: string }[]
  const paymentId = response?.razorpay_payment_id ?? ''
  expect(rest).toEqual([])
  expect(response).toEqual({
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: signCheckout(rig.sandbox.payment.keySecret, orderId, paymentId),
  })
  expect((await rig.api('GET', `/payments/${paymentId}`)).body).toMatchObject({
    status: 'captured',
    email: 'asha@x.test',
    contact: '+919812345678',
  })
})

test('a double click on Pay pays once and calls the handler once', async () => {
  const { orderId, heard } = await openWidget()
  let calls = 0
  page.on('request', () => (calls += 1))
  await button('Pay ₹1,234.00').dblclick()
  await dialog().waitFor({ state: 'detached' })
  expect(calls).toBe(1)
  expect(await heard()).toHaveLength(1)
  expect((await rig.api('GET', `/orders/${orderId}/payments`)).body.count).toBe(1)
})

test('a failed payment is reported to the page and shown, and the next try can pay', async () => {
  const { orderId, heard } = await openWidget()
  await button('Fail payment').click()
  await dialog().getByRole('alert').getByText('enough money').waitFor()
  expect(await heard()).toEqual([
    {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: expect.any(String),
        source: 'customer',
        step: 'payment_authorization',
        reason: 'insufficient_funds',
        metadata: { order_id: orderId, payment_id: expect.stringMatching(/^pay_/) },
      },
    },
  ])
  expect(await focused()).toBe('Pay ₹1,234.00')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  expect(await heard()).toHaveLength(2)
  expect(await statusOf(orderId)).toBe('paid')
})

test('with retry off a failed payment closes the widget', async () => {
  const { heard } = await openWidget({ retry: { enabled: false } })
  await button('Fail payment').click()
  await dialog().waitFor({ state: 'detached' })
  expect(await heard()).toEqual([expect.objectContaining({ error: expect.anything() }), 'dismissed'])
})

test.each(['Escape', 'Close'])('%s dismisses once, pays nothing and restores the focus', async (way) => {
  const { orderId, heard } = await openWidget()
  if (way === 'Escape') await page.keyboard.press('Escape')
  else await button('Close').click()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Proceed to payment')
  expect(await heard()).toEqual(['dismissed'])
  expect(await statusOf(orderId)).toBe('created')
})

test('with modal.escape off Esc does nothing', async () => {
  const { heard } = await openWidget({ modal: { escape: false } })
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape')
  expect(await dialog().isVisible()).toBe(true)
  expect(await heard()).toEqual([])
})

test('a click outside the widget closes it only with modal.backdropclose', async () => {
  const first = await openWidget()
  await page.mouse.click(5, 5)
  expect(await first.heard()).toEqual([])
  await page.reload()
  const second = await openWidget({ modal: { backdropclose: true } })
  await page.mouse.click(5, 5)
  await dialog().waitFor({ state: 'detached' })
  expect(await second.heard()).toEqual(['dismissed'])
})

test('the widget can be opened again after closing, and the page can close it', async () => {
  const { heard } = await openWidget()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await dialog().waitFor()
  await page.evaluate('widget.close()')
  await dialog().waitFor({ state: 'detached' })
  expect(await heard()).toEqual(['dismissed', 'dismissed'])
})

test('the widget closes after its timeout', async () => {
  const { heard } = await openWidget({ timeout: 0.3 })
  await dialog().waitFor({ state: 'detached' })
  expect(await heard()).toEqual(['dismissed'])
})

test('an order paid in another tab and a wrong amount are refused without recording a failed payment', async () => {
  const { orderId, heard } = await openWidget()
  await rig.own('POST', `/dev/payments/${orderId}`, { outcome: 'paid' })
  await button('Pay ₹1,234.00').click()
  await dialog().getByRole('alert').getByText('already done').waitFor()
  await page.reload()
  const other = await openWidget({ amount: 100 })
  await button('Pay ₹1.00').click()
  await dialog().getByRole('alert').getByText('different from your order amount').waitFor()
  expect([...(await heard()), ...(await other.heard())]).toEqual([])
  expect(await statusOf(other.orderId)).toBe('created')
})

test('a network error is shown, and the next try can pay', async () => {
  const { heard } = await openWidget()
  await page.route('**/sandbox/payments/checkout/*', (route) => route.abort(), { times: 1 })
  await button('Pay ₹1,234.00').click()
  await dialog().getByRole('alert').getByText('No connection').waitFor()
  await button('Pay ₹1,234.00').click()
  await dialog().waitFor({ state: 'detached' })
  expect(await heard()).toHaveLength(1)
})
