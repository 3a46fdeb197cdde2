/** The fields of the contact form (specification §3, §5). */
import { z } from 'zod'
import { email, phoneTenDigits, text } from '../../../../contract/fields.ts'
import { limits } from '../../../../contract/limits.ts'

export const categories = {
  order: 'Order',
  product: 'Product',
  account: 'Account',
  general: 'General',
  partnership: 'Partnership',
  feedback: 'Feedback',
} as const

export const message = z.object({
  name: text(limits.nameLength, 'Name is required.'),
  email: email('Email is required.'),
  phone: z.string().regex(/^(\d{10})?$/, phoneTenDigits),
  subject: text(limits.nameLength, 'Subject is required.'),
  category: z.enum(Object.keys(categories) as (keyof typeof categories)[], {
    error: 'Please select a category.',
  }),
  message: text(limits.descriptionLength, 'Message is required.'),
})
export type Message = z.output<typeof message>
