/** Who is signed in, and the customer's own profile (specification §3, §7). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { allFieldsRequired, message, mobile, text } from './fields.ts'
import { limits } from './limits.ts'

export const editCustomerBody = z.object({
  firstName: text(limits.nameLength, allFieldsRequired),
  lastName: text(limits.nameLength, allFieldsRequired),
  mobile: mobile(allFieldsRequired),
})

export const customerProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  mobile: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
})

export const profile = {
  me: endpoint({
    method: 'GET',
    path: '/private/me',
    roles: ['CUSTOMER', 'SELLER', 'ADMIN'],
    changes: false,
    summary: 'The e-mail and role of the session.',
    reply: z.object({ email: z.string(), role: z.enum(['CUSTOMER', 'SELLER', 'ADMIN']) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/profile',
    roles: ['CUSTOMER'],
    changes: false,
    summary: 'The profile of the caller.',
    reply: customerProfile,
  }),
  editCustomer: endpoint({
    method: 'POST',
    path: '/private/profile/edit-customer',
    roles: ['CUSTOMER'],
    changes: true,
    summary: 'Change first name, last name and mobile.',
    body: editCustomerBody,
    reply: message,
  }),
}
