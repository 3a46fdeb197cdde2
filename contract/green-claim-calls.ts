/** The calls about green claims. The browser's scripts have method and path of them only (web/bundling/slim-contract.ts). */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { documentKey, id, message, page, searchText, storable, uploadedFile } from './fields.ts'
import { claimFigures, greenClaimBody, ownGreenClaim } from './green-claim.ts'
import { greenClaimStates } from './green-claim-list.ts'
import { greenWordsFound } from './green-words.ts'
import { limits } from './limits.ts'
import { greenClaimLimits, imageTextLength } from './catalogue-limits.ts'

const seller = ['SELLER'] as const
const params = z.object({ id })
const picked = z
  .array(id)
  .max(
    greenClaimLimits.greenClaimPicksMax,
    `At most ${greenClaimLimits.greenClaimPicksMax} products at once.`,
  )

/** As it stands in the form, so that the places of the words are right. */
const untrimmed = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters.`)
    .refine(storable, 'This text has characters that cannot be stored.')
    .default('')

export const greenClaim = {
  list: endpoint({
    method: 'GET',
    path: '/private/green-claims',
    roles: seller,
    areas: ['products'],
    summary: 'Green claims of the caller, newest first; `state` leaves out all others.',
    query: page.extend({ state: z.enum(greenClaimStates).optional() }),
    reply: z.array(ownGreenClaim),
    paged: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/private/green-claims/counts',
    roles: seller,
    areas: ['products'],
    summary: `How many green claims of the caller are in each state, each counted up to ${limits.countStates}.`,
    reply: z.array(z.object({ state: z.string(), count: z.number().int() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/green-claims/{id}',
    roles: seller,
    areas: ['products'],
    summary: 'One green claim of the caller.',
    params,
    reply: ownGreenClaim,
  }),
  add: endpoint({
    method: 'POST',
    path: '/private/green-claims',
    roles: seller,
    areas: ['products'],
    summary: `Write a green claim as a draft. 409 beyond ${greenClaimLimits.greenClaimsMax} claims that are not over, or in a day.`,
    body: greenClaimBody,
    reply: message.extend({ id: z.string() }),
  }),
  edit: endpoint({
    method: 'POST',
    path: '/private/green-claims/{id}/edit',
    roles: seller,
    areas: ['products'],
    summary: 'Change a draft, or a claim that was not accepted. 409 for any other: renew it instead.',
    params,
    body: greenClaimBody,
    reply: message,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/private/green-claims/{id}/renew',
    roles: seller,
    areas: ['products'],
    summary:
      'Copy a claim with its products into a new draft. Of an accepted one the draft takes the place once it is accepted itself; until then the accepted one stays. 409 where there is such a draft already.',
    params,
    reply: message.extend({ id: z.string() }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/private/green-claims/{id}/products',
    roles: seller,
    areas: ['products'],
    summary:
      'Products of the caller, newest first, and whether the claim is made of each; by words of the name.',
    params,
    query: page.extend({ search: searchText.optional(), show: z.enum(['all', 'attached']).default('all') }),
    reply: z.array(z.object({ id: z.string(), name: z.string(), attached: z.boolean() })),
    paged: true,
  }),
  attach: endpoint({
    method: 'POST',
    path: '/private/green-claims/{id}/products',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: workLimits,
    summary: `Attach the claim to products of the caller and detach it from others. Only a draft, or a claim that was not accepted, gets more products, ${greenClaimLimits.greenClaimProductsMax} at most: 409.`,
    params,
    body: z.object({ add: picked.default([]), remove: picked.default([]) }),
    bodyMax: 100_000,
    reply: message.extend({ products: z.number().int() }),
  }),
  submit: endpoint({
    method: 'POST',
    path: '/private/green-claims/{id}/submit',
    roles: seller,
    areas: ['products'],
    summary:
      'Hand a claim in for review. 409 without product, document or link, and for a proof that is not valid today.',
    params,
    reply: message,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/private/green-claims/{id}/withdraw',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: workLimits,
    summary: 'End a claim. It leaves all pages.',
    params,
    reply: message,
  }),
  showDocument: endpoint({
    method: 'POST',
    path: '/private/green-claims/{id}/show-document',
    roles: seller,
    areas: ['products'],
    summary: 'Whether everybody may see the document of the claim while it is accepted.',
    params,
    body: z.object({ shown: z.boolean() }),
    reply: message,
  }),
  document: endpoint({
    method: 'GET',
    path: '/private/green-claim-documents/{key}',
    roles: ['SELLER', 'ADMIN'],
    areas: ['products'],
    duties: ['catalogue'],
    summary:
      'A document of the caller; an administrator sees those of all claims. A PDF, or a picture as AVIF.',
    params: z.object({ key: documentKey() }),
    file: 'application/pdf',
    reply: uploadedFile,
  }),
  publicDocument: endpoint({
    method: 'GET',
    path: '/public/green-claims/{id}/document',
    roles: ['visitor'],
    limits: [{ max: 60, seconds: 60 }],
    summary: 'The document of an accepted claim whose seller shows it. A PDF, or a picture as AVIF.',
    params,
    file: 'application/pdf',
    reply: uploadedFile,
  }),
  checkWords: endpoint({
    method: 'POST',
    path: '/private/green-claims/check-words',
    roles: seller,
    areas: ['products'],
    mutates: false,
    // The form asks while a seller types.
    limits: [{ max: 90, seconds: 60 }],
    summary: `Words in the texts of a listing that need a proof and have none, in the order of the texts, ${greenClaimLimits.greenWordsMax} at most. With \`productId\`, a product of the caller, those that its accepted claims settle are left out. Changes nothing.`,
    body: z.object({
      productId: id.optional(),
      name: untrimmed(limits.productNameLength),
      description: untrimmed(limits.descriptionLength),
      details: untrimmed(limits.detailsLength),
      imageTexts: untrimmed(limits.productImages * (imageTextLength + 1)).default(''),
    }),
    bodyMax: 100_000,
    reply: z.array(greenWordsFound),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/public/green-claim-figures',
    roles: ['visitor'],
    summary: 'How many green claims are accepted and valid today, wait, were not accepted, and have expired.',
    reply: claimFigures,
  }),
}
