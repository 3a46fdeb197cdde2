/** The payment provider's server-to-server API under /v1. */
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { capturePayment, findPayment } from './charges.ts'
import type { Collection } from './entities.ts'
import { Refusal, refusal } from './errors.ts'
import { answer } from './faults.ts'
import type { Call, PaymentFaults } from './faults.ts'
import { readPage } from './input.ts'
import type { Page } from './input.ts'
import { changeNotes, createOrder, findOrder } from './orders.ts'
import { createRefund, findRefund, readRefundKey } from './refunds.ts'
import type { Merchant } from './refunds.ts'
import { timingSafeEqualText } from './signature.ts'

type Env = { Bindings: HttpBindings }

export function paymentApi(merchant: Merchant, faults: PaymentFaults): Hono<Env> {
  const { ledger } = merchant
  const keysInFlight = new Set<string>()
  const app = new Hono<Env>().basePath('/v1')
  const reply = (call: Call, env: HttpBindings, work: () => unknown) => answer(faults, call, env, work)

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
  app.use(
    bodyLimit({
      maxSize: 64 * 1024,
      onError: () => {
        throw refusal(413, 'The request is too large.')
      },
    }),
  )

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
