/** Fault injection of the payment provider: which calls can fail, and how. */
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
  'accounts.create',
  'accounts.stakeholder',
  'accounts.product',
  'accounts.bank',
  'transfers.create',
  'transfers.list',
  'transfers.get',
  'transfers.reverse',
  'disputes.list',
  'disputes.get',
  'disputes.accept',
  'disputes.contest',
  'documents.create',
  'settlements.list',
  'settlements.get',
  'settlements.recon',
  'balance.get',
  /** Not calls: make the processing of a transfer or of a refund fail. */
  'transfers.process',
  'refunds.process',
] as const

export type Call = (typeof CALLS)[number]

export const FAULTS = [
  'error-500',
  'refuse-400',
  /** Does the work, and says that it was refused. */
  'refuse-after-all',
  'rate-limit-429',
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
  /** Of `refunds.process` and `transfers.process` only: half the amount, another currency, failed and processed after all `ms` later. */
  'other-amount',
  'other-currency',
  'late-success',
] as const

/** They make no sense for a call. */
const OF_PROCESSING = ['other-amount', 'other-currency', 'late-success'] as const
export type ProcessingFault = { kind: (typeof OF_PROCESSING)[number] | 'slow' | 'failed'; ms: number }

/** The next planned fault of processing a refund or a transfer. Every fault of calls but 'slow' means that it fails. */
export function takeProcessingFault(
  faults: PaymentFaults,
  call: 'refunds.process' | 'transfers.process',
): ProcessingFault | undefined {
  const planned = faults.take(call)
  if (planned === undefined) return undefined
  const kind = ([...OF_PROCESSING, 'slow'] as const).find((one) => one === planned.fault) ?? 'failed'
  return { kind, ms: planned.ms }
}

export const isOfProcessing = (fault: string): boolean => OF_PROCESSING.some((one) => one === fault)

export type PaymentFaults = Faults<Call, (typeof FAULTS)[number]>

export const newFaults = (random: () => number): PaymentFaults =>
  new Faults(random, ['refunds.process', 'transfers.process'])

/** Handles a call, or injects the next planned fault. */
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
    case 'refuse-after-all':
      work()
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
    case 'slow-answer': {
      const result = work()
      await wait(planned.ms)
      return Response.json(result)
    }
    case 'twice':
      work()
      return Response.json(work())
    case 'lost-answer':
      work()
      return cut(outgoing)
    default:
      return Response.json(work())
  }
}
