/** Routes for scripts and tests: move parcels by hand, set their pace, inject faults. */
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { billOf } from './bill.ts'
import type { Courier } from './courier.ts'
import { CALLS, type CourierFaults, FAULTS } from './faults.ts'
import type { Parcel } from './parcel.ts'
import { trackingPage } from './tracking-page.ts'

const codes = {
  Pending: 3,
  Shipped: 6,
  'In Transit': 18,
  'Out for Delivery': 17,
  Delivered: 7,
  Cancelled: 8,
  RTO: 9,
} as const
const statuses = Object.keys(codes) as [keyof typeof codes, ...(keyof typeof codes)[]]

const milliseconds = z.int().min(0).max(600_000)
const move = z.union([
  z.strictObject({ status: z.enum(statuses) }).transform(({ status }) => codes[status]),
  z.strictObject({ code: z.int().min(1).max(999) }).transform(({ code }) => code),
])
const reassign = z.strictObject({ reassign: z.literal(true) })
const weigh = z.strictObject({ weigh: z.number().positive().max(1_000) })
const fault = z.strictObject({
  call: z.enum([...CALLS, '*']),
  fault: z.enum(FAULTS),
  times: z.int().min(1).max(1_000_000).default(1),
  ms: milliseconds.default(1_000),
  chance: z.number().min(0).max(1).default(1),
})
const mode = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.enum(['normal', 'off', 'duplicate']) }),
  z.strictObject({ mode: z.literal('late'), ms: milliseconds.default(5_000) }),
  z.strictObject({
    mode: z.literal('storm'),
    repeat: z.int().min(1).max(100).default(5),
    ms: milliseconds.default(1_000),
    forged: z.number().min(0).max(1).default(0.1),
  }),
])
const pace = z.strictObject({ stepMs: z.int().min(0).max(86_400_000).nullable() })

const BOOKED_WITHIN_MS = 10_000

export function courierDevRoutes(courier: Courier, faults: CourierFaults): Hono {
  const app = new Hono()

  app.post('/dev/shipments/:orderId', async (c) => {
    const json = await readJson(c.req.raw)
    const body = move.safeParse(json)
    const again = reassign.safeParse(json).success
    const weighed = weigh.safeParse(json)
    if (!body.success && !again && !weighed.success)
      return c.json(
        {
          msg: `Send {"status": one of ${statuses.join(', ')}}, {"code": number}, {"reassign": true} or {"weigh": kg}`,
        },
        400,
      )
    const parcel = await waitForAwb(courier, c.req.param('orderId'))
    if (!parcel) return c.json({ msg: 'No parcel is booked for this order' }, 404)
    if (weighed.success) {
      courier.weigh(parcel, weighed.data.weigh)
      return c.json({ orderId: parcel.id, awb: parcel.awb, weight: weighed.data.weigh })
    }
    if (!body.success) {
      await courier.reassign(parcel)
      return c.json({ orderId: parcel.id, awb: courier.find(parcel.shipmentId).awb, code: parcel.code })
    }
    await courier.move(parcel, body.data)
    return c.json({ orderId: parcel.id, awb: parcel.awb, code: body.data })
  })

  app.get('/dev/tracking/:awb', (c) => {
    const awb = c.req.param('awb')
    const parcel = courier.ledger.parcelWithAwb(awb)
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    return c.html(trackingPage(awb, parcel), parcel ? 200 : 404)
  })

  app.get('/sandbox/courier/bill.csv', (c) =>
    c.text(billOf([...courier.ledger.parcels.values()]), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="courier-bill.csv"',
    }),
  )
  app.post('/sandbox/courier/faults', async (c) => {
    const body = fault.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    faults.plan(body.data)
    return c.json(faults.list())
  })
  app.get('/sandbox/courier/faults', (c) => c.json(faults.list()))
  app.delete('/sandbox/courier/faults', (c) => {
    faults.clear()
    return c.json([])
  })
  app.post('/sandbox/courier/webhooks', async (c) => {
    const body = mode.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    courier.webhooks.mode = body.data
    return c.json(body.data)
  })
  app.post('/sandbox/courier/pace', async (c) => {
    const body = pace.safeParse(await readJson(c.req.raw))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    courier.setPace(body.data.stepMs)
    return c.json(body.data)
  })
  app.get('/sandbox/courier/ledger.json', (c) => {
    const { places, parcels, webhooks } = courier.ledger
    return c.json({
      repeats: courier.repeats,
      places: [...places.values()],
      parcels: [...parcels.values()],
      notices: [...webhooks.values()].map((webhook) => ({ ...webhook, body: undefined })),
    })
  })
  return app
}

/**
 * Waits until the job has booked the parcel, because a script may be faster; undefined after ten seconds. Of several parcels of
 * an order, whose names begin with its id, or that travels in another order's, it is the newest one.
 */
async function waitForAwb(courier: Courier, orderId: string): Promise<Parcel | undefined> {
  for (const end = Date.now() + BOOKED_WITHIN_MS; ; await wait(50)) {
    const parcel = [...courier.ledger.parcels.values()].findLast(
      ({ id, form }) =>
        id === orderId || id.startsWith(`${orderId}-`) || form.comment?.includes(orderId.slice(-12)),
    )
    if (parcel?.awb) return parcel
    if (Date.now() > end) return undefined
  }
}

async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}
