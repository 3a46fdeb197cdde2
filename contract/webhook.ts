/** Webhooks of the payment provider and the courier (api-rules §4), authenticated by signature or token, not by session. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const webhook = {
  payment: endpoint({
    method: 'POST',
    path: '/webhooks/payment',
    roles: ['visitor'],
    raw: true,
    bodyMax: 200_000,
    summary:
      'Events of the payment provider; X-Razorpay-Signature signs the raw body. The event is stored and acknowledged at once; a job asks the provider for the state of the payment.',
    reply: z.object({ status: z.literal('ok') }),
  }),
  courier: endpoint({
    method: 'POST',
    path: '/webhooks/courier',
    roles: ['visitor'],
    raw: true,
    bodyMax: 200_000,
    summary: 'Tracking events of the courier; the header x-api-key holds the shared token.',
    reply: z.object({ status: z.literal('ok') }),
  }),
}
