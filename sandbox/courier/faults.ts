/** Fault injection of the courier: which calls can fail, and how. */
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { cut, type Faults, hang } from '../faults.ts'
import { Refusal } from './forms.ts'

export const CALLS = [
  'login',
  'pickup-places',
  'serviceability',
  'orders.create',
  'returns.create',
  'orders.search',
  'orders.cancel',
  'shipments.cancel',
  'awb',
  'label',
  'pickup',
  'manifest',
  'track',
  /** The download of the label's PDF. */
  'label.read',
] as const
export type Call = (typeof CALLS)[number]

export const FAULTS = [
  'error-500',
  'refuse-422',
  'rate-limit-429',
  /** The token has expired; the shop has to log in again. */
  'expired-401',
  /** A reply of status 200 whose body reports a failure. */
  'inside-200',
  /** Does not do the work and never replies. */
  'timeout',
  /** Closes the connection without doing the work. */
  'lost-request',
  /** Does the work, then closes the connection without a reply. */
  'lost-answer',
  /** Does the work after a delay of `ms`. */
  'slow',
  /** Does the work and replies after `ms`: its webhooks arrive before the reply. With a large `ms` it hangs after the work. */
  'slow-answer',
  /** Does the work twice, as a proxy does that repeats a request; replies with the second result. */
  'twice',
] as const

export type CourierFaults = Faults<Call, (typeof FAULTS)[number]>

const INSIDE_200: Partial<Record<Call, object>> = {
  serviceability: { status: 200, data: { available_courier_companies: [] } },
  awb: { awb_assign_status: 0, response: { data: { awb_assign_error: 'Oops! No courier just now.' } } },
  label: { label_created: 0, response: 'The label is not ready yet.', not_created: [] },
  pickup: { pickup_status: 0, response: { data: 'The pickup could not be scheduled.' } },
  track: { tracking_data: { track_status: 0, error: 'Aahh! There is no activities found.' } },
}

/** Returns the body of the reply; nothing for a reply without a body (204). */
export type Work = () => object | void

const replyWith = (body: object | void) => (body ? Response.json(body) : new Response(null, { status: 204 }))

/** Handles a call with `work`, or injects the next planned fault. */
export async function answer(
  faults: CourierFaults,
  call: Call,
  { outgoing }: HttpBindings,
  work: Work,
): Promise<Response> {
  const planned = faults.take(call)
  switch (planned?.fault) {
    case 'error-500':
      throw new Refusal(500, 'Something went wrong.')
    case 'refuse-422':
      throw new Refusal(422, 'The given data was invalid.', { errors: { order_id: ['Refused on request.'] } })
    case 'rate-limit-429':
      throw new Refusal(429, 'Too Many Attempts.')
    case 'expired-401':
      throw new Refusal(401, 'Token has expired')
    case 'inside-200':
      return Response.json(INSIDE_200[call] ?? { message: 'Something is wrong.', data: {} })
    case 'timeout':
      return hang(outgoing)
    case 'lost-request':
      return cut(outgoing)
    case 'slow':
      await wait(planned.ms)
      return replyWith(work())
    case 'slow-answer': {
      const result = work()
      await wait(planned.ms)
      return replyWith(result)
    }
    case 'twice':
      work()
      return replyWith(work())
    case 'lost-answer':
      work()
      return cut(outgoing)
    default:
      return replyWith(work())
  }
}
