import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

describe('authentication', () => {
  const basic = (text: string, word = 'Basic') => ({
    authorization: `${word} ${Buffer.from(text).toString('base64')}`,
  })

  test('a wrong secret, missing keys and a scheme not written as Basic get 401', async () => {
    const { keyId, keySecret } = rig.sandbox.payment
    for (const headers of [
      basic(`${keyId}:wrong`),
      { authorization: '' },
      basic(`${keyId}:${keySecret}`, 'basic'),
      { authorization: `Bearer ${keySecret}` },
    ]) {
      const answer = await rig.api('GET', '/orders', undefined, headers)
      expect(answer.status).toBe(401)
      expect(answer.body.error).toMatchObject({
        code: 'BAD_REQUEST_ERROR',
        description: 'Authentication failed',
      })
    }
  })

  test("the key id looks like one of the provider's test keys", () => {
    expect(rig.sandbox.payment.keyId).toMatch(/^rzp_test_[A-Za-z0-9]{14}$/)
  })

  test("an unknown path gets 404 in the provider's error format", async () => {
    const answer = await rig.api('GET', '/nothing')
    expect(answer.status).toBe(404)
    expect(answer.body.error.code).toBe('BAD_REQUEST_ERROR')
  })
})

describe('creating an order', () => {
  test("returns the provider's entity with integer paise, Unix seconds and empty notes as a list", async () => {
    const answer = await rig.api('POST', '/orders', {
      amount: 50_000,
      currency: 'INR',
      receipt: 'shape',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 50_000,
      amount_paid: 0,
      amount_due: 50_000,
      currency: 'INR',
      receipt: 'shape',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.closeTo(Date.now() / 1000, -1),
    })
    expect((await rig.api('GET', `/orders/${answer.body.id}`)).body).toEqual(answer.body)
  })

  const good = { amount: 100, currency: 'INR' }
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))

  test.each([
    ['an amount under one rupee', { ...good, amount: 99 }, 'amount', /at least INR 1\.00/],
    ['no amount', { currency: 'INR' }, 'amount', /required/],
    ['half a paisa', { ...good, amount: 100.5 }, 'amount', /integer/],
    ['an amount as text', { ...good, amount: '100' }, 'amount', /integer/],
    ['no currency', { amount: 100 }, 'currency', /required/],
    ['another currency', { ...good, currency: 'USD' }, 'currency', /not supported/],
    ['a receipt of 41 characters', { ...good, receipt: 'r'.repeat(41) }, 'receipt', /40/],
    ['16 notes', { ...good, notes: pairs(16) }, 'notes', /15/],
    ['a note of 257 characters', { ...good, notes: { a: 'n'.repeat(257) } }, 'notes', /256/],
    ['an unknown field', { ...good, colour: 'green' }, 'colour', /should not be sent/],
    [
      'automatic capture without its period',
      { ...good, payment: { capture: 'automatic' } },
      'automatic_expiry_period',
      /required/,
    ],
    [
      'a capture period under 12 minutes',
      {
        ...good,
        payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 11 } },
      },
      'automatic_expiry_period',
      /12/,
    ],
  ])('refuses %s and names the field', async (_, body, field, description) => {
    const answer = await rig.api('POST', '/orders', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toEqual({
      code: 'BAD_REQUEST_ERROR',
      description: expect.stringMatching(description),
      field,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    })
  })

  test('accepts values at the limits', async () => {
    const order = await rig.order({ amount: 100, receipt: 'r'.repeat(40), notes: pairs(15) })
    expect(order.amount).toBe(100)
    expect((await rig.order({ notes: { a: 'n'.repeat(256) } })).id).toMatch(/^order_/)
  })

  test('a body that is not JSON is refused', async () => {
    const { apiUrl, keyId, keySecret } = rig.sandbox.payment
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
    for (const body of ['{', '[]', '7']) {
      const response = await fetch(`${apiUrl}/orders`, {
        method: 'POST',
        headers: { authorization },
        body,
      })
      expect(response.status).toBe(400)
    }
  })

  test('a repeated receipt creates a second order, and the receipt finds both', async () => {
    const first = await rig.order({ receipt: 'repeated' })
    const second = await rig.order({ receipt: 'repeated' })
    expect(second.id).not.toBe(first.id)
    const found = await rig.api('GET', '/orders?receipt=repeated')
    expect(found.body.items.map((order: { id: string }) => order.id).sort()).toEqual(
      [first.id, second.id].sort(),
    )
  })
})

describe('reading orders', () => {
  test('an unknown id is refused as the provider does, with 400', async () => {
    const answer = await rig.api('GET', '/orders/order_00000000000000')
    expect(answer.status).toBe(400)
    expect(answer.body.error.description).toBe('The id provided does not exist')
  })

  test('a receipt finds its order, and an unused receipt returns an empty collection', async () => {
    const order = await rig.order({ receipt: 'findable' })
    const found = await rig.api('GET', '/orders?receipt=findable')
    expect(found.body).toEqual({
      entity: 'collection',
      count: 1,
      items: [expect.objectContaining({ id: order.id })],
    })
    const none = await rig.api('GET', '/orders?receipt=unused')
    expect(none.body).toEqual({ entity: 'collection', count: 0, items: [] })
  })

  test('lists are newest first, ten by default, a hundred at most, with skip', async () => {
    const ids: string[] = []
    for (let i = 0; i < 13; i += 1) ids.unshift((await rig.order()).id)
    const idsOf = async (query: string) =>
      (await rig.api('GET', `/orders${query}`)).body.items.map((item: { id: string }) => item.id)
    expect(await idsOf('')).toEqual(ids.slice(0, 10))
    expect(await idsOf('?count=2&skip=11')).toEqual(ids.slice(11, 13))
    expect((await rig.api('GET', '/orders?count=101')).status).toBe(400)
    expect((await rig.api('GET', '/orders?from=4102444800')).body.count).toBe(0)
  })

  test('only notes can be changed', async () => {
    const order = await rig.order()
    const changed = await rig.api('PATCH', `/orders/${order.id}`, { notes: { parcel: '7' } })
    expect(changed.body).toEqual({ ...order, notes: { parcel: '7' } })
    expect((await rig.api('PATCH', `/orders/${order.id}`, { amount: 1_000 })).status).toBe(400)
    expect((await rig.api('GET', `/orders/${order.id}`)).body).toEqual(changed.body)
  })
})
