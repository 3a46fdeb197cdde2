/** The public page of a seller, and what they have undertaken. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { changeProfile } from '../../../tests/setup/profiles.ts'
import { addSeller, registerSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { undertakingVersion } from '../../../contract/seller.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  seller = await addSeller(shop, { companyName: 'Page & Sons', city: 'Pune' })
  await seller.post('/private/profile/undertaking', { version: undertakingVersion })
})
afterAll(() => shop.stop())

const html = async (path: string) => (await fetch(shop.url + path)).text()
const pageOf = (one: Seller) => html(`/seller/${one.id}`)
const shows = (one: Seller, words: string) =>
  eventually(
    () => pageOf(one),
    (page) => page.includes(words),
  )

test('the page has story, address, contact and products without a script; Sold by leads there; changes drop it', async () => {
  const product = await addProduct(shop, { seller, name: 'Paged Brush' })
  const empty = await pageOf(seller)
  expect(empty).toContain('Page &amp; Sons')
  expect(empty).toContain('12-A, Seller Street, Near the test park, Pune, Maharashtra - 400001')
  expect(empty).toContain('27AAPFU')
  expect(empty).toContain('9876543210')
  expect(empty).toContain('Paged Brush')
  const changed = await changeProfile(seller, {
    story: 'We plane beech.\n<script>xss()</script>',
    grievanceContact: 'The owner, owner@pages.test',
  })
  expect(changed.status).toBe(200)
  const told = await shows(seller, 'We plane beech.')
  expect(told).toContain('&lt;script&gt;xss()')
  expect(told).not.toContain('<script>xss')
  expect(told).toContain('The owner, owner@pages.test')
  // A profile saved without the two fields keeps them.
  const { story: _s, grievanceContact: _g, ...old } = (await seller.get('/private/profile')).body
  expect((await seller.post('/private/profile/edit-seller', old)).status).toBe(200)
  expect((await seller.get('/private/profile')).body.story).toContain('We plane beech.')

  const link = `href="/seller/${seller.id}"`
  expect(await html(`/product/${product.id}`)).toContain(link)
  const { body } = await shop.client().get(`/public/product/${product.id}`)
  expect(await html(`/products/sub-category/${body.subCategoryId}`)).toContain(link)
  expect(await html('/sitemaps/sellers.xml')).toContain(`/seller/${seller.id}<`)

  await addProduct(shop, { seller, name: 'Second Brush', pricePaise: 5_000 })
  await shows(seller, 'Second Brush')
  const cheapest = await shop.client().get(`/public/product/seller/${seller.id}?sort=price-low`)
  expect(cheapest.body.map(({ name }: { name: string }) => name)).toEqual(['Second Brush', 'Paged Brush'])
  await addProduct(shop, { name: 'Of somebody else' })
  expect(await pageOf(seller)).not.toContain('Of somebody else')
})

test('the page of a suspended seller is gone', async () => {
  const other = await addSeller(shop, { companyName: 'Suspended Works' })
  expect((await fetch(`${shop.url}/seller/${other.id}`)).status).toBe(200)
  const admin = await addAdmin(shop)
  await admin.post(`/public/admin/accounts/${other.id}/suspend`, { reason: 'A test.' })
  const status = async () => (await fetch(`${shop.url}/seller/${other.id}`)).status
  await eventually(status, (found) => found === 404)
  expect(await pageOf(other)).not.toContain('Suspended Works')
  expect((await shop.client().get(`/public/seller/${other.id}`)).status).toBe(404)
  expect((await fetch(`${shop.url}/seller/nobody`)).status).toBe(404)
})

test('an undertaking is kept with its text, version and time, and never changes', async () => {
  const silent = await registerSeller(shop)
  const read = async (one: Seller) => (await one.get('/private/profile/undertaking')).body
  expect(await read(silent)).toEqual({ present: undertakingVersion, accepted: null })
  const accept = (version: string) => silent.post('/private/profile/undertaking', { version })
  expect((await accept('2020-01-01')).status).toBe(409)
  expect((await accept(undertakingVersion)).status).toBe(200)
  const { accepted } = await read(silent)
  expect(accepted).toEqual({
    version: undertakingVersion,
    words: expect.stringContaining('correspond to the goods'),
    at: expect.any(String),
  })
  expect((await accept(undertakingVersion)).status).toBe(200)
  expect((await read(silent)).accepted).toEqual(accepted)
  await expect(
    shop.db.query(sql`update seller_undertaking set words = 'Nothing.' where seller_id = ${silent.id}`),
  ).rejects.toMatchObject({ constraint: 'seller_undertaking_stays' })

  const atSignUp = await registerSeller(shop, { undertaking: undertakingVersion })
  expect((await read(atSignUp)).accepted.version).toBe(undertakingVersion)
  expect(await pageOf(atSignUp)).toContain('My descriptions, pictures')
})

test('address, mobile and GST number are public only from the undertaking on; the sitemap has who sells', async () => {
  const old = await addSeller(shop, {
    companyName: 'Older Works',
    mobileNo: '9123456780',
    street: 'Quiet Lane',
  })
  const hidden = { address: null, gstin: null, careNumber: null, undertaking: null }
  const read = async () => (await shop.client().get(`/public/seller/${old.id}`)).body
  expect(await read()).toMatchObject({ ...hidden, companyName: 'Older Works', city: 'Mumbai' })
  const before = await pageOf(old)
  expect(before).toContain('once the seller has accepted')
  for (const secret of ['9123456780', 'Quiet Lane', '27AAPFU']) expect(before).not.toContain(secret)
  expect(await html('/sitemaps/sellers.xml')).not.toContain(`/seller/${old.id}<`)

  await shop.db.query(sql`
    insert into seller_undertaking (seller_id, version, words) values (${old.id}, '2026-01-01', ${'Older words.\nAnd more.'})`)
  expect(await read()).toMatchObject({ careNumber: '9123456780' })
  const after = await shows(old, 'Quiet Lane')
  expect(after).toContain('<li>Older words.</li>')
  expect(after).not.toContain('My descriptions, pictures')
})
