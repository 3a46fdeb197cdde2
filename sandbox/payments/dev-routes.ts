/** Routes for scripts and tests: pay without the widget, refund at the provider, inject faults. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { pay } from './charges.ts'
import type { Charge } from './new-payment.ts'
import { FAILURE_REASONS, Refusal } from './errors.ts'
import { moveDispute, raiseDispute } from './disputes.ts'
import { CALLS, FAULTS, isOfProcessing } from './faults.ts'
import type { PaymentFaults } from './faults.ts'
import { createRefund } from './refunds.ts'
import { reverseTransfer } from './route.ts'
import type { Merchant } from './refunds.ts'
import { adjust, balanceOf, moveSettlement, settle } from './settlements.ts'
import { recordFailedPayment, handlerFields } from './widget-routes.ts'
import { type DeliveryPlan, FORGERIES } from './delivery.ts'

const milliseconds = z.int().min(0).max(600_000)

const outcome = z.strictObject({
  outcome: z.enum(['paid', 'failed', 'paid-and-closed']),
  amount: z.int().min(1).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  method: z.enum(['card', 'netbanking', 'wallet', 'upi']).optional(),
  capture: z.boolean().optional(),
  again: z.boolean().optional(),
  late: z.boolean().optional(),
  reason: z.enum(FAILURE_REASONS).default('insufficient_funds'),
  webhooks: z
    .union([
      z.enum(['none', 'duplicate', 'shuffle', 'early', 'held', 'old-secret']),
      z.string().regex(/^(late:\d{1,6}|repeat:\d{1,2})$/),
    ])
    .optional(),
})

const fault = z
  .strictObject({
    call: z.enum([...CALLS, '*']),
    fault: z.enum(FAULTS),
    times: z.int().min(1).max(10_000).default(1),
    ms: milliseconds.default(1_000),
    chance: z.number().min(0).max(1).default(1),
  })
  .refine(({ call, fault: kind }) => call.endsWith('.process') || !isOfProcessing(kind), {
    path: ['fault'],
    error: 'is for refunds.process and transfers.process',
  })

const dashboardRefund = z.strictObject({
  amount: z.int().min(1).optional(),
  notes: z.record(z.string(), z.string().max(256)).optional(),
})
const reversal = z.strictObject({ amount: z.int().min(1).optional(), webhook: z.boolean().default(true) })

const delivery = z.enum(['none', 'duplicate', 'held']).optional()
const dispute = z.union([
  z.strictObject({
    status: z.enum(['won', 'lost', 'closed', 'under_review', 'action_required', 'pre_arbitration']),
    id: z.string().optional(),
    webhooks: delivery,
  }),
  z.strictObject({
    amount: z.int().min(1).optional(),
    reason_code: z.string().max(100).default('goods_or_services_not_received_or_partially_received'),
    phase: z
      .enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'])
      .default('chargeback'),
    respond_in: z
      .int()
      .min(-864_000)
      .max(8_640_000)
      .default(7 * 86_400),
    deducted: z.boolean().default(false),
    currency: z.string().length(3).optional(),
    webhooks: delivery,
  }),
])

const settling = z.strictObject({
  id: z.string().optional(),
  status: z.enum(['created', 'processed', 'failed']).default('processed'),
  webhooks: delivery,
})
const recharging = z.strictObject({ fee: z.int().min(0).nullable(), tax: z.int().min(0).nullable() })
const adjusting = z.strictObject({ amount: z.int(), description: z.string().max(100).default('Correction') })

const mode = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.enum(['normal', 'off', 'duplicate', 'held', 'old-secret']) }),
  z.strictObject({ mode: z.literal('late'), ms: milliseconds.default(5_000) }),
  z.strictObject({
    mode: z.literal('storm'),
    repeat: z.int().min(1).max(100).default(5),
    ms: milliseconds.default(1_000),
    forged: z.number().min(0).max(1).default(0.1),
  }),
])

const release = z.strictObject({ days: z.number().min(0).max(365).default(0) })
const forgery = z.strictObject({ kind: z.enum(FORGERIES).default('signature') })

export function paymentDevRoutes(merchant: Merchant, faults: PaymentFaults): Hono {
  const app = new Hono()

  app.post('/dev/payments/:orderId', async (c) => {
    const order = merchant.ledger.orders.get(c.req.param('orderId'))
    if (order === undefined) return c.json({ msg: 'No such payment order' }, 404)
    const body = outcome.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    const { outcome: wanted, reason, webhooks, ...rest } = body.data
    const charge: Charge = { ...rest, plan: planFrom(webhooks) }
    try {
      if (wanted === 'failed') return c.json(recordFailedPayment(merchant, order.id, reason, charge))
      const payment = pay(merchant, order.id, charge)
      if (webhooks === 'early') await merchant.webhooks.tried(webhooksOf(merchant, payment.id))
      return c.json(wanted === 'paid' ? handlerFields(merchant, payment) : {})
    } catch (error) {
      if (error instanceof Refusal) return c.json({ msg: error.message }, 409)
      throw error
    }
  })

  /** Runs what the provider's API would refuse with the same words. */
  const orRefused = (c: Context, work: () => object) => {
    try {
      return c.json(work())
    } catch (error) {
      if (error instanceof Refusal) return c.json({ msg: error.message }, 409)
      throw error
    }
  }
  // A refund made in the provider's dashboard or by the provider: it has no idempotency key and no receipt of the shop, but may have its notes.
  app.post('/sandbox/payments/refunds/:paymentId', async (c) => {
    const body = dashboardRefund.safeParse((await readJson(c.req.raw)) ?? {})
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    return orRefused(c, () =>
      createRefund(merchant, c.req.param('paymentId'), JSON.stringify(body.data), undefined),
    )
  })

  app.post('/sandbox/payments/failed-refunds/:id', (c) =>
    orRefused(c, () => merchant.refunds.fail(c.req.param('id'))),
  )
  app.post('/sandbox/payments/processed-transfers/:id', (c) =>
    orRefused(c, () => merchant.transfers.succeed(c.req.param('id'))),
  )
  app.post('/sandbox/payments/reversals/:transferId', async (c) => {
    const body = reversal.safeParse((await readJson(c.req.raw)) ?? {})
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    const { webhook, ...asked } = body.data
    const plan = webhook ? undefined : ({ kind: 'none' } as const)
    return orRefused(c, () =>
      reverseTransfer(merchant, c.req.param('transferId'), JSON.stringify(asked), plan),
    )
  })

  // The buyer's bank disputes a payment, or moves its dispute on.
  app.post('/sandbox/payments/disputes/:paymentId', async (c) => {
    const body = dispute.safeParse((await readJson(c.req.raw)) ?? {})
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    const { webhooks, ...wanted } = body.data
    const plan = planFrom(webhooks)
    const paymentId = c.req.param('paymentId')
    try {
      return c.json(
        'status' in wanted
          ? moveDispute(merchant, paymentId, wanted, plan)
          : raiseDispute(merchant, paymentId, wanted, plan),
      )
    } catch (error) {
      if (error instanceof Refusal) return c.json({ msg: error.message }, 409)
      throw error
    }
  })

  // The provider settles to the bank what it has not settled yet, moves a settlement on, or corrects its balance.
  app.post('/sandbox/payments/settlements', async (c) => {
    const body = settling.safeParse((await readJson(c.req.raw)) ?? {})
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    const { id, status, webhooks } = body.data
    const plan = planFrom(webhooks)
    return orRefused(c, () =>
      id === undefined ? settle(merchant, status, plan) : moveSettlement(merchant, id, status, plan),
    )
  })
  // The provider corrects what it charges for a payment.
  app.post('/sandbox/payments/fees/:paymentId', async (c) => {
    const body = recharging.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    const payment = merchant.ledger.payments.get(c.req.param('paymentId'))
    if (payment === undefined) return c.json({ msg: 'No such payment' }, 404)
    const row = { ...payment, ...body.data }
    merchant.ledger.commit([{ table: 'payment', row }])
    return c.json(row)
  })
  app.post('/sandbox/payments/adjustments', async (c) => {
    const body = adjusting.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    return c.json(adjust(merchant.ledger, body.data))
  })

  app.post('/sandbox/payments/faults', async (c) => {
    const body = fault.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    faults.plan(body.data)
    return c.json(faults.list())
  })
  app.delete('/sandbox/payments/faults', (c) => {
    faults.clear()
    return c.json([])
  })
  app.post('/sandbox/payments/webhooks', async (c) => {
    const body = mode.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    merchant.webhooks.mode = body.data
    return c.json(body.data)
  })

  app.post('/sandbox/payments/webhooks/release', async (c) => {
    const body = release.safeParse((await readJson(c.req.raw)) ?? {})
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    return c.json({ released: merchant.webhooks.release(body.data.days) })
  })
  app.post('/sandbox/payments/forge/:paymentId', async (c) => {
    const payment = merchant.ledger.payments.get(c.req.param('paymentId'))
    if (payment === undefined) return c.json({ msg: 'No such payment' }, 404)
    const body = forgery.safeParse((await readJson(c.req.raw)) ?? {})
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    return c.json({ status: await merchant.webhooks.forge(payment, body.data.kind) })
  })

  app.get('/sandbox/payments/ledger.json', (c) => {
    const { orders, payments, refunds, accounts, transfers, disputes, documents } = merchant.ledger
    const { settlements, webhooks } = merchant.ledger
    return c.json({
      orders: [...orders.values()],
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      accounts: [...accounts.values()],
      transfers: [...transfers.values()],
      disputes: [...disputes.values()],
      documents: [...documents.values()],
      settlements: [...settlements.values()],
      balance: balanceOf(merchant.ledger),
      webhooks: [...webhooks.values()].map((webhook) => ({ ...webhook, body: undefined })),
    })
  })
  return app
}

async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}

function planFrom(webhooks: string | undefined): DeliveryPlan | undefined {
  if (webhooks === undefined) return undefined
  if (webhooks.startsWith('late:')) return { kind: 'late', ms: Number(webhooks.slice('late:'.length)) }
  if (webhooks.startsWith('repeat:'))
    return { kind: 'repeat', times: Number(webhooks.slice('repeat:'.length)) }
  return { kind: webhooks as 'none' | 'duplicate' | 'shuffle' | 'early' | 'held' | 'old-secret' }
}

const webhooksOf = ({ ledger }: Merchant, paymentId: string): string[] =>
  [...ledger.webhooks.values()].filter((webhook) => webhook.paymentId === paymentId).map(({ id }) => id)
