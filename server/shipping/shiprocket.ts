/** The Shiprocket adapter: kilograms, rupees and IST there, failures inside HTTP 200 included (providers.md §2). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CourierAccess } from '../config-providers.ts'
import { type Courier, CourierRefused, CourierUnavailable } from './provider.ts'
import { orderForm, pickupForm } from './shiprocket-forms.ts'
import { webhookBody, toWebhook, toTrack, trackBody } from './shiprocket-tracking.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const loginReply = z.object({ token: z.string().min(1) })
const created = z.object({ order_id: id, shipment_id: id })
const found = z.object({
  data: z.array(
    z.object({
      id,
      channel_order_id: id,
      shipments: z.array(z.object({ id, awb: id.nullish(), courier: z.string().nullish() })),
    }),
  ),
})
const assigned = z.object({
  awb_assign_status: z.literal(1),
  response: z.object({ data: z.object({ awb_code: id, courier_name: z.string() }) }),
})
const labelled = z.object({ label_created: z.literal(1), label_url: z.url() })
const pickedUp = z.object({ pickup_status: z.literal(1) })
const places = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: z.string() })) }),
})
const data = z.union([z.string(), z.object({ awb_assign_error: z.string().optional() })])
const errorBody = z.object({
  message: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  status_code: z.number().optional().catch(undefined),
  response: z
    .union([z.string(), z.object({ data })])
    .optional()
    .catch(undefined),
  errors: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
})

const timeoutMs = 8_000
const labelBytesMax = 5_000_000

/** `access` holds the API user and where the API is: the real one, or the sandbox on loopback. */
export function openShiprocket(access: CourierAccess): Courier {
  let token: Promise<string> | undefined

  async function send(method: string, path: string, body?: object, bearer?: string) {
    try {
      const response = await fetch(access.apiUrl + path, {
        method,
        redirect: 'error',
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(access.timeoutMs ?? timeoutMs),
      })
      return { status: response.status, answer: (await response.json()) as unknown }
    } catch (error) {
      throw new CourierUnavailable(`${method} ${path}: ${(error as Error).name}`, { cause: error })
    }
  }

  async function logIn(): Promise<string> {
    const { email, password } = access
    const { answer, status } = await send('POST', '/auth/login', { email, password })
    const parsed = loginReply.safeParse(answer)
    // A wrong password is for the shop's owner to mend: until then every parcel waits.
    if (!parsed.success) throw new CourierUnavailable(`the courier refused the log-in: ${status}`)
    return parsed.data.token
  }

  /** The one token of this process; a try that failed is not kept. */
  function currentToken(): Promise<string> {
    const mine = (token ??= logIn())
    mine.catch(() => {
      if (token === mine) token = undefined
    })
    return mine
  }

  async function ask<T>(method: string, path: string, schema: z.ZodType<T>, body?: object): Promise<T> {
    let used = currentToken()
    let reply = await send(method, path, body, await used)
    if (reply.status === 401) {
      if (token === used) token = undefined
      used = currentToken()
      reply = await send(method, path, body, await used)
    }
    const { status, answer } = reply
    const good = status < 300 ? schema.safeParse(answer) : undefined
    if (good?.success) return good.data
    const { said, code } = refusalIn(answer)
    const message = `${method} ${path.replace(/[?].*/, '')}: ${status} ${said ?? 'unexpected answer'}`
    const passing = [status, code].some((n) => n >= 500 || n === 429 || n === 401) || (status < 300 && !said)
    if (passing) throw new CourierUnavailable(message)
    throw new CourierRefused(message, status >= 400 || code >= 400)
  }

  const isRegistered = async (name: string) =>
    (await ask('GET', '/settings/company/pickup', places)).data.shipping_address.some(
      (place) => place.pickup_location === name,
    )

  return {
    async registerPickup(place) {
      try {
        await ask(
          'POST',
          '/settings/company/addpickup',
          z.object({ success: z.literal(true) }),
          pickupForm(place),
        )
      } catch (error) {
        // The answer may be lost, or the name taken by an earlier try: a place of this name is this place.
        if (!(await isRegistered(place.name).catch(() => false))) throw error
      }
    },
    async findParcel(orderId) {
      const { data } = await ask('GET', `/orders?search=${encodeURIComponent(orderId)}`, found)
      const order = data.find((one) => one.channel_order_id === orderId)
      const shipment = order?.shipments[0]
      if (!order || !shipment) return null
      return {
        courierOrderId: order.id,
        shipmentId: shipment.id,
        airwaybill: shipment.awb
          ? { awbNumber: shipment.awb, courierName: shipment.courier || 'Courier' }
          : null,
      }
    },
    async createParcel(parcel) {
      const answer = await ask('POST', '/orders/create/adhoc', created, orderForm(parcel))
      return { courierOrderId: answer.order_id, shipmentId: answer.shipment_id }
    },
    async assignAirwaybill(shipmentId) {
      const { response } = await ask('POST', '/courier/assign/awb', assigned, { shipment_id: shipmentId })
      return { awbNumber: response.data.awb_code, courierName: response.data.courier_name }
    },
    async makeLabel(shipmentId) {
      return (await ask('POST', '/courier/generate/label', labelled, { shipment_id: [shipmentId] })).label_url
    },
    async requestPickup(shipmentId) {
      try {
        await ask('POST', '/courier/generate/pickup', pickedUp, { shipment_id: [shipmentId] })
      } catch (error) {
        if (!(error instanceof CourierRefused && /already/i.test(error.message))) throw error
      }
    },
    async track(awbNumber) {
      return toTrack(await ask('GET', `/courier/track/awb/${encodeURIComponent(awbNumber)}`, trackBody))
    },
    trackingUrl(awbNumber) {
      return access.trackingUrl ? access.trackingUrl + encodeURIComponent(awbNumber) : null
    },
    async readLabel(labelUrl) {
      let bytes: Uint8Array<ArrayBuffer>
      try {
        const response = await fetch(labelUrl, {
          signal: AbortSignal.timeout(access.timeoutMs ?? timeoutMs),
        })
        bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array()
      } catch (error) {
        throw new CourierUnavailable(`the label: ${(error as Error).name}`, { cause: error })
      }
      if (bytes.length > labelBytesMax || Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
        throw new CourierUnavailable('the label is no PDF')
      return bytes
    },
    parseWebhook(rawBody, headers) {
      const token = headers.get('x-api-key') ?? ''
      const good = [access.webhookToken, access.olderWebhookToken].filter((known) => known !== undefined)
      if (!good.some((known) => sameToken(token, known))) return null
      const parsed = webhookBody.safeParse(JSON.parse(rawBody.toString('utf8')))
      return parsed.success ? toWebhook(parsed.data) : null
    },
  }
}

/** Over hashes, so that neither the time nor the length tells anything of the token. */
function sameToken(given: string, right: string): boolean {
  const [a, b] = [given, right].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** Why the courier said no, in its own words; failures inside HTTP 200 keep theirs in one of several places. */
function refusalIn(answer: unknown): { said: string | undefined; code: number } {
  const { message, response, errors, status, status_code } = errorBody.safeParse(answer).data ?? {}
  const fields = Object.entries(errors ?? {}).map(([name, texts]) => `${name}: ${texts.join(' ')}`)
  const inside = typeof response === 'object' ? response.data : response
  const said = [message, ...fields, typeof inside === 'object' ? inside.awb_assign_error : inside]
  return { said: said.filter(Boolean).join(' ').slice(0, 300) || undefined, code: status_code ?? status ?? 0 }
}
