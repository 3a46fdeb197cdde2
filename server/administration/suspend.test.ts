/** Suspending and reinstating: sessions end and listings are hidden at once, on cached pages too; open orders stay. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../tests/setup/buying.ts'
import { addAdmin, type Admin, auditOf, password } from '../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../tests/setup/products.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let admin: Admin

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  admin = await addAdmin(shop)
})
afterAll(() => shop?.stop())

const suspend = (id: string, reason = 'Sold copies') =>
  admin.post(`/public/admin/accounts/${id}/suspend`, { reason })
const reinstate = (id: string) =>
  admin.post(`/public/admin/accounts/${id}/reinstate`, { reason: 'A mistake of ours' })

test('a seller: the session ends, cached pages lose the products, orders stay, and all comes back', async () => {
  const seller = await addSeller(shop)
  const { orderId, productId, buyer } = await sellOne(shop, seller, { name: 'Suspended Bowl' })
  const page = async () => (await shop.client().get(`/product/${productId}`)).status
  const search = async () => (await shop.client().get('/search/Suspended%20Bowl')).body.includes('/product/')
  expect([await page(), await search()]).toEqual([200, true])

  expect((await suspend(seller.id)).status).toBe(200)
  expect((await seller.get('/private/me')).status).toBe(401)
  expect([await page(), await search()]).toEqual([404, false])
  expect((await shop.client().get(`/public/product/${productId}`)).status).toBe(404)
  const again = await shop.client().post('/auth/login', { email: seller.email, password })
  expect(again.status).toBe(403)
  expect((await buyer.get('/private/order/get/customer')).body[0]).toMatchObject({
    id: orderId,
    status: 'pending',
  })
  const mail = await eventually(
    async () => (await shop.mailSoFar(seller.email)).find(({ subject }) => subject.includes('is suspended')),
    (found) => found !== undefined,
  )
  expect(mail?.text).toContain('Reason: Sold copies')
  const [card] = (await admin.get(`/public/admin/all-sellers?q=${seller.email}`)).body
  expect(card.suspended).toEqual({ at: expect.any(String), reason: 'Sold copies' })

  expect((await reinstate(seller.id)).status).toBe(200)
  expect(await eventually(page, (status) => status === 200)).toBe(200)
  expect((await shop.client().post('/auth/login', { email: seller.email, password })).status).toBe(200)
  const acts = await auditOf(admin, { q: seller.email })
  expect(acts.filter((entry: any) => entry.act.startsWith('account-'))).toMatchObject([
    { act: 'account-reinstated', note: 'A mistake of ours', by: { name: admin.email } },
    { act: 'account-suspended', note: 'Sold copies', to: { id: seller.id } },
  ])
  expect(acts.map((entry: any) => entry.act)).toContain('login-suspended')
})

test('a customer: the session ends at once; a payment under way is not lost', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const [{ id }] = (await shop.db.query<{ id: string }>(
    sql`select id from account where email = ${buyer.email}`,
  )) as [{ id: string }]
  await suspend(id)
  expect((await buyer.get('/private/cart/get')).status).toBe(401)
  await reinstate(id)
  await buyer.post('/auth/login', { email: buyer.email, password: buyer.password })
  expect((await buyer.get('/private/cart/get')).body).toHaveLength(1)
})

test('needs a reason, an account that is there, and a state that fits; an administrator is left alone', async () => {
  const seller = await addSeller(shop)
  expect((await suspend(seller.id, ' ')).status).toBe(400)
  expect((await reinstate(seller.id)).status).toBe(409)
  await suspend(seller.id)
  expect((await suspend(seller.id)).status).toBe(409)
  expect((await suspend('01890000-0000-7000-8000-000000000000')).status).toBe(404)
  expect((await suspend(admin.id)).status).toBe(409)
})
