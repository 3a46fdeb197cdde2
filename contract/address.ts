/** Delivery addresses of a customer (specification §3, §5, §7). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { allFieldsRequired, id, message, pinCode, state, text } from './fields.ts'
import { limits } from './limits.ts'

export const addressBody = z.object({
  street: text(limits.streetLength, allFieldsRequired),
  city: text(limits.cityLength, allFieldsRequired),
  state: state('Please select a state.'),
  pinCode: pinCode(allFieldsRequired),
})

export const deliveryAddress = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  pinCode: z.string(),
})

export const savedAddress = deliveryAddress.extend({ id: z.string(), isDefault: z.boolean() })
export type SavedAddress = z.output<typeof savedAddress>

const customer = ['CUSTOMER'] as const
const params = z.object({ id })

export const address = {
  get: endpoint({
    method: 'GET',
    path: '/private/address/get',
    roles: customer,
    summary: 'The addresses of the caller, the default one first.',
    reply: z.array(savedAddress),
  }),
  add: endpoint({
    method: 'POST',
    path: '/private/address/add',
    roles: customer,
    summary: 'Add an address; the first one becomes the default.',
    body: addressBody,
    reply: message.extend({ id: z.string() }),
  }),
  edit: endpoint({
    method: 'POST',
    path: '/private/address/edit/{id}',
    roles: customer,
    summary: 'Change an address.',
    params,
    body: addressBody,
    reply: message,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/private/address/delete/{id}',
    roles: customer,
    summary: 'Delete an address; the last remaining one is kept and the reply is still 200.',
    params,
    reply: message,
  }),
  makeDefault: endpoint({
    method: 'POST',
    path: '/private/address/make-default/{id}',
    roles: customer,
    summary: 'Make an address the default.',
    params,
    reply: message,
  }),
}
