/** The courier's API under /v1/external, and the PDFs of its labels. */
import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { timingSafeEqualText } from '../payments/signature.ts'
import type { Courier } from './courier.ts'
import { answer, type Call, type CourierFaults, type Work } from './faults.ts'
import { Refusal } from './forms.ts'
import { drawLabel, drawManifest } from './label.ts'
import { serviceability } from './serviceability.ts'
import { appliedWeight } from './bill.ts'
import { scansOf } from './webhooks.ts'
import { indianTime, type Parcel, STATUS_NAMES } from './parcel.ts'

type Env = { Bindings: HttpBindings }

export function courierApi(courier: Courier, faults: CourierFaults, origin: () => string): Hono<Env> {
  const { ledger } = courier
  const tokens = new Set<string>()
  const app = new Hono<Env>()
  const api = new Hono<Env>()
  const reply = (call: Call, env: HttpBindings, work: Work) => answer(faults, call, env, work)
  const bodyOf = async (request: Request): Promise<Record<string, unknown>> => {
    const body: unknown = await request.json().catch(() => undefined)
    if (typeof body !== 'object' || body === null) throw new Refusal(422, 'The given data was invalid.')
    return body as Record<string, unknown>
  }
  /** The API takes a list of shipments; the shop always sends one. */
  const firstOf = (ids: unknown): unknown => (Array.isArray(ids) ? ids[0] : ids)

  app.onError((error) => {
    if (!(error instanceof Refusal)) console.error('courier sandbox:', error)
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong.')
    if (refusal.status === 401) tokens.clear()
    return Response.json(refusal.body, { status: refusal.status })
  })
  app.notFound(() => Response.json(new Refusal(404, 'Not Found').body, { status: 404 }))
  app.use(
    bodyLimit({
      maxSize: 64 * 1024,
      onError: () => {
        throw new Refusal(413, 'The request is too large.')
      },
    }),
  )

  app.post('/v1/external/auth/login', async (c) => {
    const { email, password } = await bodyOf(c.req.raw)
    return reply('login', c.env, () => {
      if (email !== ledger.keys.email || !timingSafeEqualText(String(password), ledger.keys.password))
        throw new Refusal(400, 'Invalid email and password combination')
      const token = randomBytes(24).toString('base64url')
      tokens.add(token)
      return { id: 1, email, company_id: 1, token }
    })
  })
  app.get('/labels/:file', (c) => {
    const [, shipment = '', key = ''] = /^(\d+)-([\w-]+)\.pdf$/.exec(c.req.param('file')) ?? []
    const parcel = ledger.parcelOfShipment(Number(shipment))
    if (faults.take('label.read') || !parcel?.labelKey || parcel.labelKey !== key)
      return c.text('NoSuchKey', 404)
    return new Response(drawLabel(parcel), { headers: { 'content-type': 'application/pdf' } })
  })

  app.get('/manifests/:file', (c) => {
    const [, shipments = '', key = ''] = /^([\d-]+)_([\w-]+)\.pdf$/.exec(c.req.param('file')) ?? []
    const parcels = shipments.split('-').flatMap((one) => ledger.parcelOfShipment(Number(one)) ?? [])
    if (!parcels[0]?.labelKey || parcels[0].labelKey !== key) return c.text('NoSuchKey', 404)
    return new Response(drawManifest(parcels), { headers: { 'content-type': 'application/pdf' } })
  })

  api.use(async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
    if (!tokens.has(token)) throw new Refusal(401, 'Token has expired')
    await next()
  })
  api.get('/settings/company/pickup', (c) =>
    reply('pickup-places', c.env, () => ({ data: { shipping_address: [...ledger.places.values()] } })),
  )
  api.post('/settings/company/addpickup', async (c) => {
    const body = await bodyOf(c.req.raw)
    return reply('pickup-places', c.env, () => ({ success: true, address: courier.addPlace(body) }))
  })
  api.post('/orders/create/adhoc', async (c) => {
    const body = await bodyOf(c.req.raw)
    return reply('orders.create', c.env, () => courier.createOrder(body))
  })
  api.post('/orders/create/return', async (c) => {
    const body = await bodyOf(c.req.raw)
    return reply('returns.create', c.env, () => courier.createReturn(body))
  })
  api.get('/orders', (c) =>
    reply('orders.search', c.env, () => {
      const wanted = c.req.query('search') ?? ''
      const exact = ledger.parcels.get(wanted)
      const parcels = exact
        ? [exact]
        : [...ledger.parcels.values()].filter((parcel) => parcel.id.includes(wanted)).slice(0, 15)
      return {
        data: parcels.map(orderOf),
        meta: { pagination: { total: parcels.length, count: parcels.length } },
      }
    }),
  )
  api.post('/orders/cancel', async (c) => {
    const { ids } = await bodyOf(c.req.raw)
    return reply('orders.cancel', c.env, () => courier.cancel(courier.findOrder(firstOf(ids))))
  })
  api.post('/orders/cancel/shipment/awbs', async (c) => {
    const { awbs } = await bodyOf(c.req.raw)
    return reply('shipments.cancel', c.env, () => {
      courier.cancelShipment(courier.findAwb(firstOf(awbs)))
      return { message: 'Bulk Shipment cancellation is in progress.' }
    })
  })
  api.get('/courier/serviceability/', (c) =>
    reply('serviceability', c.env, () => serviceability(c.req.query())),
  )
  api.post('/courier/assign/awb', async (c) => {
    const body = await bodyOf(c.req.raw)
    return reply('awb', c.env, () => {
      const parcel = courier.assignAwb(body['shipment_id'])
      return parcel
        ? assigned(parcel)
        : { status: 404, message: 'No courier is serviceable for this pincode.' }
    })
  })
  api.post('/courier/generate/label', async (c) => {
    const body = await bodyOf(c.req.raw)
    return reply('label', c.env, () => {
      const parcel = courier.printLabel(firstOf(body['shipment_id']))
      if (parcel.labelKey === null)
        return { label_created: 0, response: 'AWB is not assigned.', not_created: [parcel.shipmentId] }
      return {
        label_created: 1,
        label_url: labelUrl(origin(), parcel),
        response: 'Label has been created and uploaded successfully!',
        not_created: [],
      }
    })
  })
  api.post('/courier/generate/pickup', async (c) => {
    const body = await bodyOf(c.req.raw)
    return reply('pickup', c.env, () => {
      const { pickupAt, shipmentId } = courier.orderPickup(firstOf(body['shipment_id']))
      return {
        pickup_status: 1,
        response: {
          pickup_scheduled_date: indianTime(pickupAt ?? Date.now()),
          pickup_token_number: `Reference No: ${shipmentId}`,
          status: 3,
          data: 'Pickup is confirmed.',
        },
      }
    })
  })
  api.post('/manifests/generate', async (c) => {
    const { shipment_id: ids } = await bodyOf(c.req.raw)
    return reply('manifest', c.env, () => {
      const parcels = (Array.isArray(ids) ? ids : [ids]).map((id) => courier.find(id))
      const [first] = parcels
      if (!first?.labelKey || parcels.some(({ awb }) => awb === null))
        return { status: 0, message: 'AWB is not assigned.' }
      courier.manifest(parcels)
      const names = parcels.map(({ shipmentId }) => shipmentId).join('-')
      return { status: 1, manifest_url: `${origin()}/manifests/${names}_${first.labelKey}.pdf` }
    })
  })
  api.get('/courier/track/awb/:awb', (c) =>
    reply('track', c.env, () => tracking(courier, ledger.parcelWithAwb(c.req.param('awb')))),
  )
  api.get('/courier/track/shipment/:id', (c) =>
    reply('track', c.env, () => tracking(courier, ledger.parcelOfShipment(Number(c.req.param('id'))))),
  )
  app.route('/v1/external', api)
  return app
}

export function labelUrl(origin: string, { shipmentId, labelKey }: Parcel): string {
  return `${origin}/labels/${shipmentId}-${labelKey}.pdf`
}

function orderOf(parcel: Parcel): object {
  return {
    id: parcel.orderNumber,
    channel_order_id: parcel.id,
    customer_name: parcel.form.billing_customer_name,
    status: orderStatusOf(parcel),
    shipments: [{ id: parcel.shipmentId, awb: parcel.awb ?? '', courier: parcel.courierName ?? '' }],
  }
}

/** An order whose shipment is cancelled could be shipped again, until it is cancelled itself. */
function orderStatusOf({ cancelled, code }: Parcel): string {
  if (cancelled) return 'CANCELED'
  return code === 8 ? 'NEW' : (STATUS_NAMES[code] ?? 'New').toUpperCase()
}

function assigned(parcel: Parcel): object {
  const data = {
    courier_company_id: 1,
    awb_code: parcel.awb,
    cod: 0,
    order_id: parcel.orderNumber,
    shipment_id: parcel.shipmentId,
    awb_code_status: 1,
    applied_weight: appliedWeight(parcel),
    courier_name: parcel.courierName,
  }
  return { awb_assign_status: 1, response: { data } }
}

function tracking({ webhooks }: Courier, parcel: Parcel | undefined): object {
  if (!parcel || parcel.code < 2)
    return { tracking_data: { track_status: 0, error: 'Aahh! There is no activities found in our DB.' } }
  const delivered = parcel.history.find(({ code }) => code === 7)?.at
  const track = {
    awb_code: parcel.awb,
    courier_name: parcel.courierName,
    shipment_id: parcel.shipmentId,
    order_id: parcel.orderNumber,
    delivered_date: delivered === undefined ? '' : indianTime(delivered),
    current_status: STATUS_NAMES[parcel.code] ?? `Status ${parcel.code}`,
    weight: String(appliedWeight(parcel)),
    pod: webhooks.proofOf(parcel) ?? 'Not Available',
  }
  return {
    tracking_data: {
      track_status: 1,
      shipment_status: parcel.code,
      shipment_track: [track],
      shipment_track_activities: scansOf(parcel).toReversed(),
      track_url: '',
    },
  }
}
