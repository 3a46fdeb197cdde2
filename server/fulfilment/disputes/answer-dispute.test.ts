/** An administrator answers a dispute: contests it with evidence, or accepts it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  disputesOf,
  moveDispute,
  raiseDispute,
  untilDispute,
  moneyOfOrder,
  sellThree,
} from '../../../tests/setup/disputes.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { paymentFault, paymentLedger } from '../../../tests/setup/providers.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { readWaitingWork } from '../../administration/gauge-queries.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

describe('an administrator answers', () => {
  const contest = (id: string, evidence: string[], who = admin) =>
    who.post(`/public/admin/disputes/${id}/contest`, { words: 'It was delivered to the buyer.', evidence })

  test('by contesting with invoice, tracking and history: the bank examines them', async () => {
    const { orderId, paymentId } = await sellThree(shop, seller)
    const { id } = await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    const { body } = await admin.get(`/public/admin/disputes/${id}`)
    expect(body).toMatchObject({
      evidence: ['invoice', 'delivery', 'history'],
      orders: [{ id: orderId, share: 447, bears: 'shop' }],
    })
    const sheet = await admin.request(`/public/admin/disputes/${id}/evidence/delivery`, {})
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await contest(id, ['refunds'])).status).toBe(409)
    expect((await contest(id, [])).status).toBe(400)
    expect((await contest(id, ['invoice', 'delivery', 'history'])).status).toBe(200)
    expect(await disputesOf(shop, paymentId)).toMatchObject([{ state: 'under-review' }])
    const { disputes, documents } = (await paymentLedger(shop)) as any
    expect(disputes.find((one: any) => one.id === id)).toMatchObject({
      status: 'under_review',
      evidence: {
        amount: 44_700,
        summary: 'It was delivered to the buyer.',
        billing_proof: [expect.any(String)],
        shipping_proof: [expect.any(String)],
        customer_communication: [expect.any(String)],
        refund_confirmation: null,
      },
    })
    expect(documents.length).toBeGreaterThanOrEqual(3)
    expect((await auditOf(admin, { act: 'dispute-contested' }))[0]).toMatchObject({ to: { id } })
    expect((await contest(id, ['invoice'])).status).toBe(409)
    // The bank asks again.
    await moveDispute(shop, paymentId, 'action_required')
    await untilDispute(shop, paymentId, 'action-required')
    await shop.db.query(sql`update dispute set answered_at = now() - interval '2 minutes' where id = ${id}`)
    expect((await contest(id, ['invoice'])).status).toBe(200)
  })

  test(
    'by accepting: the money is lost, once, also of two at the same moment',
    nightly('The other answer. Contesting, and a loss, are proved beside it each time.'),
    async () => {
      const { orderId, paymentId } = await sellThree(shop, seller)
      const { id } = await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      const accept = () => admin.post(`/public/admin/disputes/${id}/accept`)
      const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      await untilDispute(shop, paymentId, 'lost')
      expect(await moneyOfOrder(shop, orderId)).toMatchObject({ refunded: 44_700 })
    },
  )

  test(
    'while the provider does not respond, or refuses: nothing is lost, and the answer can be sent again',
    nightly('Many answers of a provider that fails. Contesting and accepting are proved above each time.'),
    async () => {
      const { paymentId } = await sellThree(shop, seller)
      const { id } = await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      await paymentFault(shop, 'documents.create', 'error-500')
      expect((await contest(id, ['history'])).status).toBe(503)
      await paymentFault(shop, 'disputes.contest', 'refuse-400')
      expect((await contest(id, ['history'])).status).toBe(409)
      await paymentFault(shop, 'disputes.contest', 'lost-answer')
      expect((await contest(id, ['history'])).status).toBe(503)
      // The provider had it: its webhook says so.
      await untilDispute(shop, paymentId, 'under-review')
    },
  )

  test(
    'too late: it is counted before its time, and an exception afterwards',
    nightly('One more answer of the provider. An answer that is refused is proved beside it each time.'),
    async () => {
      const { paymentId } = await sellThree(shop, seller)
      const { id } = await raiseDispute(shop, paymentId, { respond_in: 3_600 })
      await untilDispute(shop, paymentId, 'open')
      const { disputesDueSoon } = await readWaitingWork(shop.db)
      expect(disputesDueSoon).toBeGreaterThan(0)
      await shop.db.query(sql`update dispute set respond_by = now() - interval '1 minute' where id = ${id}`)
      const { body } = await admin.get('/public/admin/money-exceptions')
      expect(body.filter((one: any) => one.id === id)).toMatchObject([
        { kind: 'dispute-missed', amount: 447 },
      ])
    },
  )
})
