/** Test fixture: a running sandbox, a fake shop that receives its webhooks, and a client with the keys. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'

/** A JSON reply of any shape. */
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = { status: number; body: any }

export type Delivery = {
  event: string
  eventId: string
  signature: string
  raw: string
  at: number
}

export type Rig = {
  sandbox: Sandbox
  dataDir: string
  /** Webhooks that the shop received, in order of arrival, including those it refused. */
  deliveries: Delivery[]
  /** Statuses with which the shop replies to the next webhooks, then 200. */
  shopAnswers: number[]
  /** A call to the provider's API with the merchant's keys. */
  api(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Answer>
  /** A call to a route of the sandbox on the shop's origin. */
  own(method: string, path: string, body?: unknown): Promise<Answer>
  order(fields?: Record<string, unknown>): Promise<{ id: string; amount: number }>
  /** Waits until the shop has received `count` webhooks. */
  received(count: number): Promise<string[]>
  /** Restarts the sandbox on the same files. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function startRig(): Promise<Rig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const deliveries: Delivery[] = []
  const shopAnswers: number[] = []
  const shop = createServer((request, response) => {
    let raw = ''
    request.on('data', (part) => (raw += part))
    request.on('end', () => {
      deliveries.push({
        event: JSON.parse(raw).event,
        eventId: String(request.headers['x-razorpay-event-id']),
        signature: String(request.headers['x-razorpay-signature']),
        raw,
        at: Date.now(),
      })
      response
        .writeHead(request.url === '/api/v1/webhooks/payment' ? (shopAnswers.shift() ?? 200) : 404)
        .end()
    })
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const start = () => startSandbox({ dataDir, shopUrl, webhookRetryMs: [20, 40] })

  const rig: Rig = {
    sandbox: await start(),
    dataDir,
    deliveries,
    shopAnswers,
    api: async (method, path, body, headers = {}, signal = AbortSignal.timeout(10_000)) => {
      const { apiUrl, keyId, keySecret } = rig.sandbox.payment
      const response = await fetch(apiUrl + path, {
        method,
        signal,
        headers: {
          authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    own: async (method, path, body) => {
      const request = new Request(`http://shop.test${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const response = await rig.sandbox.fetch(request)
      return { status: response.status, body: await response.json() }
    },
    order: async (fields = {}) => {
      const answer = await rig.api('POST', '/orders', {
        amount: 123_400,
        currency: 'INR',
        ...fields,
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
    received: async (count) => {
      const end = Date.now() + 30_000
      while (deliveries.length < count && Date.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 5))
      return deliveries.map((delivery) => delivery.event)
    },
    restart: async () => {
      await rig.sandbox.stop()
      rig.sandbox = await start()
    },
    close: async () => {
      await rig.sandbox.stop()
      shop.closeAllConnections()
      shop.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return rig
}
