import { expect, test } from 'vitest'
import { adviceOf, type AdvisedProduct, conversionOf, isRobot, viewedProduct } from './rules.ts'

const id = '019a1b2c-3d4e-7f50-8a1b-2c3d4e5f6071'
const chrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const asked = { method: 'GET', target: `/product/${id}`, status: 200, userAgent: chrome, purpose: '' }

test('a view is a page of a product, or its data, that was shown to a visitor', () => {
  for (const shown of [
    {},
    { status: 304 },
    { target: `/product/${id}?utm_source=mail` },
    { target: `/product/${id}.data?_routes=routes%2Fstorefront%2Fproduct%2Fpage` },
  ])
    expect(viewedProduct({ ...asked, ...shown })).toBe(id)
  for (const not of [
    { method: 'HEAD' },
    { status: 404 },
    { status: 503 },
    { status: undefined },
    { purpose: 'prefetch' },
    { purpose: 'prefetch;prerender' },
    { target: `/product/${id}/compare` },
    { target: `/product/${id}?sort=newest` },
    { target: `/product/${id}?utm_source=mail&cursor=x` },
    { target: '/product/none' },
    { userAgent: undefined },
    { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ])
    expect(viewedProduct({ ...asked, ...not }), JSON.stringify(not)).toBeUndefined()
})

test('robots are known by what they call themselves', () => {
  for (const robot of [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23.20.0',
    'curl/8.5.0',
    'python-requests/2.32',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36',
    'GPTBot/1.2',
    'node',
    '',
  ])
    expect(isRobot(robot), robot).toBe(true)
  for (const browser of [
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
  ])
    expect(isRobot(browser), browser).toBe(false)
})

test('a conversion needs twenty views, counted in the whole period', () => {
  expect(conversionOf({ views: 19, bought: 3 }, true)).toBeNull()
  expect(conversionOf({ views: 20, bought: 3 }, false)).toBeNull()
  expect(conversionOf({ views: 300, bought: 7 }, true)).toBe(2.3)
})

const row = (more: Partial<AdvisedProduct>): AdvisedProduct => ({
  id,
  name: 'Brush',
  deleted: false,
  units: 1_000,
  views: 0,
  bought: 0,
  cancelled: 0,
  returned: 0,
  reasons: [],
  ...more,
})
const advice = (recent: Partial<AdvisedProduct>, returned: Partial<AdvisedProduct> = {}) =>
  adviceOf({ recent: [row(recent)], returned: [row(returned)], incomplete: 0, promises: undefined })
const product = { id, name: 'Brush' }

test('advice about stock compares it with what was sold and not cancelled', () => {
  const stock = { kind: 'stock', product, sold: 28 }
  expect(advice({ units: 13, bought: 30, cancelled: 2 })).toEqual([{ ...stock, units: 13, daysLeft: 13 }])
  expect(advice({ units: 14, bought: 30, cancelled: 2 })).toEqual([])
  expect(advice({ units: 0, bought: 28 })).toEqual([{ ...stock, units: 0, daysLeft: 0 }])
  expect(advice({ units: 0, bought: 2, cancelled: 2 })).toEqual([])
  expect(advice({ units: 0, bought: 28, deleted: true })).toEqual([])
})

test('advice about returns needs ten pieces and more than 15 percent', () => {
  const reasons = [{ reason: 'damaged' as const, pieces: 2 }]
  expect(advice({}, { bought: 20, returned: 3, reasons })).toEqual([])
  expect(advice({}, { bought: 9, returned: 9, reasons })).toEqual([])
  expect(advice({}, { bought: 21, cancelled: 2, returned: 3, reasons })).toEqual([
    { kind: 'returns', product, sold: 19, returned: 3, reason: 'damaged' },
  ])
})

test('advice about what is seldom bought, incomplete and late', () => {
  expect(advice({ views: 400, bought: 2 })).toEqual([])
  expect(advice({ views: 401, bought: 2 })).toEqual([
    { kind: 'seldom-bought', product, views: 401, bought: 2 },
  ])
  expect(advice({ views: 99 })).toEqual([])
  const late = { recent: [], returned: [], incomplete: 3 }
  expect(adviceOf({ ...late, promises: { promised: 10, inTime: 8 } })).toEqual([
    { kind: 'declarations', products: 3 },
    { kind: 'promises', promised: 10, inTime: 8 },
  ])
  expect(adviceOf({ ...late, incomplete: 0, promises: { promised: 10, inTime: 9 } })).toEqual([])
})
