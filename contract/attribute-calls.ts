/** What the product form asks for, beside the fields that every product has. */
import { z } from 'zod'
import { askedAttribute } from './attribute.ts'
import { endpoint } from './endpoint.ts'

export const attribute = {
  asked: endpoint({
    method: 'GET',
    path: '/private/product/attributes',
    roles: ['SELLER'],
    areas: ['products'],
    summary: 'Attributes of products with the values that they allow and the categories that ask for them.',
    reply: z.array(askedAttribute),
  }),
}
