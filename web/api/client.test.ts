import { RouterContextProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../contract/endpoints.ts'
import { apiContext } from './api-context.ts'
import { ApiError, apiIn, call, callPage } from './client.ts'

function answer(body: unknown, init?: ResponseInit) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(body, init)))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  test('fills in the path, the query and the body', async () => {
    const fetched = answer([])
    await call(api.product.search, {
      params: { name: 'neem & tulsi/100%' },
      query: { limit: 5, cursor: undefined },
    })
    expect(fetched.mock.lastCall?.[0]).toBe(
      '/api/v1/public/product/search/neem%20%26%20tulsi%2F100%25?limit=5',
    )
    await call(api.cart.add, { body: { id: 'p1' } })
    expect(fetched.mock.lastCall).toMatchObject([
      '/api/v1/private/cart/add',
      { method: 'POST', body: '{"id":"p1"}', headers: { 'content-type': 'application/json' } },
    ])
  })

  test('throws what the server said', async () => {
    answer(
      { msg: 'No.', fields: { email: 'Wrong.' } },
      { status: 429, headers: { 'retry-after': '30', 'x-request-id': 'r1' } },
    )
    await expect(call(api.profile.me)).rejects.toMatchObject({
      status: 429,
      msg: 'No.',
      fields: { email: 'Wrong.' },
      retryAfter: 30,
      requestId: 'r1',
    })
  })

  test('has status 0 when no response comes, or a broken one', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(api.profile.me)).rejects.toMatchObject({ status: 0 })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"email":')))
    await expect(call(api.profile.me)).rejects.toBeInstanceOf(ApiError)
  })

  test('survives an error that is no JSON', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Bad gateway</html>', { status: 502 })))
    await expect(call(api.profile.me)).rejects.toMatchObject({ status: 502, msg: '' })
  })
})

describe('callPage', () => {
  test('reads the count and the cursor of the next page', async () => {
    answer([{ id: 'p1' }], {
      headers: {
        'x-total-count': '90',
        link: '</api/v1/public/product/category/3?limit=1&cursor=a%2Bb>; rel="next"',
      },
    })
    const page = await callPage(api.product.byCategory, { params: { id: 3 } })
    expect(page).toEqual({ items: [{ id: 'p1' }], total: 90, next: 'a+b' })
  })

  test('ends where there is no next page', async () => {
    answer([], { headers: { 'x-total-count': '0' } })
    expect(await callPage(api.product.byCategory, { params: { id: 3 } })).toEqual({
      items: [],
      total: 0,
      next: null,
    })
  })
})

test('a loader calls the API in memory', async () => {
  const context = new RouterContextProvider()
  context.set(apiContext, (request) => Promise.resolve(Response.json([new URL(request.url).pathname])))
  expect(await apiIn(context).call(api.category.all)).toEqual(['/api/v1/public/category/all'])
})
