/** Questions about a product: asked before buying, answered by its seller for everybody, reported by anybody who is logged in. */
import { z } from 'zod'
import { endpoint, formLimits, teamAreas } from './endpoint.ts'
import { id, message, page } from './fields.ts'
import {
  askForm,
  productQuestion,
  questionAnswerBody,
  questionBody,
  questionReportBody,
  shownQuestion,
} from './question-forms.ts'
import { questionLimits } from './question-words.ts'

const params = z.object({ id })

export const question = {
  ofProduct: endpoint({
    method: 'GET',
    path: '/public/product/{id}/questions',
    roles: ['visitor'],
    summary: 'The answered questions about a product, newest first. None of one that is not on sale.',
    params,
    query: page.extend({ limit: page.shape.limit.default(questionLimits.page) }),
    reply: z.array(shownQuestion),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/question/{id}',
    roles: ['CUSTOMER', 'SELLER'],
    areas: teamAreas,
    summary: 'One question with its product: one that everybody sees, or of the caller’s own ones.',
    params,
    reply: productQuestion,
  }),
  form: endpoint({
    method: 'GET',
    path: '/private/question/product/{id}',
    roles: ['CUSTOMER'],
    summary:
      'What the form of a question about this product has to know: the caller’s own questions about it, and why they can ask none now. 404 where it is not on sale.',
    params,
    reply: askForm,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/private/question/product/{id}',
    roles: ['CUSTOMER'],
    costly: ['mail'],
    limits: formLimits,
    summary: `Ask the seller of a product, who gets a mail. Everybody sees the question once it is answered, and nobody who asked it. The words of an open question of the caller, sent again, are stored once. 409 with ${questionLimits.openOfProduct} open questions of the caller about the product, or ${questionLimits.open} in all; 404 where it is not on sale.`,
    params,
    body: questionBody,
    reply: message,
  }),
  report: endpoint({
    method: 'POST',
    path: '/private/question/{id}/report',
    roles: ['CUSTOMER', 'SELLER'],
    areas: teamAreas,
    limits: formLimits,
    summary: 'Report a question, or the answer to it, to our team, each once a person.',
    params,
    body: questionReportBody,
    reply: message,
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/private/seller-questions',
    roles: ['SELLER'],
    areas: ['products'],
    summary:
      'Questions about the caller’s products: `show=open` the oldest first, `show=answered` the newest.',
    query: page.extend({ show: z.enum(['open', 'answered']).default('open') }),
    reply: z.array(productQuestion),
    paged: true,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/private/question/{id}/answer',
    roles: ['SELLER'],
    areas: ['products'],
    costly: ['mail'],
    limits: formLimits,
    summary: `Answer a question about a product of the caller, for everybody; the asker gets a mail. \`no\` is the number of the answer that this one replaces, 0 for the first. 409 where another one was written meanwhile, later than ${questionLimits.changeHours} hours after the first, and for a question that was declined or taken down.`,
    params,
    body: questionAnswerBody.extend({ no: z.number().int().min(0) }),
    reply: message,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/private/question/{id}/decline',
    roles: ['SELLER'],
    areas: ['products'],
    costly: ['mail'],
    limits: formLimits,
    summary:
      'This is no question about the product: it is not shown, and the asker gets a mail. 409 for one that does not wait for an answer.',
    params,
    reply: message,
  }),
}
