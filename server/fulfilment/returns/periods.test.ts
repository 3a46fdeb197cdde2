/** The periods of the general return policy, as every page tells them and every order keeps them. */
// @module-tag nightly: Every page, mail and policy on two nodes. cancel-order.test.ts and returns.test.ts prove both periods each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../contract/endpoints.ts'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { sellDelivered } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let nodes: string[]
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ pages: true, courier: true })
  nodes = [shop.url, await shop.secondNode()]
  admin = await addAdmin(shop)
})
afterAll(() => shop?.stop())

const general = {
  categoryId: null as number | null,
  cancelMinutes: 60,
  returnDays: 7,
  answerDays: 2,
  sendDays: 7,
  refundDays: 7,
  changeOfMind: true,
  exchanges: true,
  wayBack: 'buyer',
}
async function save(more: Partial<typeof general>): Promise<void> {
  const { status } = await admin.post('/public/admin/return-policies', { ...general, ...more })
  expect(status).toBe(200)
}

/** The text of a page, head included. React puts comments between a text and a value in it. */
async function textOf(node: string, path: string): Promise<string> {
  const html = await (await fetch(node + path)).text()
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?strong>/g, '')
    .replace(/\s+/g, ' ')
}

/** Each page and what it says of periods. */
const pages = (cancel: string, back: string, send: string, refund: string, quick: string) => ({
  '/return-and-refund-policy': [
    `how to cancel an order within ${cancel}.`,
    `>Within ${cancel}<`,
    `You can cancel an order within ${cancel} of placing it`,
    `After ${cancel} the seller`,
    `Contact us within ${back} of delivery.`,
    `Ship the product back within ${send} of the confirmation`,
    `Get your refund within ${refund} of the returned`,
    `through our payment provider, within ${refund} of`,
    `return a replacement within ${back} of its delivery`,
  ],
  '/shipping-policy': [`An order can be cancelled there within ${cancel} of placing it`],
  '/terms-and-conditions': [`Cancellation is possible within ${cancel} of placing the order`],
  // Twice each: for readers and for search engines.
  '/faqs': [
    `Yes, within ${cancel} of placing it`,
    `in My Orders within ${back} of delivery`,
    `you have ${send} to ship it back`,
  ],
  '/help': [`Contact us within ${quick} of delivery: press Return`],
  '/support': [
    `Within ${cancel} of placing it`,
    `in My Orders within ${back} of delivery`,
    `you have ${send} to ship it back`,
  ],
})

/** Waits for each page on each node: a change may take a second. */
async function expectPages(expected: Record<string, string[]>): Promise<void> {
  for (const [path, says] of Object.entries(expected))
    for (const node of nodes) {
      const isSo = (text: string) => says.every((words) => text.includes(words))
      const text = await eventually(() => textOf(node, path), isSo)
      for (const words of says) expect(text).toContain(words)
    }
}

test('every page tells the periods of today, on each node, and an order keeps those of its day', async () => {
  const seller = await addSeller(shop)
  const usual = pages('1 hour', '7 days', '7 days', '7 days', '3 days')
  await expectPages(usual)
  const before = await sellOne(shop, seller)

  // No refund takes longer than the shop promises.
  await save({ cancelMinutes: 120, returnDays: 10, sendDays: 5, refundDays: 14 })
  await expectPages(pages('2 hours', '10 days', '5 days', '7 days', '3 days'))
  for (const path of Object.keys(usual))
    expect(await textOf(shop.url, path)).not.toMatch(/\b1 hour\b|within 7 days of delivery|other periods/)

  const after = await sellDelivered(shop, seller)
  const cards = await ordersOf(after.buyer)
  const [old, card] = [before, after].map(({ orderId }) => cards.find(({ id }) => id === orderId))
  const minutes = ({ createdAt, cancellation }: any) =>
    (Date.parse(cancellation.cancelUntil) - Date.parse(createdAt)) / 60_000
  expect([minutes(old), minutes(card)]).toEqual([60, 120])
  expect(card.cancellation.reason).toContain('You can ask for a return within 10 days of its delivery.')
  const options = await after.buyer.get(`/private/order/${after.orderId}/return`)
  expect(options.body).toMatchObject({ sendDays: 5, refundDays: 7 })

  await save({ cancelMinutes: 90, returnDays: 1, refundDays: 3 })
  await expectPages(pages('90 minutes', '1 day', '7 days', '3 days', '1 day'))
})

test('a shop without cancelling and returns says so', async () => {
  await save({ cancelMinutes: 0, returnDays: 0 })
  const no = 'Orders cannot be cancelled once they are placed.'
  const noReturns = 'Products cannot be returned. Please write to our support'
  await expectPages({
    '/return-and-refund-policy': [no, noReturns, 'Not possible'],
    '/terms-and-conditions': [no],
    '/faqs': [no, noReturns],
    '/support': [no, noReturns],
    '/help': ['Something wrong with your order? Write to'],
  })
  for (const path of ['/return-and-refund-policy', '/shipping-policy', '/faqs', '/support', '/help'])
    expect(await textOf(shop.url, path)).not.toMatch(/\b0 (?:minutes|days)/)
})

test('where a category has other periods, the pages send readers to their order', async () => {
  await save({})
  const [category] = (await admin.get('/public/category/all')).body
  const categoryId: number = category.id
  const differ = async () => (await shop.client().get(api.returns.periods.path)).body.othersDiffer
  await save({ categoryId, changeOfMind: false })
  expect(await differ()).toBe(false)
  await save({ categoryId, returnDays: 3 })
  expect(await differ()).toBe(true)
  const words = ['Some products have other periods: My Orders shows those of your order.']
  await expectPages(
    Object.fromEntries(
      ['/return-and-refund-policy', '/shipping-policy', '/terms-and-conditions', '/faqs', '/support'].map(
        (path) => [path, words],
      ),
    ),
  )
  await admin.post(`/public/admin/return-policies/${categoryId}/remove`)
  await expectPages(pages('1 hour', '7 days', '7 days', '7 days', '3 days'))
  expect(await textOf(shop.url, '/faqs')).not.toContain('other periods')
})
