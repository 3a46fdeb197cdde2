/** Parcels that the courier found heavier than their sales had charged for: what they cost, and the seller's dispute. Rupees. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message, page, text } from './fields.ts'
import { uploadSettings } from './settings.ts'
import { weightPhotosMax, weightStates } from './weight-words.ts'

const SELLER = ['SELLER'] as const

export const weightReply = z.object({
  id: z.string(),
  order: z.object({ id: z.string(), number: z.string(), product: z.string() }),
  awbNumber: z.string().nullable(),
  /** As its seller gave them, or as they follow from the products. */
  size: z.object({
    weightGrams: z.number(),
    lengthCm: z.number(),
    widthCm: z.number(),
    heightCm: z.number(),
  }),
  /** What the seller has paid for: of each product the larger of weight and volume. */
  packedGrams: z.number(),
  appliedGrams: z.number(),
  /** Without GST, and the GST on it. */
  charge: z.number(),
  gst: z.number(),
  state: z.enum(weightStates),
  /** Until then the seller can dispute it. */
  dueAt: z.iso.datetime(),
  /** What the seller says, and the answer of our team. */
  words: z.string().nullable(),
  reason: z.string().nullable(),
  photos: z.array(z.string()),
  at: z.iso.datetime(),
})
export type WeightReply = z.output<typeof weightReply>

export const disputeWeightBody = z.object({
  words: text(500, 'Please say what you measured.'),
  photos: z
    .array(id)
    .min(1, 'Please add a photo of the parcel on the scale.')
    .max(weightPhotosMax, `At most ${weightPhotosMax} photos.`),
})

export const weights = {
  list: endpoint({
    method: 'GET',
    path: '/private/weights',
    roles: SELLER,
    areas: ['orders', 'money'],
    summary:
      'Parcels of the caller that the courier found heavier than what their sales charged for, newest first, with both weights and the charge.',
    query: page,
    reply: z.array(weightReply),
    paged: true,
  }),
  upload: endpoint({
    method: 'GET',
    path: '/private/weights/upload',
    roles: SELLER,
    areas: ['orders', 'money'],
    summary: 'Where a photo of the scale is uploaded, and which files are accepted.',
    reply: uploadSettings,
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/private/weights/{id}/dispute',
    roles: SELLER,
    areas: ['orders', 'money'],
    summary:
      'Dispute a weight of the caller’s parcel before it is charged. `photos` are ids of pictures that the caller has just uploaded for it; only the caller and administrators see them. Nothing is charged until our team decides. 409 once it is charged or disputed.',
    params: z.object({ id }),
    body: disputeWeightBody,
    reply: message,
  }),
}
