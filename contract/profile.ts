/** The session's account, and the profile of a customer or seller (specification §3, §7). */
import { z } from 'zod'
import { anyDuty, endpoint, formLimits, teamAreas } from './endpoint.ts'
import { allFieldsRequired, message, mobile, text } from './fields.ts'
import { gstPattern } from './gstin.ts'
import { limits } from './limits.ts'
import { editSellerBody, gstAnswer, sellerProfile } from './seller.ts'

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
export type CustomerProfile = z.output<typeof customerProfile>

export const profile = {
  me: endpoint({
    method: 'GET',
    path: '/private/me',
    roles: ['CUSTOMER', 'SELLER', 'ADMIN'],
    areas: 'person',
    duties: anyDuty,
    beforeSecondFactor: true,
    summary: 'The e-mail and role of the session; of a member of a shop’s team, what they may do.',
    reply: /* @__PURE__ */ z.object({
      email: z.string(),
      role: /* @__PURE__ */ z.enum(['CUSTOMER', 'SELLER', 'ADMIN']),
      /** Address of the administrator's overview, which no page links to; for ADMIN only (api-rules §2). */
      home: z.string().optional(),
      /** Of a member of a seller's team: for which shop they act, and in which areas. */
      team: z.object({ company: z.string(), name: z.string(), areas: z.array(z.enum(teamAreas)) }).optional(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/profile',
    roles: ['CUSTOMER', 'SELLER'],
    areas: ['owner'],
    summary: 'The profile of the caller, a customer or a seller.',
    reply: z.union([sellerProfile, customerProfile]),
  }),
  editCustomer: endpoint({
    method: 'POST',
    path: '/private/profile/edit-customer',
    roles: ['CUSTOMER'],
    summary: 'Change first name, last name and mobile.',
    body: editCustomerBody,
    reply: message,
  }),
  editSeller: endpoint({
    method: 'POST',
    path: '/private/profile/edit-seller',
    roles: ['SELLER'],
    areas: ['owner'],
    costly: ['mail', 'rows'],
    limits: formLimits,
    summary:
      "Change a seller's profile. The e-mail cannot be changed; an account number that is sent masked stays. Other bank details, and another name, GST number or address, need a recent login (403 with the field `recentLogin`).",
    body: editSellerBody,
    reply: gstAnswer,
  }),
  confirmGst: endpoint({
    method: 'POST',
    path: '/private/profile/confirm-gst',
    roles: ['SELLER'],
    areas: ['owner'],
    summary:
      'Answer the question of `gstDoubt`: GST number and address are both right. 409 where the number is another one now.',
    body: z.object({ gst: z.string().trim().toUpperCase().regex(gstPattern, 'Invalid GST Number format.') }),
    reply: message,
  }),
  bankAccount: endpoint({
    method: 'GET',
    path: '/private/profile/bank-account',
    roles: ['SELLER'],
    areas: ['owner'],
    summary:
      'The whole bank account number, for its owner. Needs a recent login (403 with the field `recentLogin`); each call is written to the audit.',
    reply: z.object({ accountNo: z.string() }),
  }),
}
