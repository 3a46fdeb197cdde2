/** What is written in questions, answers and reports, and how questions are shown. */
import { z } from 'zod'
import { hasContacts } from './contacts.ts'
import { plainText, storable } from './fields.ts'
import { questionFaults, questionLimits, questionParts } from './question-words.ts'

const publicText = (max: number, required: string) =>
  plainText(max, required).refine(
    (typed) => !hasContacts(typed),
    'Everybody reads this: please leave out email addresses, phone numbers and links.',
  )

export const questionBody = z.object({
  words: publicText(questionLimits.length, 'Please write your question.'),
})
export const questionAnswerBody = z.object({
  words: publicText(questionLimits.answerLength, 'Please write your answer.'),
})
export const questionReportBody = z.object({
  about: z.enum(questionParts).default('question'),
  reason: z.enum(questionFaults, { error: 'Please choose what is wrong.' }),
  words: z
    .string()
    .trim()
    .max(500, 'At most 500 characters.')
    .refine(storable, 'This text has characters that cannot be stored.'),
})

/** An answered question as everybody sees it. Nobody learns who asked. */
export const shownQuestion = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  words: z.string(),
  answer: z.object({ words: z.string(), at: z.iso.datetime() }),
})
export type ShownQuestion = z.output<typeof shownQuestion>

const product = z.object({ id: z.string(), name: z.string(), imageUrl: z.string() })

/** A question for those who may read it before everybody does: its asker and its seller. */
const ownQuestion = shownQuestion.extend({
  answer: shownQuestion.shape.answer
    .extend({
      /** How often it was written. */
      no: z.number().int(),
    })
    .nullable(),
  state: z.enum(['open', 'answered', 'declined', 'removed']),
  /** Why our team took question or answer down. */
  removed: z.object({ part: z.enum(questionParts), reason: z.enum(questionFaults) }).nullable(),
})
export type OwnQuestion = z.output<typeof ownQuestion>

/** With the product. */
export const productQuestion = ownQuestion.extend({
  product,
  /** The company of the seller. */
  seller: z.string(),
  /** The seller can still change the answer. */
  changeable: z.boolean(),
})
export type ProductQuestion = z.output<typeof productQuestion>

export const askForm = z.object({
  product: product.extend({ seller: z.string() }),
  /** Why the caller cannot ask now; null where they can. */
  refusal: z.string().nullable(),
  /** The caller's newest questions about this product. */
  own: z.array(ownQuestion),
})
export type AskForm = z.output<typeof askForm>
