/** The payment provider's server-to-server API under /v1 and /v2. */
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { capturePayment, findPayment } from './charges.ts'
import { acceptDispute, contestDispute, createDocument, findDispute } from './disputes.ts'
import type { Collection } from './entities.ts'
import { Refusal, refusal } from './errors.ts'
import { answer } from './faults.ts'
import type { Call, PaymentFaults } from './faults.ts'
import { readPage } from './input.ts'
import type { Page } from './input.ts'
import { changeNotes, createOrder, findOrder } from './orders.ts'
import { createRefund, findRefund, readRefundKey } from './refunds.ts'
import type { Merchant } from './refunds.ts'
import {
  addStakeholder,
  changeProduct,
  createAccount,
  createTransfer,
  findTransfer,
  readTransferKey,
  requestProduct,
  reverseTransfer,
} from './route.ts'
import { balanceOf, findSettlement, settledItems } from './settlements.ts'
import { timingSafeEqualText } from './signature.ts'

type Env = { Bindings: HttpBindings }

/** Both versions of the API behind the same keys and limits. */
export function providerApi(merchant: Merchant, faults: PaymentFaults): Hono<Env> {
  const { ledger } = merchant
  const app = new Hono<Env>()
  app.onError((error) => {
    if (error instanceof Refusal) return Response.json(error.body, { status: error.status })
    console.error('payment sandbox:', error)
    return Response.json(refusal(500, 'The server encountered an error.').body, { status: 500 })
  })
  app.notFound(() => {
    const { body, status } = refusal(404, 'The requested URL was not found on the server.')
    return Response.json(body, { status })
  })
  app.use(async (c, next) => {
    if (!isAllowed(c.req.header('authorization'), ledger.keys)) throw refusal(401, 'Authentication failed')
    await next()
  })
  app.use((c, next) =>
    bodyLimit({
      // A document of evidence is a file.
      maxSize: c.req.path === '/v1/documents' ? 5_000_000 : 64 * 1024,
      onError: () => {
        throw refusal(413, 'The request is too large.')
      },
    })(c, next),
  )

  return app
    .route('/v1', paymentApi(merchant, faults))
    .route('/v1', transferApi(merchant, faults))
    .route('/v1', disputeApi(merchant, faults))
    .route('/v1', settlementApi(merchant, faults))
    .route('/v2', accountApi(merchant, faults))
}

/** Orders, payments and refunds. */
function paymentApi(merchant: Merchant, faults: PaymentFaults): Hono<Env> {
  const { ledger } = merchant
  const keysInFlight = new Set<string>()
  const app = new Hono<Env>()
  const reply = (call: Call, env: HttpBindings, work: () => unknown) => answer(faults, call, env, work)

  app.post('/orders', async (c) => {
    const text = await c.req.text()
    return reply('orders.create', c.env, () => createOrder(ledger, text))
  })
  app.get('/orders', (c) =>
    reply('orders.list', c.env, () => {
      const receipt = c.req.query('receipt')
      const orders = receipt === undefined ? [...ledger.orders.values()] : ledger.ordersWithReceipt(receipt)
      return collection(
        orders,
        readPage((name) => c.req.query(name)),
      )
    }),
  )
  app.get('/orders/:id', (c) => reply('orders.get', c.env, () => findOrder(ledger, c.req.param('id'))))
  app.patch('/orders/:id', async (c) => {
    const text = await c.req.text()
    return reply('orders.update', c.env, () => changeNotes(ledger, c.req.param('id'), text))
  })
  app.get('/orders/:id/payments', (c) =>
    reply('orders.payments', c.env, () => {
      const payments = ledger.paymentsOf(findOrder(ledger, c.req.param('id')).id)
      return collection(
        payments,
        readPage((name) => c.req.query(name)),
      )
    }),
  )

  app.get('/payments', (c) =>
    reply('payments.list', c.env, () =>
      collection(
        [...ledger.payments.values()],
        readPage((name) => c.req.query(name)),
      ),
    ),
  )
  app.get('/payments/:id', (c) => reply('payments.get', c.env, () => findPayment(ledger, c.req.param('id'))))
  app.post('/payments/:id/capture', async (c) => {
    const text = await c.req.text()
    return reply('payments.capture', c.env, () => capturePayment(merchant, c.req.param('id'), text))
  })
  app.get('/payments/:id/refunds', (c) =>
    reply('payments.refunds', c.env, () => {
      const payment = findPayment(ledger, c.req.param('id'))
      return collection(
        ledger.refundsOf(payment.id),
        readPage((name) => c.req.query(name)),
      )
    }),
  )

  app.post('/payments/:id/refund', async (c) => {
    const text = await c.req.text()
    const key = readRefundKey(c.req.header('x-refund-idempotency'))
    if (key === undefined) {
      return reply('refunds.create', c.env, () => createRefund(merchant, c.req.param('id'), text, key))
    }
    if (keysInFlight.has(key)) {
      throw refusal(409, 'Another request with the same idempotency key is in progress.')
    }
    keysInFlight.add(key)
    try {
      return await reply('refunds.create', c.env, () => createRefund(merchant, c.req.param('id'), text, key))
    } finally {
      keysInFlight.delete(key)
    }
  })
  app.get('/refunds', (c) =>
    reply('refunds.list', c.env, () =>
      collection(
        [...ledger.refunds.values()],
        readPage((name) => c.req.query(name)),
      ),
    ),
  )
  app.get('/refunds/:id', (c) => reply('refunds.get', c.env, () => findRefund(ledger, c.req.param('id'))))
  return app
}

/** Direct transfers to linked accounts. */
function transferApi(merchant: Merchant, faults: PaymentFaults): Hono<Env> {
  const { ledger } = merchant
  const app = new Hono<Env>()
  const reply = (call: Call, env: HttpBindings, work: () => unknown) => answer(faults, call, env, work)

  app.post('/transfers', async (c) => {
    const text = await c.req.text()
    const key = readTransferKey(c.req.header('x-transfer-idempotency'))
    return reply('transfers.create', c.env, () => createTransfer(merchant, text, key))
  })
  app.get('/transfers', (c) =>
    reply('transfers.list', c.env, () =>
      collection(
        [...ledger.transfers.values()],
        readPage((name) => c.req.query(name)),
      ),
    ),
  )
  app.get('/transfers/:id', (c) =>
    reply('transfers.get', c.env, () => findTransfer(ledger, c.req.param('id'))),
  )
  app.post('/transfers/:id/reversals', async (c) => {
    const text = await c.req.text()
    return reply('transfers.reverse', c.env, () => reverseTransfer(merchant, c.req.param('id'), text))
  })
  return app
}

/** Disputes and the documents of their evidence. */
function disputeApi(merchant: Merchant, faults: PaymentFaults): Hono<Env> {
  const { ledger } = merchant
  const app = new Hono<Env>()
  const reply = (call: Call, env: HttpBindings, work: () => unknown) => answer(faults, call, env, work)

  app.get('/disputes', (c) =>
    reply('disputes.list', c.env, () =>
      collection(
        [...ledger.disputes.values()],
        readPage((name) => c.req.query(name)),
      ),
    ),
  )
  app.get('/disputes/:id', (c) => reply('disputes.get', c.env, () => findDispute(ledger, c.req.param('id'))))
  app.post('/disputes/:id/accept', (c) =>
    reply('disputes.accept', c.env, () => acceptDispute(merchant, c.req.param('id'))),
  )
  app.patch('/disputes/:id/contest', async (c) => {
    const text = await c.req.text()
    return reply('disputes.contest', c.env, () => contestDispute(merchant, c.req.param('id'), text))
  })
  app.post('/documents', async (c) => {
    const document = await createDocument(ledger, c.req.raw)
    return reply('documents.create', c.env, () => document)
  })
  return app
}

/** Settlements to the merchant's bank account, and the balance. */
function settlementApi({ ledger }: Merchant, faults: PaymentFaults): Hono<Env> {
  const app = new Hono<Env>()
  const reply = (call: Call, env: HttpBindings, work: () => unknown) => answer(faults, call, env, work)

  app.get('/settlements', (c) =>
    reply('settlements.list', c.env, () =>
      collection(
        [...ledger.settlements.values()],
        readPage((name) => c.req.query(name)),
      ),
    ),
  )
  app.get('/settlements/recon/combined', (c) =>
    reply('settlements.recon', c.env, () => settledItems(ledger, (name) => c.req.query(name))),
  )
  app.get('/settlements/:id', (c) =>
    reply('settlements.get', c.env, () => findSettlement(ledger, c.req.param('id'))),
  )
  app.get('/balance', (c) =>
    reply('balance.get', c.env, () => ({
      id: ledger.keys.accountId.slice('acc_'.length),
      entity: 'balance',
      type: 'primary',
      currency: 'INR',
      balance: balanceOf(ledger),
    })),
  )
  return app
}

/** Linked accounts. */
function accountApi({ ledger }: Merchant, faults: PaymentFaults): Hono<Env> {
  const app = new Hono<Env>().basePath('/accounts')
  const reply = (call: Call, env: HttpBindings, work: () => unknown) => answer(faults, call, env, work)

  app.post('/', async (c) => {
    const text = await c.req.text()
    return reply('accounts.create', c.env, () => createAccount(ledger, text))
  })
  app.post('/:id/stakeholders', async (c) => {
    const text = await c.req.text()
    return reply('accounts.stakeholder', c.env, () => addStakeholder(ledger, c.req.param('id'), text))
  })
  app.post('/:id/products', async (c) => {
    const text = await c.req.text()
    return reply('accounts.product', c.env, () => requestProduct(ledger, c.req.param('id'), text))
  })
  app.patch('/:id/products/:product', async (c) => {
    const text = await c.req.text()
    const { id, product } = c.req.param()
    return reply('accounts.bank', c.env, () => changeProduct(ledger, id, product, text))
  })
  return app
}

/** HTTP Basic authentication with key id and key secret; the scheme must be written `Basic`, as the provider requires. */
function isAllowed(header: string | undefined, keys: { keyId: string; keySecret: string }): boolean {
  const [, encoded] = /^Basic (\S+)$/.exec(header ?? '') ?? []
  if (encoded === undefined) return false
  return timingSafeEqualText(
    Buffer.from(encoded, 'base64').toString('utf8'),
    `${keys.keyId}:${keys.keySecret}`,
  )
}

/** One page, newest first. `count` in the reply is the number of its items. */
function collection<Item extends { created_at: number }>(oldestFirst: Item[], page: Page): Collection<Item> {
  const items = oldestFirst
    .filter((item) => item.created_at >= page.from && item.created_at <= page.to)
    .toReversed()
    .slice(page.skip, page.skip + page.count)
  return { entity: 'collection', count: items.length, items }
}
