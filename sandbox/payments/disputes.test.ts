// @module-tag nightly: It proves the disputes of the stand-in, and nothing of the shop, which uses them in the tests of disputes each time.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'

let rig: Rig
let paymentId: string
beforeEach(async () => {
  rig = await startRig()
  const order = await rig.order()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid', webhooks: 'none' })
  paymentId = body.razorpay_payment_id
})
afterEach(() => rig.close())

const move = (body: object = {}) => rig.own('POST', `/sandbox/payments/disputes/${paymentId}`, body)

async function upload(type = 'application/pdf'): Promise<{ status: number; id: string }> {
  const { apiUrl, keyId, keySecret } = rig.sandbox.payment
  const body = new FormData()
  body.set('purpose', 'dispute_evidence')
  body.set('file', new Blob(['%PDF-'], { type }), 'proof.pdf')
  const response = await fetch(`${apiUrl}/documents`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
    body,
  })
  return { status: response.status, ...((await response.json()) as { id: string }) }
}

test('a dispute is raised, contested with documents, reopened and lost; each step sends its webhook', async () => {
  const { body: dispute } = await move()
  expect(dispute).toMatchObject({
    entity: 'dispute',
    payment_id: paymentId,
    status: 'open',
    amount_deducted: 0,
  })
  expect(dispute.id).toMatch(/^disp_\w{14}$/)
  expect((await rig.api('GET', `/disputes/${dispute.id}`)).body).toEqual(dispute)
  expect((await rig.api('GET', '/disputes?count=5')).body).toMatchObject({ count: 1, items: [dispute] })
  const contest = (body: object) => rig.api('PATCH', `/disputes/${dispute.id}/contest`, body)
  expect((await contest({ action: 'submit', summary: 'no documents' })).status).toBe(400)
  expect((await contest({ action: 'submit', shipping_proof: ['doc_unknown'] })).status).toBe(400)
  expect((await upload('text/html')).status).toBe(400)
  const { id } = await upload()
  expect((await contest({ action: 'draft', shipping_proof: [id] })).body.status).toBe('open')
  expect((await contest({ action: 'submit', summary: 'It was delivered.' })).body).toMatchObject({
    status: 'under_review',
    evidence: { shipping_proof: [id], summary: 'It was delivered.', submitted_at: expect.any(Number) },
  })
  expect((await rig.api('POST', `/disputes/${dispute.id}/accept`)).status).toBe(400)
  expect((await move({ status: 'action_required' })).body.status).toBe('open')
  expect((await rig.api('POST', `/disputes/${dispute.id}/accept`)).body).toMatchObject({
    status: 'lost',
    amount_deducted: dispute.amount,
  })
  expect((await move({ status: 'won' })).status).toBe(409)
  expect((await rig.received(4)).toSorted()).toEqual(
    ['created', 'under_review', 'action_required', 'lost']
      .map((name) => `payment.dispute.${name}`)
      .toSorted(),
  )
})

test('money that was taken at once comes back; nothing is answered after its time; no webhook where none is wanted', async () => {
  const { body: taken } = await move({ deducted: true, amount: 100, webhooks: 'none' })
  expect(taken).toMatchObject({ amount: 100, amount_deducted: 100 })
  expect((await move({ status: 'won', webhooks: 'none' })).body.amount_deducted).toBe(0)
  const { body: late } = await move({ respond_in: -1, webhooks: 'none' })
  expect((await rig.api('POST', `/disputes/${late.id}/accept`)).status).toBe(400)
  await rig.restart()
  expect((await rig.api('GET', `/disputes/${late.id}`)).body).toEqual(late)
  expect(rig.deliveries).toEqual([])
  expect((await rig.own('POST', '/sandbox/payments/disputes/pay_unknown', {})).status).toBe(409)
})
