/** The stand-in for Razorpay: its API on a port of its own; its checkout script and test routes on the shop's origin. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { providerApi } from './api.ts'
import { releaseExpired } from './charges.ts'
import { paymentDevRoutes } from './dev-routes.ts'
import { type Payment, unixSeconds } from './entities.ts'
import { newFaults, takeProcessingFault } from './faults.ts'
import { type KnownOrder, rememberOrders } from './known-orders.ts'
import { Ledger } from './ledger.ts'
import { Refunds } from './refunds.ts'
import { Transfers } from './route.ts'
import { settleDue } from './settlements.ts'
import { Webhooks } from './webhooks.ts'
import { widgetRoutes } from './widget-routes.ts'

export type PaymentSandbox = {
  apiUrl: string
  scriptUrl: string
  keyId: string
  keySecret: string
  webhookSecret: string
  olderWebhookSecret: string
  /** Routes of the checkout script. */
  widget: Hono
  /** Routes that inject faults and pay; for development and tests only. */
  dev: Hono
  remember(orders: readonly KnownOrder[]): Payment[]
  fastForward(seconds: number): void
  stop(): Promise<void>
}

export type PaymentOptions = {
  file: string
  webhookUrl: string
  webhookRetryMs: readonly number[]
  /** Decides what faults leave to chance. */
  random?: () => number
  /** A free one by default. */
  port?: number
}

/** Listens on the loopback address. */
export async function startPayments(options: PaymentOptions): Promise<PaymentSandbox> {
  const { random = Math.random } = options
  const ledger = new Ledger(options.file)
  const faults = newFaults(random)
  const webhooks = new Webhooks(ledger, options.webhookUrl, options.webhookRetryMs, random)
  const refunds = new Refunds(ledger, webhooks, () => takeProcessingFault(faults, 'refunds.process'))
  const transfers = new Transfers({ ledger, webhooks, refunds }, () =>
    takeProcessingFault(faults, 'transfers.process'),
  )
  const merchant = { ledger, webhooks, refunds, transfers }

  const server = createAdaptorServer({ fetch: providerApi(merchant, faults).fetch }) as Server
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sweepOnce = () => {
    releaseExpired(merchant, unixSeconds())
    settleDue(merchant, unixSeconds())
  }
  const sweep = setInterval(sweepOnce, 60_000)
  sweepOnce()

  return {
    apiUrl: `http://127.0.0.1:${port}/v1`,
    scriptUrl: '/sandbox/payments/checkout.js',
    keyId: ledger.keys.keyId,
    keySecret: ledger.keys.keySecret,
    webhookSecret: ledger.keys.webhookSecret,
    olderWebhookSecret: ledger.keys.olderWebhookSecret,
    widget: widgetRoutes(merchant),
    dev: paymentDevRoutes(merchant, faults),
    remember: (orders) => rememberOrders(ledger, orders),
    fastForward: (seconds) => ledger.fastForward(seconds),
    stop: async () => {
      clearInterval(sweep)
      webhooks.stop()
      refunds.stop()
      transfers.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
