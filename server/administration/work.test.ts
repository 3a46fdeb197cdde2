/** Everything that needs an administrator: refunds, unmatched payments, failed jobs, unsent mail, labels. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../tests/setup/nightly.ts'
import { eventually } from '../../tests/setup/buying.ts'
import { giveUpJob } from '../../tests/setup/failed-jobs.ts'
import { addAdmin, type Admin, auditOf, signUp } from '../../tests/setup/people.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { shows } from '../../tests/setup/shown-codes.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { newId } from '../platform/db/ids.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let admin: Admin

beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  admin = await addAdmin(shop)
})
afterAll(() => shop?.stop())

describe('refunds', () => {
  async function refund(state: string, age: string): Promise<string> {
    const { orderId } = await sellOne(shop, await addSeller(shop))
    const id = newId()
    await shop.db.query(sql`
      insert into refund (id, payment_id, amount_paise, reason, state, created_at)
      select ${id}, p.id, p.amount_paise, 'sold-out', ${state}, now() - ${age}::interval
      from payment p join orders o on o.checkout_id = p.checkout_id where o.id = ${orderId}`)
    return id
  }

  test(
    'that failed, hang for an hour or are not done in seven days are late; others are shown when asked for',
    nightly('One more list with each state. refunds.test.ts lists a failed refund each time.'),
    async () => {
      const failed = await refund('failed', '1 minute')
      const hanging = await refund('scheduled', '2 hours')
      const slow = await refund('accepted', '8 days')
      const fresh = await refund('scheduled', '1 minute')
      const done = await refund('processed', '30 days')
      const ids = async (query: string) =>
        (await admin.get(`/public/admin/refunds${query}`)).body.map((row: any) => row.id)
      expect(await ids('')).toEqual([slow, hanging, failed])
      expect(await ids('?show=all')).toEqual([done, fresh, slow, hanging, failed])
      const [row] = (await admin.get('/public/admin/refunds')).body
      expect(row).toMatchObject({
        amount: 149,
        reason: 'sold-out',
        late: true,
        customerEmail: expect.stringContaining('@'),
      })
      expect(await ids(`?show=all&q=${row.paymentId}`)).toEqual([slow])

      expect((await admin.post(`/public/admin/refunds/${hanging}/retry`)).status).toBe(200)
      expect((await admin.post(`/public/admin/refunds/${done}/retry`)).status).toBe(409)
      expect((await admin.post(`/public/admin/refunds/${fresh}/settled`, { note: 'by bank' })).status).toBe(
        409,
      )
      expect((await admin.post(`/public/admin/refunds/${failed}/settled`, { note: ' ' })).status).toBe(400)
      expect((await admin.post(`/public/admin/refunds/${failed}/settled`, { note: 'by bank' })).status).toBe(
        200,
      )
      expect(await ids('')).not.toContain(failed)
      const acts = await auditOf(admin)
      expect(acts.slice(0, 2)).toMatchObject([
        { act: 'refund-settled', note: 'by bank' },
        { act: 'refund-retried' },
      ])
    },
  )
})

test('a payment webhook of an unknown order is listed for the administrator, once for each order', async () => {
  const webhook = (event: string, id: string) => {
    const body = JSON.stringify({
      entity: 'event',
      event,
      payload: {
        payment: { entity: { id: 'pay_x', order_id: id, amount: 100, currency: 'INR', status: 'captured' } },
      },
    })
    const secret = shop.running.shop.config.payment!.webhookSecret
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': newId(),
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    }
    return shop.client().request('/webhooks/payment', { method: 'POST', body, headers })
  }
  expect((await webhook('payment.authorized', 'order_stray')).status).toBe(200)
  await webhook('payment.captured', 'order_stray')
  const unmatched = async () => (await admin.get('/public/admin/unmatched-payments?q=order_stray')).body
  const [row] = await eventually(unmatched, (list) => list[0]?.times === 2)
  expect(row).toMatchObject({ providerOrderId: 'order_stray' })
  const resolve = () =>
    admin.post('/public/admin/unmatched-payments/order_stray/resolved', { note: 'another shop' })
  expect((await resolve()).status).toBe(200)
  expect((await resolve()).status).toBe(404)
  expect((await admin.get('/public/admin/unmatched-payments')).body).toEqual([])
  await webhook('payment.captured', 'order_stray')
  await eventually(unmatched, (list) => list.length === 1)
})

describe('jobs and mail', () => {
  test('a failed job is listed by what it carries, and tried once more when asked', async () => {
    const { orderId } = await sellOne(shop, await addSeller(shop))
    await eventually(
      () =>
        shop.db.query(
          sql`select from pgboss.job where name = 'continue-shipment' and data ->> 'orderId' = ${orderId} and state = 'completed'`,
        ),
      (rows) => rows.length === 1,
    )
    const id = await giveUpJob(shop, 'continue-shipment', sql`data ->> 'orderId' = ${orderId}`)
    const { body } = await admin.get('/public/admin/failed-jobs?q=continue-shipment')
    expect(body).toEqual([
      expect.objectContaining({
        id,
        name: 'continue-shipment',
        about: expect.stringMatching(`^order ${orderId}, shipment `),
        orderId,
        error: '451 try later',
      }),
    ])
    expect((await admin.get(`/public/admin/failed-jobs?q=${orderId.toUpperCase()}`)).body).toHaveLength(1)
    expect((await admin.get('/public/admin/failed-jobs?q=refund')).body).toEqual([])
    expect((await admin.post(`/public/admin/failed-jobs/${id}/retry`)).status).toBe(200)
    await eventually(
      () => shop.db.query(sql`select from pgboss.job where id = ${id} and state = 'completed'`),
      (rows) => rows.length === 1,
    )
    expect((await admin.post(`/public/admin/failed-jobs/${id}/retry`)).status).toBe(404)
    expect((await admin.get('/public/admin/failed-jobs')).body).toEqual([])
  })

  test('mail that was given up is listed, read without its codes, and sent again', async () => {
    const email = 'unsent@buyers.hariyali.test'
    const code = await signUp(shop, email)
    const id = await giveUpJob(shop, 'send-mail', sql`true`)
    const { body } = await admin.get('/public/admin/unsent-mail')
    expect(body).toMatchObject([{ id, to: email, state: 'failed', error: '451 try later' }])
    expect((await admin.get('/public/admin/failed-jobs')).body).toEqual([])
    const { body: mail } = await admin.get(`/public/admin/unsent-mail/${id}`)
    expect(mail.text).toContain('Enter this OTP')
    expect(shows(JSON.stringify(mail), code)).toBe(false)
    expect((await admin.post(`/public/admin/unsent-mail/${id}/retry`)).status).toBe(200)
    expect(await shop.mail(email, 2)).toHaveLength(2)
    expect((await admin.get(`/public/admin/unsent-mail/${newId()}`)).status).toBe(404)
    const acts = await auditOf(admin)
    expect(acts.slice(0, 2).map((entry: any) => [entry.act, entry.to.name])).toEqual([
      ['mail-retried', 'send-mail'],
      ['mail-read', email],
    ])
  })
})

test("any order's label opens for an administrator and is recorded; the seller's own path is for the seller only", async () => {
  const seller = await addSeller(shop)
  const { orderId } = await sellOne(shop, seller)
  const order = await eventually(
    async () => (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0],
    (row) => row.shipmentLabelUrl !== null,
  )
  expect(order.shipmentLabelUrl).toBe(`/api/v1/public/admin/orders/${orderId}/label`)
  const response = await admin.request(order.shipmentLabelUrl, {})
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await auditOf(admin))[0]).toMatchObject({ act: 'label-opened', to: { kind: 'order', id: orderId } })
  expect((await seller.get(order.shipmentLabelUrl)).status).toBe(403)
  expect((await admin.get(`/public/admin/orders/${newId()}/label`)).status).toBe(404)
  expect((await seller.request(`/private/order/label/${orderId}`, {})).status).toBe(200)
})
