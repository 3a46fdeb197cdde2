/** A seller is away: their products stay and cannot be bought until the day after. */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { message } from './fields.ts'

export const holidayDaysMax = 60
export const holidayWithin = `Choose a day from today on, within ${holidayDaysMax} days.`

export const holidayBody = z.object({
  /** The last day of the absence, in India; null: the seller is back. */
  lastDay: z.iso.date(holidayWithin).nullable(),
})

export const holiday = {
  get: endpoint({
    method: 'GET',
    path: '/private/holiday',
    roles: ['SELLER'],
    areas: ['orders', 'products', 'money'],
    summary: 'The last day of the holiday of the caller, if they are away.',
    reply: holidayBody,
  }),
  set: endpoint({
    method: 'POST',
    path: '/private/holiday',
    roles: ['SELLER'],
    areas: ['owner'],
    limits: workLimits,
    summary:
      'Begin or change the holiday of the caller, or end it. Their products cannot be bought until the day after it; what is paid already is dispatched as ever.',
    body: holidayBody,
    reply: message,
  }),
}
