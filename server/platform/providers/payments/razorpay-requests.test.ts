/** The adapter's requests to the provider, exactly, and its reading of the responses (providers.md §1). */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../../tests/setup/nightly.ts'
import { ProviderUnavailable } from './provider.ts'
import { openRazorpay } from './razorpay.ts'

const keys = { keyId: 'rzp_test_x', keySecret: 'secret', webhookSecret: 'whsec', scriptUrl: '/x.js' }

interface Asked {
  what: string
  body: any
  headers: Record<string, unknown>
}
let server: Server
let asked: Asked[]
let answer: unknown
let status: number
beforeAll(async () => {
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { method, url, headers } = request
    asked.push({ what: `${method} ${url}`, body: body === '' ? null : JSON.parse(body), headers })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  server = createServer((request, response) => void reply(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(() => {
  asked = []
  status = 200
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = () =>
  openRazorpay({ ...keys, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` })
const key = '0199aaaa-0000-7000-8000-000000000001'

describe('orders and refunds', () => {
  test('an order is found by receipt and amount; of two the older one', async () => {
    const order = { id: 'order_1', amount: 500, currency: 'INR', receipt: 'mine', created_at: 20 }
    answer = {
      items: [
        { ...order, id: 'order_other_amount', amount: 501, created_at: 1 },
        { ...order, id: 'order_other_receipt', receipt: 'yours', created_at: 2 },
        order,
        { ...order, id: 'order_older', created_at: 10 },
      ],
    }
    expect(await open().findOrderByReceipt({ receipt: 'mine', amountPaise: 500 })).toBe('order_older')
    expect(await open().findOrderByReceipt({ receipt: 'mine', amountPaise: 502 })).toBeUndefined()
    expect(asked[0]?.what).toBe('GET /v1/orders?receipt=mine&count=100')
  })

  test('a refund bears its key as receipt and against repetition', async () => {
    answer = { id: 'rfnd_1', payment_id: 'pay_1', amount: 100, receipt: key, status: 'processed' }
    expect(await open().refund({ key, paymentId: 'pay_1', amountPaise: 100 })).toEqual({
      id: 'rfnd_1',
      amountPaise: 100,
      receipt: key,
      state: 'processed',
    })
    expect(asked).toMatchObject([
      {
        what: 'POST /v1/payments/pay_1/refund',
        body: { amount: 100, receipt: key },
        headers: { 'x-refund-idempotency': key },
      },
    ])
  })

  test.each([
    ['pending', 'accepted'],
    ['processed', 'processed'],
    ['failed', 'failed'],
  ])('a refund that is %s there is %s here', async (there, state) => {
    answer = { items: [{ id: 'rfnd_1', payment_id: 'pay_1', amount: 100, receipt: null, status: there }] }
    expect(await open().refundsOf('pay_1')).toEqual([
      { id: 'rfnd_1', amountPaise: 100, receipt: null, state },
    ])
  })
})

describe('transfers to sellers', () => {
  const transfer = {
    id: 'trf_1',
    recipient: 'acc_1',
    amount: 900,
    amount_reversed: 0,
    status: 'processed',
    created_at: 1,
  }

  test('a transfer bears its key against repetition; the answer of another one is not taken for it', async () => {
    const make = () => open().transfer({ key, accountId: 'acc_1', amountPaise: 900 })
    answer = { ...transfer, notes: { payout: key } }
    const made = { id: 'trf_1', key, amountPaise: 900, reversedPaise: 0, state: 'processed' }
    expect(await make()).toEqual({ ...made, charge: null })
    expect(asked).toMatchObject([
      {
        what: 'POST /v1/transfers',
        body: { account: 'acc_1', amount: 900, currency: 'INR', notes: { payout: key } },
        headers: { 'x-transfer-idempotency': key },
      },
    ])
    for (const odd of [{ recipient: 'acc_2' }, { amount: 901 }]) {
      answer = { ...transfer, ...odd }
      await expect(make()).rejects.toThrow('the answer is of another transfer')
    }
  })

  test.each(['processed', 'failed', 'reversed', 'partially_reversed'])('%s is understood', async (state) => {
    answer = { ...transfer, status: state, amount_reversed: 7 }
    expect(await open().findTransfer('trf_1')).toMatchObject({ state, reversedPaise: 7 })
    // Made by somebody in the dashboard, with a note of their own.
    answer = { ...transfer, status: 'on_the_moon', notes: { payout: 'for October' } }
    expect(await open().findTransfer('trf_1')).toMatchObject({ state: 'pending', key: null })
  })

  test('an order or transfer that the provider does not know is none; where it does not answer, nobody knows', async () => {
    answer = { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } }
    status = 400
    expect([await open().findTransfer('trf_1'), await open().receiptOf('order_1')]).toEqual([null, null])
    status = 503
    await expect(open().findTransfer('trf_1')).rejects.toThrow(ProviderUnavailable)
    await expect(open().receiptOf('order_1')).rejects.toThrow(ProviderUnavailable)
  })

  const seller = {
    reference: 'ref',
    email: 's@example.com',
    mobile: '9000000000',
    company: 'Green Leaf',
    contactName: 'Asha Rao',
    gst: 'gst',
    street: 'a',
    landmark: 'b',
    city: 'c',
    state: 'd',
    pinCode: '302001',
  }
  test.each([
    ['AAACA1234A', 'private_limited'],
    ['AAAFA1234A', 'partnership'],
    ['AAATA1234A', 'trust'],
    ['AAAPA1234A', 'proprietorship'],
    ['AAAHA1234A', 'proprietorship'],
  ])('the account of a seller with the PAN %s is one of a %s', async (pan, kind) => {
    answer = { id: 'acc_1' }
    expect(await open().createRouteAccount({ ...seller, pan })).toBe('acc_1')
    expect(asked).toMatchObject([
      {
        what: 'POST /v2/accounts',
        body: { type: 'route', business_type: kind, legal_info: { pan, gst: 'gst' } },
      },
    ])
  })

  test('stakeholder, product and bank account are those of the account', async () => {
    answer = { id: 'acc_prd_1', activation_status: 'requested' }
    await open().addRouteStakeholder('acc/1', { name: 'Asha Rao', email: 's@example.com' })
    expect(await open().requestRouteProduct('acc/1')).toEqual({ productId: 'acc_prd_1', status: 'requested' })
    const bank = { accountNo: '123', ifscCode: 'HDFC0000001', beneficiary: 'Asha Rao' }
    expect(await open().setRouteBankAccount('acc/1', 'prd/1', bank)).toBe('requested')
    expect(asked).toMatchObject([
      { what: 'POST /v2/accounts/acc%2F1/stakeholders', body: { name: 'Asha Rao', email: 's@example.com' } },
      { what: 'POST /v2/accounts/acc%2F1/products', body: { product_name: 'route', tnc_accepted: true } },
      {
        what: 'PATCH /v2/accounts/acc%2F1/products/prd%2F1',
        body: {
          settlements: { account_number: '123', ifsc_code: 'HDFC0000001', beneficiary_name: 'Asha Rao' },
          tnc_accepted: true,
        },
      },
    ])
  })

  test('what moved on a day: captured payments, processed refunds, transfers less what came back', async () => {
    const [from, to] = [new Date('2026-04-01T00:00:00Z'), new Date('2026-04-02T00:00:00Z')]
    const moved = async (subject: 'payment' | 'refund' | 'transfer', items: object[]) => {
      answer = { items }
      return (await open().movementsBetween(subject, from, to)).map((one) => [
        one.id,
        one.amountPaise,
        one.paymentId,
      ])
    }
    const payment = (id: string, state: string, captured: boolean | null) => ({
      id,
      amount: 5,
      status: state,
      captured,
    })
    expect(
      await moved('payment', [
        payment('pay_captured', 'captured', true),
        payment('pay_given_back', 'refunded', true),
        payment('pay_never_taken', 'refunded', false),
        payment('pay_failed', 'failed', false),
        payment('pay_authorized', 'authorized', null),
      ]),
    ).toEqual([
      ['pay_captured', 5, 'pay_captured'],
      ['pay_given_back', 5, 'pay_given_back'],
    ])
    const refund = (id: string, state: string) => ({ id, amount: 3, status: state, payment_id: 'pay_1' })
    expect(await moved('refund', [refund('rfnd_1', 'processed'), refund('rfnd_2', 'pending')])).toEqual([
      ['rfnd_1', 3, 'pay_1'],
    ])
    expect(
      await moved('transfer', [
        transfer,
        { ...transfer, id: 'trf_2', status: 'partially_reversed', amount_reversed: 400 },
        { ...transfer, id: 'trf_3', status: 'reversed', amount_reversed: 900 },
        { ...transfer, id: 'trf_4', status: 'pending' },
      ]),
    ).toEqual([
      ['trf_1', 900, null],
      ['trf_2', 500, null],
      ['trf_3', 0, null],
    ])
    const seconds = (at: Date) => at.getTime() / 1_000
    expect(asked.map(({ what }) => what)).toEqual(
      ['payments', 'refunds', 'transfers'].map(
        (list) => `GET /v1/${list}?from=${seconds(from)}&to=${seconds(to) - 1}&count=100&skip=0`,
      ),
    )
  })
})

test.each([
  [
    { payment: { entity: { id: 'pay_1', order_id: 'order_1' } } },
    { paymentId: 'pay_1', orderId: 'order_1', transferId: undefined },
  ],
  [
    { payment: { entity: { id: 'pay_1', order_id: null } }, order: { entity: { id: 'order_2' } } },
    { paymentId: 'pay_1', orderId: 'order_2', transferId: undefined },
  ],
  [
    { transfer: { entity: { id: 'trf_1' } } },
    { paymentId: undefined, orderId: undefined, transferId: 'trf_1' },
  ],
])('a webhook names its event and what it is about: %j', (payload, about) => {
  const body = Buffer.from(JSON.stringify({ event: 'some.event', payload }))
  const signature = createHmac('sha256', keys.webhookSecret).update(body).digest('hex')
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'ev_1' }
  expect(open().parseWebhook(body, new Headers(headers))).toEqual({
    eventId: 'ev_1',
    event: 'some.event',
    ...about,
  })
})

describe('settlements', () => {
  const item = {
    entity_id: 'pay_1',
    type: 'payment',
    debit: 0,
    credit: 97_640,
    fee: 2_360,
    tax: 360,
    currency: 'INR',
    settled: true,
    settlement_id: 'setl_1',
    dispute_id: null,
  }

  test(
    'what was settled on a day is read in pages of a thousand; what is in no settlement any more is left out',
    nightly('A thousand rows of the provider. The other requests are proved beside it each time.'),
    async () => {
      answer = {
        items: [
          item,
          { ...item, entity_id: 'pay_2', settled: false },
          {
            ...item,
            entity_id: 'adj_1',
            type: 'adjustment',
            debit: 500,
            credit: 0,
            fee: 0,
            tax: 0,
            dispute_id: 'disp_1',
          },
        ],
      }
      expect(await open().settledOn('2026-11-09')).toEqual([
        {
          id: 'pay_1',
          type: 'payment',
          settlementId: 'setl_1',
          charge: { paise: 2_360, gstPaise: 360 },
          disputeId: null,
        },
        {
          id: 'adj_1',
          type: 'adjustment',
          settlementId: 'setl_1',
          charge: { paise: 500, gstPaise: 0 },
          disputeId: 'disp_1',
        },
      ])
      const asking = 'GET /v1/settlements/recon/combined?year=2026&month=11&day=09&count=1000&skip='
      expect(asked.map(({ what }) => what)).toEqual([`${asking}0`])
      asked = []
      answer = { items: Array.from({ length: 1_000 }, () => item) }
      await expect(open().settledOn('2026-11-09')).rejects.toThrow('more than 100000 items')
      expect(asked.map(({ what }) => what).slice(0, 2)).toEqual([`${asking}0`, `${asking}1000`])
      expect(asked).toHaveLength(100)
    },
  )

  test('an answer about another settlement, in another currency or of another form is no answer', async () => {
    const settlement = { id: 'setl_1', amount: 97_640, status: 'processed', utr: 'UTR1', created_at: 1 }
    answer = settlement
    expect(await open().settlement('setl_1')).toEqual({
      id: 'setl_1',
      amountPaise: 97_640,
      state: 'processed',
      utr: 'UTR1',
      createdAt: new Date(1_000),
    })
    await expect(open().settlement('setl_2')).rejects.toThrow(ProviderUnavailable)
    answer = { ...settlement, status: 'lost' }
    await expect(open().settlement('setl_1')).rejects.toThrow(ProviderUnavailable)
    answer = { items: [{ ...item, currency: 'USD' }] }
    await expect(open().settledOn('2026-11-09')).rejects.toThrow(ProviderUnavailable)
    for (const odd of [{}, { balance: '5' }, { balance: 5, currency: 'USD' }]) {
      answer = odd
      await expect(open().balance()).rejects.toThrow(ProviderUnavailable)
    }
    answer = { balance: -5, currency: 'INR' }
    expect(await open().balance()).toBe(-5)
  })
})
