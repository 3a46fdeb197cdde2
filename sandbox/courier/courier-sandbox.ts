/** The stand-in for Shiprocket: its API on a port of its own; the routes that move parcels on the shop's origin. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { Faults } from '../faults.ts'
import { courierApi, labelUrl } from './api.ts'
import { Courier, type KnownParcel } from './courier.ts'
import { courierDevRoutes } from './dev-routes.ts'
import type { CourierFaults } from './faults.ts'
import { Ledger } from './ledger.ts'
import { Webhooks } from './webhooks.ts'

export type CourierSandbox = {
  apiUrl: string
  email: string
  password: string
  webhookToken: string
  /** Routes that move parcels and set faults; for development and tests only. */
  dev: Hono
  remember(parcels: readonly KnownParcel[]): Map<string, string>
  stop(): Promise<void>
}

export type CourierOptions = {
  file: string
  webhookUrl: string
  webhookRetryMs: readonly number[]
  stepMs: number | null
  /** How long a parcel waits until it is fetched; as long as a step by default. */
  fetchMs?: number
  /** Decides what faults leave to chance. */
  random?: () => number
  /** A free one by default. */
  port?: number
}

/** Listens on the loopback address. */
export async function startCourier(options: CourierOptions): Promise<CourierSandbox> {
  const { random = Math.random, port = 0 } = options
  const ledger = new Ledger(options.file)
  const faults: CourierFaults = new Faults(random, ['label.read'])
  const webhooks = new Webhooks(ledger, options.webhookUrl, options.webhookRetryMs, random)
  const courier = new Courier(ledger, webhooks, options.stepMs, options.fetchMs)
  let origin = ''
  const server = createAdaptorServer({ fetch: courierApi(courier, faults, () => origin).fetch }) as Server
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    apiUrl: `${origin}/v1/external`,
    ...ledger.keys,
    dev: courierDevRoutes(courier, faults),
    remember: (parcels) =>
      new Map(
        courier
          .remember(parcels)
          .flatMap((parcel) => (parcel.labelKey ? [[parcel.id, labelUrl(origin, parcel)] as const] : [])),
      ),
    stop: async () => {
      courier.stop()
      webhooks.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
