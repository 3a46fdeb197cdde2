/** Shiprocket's tracking events, from webhooks and requests (providers.md §2.3). Its clock is India's. */
import { z } from 'zod'
import { storable } from '../../../../contract/fields.ts'
import type { CourierWebhook, Tracked, TrackingEvent } from './provider.ts'

const code = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
  z.int().min(0).max(9_999).nullish().catch(null),
)
// What PostgreSQL cannot store counts as missing: after a refusal the courier would repeat the event for ever.
const words = z.string().max(500).refine(storable).nullish().catch(null)
/** Kilograms, as a number or its text. */
const weight = z.coerce.number().positive().max(1_000).nullish().catch(null)
const name = z.union([z.string(), z.number()]).transform(String).refine(storable).nullish().catch(null)
const scan = z.object({
  date: words,
  'sr-status': code,
  'sr-status-label': words,
  activity: words,
  location: words,
})
/** A courier without a proof of delivery writes words instead of an address. */
const proof = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullish()
  .catch(null)

export const webhookBody = z.object({
  awb: name,
  order_id: name,
  /** The courier's own number of our order. */
  sr_order_id: name,
  courier_name: name,
  /** The shipment table; `current_status_id` is of the order table, where the same numbers mean other things. */
  shipment_status_id: code,
  shipment_status: words,
  current_status: words,
  current_timestamp: words,
  scans: z.array(scan).nullish().catch(null),
  pod: proof,
})

export const trackBody = z.object({
  tracking_data: z.object({
    track_status: z.number().nullish(),
    shipment_status: code,
    shipment_track: z
      .array(
        z.object({
          current_status: words,
          delivered_date: words,
          awb_code: name,
          courier_name: name,
          pod: proof,
          weight,
        }),
      )
      .nullish()
      .catch(null),
    shipment_track_activities: z.array(scan).nullish().catch(null),
  }),
})

/** Our name of the shipment may carry a prefix of the courier's. */
export function toWebhook(body: z.output<typeof webhookBody>): CourierWebhook {
  const [, kind = '', id] =
    /([XR]-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[1-9]\d{0,3})?)$/i.exec(body.order_id ?? '') ??
    []
  const { shipment_status_id: status } = body
  const said = body.shipment_status || body.current_status || ''
  // The last scan of the same state says where it was made, and why a delivery failed.
  const scanned = body.scans?.findLast((one) => one['sr-status'] === status)
  return {
    reference: id && kind.toUpperCase() + id.toLowerCase(),
    courierOrderId: body.sr_order_id || undefined,
    awbNumber: body.awb || undefined,
    courierName: body.courier_name || undefined,
    events:
      status === null || status === undefined
        ? []
        : [
            {
              code: status,
              words: scanned?.activity || said,
              at: timeOf(body.current_timestamp, new Date()),
              place: scanned?.location || null,
            },
          ],
    proofUrl: body.pod ?? null,
  }
}

/** The scans and, if none of them has it, the present state; oldest first. */
export function toTrack({ tracking_data: data }: z.output<typeof trackBody>): Tracked {
  const now = new Date()
  const events: TrackingEvent[] = []
  for (const step of data.shipment_track_activities ?? []) {
    const status = step['sr-status']
    if (status !== null && status !== undefined)
      events.push({
        code: status,
        words: step.activity || step['sr-status-label'] || '',
        at: timeOf(step.date, now),
        place: step.location || null,
      })
  }
  const present = data.shipment_status
  const parcel = data.shipment_track?.[0]
  if (data.track_status && present && !events.some((one) => one.code === present))
    events.push({
      code: present,
      words: parcel?.current_status ?? '',
      at: timeOf(parcel?.delivered_date, now),
    })
  const { awb_code: awbNumber, courier_name: courierName } = parcel ?? {}
  return {
    events: events.sort((a, b) => a.at.getTime() - b.at.getTime()),
    proofUrl: parcel?.pod ?? null,
    airwaybill: awbNumber ? { awbNumber, courierName: courierName || 'Courier' } : null,
    weightGrams: parcel?.weight ? Math.round(parcel.weight * 1_000) : null,
  }
}

/** `DD MM YYYY HH:mm:ss` or `YYYY-MM-DD HH:mm:ss`, Indian time; now, where it is neither or in the future. */
function timeOf(text: string | null | undefined, now: Date): Date {
  const [, day, month, year, clock] = /^(\d{2}) (\d{2}) (\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text ?? '') ?? []
  const iso = day ? `${year}-${month}-${day}T${clock}` : (text ?? '').replace(' ', 'T')
  const at = new Date(`${iso.slice(0, 19)}+05:30`)
  return Number.isNaN(at.getTime()) || at > now ? now : at
}
