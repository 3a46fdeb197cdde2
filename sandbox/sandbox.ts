/** Stand-ins for the outside providers, on loopback, in the providers' own protocols. */
import { join } from 'node:path'
import { Hono } from 'hono'
import { startCourier } from './courier/courier-sandbox.ts'
import type { KnownParcel } from './courier/courier.ts'
import { Mailbox } from './mail/mailbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { startSmtp } from './mail/smtp.ts'
import { startPayments } from './payments/payment-sandbox.ts'

export type SandboxOptions = {
  /** The sandbox keeps its own folder `sandbox` in it. */
  dataDir: string
  /** Where webhooks go, with `/api/v1/webhooks/payment` and `/api/v1/webhooks/courier` behind it. */
  shopUrl: string
  /** Waits between the tries of a webhook, in milliseconds; the last one repeats. */
  webhookRetryMs?: number[]
  /** From one station of a parcel to the next, in milliseconds; null: parcels only move by hand. */
  courierStepMs?: number | null
  /** The mailbox, the stand-in for the payer, and the switches for trouble. Never in production. */
  controls?: boolean
}

export type Sandbox = {
  payment: {
    apiUrl: string
    scriptUrl: string
    keyId: string
    keySecret: string
    webhookSecret: string
  }
  courier: { apiUrl: string; email: string; password: string; webhookToken: string }
  smtpUrl: string
  /** Parcels that the courier is to know of without having been asked; they stand still. Answers each label's address by order. */
  rememberParcels(parcels: readonly KnownParcel[]): Map<string, string>
  /** Answers `/dev/*` and `/sandbox/*` on the shop's own origin. */
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

const WEBHOOK_RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000]
/** Four stations: a parcel is delivered three minutes after it was fetched. */
const COURIER_STEP_MS = 45_000

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const folder = join(options.dataDir, 'sandbox')
  const controls = options.controls ?? process.env['NODE_ENV'] !== 'production'
  const webhookUrl = (provider: string) => `${options.shopUrl.replace(/\/$/, '')}/api/v1/webhooks/${provider}`
  const webhookRetryMs = options.webhookRetryMs ?? WEBHOOK_RETRY_MS
  const payments = await startPayments({
    file: join(folder, 'payments.jsonl'),
    webhookUrl: webhookUrl('payment'),
    webhookRetryMs,
  })
  const courier = await startCourier({
    file: join(folder, 'courier.jsonl'),
    webhookUrl: webhookUrl('courier'),
    webhookRetryMs,
    stepMs: options.courierStepMs === undefined ? COURIER_STEP_MS : options.courierStepMs,
  })
  const mailbox = new Mailbox(join(folder, 'mail.jsonl'))
  const smtp = await startSmtp(mailbox)

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
    },
    courier: {
      apiUrl: courier.apiUrl,
      email: courier.email,
      password: courier.password,
      webhookToken: courier.webhookToken,
    },
    smtpUrl: smtp.url,
    rememberParcels: courier.remember,
    fetch: async (request) => app.fetch(request),
    stop: async () => {
      await Promise.all([payments.stop(), courier.stop(), smtp.stop()])
    },
  }
}
