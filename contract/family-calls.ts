/** A seller's calls about families. */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { familyBody, familyChoice, familyMatrixBody, ownFamily, ownFamilyRow } from './family.ts'
import { familyLimits } from './family-words.ts'
import { id, message, numericId, page, searchText } from './fields.ts'

const seller = ['SELLER'] as const
const params = z.object({ id })

export const family = {
  list: endpoint({
    method: 'GET',
    path: '/private/families',
    roles: seller,
    areas: ['products'],
    summary: 'Families of the caller, newest first.',
    query: page,
    reply: z.array(ownFamilyRow),
    paged: true,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/private/family-choices',
    roles: seller,
    areas: ['products'],
    summary:
      'Listings of the caller that are in no family, newest first; by words of the name, and of one subcategory.',
    query: page.extend({ search: searchText.optional(), subCategoryId: numericId.optional() }),
    reply: z.array(familyChoice),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/families/{id}',
    roles: seller,
    areas: ['products'],
    summary: 'One family of the caller with its listings.',
    params,
    reply: ownFamily,
  }),
  add: endpoint({
    method: 'POST',
    path: '/private/families',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: workLimits,
    summary: `Make a family of two to ${familyLimits.members} listings of one subcategory. 409 for a listing that is in another family, and beyond ${familyLimits.families.toLocaleString('en-IN')} families.`,
    body: familyBody,
    reply: message.extend({ id: z.string() }),
  }),
  addMatrix: endpoint({
    method: 'POST',
    path: '/private/families/matrix',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: workLimits,
    summary: `Make a family of new listings, ${familyLimits.cells} at most, that are copies of one listing with their own name, price, MRP, net quantity, weight and stock; all of them or none.`,
    body: familyMatrixBody,
    reply: message.extend({ id: z.string(), productIds: z.array(z.string()) }),
  }),
  edit: endpoint({
    method: 'POST',
    path: '/private/families/{id}/edit',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: workLimits,
    summary:
      'Replace name, options and listings of a family. Who is left out stays on sale by itself. 409 for a listing that is in another family.',
    params,
    body: familyBody,
    reply: message,
  }),
  dissolve: endpoint({
    method: 'DELETE',
    path: '/private/families/{id}',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: workLimits,
    summary: 'Dissolve a family: its listings stay on sale, each by itself.',
    params,
    reply: message,
  }),
}
