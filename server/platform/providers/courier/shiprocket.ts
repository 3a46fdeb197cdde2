/** The Shiprocket adapter (providers.md §2): it converts units, which are kilograms, rupees and IST there. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CourierAccess } from '../../config/providers.ts'
import { callOutside } from '../call-outside.ts'
import { type Courier, CourierRefused, CourierUnavailable } from './provider.ts'
import { callTimeout, openConnection } from './shiprocket-connection.ts'
import { kilograms, orderForm, pickupForm } from './shiprocket-forms.ts'
import { returnForm } from './shiprocket-return-form.ts'
import { webhookBody, toWebhook, toTrack, trackBody } from './shiprocket-tracking.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const succeeded = z.object({ success: z.literal(true) })
const created = z.object({ order_id: id, shipment_id: id })
const found = z.object({
  data: z.array(
    z.object({
      id,
      channel_order_id: id,
      status: z.string().nullish().catch(null),
      shipments: z.array(z.object({ id, awb: id.nullish(), courier: z.string().nullish() })),
    }),
  ),
})
const assigned = z.object({
  awb_assign_status: z.literal(1),
  response: z.object({ data: z.object({ awb_code: id, courier_name: z.string() }) }),
})
const labelled = z.object({ label_created: z.literal(1), label_url: z.url() })
const manifested = z.object({ status: z.literal(1), manifest_url: z.url() })
const pickupDay = z.string().transform((time) => /^\d{4}-\d{2}-\d{2}/.exec(time)?.[0] ?? null)
const pickedUp = z.object({
  pickup_status: z.literal(1),
  response: z
    .object({ pickup_scheduled_date: pickupDay.nullish().catch(null) })
    .nullish()
    .catch(null),
})
const places = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: z.string() })) }),
})

const days = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(60))
const company = z.object({ courier_company_id: id, estimated_delivery_days: days.nullish().catch(null) })
/** 'No' is a success that has this status in its body (providers.md §2.2). */
const notServed = z.object({ status: z.literal(404), message: z.string().min(1) })
const served = z.object({
  status: z.literal(200),
  data: z.object({
    available_courier_companies: z.array(company),
    recommended_courier_company_id: id.nullish().catch(null),
  }),
})
const serviceability = z.union([served, notServed])

/** 204 without a body, or a text in a success. */
const cancelled = z.looseObject({})

const maxLabelBytes = 5_000_000

/** `access` holds the API user and where the API is: the real one, or the stand-in on loopback. */
export function openShiprocket(access: CourierAccess): Courier {
  const { ask } = openConnection(access)

  const isRegistered = async (name: string) =>
    (await ask('GET', '/settings/company/pickup', places)).data.shipping_address.some(
      (place) => place.pickup_location === name,
    )

  const findOrder = async (reference: string) => {
    const { data } = await ask('GET', `/orders?search=${encodeURIComponent(reference)}`, found)
    return data.find((one) => one.channel_order_id === reference)
  }

  /** A call that the courier refuses, with `done` in its message, where it is done already. */
  const unlessDone = async <Answer>(done: RegExp, call: () => Promise<Answer>) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CourierRefused && done.test(error.message))) throw error
      return undefined
    }
  }

  return {
    async transitDays({ fromPin, toPin, weightGrams }) {
      const query = new URLSearchParams({
        pickup_postcode: fromPin,
        delivery_postcode: toPin,
        weight: String(kilograms(weightGrams)),
        cod: '0',
      })
      const answer = await ask('GET', `/courier/serviceability/?${query.toString()}`, serviceability)
      if (answer.status === 404) return null
      const { available_courier_companies: companies, recommended_courier_company_id: recommended } =
        answer.data
      const chosen = companies.filter((one) => one.courier_company_id === recommended)
      // Without a recommended one any of them may carry the parcel: the slowest is promised.
      const needed = (chosen.length > 0 ? chosen : companies).flatMap(
        (one) => one.estimated_delivery_days ?? [],
      )
      if (needed.length === 0) throw new CourierUnavailable('the courier names no days of delivery')
      return Math.max(...needed)
    },
    async registerPickup(place) {
      try {
        await ask('POST', '/settings/company/addpickup', succeeded, pickupForm(place))
      } catch (error) {
        // The response may be lost, or an earlier call took the name: a pickup place of this name is this one.
        if (!(await isRegistered(place.name).catch(() => false))) throw error
      }
    },
    async findParcel(reference) {
      const order = await findOrder(reference)
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
    async createReturn(parcel) {
      const answer = await ask('POST', '/orders/create/return', created, returnForm(parcel))
      return { courierOrderId: answer.order_id, shipmentId: answer.shipment_id }
    },
    async assignReturnAirwaybill(shipmentId) {
      const { response } = await ask('POST', '/courier/assign/awb', assigned, {
        shipment_id: shipmentId,
        is_return: 1,
      })
      return { awbNumber: response.data.awb_code, courierName: response.data.courier_name }
    },
    async makeLabel(shipmentId) {
      return (await ask('POST', '/courier/generate/label', labelled, { shipment_id: [shipmentId] })).label_url
    },
    async makeManifest(shipmentIds) {
      return (await ask('POST', '/manifests/generate', manifested, { shipment_id: shipmentIds })).manifest_url
    },
    async requestPickup(shipmentId) {
      const answer = await unlessDone(/already/i, () =>
        ask('POST', '/courier/generate/pickup', pickedUp, { shipment_id: [shipmentId] }),
      )
      return answer?.response?.pickup_scheduled_date ?? null
    },
    async cancelParcel(reference) {
      const order = await findOrder(reference)
      if (!order) return false
      if (/^cancel/i.test(order.status ?? '')) return true
      // The shipment first: after the cancellation of the order nobody would see that its shipment is not cancelled.
      const awbs = order.shipments.flatMap(({ awb }) => awb || [])
      if (awbs.length > 0)
        await unlessDone(/already cancel/i, () =>
          ask('POST', '/orders/cancel/shipment/awbs', cancelled, { awbs }),
        )
      await unlessDone(/already cancel/i, () =>
        ask('POST', '/orders/cancel', cancelled, { ids: [Number(order.id)] }),
      )
      return true
    },
    // By its shipment: the courier may have given it another air waybill.
    async track({ shipmentId, awbNumber }) {
      const which =
        shipmentId === null
          ? `awb/${encodeURIComponent(awbNumber)}`
          : `shipment/${encodeURIComponent(shipmentId)}`
      return toTrack(await ask('GET', `/courier/track/${which}`, trackBody))
    },
    trackingUrl(awbNumber) {
      return access.trackingUrl ? access.trackingUrl + encodeURIComponent(awbNumber) : null
    },
    readLabel: (labelUrl) => readLabel(access, labelUrl),
    parseWebhook(rawBody, headers) {
      const token = headers.get('x-api-key') ?? ''
      const good = [access.webhookToken, access.olderWebhookToken].filter((known) => known !== undefined)
      if (!good.some((known) => sameToken(token, known))) return null
      const parsed = webhookBody.safeParse(JSON.parse(rawBody.toString('utf8')))
      return parsed.success ? toWebhook(parsed.data) : null
    },
  }
}

/** Compares hashes in constant time, so that the time tells neither the token nor its length. */
function sameToken(given: string, right: string): boolean {
  const [a, b] = [given, right].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** By the protocol of the API: with a real courier by https only, so that no service inside our network is read. */
async function readLabel(access: CourierAccess, labelUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  if (new URL(labelUrl).protocol !== new URL(access.apiUrl).protocol)
    throw new CourierUnavailable('the label has an address of another protocol')
  const answer = await callOutside(labelUrl, {
    signal: callTimeout(access),
    maxBytes: maxLabelBytes,
  }).catch((error: unknown) => {
    throw new CourierUnavailable(`the label: ${(error as Error).name}`, { cause: error })
  })
  const { ok, bytes } = answer
  if (!ok || Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new CourierUnavailable('the label is no PDF')
  return bytes
}
