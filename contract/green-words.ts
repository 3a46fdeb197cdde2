/** Green words in a seller's texts: what needs a proof, and the seller's reason to keep it without one. */
import { z } from 'zod'
import { text } from './fields.ts'
import { greenClaimLimits } from './catalogue-limits.ts'

/** The texts of a listing that are read. `imageTexts` is one text, with a line for each picture. */
export const readFields = ['name', 'description', 'details', 'imageTexts'] as const
export type ReadField = (typeof readFields)[number]

export const keepReason = text(greenClaimLimits.keepReasonLength, 'Please say why you keep these words.')

/** Words that a seller keeps without a proof. */
export const keptWords = z
  .array(
    z.object({
      field: z.enum(readFields),
      words: text(greenClaimLimits.greenWordsLength, 'Please name the words.'),
      reason: keepReason,
    }),
  )
  .max(greenClaimLimits.greenWordsMax, `At most ${greenClaimLimits.greenWordsMax} reasons.`)
export type KeptWords = z.output<typeof keptWords>

/** Words of one field that need a proof and have none. */
export const greenWordsFound = z.object({
  field: z.enum(readFields),
  /** As they are written where they are found first. */
  words: z.string(),
  /** Where they begin, at each place of the text as it was sent. */
  starts: z.array(z.number().int()),
  why: z.string(),
  /** The wordings of the register that would settle them; none where only a claim in free wording can. */
  provedBy: z.array(z.string()),
  /** Other words that need no proof and can stand in their place. */
  instead: z.array(z.string()),
  /** Why the seller kept them when the product was saved. */
  reason: z.string().nullable(),
})
export type GreenWordsFound = z.output<typeof greenWordsFound>
