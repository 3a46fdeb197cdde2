/** What outside providers call (api-rules §4). Both are trusted by signature or token, not by session. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const webhook = {
  payment: endpoint({
    method: 'POST',
    path: '/webhooks/payment',
    roles: ['visitor'],
    mutates: true,
    raw: true,
    summary:
      'Events of the payment provider, signed over the raw body in X-Razorpay-Signature. Stored and answered at once; a job asks the provider what happened.',
    reply: z.object({ status: z.literal('ok') }),
  }),
  courier: endpoint({
    method: 'POST',
    path: '/webhooks/courier',
    roles: ['visitor'],
    mutates: true,
    raw: true,
    summary: 'Where a parcel is, told by the courier; the shared token stands in x-api-key.',
    reply: z.object({ status: z.literal('ok') }),
  }),
}
