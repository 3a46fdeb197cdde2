/** The calls of the payment provider that can be told to go wrong, and how. */
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { cut, Faults, hang } from '../faults.ts'
import { refusal } from './errors.ts'

export const CALLS = [
  'orders.create',
  'orders.list',
  'orders.get',
  'orders.update',
  'orders.payments',
  'payments.list',
  'payments.get',
  'payments.capture',
  'payments.refunds',
  'refunds.create',
  'refunds.list',
  'refunds.get',
  /** Not a call: the end of a refund, which then fails. */
  'refunds.process',
] as const

export type Call = (typeof CALLS)[number]

export const FAULTS = [
  'error-500',
  'refuse-400',
  'rate-limit-429',
  /** Never answers and does nothing. */
  'timeout',
  /** Cuts the connection and does nothing. */
  'lost-request',
  /** Does the work, then cuts the connection. */
  'lost-answer',
  /** Does the work after `ms`. */
  'slow',
] as const

export type PaymentFaults = Faults<Call, (typeof FAULTS)[number]>

export const newFaults = (): PaymentFaults => new Faults(['refunds.process'])

/** Answers a call, or lets it go wrong as planned. */
export async function answer(
  faults: PaymentFaults,
  call: Call,
  { outgoing }: HttpBindings,
  work: () => unknown,
): Promise<Response> {
  const planned = faults.take(call)
  switch (planned?.fault) {
    case 'error-500':
      throw refusal(
        500,
        'We are facing some trouble completing your request at the moment. Please try again shortly.',
      )
    case 'refuse-400':
      throw refusal(400, 'The request was refused.')
    case 'rate-limit-429':
      throw refusal(429, 'Too many requests')
    case 'timeout':
      return hang(outgoing)
    case 'lost-request':
      return cut(outgoing)
    case 'slow':
      await wait(planned.ms)
      return Response.json(work())
    case 'lost-answer':
      work()
      return cut(outgoing)
    default:
      return Response.json(work())
  }
}
