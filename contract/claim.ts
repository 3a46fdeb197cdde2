/** A buyer says that a parcel did not come which the courier calls delivered. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message, text } from './fields.ts'

const params = z.object({ id })

/** What the buyer knows of it. */
export const claimBody = z.object({ words: text(500, 'Please say what you know.') })

export const claim = {
  ask: endpoint({
    method: 'POST',
    path: '/private/order/{id}/not-received',
    roles: ['CUSTOMER'],
    summary:
      'Say that an order of the caller was not received although the courier calls it delivered, once, within 7 days after that. The courier looks for it, then our team decides; the money of the seller waits. 409 with the reason otherwise; 429 for more than 10 an hour.',
    costly: ['mail'],
    limits: [{ max: 10, seconds: 3_600 }],
    params,
    body: claimBody,
    reply: message,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/private/order/{id}/not-received/withdraw',
    roles: ['CUSTOMER'],
    summary: 'Say that the parcel has come after all. 409 once it is decided.',
    costly: ['mail'],
    limits: [{ max: 10, seconds: 3_600 }],
    params,
    reply: message,
  }),
}
