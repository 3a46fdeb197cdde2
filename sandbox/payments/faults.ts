/** Trouble made on purpose: which calls of the provider go wrong, how, and how often. */
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
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

export type Fault = { call: Call | '*'; fault: (typeof FAULTS)[number]; times: number; ms: number }

const HANG_AT_MOST_MS = 120_000

export class Faults {
  #planned: Fault[] = []

  /** Faults of the same call happen in the order they were planned. */
  plan(fault: Fault): void {
    this.#planned.push(fault)
  }

  clear(): void {
    this.#planned = []
  }

  list(): Fault[] {
    return this.#planned
  }

  take(call: Call): Fault | undefined {
    const fault = this.#planned.find(
      (one) => one.call === call || (one.call === '*' && call !== 'refunds.process'),
    )
    if (fault === undefined) return undefined
    fault.times -= 1
    this.#planned = this.#planned.filter((one) => one.times > 0)
    return fault
  }
}

/** Answers a call, or lets it go wrong as planned. */
export async function answer(
  faults: Faults,
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
      await clientGone(outgoing)
      return cut(outgoing)
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

function cut(outgoing: HttpBindings['outgoing']): Response {
  outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

async function clientGone(outgoing: HttpBindings['outgoing']): Promise<void> {
  const over = new AbortController()
  outgoing.once('close', () => over.abort())
  await wait(HANG_AT_MOST_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
}
