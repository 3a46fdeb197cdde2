/** Specification §4, §9: the kinds of messages, how long each stands, and three seconds in the seller's area. */
import { renderToStaticMarkup } from 'react-dom/server'
import { useToasterStore } from 'react-hot-toast'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster, toastOptions } from './toaster.tsx'

beforeAll(() => {
  // The library asks for the browser's preferences, which Node does not have.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  return () => vi.unstubAllGlobals()
})
afterEach(() => toast.dismiss())

/** Shows a message of each kind on a page, and returns how long each stays, in milliseconds. */
async function timesOn(pathname: string): Promise<Record<string, number | undefined>> {
  vi.stubGlobal('location', { pathname })
  toast.blank('blank', { id: `blank ${pathname}` })
  toast.error('error', { id: `error ${pathname}` })
  toast.success('success', { id: `success ${pathname}` })
  toast.loading('loading', { id: `loading ${pathname}` })
  toast.custom(<a href="/my-orders">See My Orders</a>, { id: `custom ${pathname}` })
  const times: Record<string, number | undefined> = {}
  function Read() {
    for (const { id, duration } of useToasterStore(toastOptions).toasts)
      if (id.endsWith(` ${pathname}`)) times[id.slice(0, id.indexOf(' '))] = duration
    return null
  }
  await vi.waitFor(() => {
    renderToStaticMarkup(<Read />)
    expect(Object.keys(times)).toHaveLength(5)
  })
  return times
}

test('blank, error and custom stand 4 seconds, success 2, loading without end', async () => {
  expect(await timesOn('/cart')).toEqual({
    blank: 4_000,
    error: 4_000,
    success: 2_000,
    loading: Infinity,
    custom: 4_000,
  })
})

test.each(['/seller-dashboard', '/manage-products', '/manage-orders', '/addproduct', '/edit-product/1'])(
  'on %s every message that ends by itself stands 3 seconds',
  async (path) => {
    const { loading, ...others } = await timesOn(path)
    expect(loading).toBe(Infinity)
    expect(Object.values(others)).toEqual([3_000, 3_000, 3_000, 3_000])
  },
)

test('a custom message shows any elements on a plate of at most 350 px', async () => {
  await timesOn('/')
  expect(renderToStaticMarkup(<Toaster />)).toMatch(
    /role="status"[^>]*style="max-width:350px[^>]*><a href="\/my-orders">See My Orders<\/a>/,
  )
})
