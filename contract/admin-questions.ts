/** Administrator: questions that somebody reported, and taking one or its answer down. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'
import { questionFaults, questionParts } from './question-words.ts'

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

const adminQuestion = z.object({
  id: z.string(),
  /** Rises with each report and answer. */
  version: z.number().int(),
  at: z.iso.datetime(),
  words: z.string(),
  answer: z.object({ words: z.string(), at: z.iso.datetime(), no: z.number().int() }).nullable(),
  declined: z.boolean(),
  product: z.object({ id: z.string(), name: z.string() }),
  /** The name of the asker; null once the account is erased. */
  customer: z.string().nullable(),
  seller: z.string(),
  reports: z.array(
    z.object({
      about: z.enum(questionParts),
      reason: z.enum(questionFaults),
      words: z.string(),
      by: z.string(),
    }),
  ),
  waits: z.boolean(),
  removed: z.object({ part: z.enum(questionParts), reason: z.enum(questionFaults) }).nullable(),
})
export type AdminQuestion = z.output<typeof adminQuestion>

export const questionTakeDown = z.object({
  reason: z.enum(questionFaults, { error: 'Please choose a reason.' }),
  note: text(500, 'Please say what exactly is wrong.'),
})

export const adminQuestions = {
  questions: endpoint({
    method: 'GET',
    path: '/public/admin/questions',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Questions about products, newest first; `show=waiting` (the default) those that were reported, `show=all` all. `q` is a product’s id or an asker’s e-mail.',
    query: searchableList.extend({ show: z.enum(['waiting', 'all']).default('waiting') }),
    reply: z.array(adminQuestion),
    paged: true,
  }),
  keepQuestion: endpoint({
    method: 'POST',
    path: '/public/admin/questions/{id}/keep',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Nothing is wrong with a question and its answer: they wait no longer. 409 for one that does not wait, or was answered or reported since `version`.',
    params,
    body: z.object({ version: z.number().int().positive() }),
    reply: message,
  }),
  removeQuestion: endpoint({
    method: 'POST',
    path: '/public/admin/questions/{id}/take-down',
    roles: ADMIN,
    duties: ['catalogue'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Take a question off the page of its product with its answer, because of the `part` that is wrong; who wrote that gets reason and note by mail. `no` is the number of the answer that was read, 0 for none. 409 for one that is down, and for an answer that was changed since.',
    params,
    body: questionTakeDown.extend({ part: z.enum(questionParts), no: z.number().int().min(0) }),
    reply: message,
  }),
}
