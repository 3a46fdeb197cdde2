/** Questions about products over HTTP: of everybody, customers, sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf, partyOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { answerQuestion, declineQuestion, reportQuestion } from './answer-question.ts'
import { askQuestion, showAskForm } from './ask-question.ts'
import { listProductQuestions, listSellerQuestions, showQuestion } from './list-questions.ts'
import { keepQuestion, listQuestions, takeQuestionDown } from './moderate-question.ts'

export function questionRoutes(shop: Shop, route: Registrar): void {
  route(api.question.ofProduct, ({ params, query }) => listProductQuestions(shop, params.id, query))
  route(api.question.get, (context) => showQuestion(shop, partyOf(context).accountId, context.params.id))
  route(api.question.form, (context) => showAskForm(shop, accountOf(context).accountId, context.params.id))
  route(api.question.ask, async (context) => {
    await askQuestion(shop, accountOf(context).accountId, context.params.id, context.body.words)
    return { msg: 'Your question is sent to the seller. We mail you the answer.' }
  })
  route(api.question.report, async (context) => {
    await reportQuestion(shop, partyOf(context).accountId, context.params.id, context.body)
    return { msg: 'Thank you. Our team looks at it.' }
  })
  route(api.question.getSeller, (context) => listSellerQuestions(shop, sellerOf(context), context.query))
  route(api.question.answer, async (context) => {
    await answerQuestion(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'Your answer is shown on the page of the product.' }
  })
  route(api.question.decline, async (context) => {
    await declineQuestion(shop, sellerOf(context), context.params.id)
    return { msg: 'The question is not shown, and its asker is told.' }
  })
  route(admin.questions, ({ query }) => listQuestions(shop, query))
  route(admin.keepQuestion, async ({ params, body }) => {
    await keepQuestion(shop, params.id, body.version)
    return { msg: 'The question stays.' }
  })
  route(admin.removeQuestion, async ({ params, body }) => {
    await takeQuestionDown(shop, params.id, body)
    return { msg: 'It is taken down, and who wrote it is told.' }
  })
}
