/** Starts the stand-ins of payment provider, courier and mail server on loopback, with the providers' own protocols. */
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import { startCourier } from './courier/courier-sandbox.ts'
import type { KnownParcel } from './courier/courier.ts'
import { Mailbox } from './mail/mailbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { startSmtp } from './mail/smtp.ts'
import type { Payment } from './payments/entities.ts'
import type { KnownOrder } from './payments/known-orders.ts'
import { startPayments } from './payments/payment-sandbox.ts'
import { seededRandom } from './random.ts'

export type SandboxOptions = {
  /** The sandbox stores its journals in the folder `sandbox` of it. */
  dataDir: string
  /** Base URL of the webhooks, which end with `/api/v1/webhooks/payment` and `/api/v1/webhooks/courier`. */
  shopUrl: string
  /** Delays between attempts of a webhook in milliseconds; the last one repeats. */
  webhookRetryMs?: number[]
  /** Milliseconds from one station of a parcel to the next; null: parcels move by hand only. */
  courierStepMs?: number | null
  /** Repeats what faults leave to chance; random by default. */
  seed?: number
  /** Ports of the providers; free ones by default. */
  ports?: { payments: number; courier: number; smtp: number }
  /** Whether to serve the mailbox, paying without the widget, and fault injection. Never in production. */
  controls?: boolean
}

export type Sandbox = {
  payment: {
    apiUrl: string
    scriptUrl: string
    keyId: string
    keySecret: string
    webhookSecret: string
    olderWebhookSecret: string
  }
  courier: {
    apiUrl: string
    email: string
    password: string
    webhookToken: string
    /** Tracking pages, on the shop's origin like everything under /dev. */
    trackingUrl?: string
  }
  smtpUrl: string
  /** Adds existing parcels (of the demo shop) that do not move by themselves; returns the label's URL by order id. */
  rememberParcels(parcels: readonly KnownParcel[]): Map<string, string>
  /** Adds paid orders (of the demo shop); returns their payments, with what is charged for each. */
  rememberOrders(orders: readonly KnownOrder[]): Payment[]
  /** Handles `/dev/*` and `/sandbox/*` of the shop's origin. */
  fetch(request: Request): Promise<Response>
  /** Makes what the payment provider has stored older by whole days. */
  fastForward(days: number): void
  stop(): Promise<void>
}

const WEBHOOK_RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000]
/** With four stations a parcel is delivered three minutes after it was fetched; until then its buyer can try to cancel. */
const COURIER_STEP_MS = 45_000
const COURIER_FETCH_MS = 3_600_000

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const folder = join(options.dataDir, 'sandbox')
  const controls = options.controls ?? process.env['NODE_ENV'] !== 'production'
  const webhookUrl = (provider: string) => `${options.shopUrl.replace(/\/$/, '')}/api/v1/webhooks/${provider}`
  const webhookRetryMs = options.webhookRetryMs ?? WEBHOOK_RETRY_MS
  const random = seededRandom(options.seed ?? randomInt(2 ** 32))
  const ports = options.ports ?? { payments: 0, courier: 0, smtp: 0 }
  const payments = await startPayments({
    file: join(folder, 'payments.jsonl'),
    webhookUrl: webhookUrl('payment'),
    webhookRetryMs,
    random,
    port: ports.payments,
  })
  const courier = await startCourier({
    file: join(folder, 'courier.jsonl'),
    webhookUrl: webhookUrl('courier'),
    webhookRetryMs,
    ...(options.courierStepMs === undefined
      ? { stepMs: COURIER_STEP_MS, fetchMs: COURIER_FETCH_MS }
      : { stepMs: options.courierStepMs }),
    random,
    port: ports.courier,
  })
  const mailbox = new Mailbox(join(folder, 'mail.jsonl'))
  const smtp = await startSmtp(mailbox, ports.smtp)

  const app = new Hono()
  app.route('/', payments.widget)
  if (controls) {
    app.route('/', payments.dev)
    app.route('/', courier.dev)
    app.route('/', mailRoutes(mailbox, smtp))
  }
  app.notFound((c) => c.json({ msg: 'Not found' }, 404))

  return {
    payment: {
      apiUrl: payments.apiUrl,
      scriptUrl: payments.scriptUrl,
      keyId: payments.keyId,
      keySecret: payments.keySecret,
      webhookSecret: payments.webhookSecret,
      olderWebhookSecret: payments.olderWebhookSecret,
    },
    courier: {
      apiUrl: courier.apiUrl,
      email: courier.email,
      password: courier.password,
      webhookToken: courier.webhookToken,
      ...(controls && { trackingUrl: '/dev/tracking/' }),
    },
    smtpUrl: smtp.url,
    rememberParcels: courier.remember,
    rememberOrders: payments.remember,
    fetch: async (request) => app.fetch(request),
    fastForward: (days) => payments.fastForward(days * 86_400),
    stop: async () => {
      await Promise.all([payments.stop(), courier.stop(), smtp.stop()])
    },
  }
}
