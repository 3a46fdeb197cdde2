/**
 * CSRF (docs/security.md): in a real browser, a page of another site tries every changing endpoint on a visitor who is logged
 * in here, with forms, fetch, images, prefetch and navigation. Also from another port of the same host, which browsers treat
 * as the same site, so that cookies are sent.
 */
// @module-tag nightly: A browser tries every call. api.test.ts proves each time that a foreign origin is refused.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesData, type Role } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { browserOptions } from './setup/chromium.ts'
import type { TestClient } from './setup/client.ts'
import { digest } from './setup/digest.ts'
import { addAdmin } from './setup/people.ts'
import { addProduct, testAddress } from './setup/products.ts'
import { addSeller } from './setup/sellers.ts'
import { nightly } from './setup/nightly.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'
import { sql } from '../server/platform/db/sql.ts'

let shop: TestShop
let browser: Browser
let evil: Server
let clients: Record<Role, TestClient>
/** Ids that the calls would work on if they were accepted. */
let ids: Record<string, string>

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  const product = await addProduct(shop)
  const wished = await addProduct(shop, { name: 'Neem Comb' })
  const customer = await shop.customer()
  const { body: address } = await customer.post('/private/address/add', testAddress)
  await customer.post('/private/address/add', { ...testAddress, street: 'A second one' })
  await customer.post('/private/cart/add', { id: product.id, quantity: 1 })
  await customer.post(`/private/wishlist/add/${wished.id}`)
  const [line] = (await customer.get('/private/cart/get')).body
  ids = {
    id: address.id,
    cartItemId: line.cartItemId,
    productId: product.id,
    product: product.id,
    wished: wished.id,
    amountInPaise: '14900',
    email: customer.email,
    name: 'Planted',
  }
  clients = { CUSTOMER: customer, SELLER: await addSeller(shop), ADMIN: await addAdmin(shop) }
  browser = await chromium.launch(browserOptions())
  evil = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Win a prize</title>'),
  )
  await new Promise<void>((resolve) => evil.listen(0, resolve))
})
afterAll(async () => {
  await browser?.close()
  evil?.close()
  await shop?.stop()
})

const changing = Object.values(endpoints)
  .filter((spec) => changesData(spec) && !spec.raw)
  .flatMap(({ method, path, roles, alias }) => [
    { method: method as string, path, roles },
    ...(alias ? [{ ...alias, roles }] : []),
  ])

function callsOf(role: Role) {
  return changing
    .filter(({ roles }) => roles.includes(role) || (role === 'CUSTOMER' && roles.includes('visitor')))
    .map(({ method, path }) => {
      const word = /wishlist\/add/.test(path)
        ? ids.product
        : /wishlist\/remove/.test(path)
          ? ids.wished
          : ids.id
      const filled = path
        .replace('{id}', word ?? '')
        .replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x')
      return { method, url: `${shop.url}/api/v1${filled}` }
    })
    .concat({ method: 'POST', url: `${shop.url}/media/v1_1/local/image/upload` })
}

for (const host of ['127.0.0.1', 'localhost'])
  test(
    `a page of ${host === 'localhost' ? 'another site' : 'a neighbouring port'} changes nothing`,
    host === 'localhost'
      ? {}
      : nightly(
          'It tries all changing calls with a browser again. A page of another site tries them each time.',
        ),
    async () => {
      const before = await digest(shop)
      const sessions = await countSessions()
      const answers: string[] = []
      let refused = 0
      // Cross-site requests carry no cookies except for navigations, so one role is enough there.
      const roles = (Object.entries(clients) as [Role, TestClient][]).slice(0, host === 'localhost' ? 1 : 3)
      for (const [role, client] of roles) {
        const context = await browser.newContext()
        await context.addCookies(
          [...client.cookies].map(([name, value]) => ({
            name,
            value,
            url: shop.url,
            sameSite: 'Lax' as const,
          })),
        )
        const calls = callsOf(role)
        const writers = new Set(calls.map(({ url }) => url))
        context.on('response', (response) => {
          if (!writers.has(response.url()) || response.request().method() === 'OPTIONS') return
          if (response.status() === 403) refused += 1
          else answers.push(`${role} ${response.request().method()} ${response.url()}: ${response.status()}`)
        })
        const page = await context.newPage()
        const origin = `http://${host}:${(evil.address() as AddressInfo).port}`
        await page.goto(origin)
        await page.evaluate(attack, calls)
        // A navigation leaves the attacking page, so each one opens a new tab.
        for (const { method, url } of calls.filter((call) => call.method === 'GET')) {
          const [tab] = await Promise.all([
            context.waitForEvent('page'),
            page.evaluate((address) => void window.open(address), url),
          ])
          await tab.waitForLoadState()
          expect({ method, url, text: await tab.locator('body').innerText() }).toMatchObject({
            text: expect.stringContaining('another site or by a page load'),
          })
          await tab.close()
        }
        await context.close()
        expect((await client.get('/private/me')).status, `${role} is still logged in`).toBe(200)
      }
      expect(answers).toEqual([])
      // Several content types for each endpoint.
      expect(refused).toBeGreaterThan(host === 'localhost' ? 60 : 200)
      expect(await digest(shop)).toEqual(before)
      expect(await countSessions()).toBe(sessions)
    },
  )

async function countSessions(): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>(sql`select count(*) as count from session`)
  return row?.count ?? Number.NaN
}

/** Runs in the attacking page: requests that need no CORS preflight, and some that do. */
async function attack(calls: { method: string; url: string }[]): Promise<void> {
  const json = JSON.stringify({
    id: 1,
    quantity: 5,
    firstName: 'Planted',
    reason: 'planted',
    name: 'Planted',
  })
  const form = () => {
    const data = new FormData()
    data.set('file', new Blob(['planted'], { type: 'image/png' }), 'a.png')
    return data
  }
  const send = (url: string, init: RequestInit) =>
    fetch(url, { credentials: 'include', ...init }).then(
      () => {},
      () => {},
    )
  await Promise.all(
    calls.flatMap(({ method, url }) =>
      method === 'GET'
        ? [
            send(url, { mode: 'no-cors' }),
            send(url, {}),
            new Promise<void>((resolve) => {
              const image = new Image()
              image.onload = image.onerror = () => resolve()
              image.src = url
            }),
            new Promise<void>((resolve) => {
              const link = document.createElement('link')
              link.rel = 'prefetch'
              link.onload = link.onerror = () => resolve()
              link.href = url
              document.head.append(link)
              setTimeout(resolve, 1_000)
            }),
          ]
        : method === 'DELETE'
          ? [send(url, { method }), send(url, { method, mode: 'no-cors' })]
          : [
              send(url, { method: 'POST', mode: 'no-cors', body: json }),
              send(url, { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ id: '1' }) }),
              send(url, { method: 'POST', mode: 'no-cors', body: form() }),
              send(url, { method: 'POST', mode: 'no-cors' }),
              send(url, { method, headers: { 'content-type': 'application/json' }, body: json }),
              new Promise<void>((resolve) => navigator.sendBeacon(url, json) && resolve()),
            ],
    ),
  )
  // One form per encoding, each submitted into its own frame.
  const forms = calls
    .filter(({ method }) => method === 'POST')
    .map(
      ({ url }, i) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe')
          frame.name = `frame-${i}`
          frame.onload = () => resolve()
          document.body.append(frame)
          const element = document.createElement('form')
          element.method = 'post'
          element.action = url
          element.target = frame.name
          element.enctype =
            ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'][i % 3] ?? ''
          const input = document.createElement('input')
          input.name = '{"id":1,"a":"'
          input.value = '"}'
          element.append(input)
          document.body.append(element)
          element.submit()
          setTimeout(resolve, 3_000)
        }),
    )
  await Promise.all(forms)
}
