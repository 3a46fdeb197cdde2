/** The stand-in for Shiprocket: its API on an own port, the hands that move parcels on the shop's. */
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
import { Notices } from './notices.ts'

export type CourierSandbox = {
  apiUrl: string
  email: string
  password: string
  webhookToken: string
  /** Moving parcels and the switches for tests; nobody outside development may reach them. */
  dev: Hono
  remember(parcels: readonly KnownParcel[]): Map<string, string>
  stop(): Promise<void>
}

export type CourierOptions = {
  file: string
  webhookUrl: string
  webhookRetryMs: readonly number[]
  stepMs: number | null
}

/** Listens on a free port of the loopback address. */
export async function startCourier(options: CourierOptions): Promise<CourierSandbox> {
  const ledger = new Ledger(options.file)
  const faults: CourierFaults = new Faults(['label.read'])
  const notices = new Notices(ledger, options.webhookUrl, options.webhookRetryMs)
  const courier = new Courier(ledger, notices, options.stepMs)
  let origin = ''
  const server = createAdaptorServer({ fetch: courierApi(courier, faults, () => origin).fetch }) as Server
  server.listen(0, '127.0.0.1')
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
      notices.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
