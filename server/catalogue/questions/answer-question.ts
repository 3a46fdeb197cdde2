/** The seller of a product answers a question about it, or declines to; anybody reports one. */
import { questionLimits, type QuestionFault, type QuestionPart } from '../../../contract/question-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueAnswerMail, queueDeclinedMail } from './mails.ts'
import { insertReport, lockQuestionOf, lockReadable, setAnswer, setDeclined } from './queries.ts'

const noSuchQuestion = () => notFound('There is no such question.')
const isDown = 'Our team has taken this question down.'

/** One of a product that this seller has. */
async function lockToAnswer(tx: Tx, sellerId: string, id: string) {
  const question = await lockQuestionOf(tx, sellerId, id)
  if (!question || question.productGone) throw noSuchQuestion()
  if (question.removed) throw new Refusal('conflict', isDown)
  if (question.declined) throw new Refusal('conflict', 'You have declined to answer this question.')
  return question
}

/**
 * `no` is the number of the answer that this one replaces. Refuses: not-found for a question about another seller's product, or a
 * deleted one; conflict where another answer was written meanwhile, too late for a change, while the answer is reported and waits
 * for a person, and for a question that was declined or taken down.
 */
export async function answerQuestion(
  shop: Shop,
  sellerId: string,
  id: string,
  { words: answer, no }: { words: string; no: number },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const question = await lockToAnswer(tx, sellerId, id)
    if (question.answerNo !== no)
      throw new Refusal('conflict', 'This question was answered meanwhile. Please reload the page.')
    if (!question.changeable)
      throw new Refusal('conflict', `An answer can be changed for ${questionLimits.changeHours} hours.`)
    if (question.answerReported)
      throw new Refusal(
        'conflict',
        'Your answer was reported. It cannot be changed until our team has looked at it.',
      )
    await setAnswer(tx, id, answer)
    const { email: to } = question
    if (to !== null && no <= questionLimits.mailedChanges)
      await queueAnswerMail(shop, tx, { ...question, to, answer, no: no + 1 })
  })
  catalogueChanged(shop.db)
}

/** Refuses: not-found as above; conflict for a question that does not wait for an answer. */
export async function declineQuestion(shop: Shop, sellerId: string, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const question = await lockToAnswer(tx, sellerId, id)
    if (question.answerNo > 0) throw new Refusal('conflict', 'You have answered this question.')
    await setDeclined(tx, id)
    const { email: to } = question
    if (to !== null) await queueDeclinedMail(shop, tx, { ...question, to })
  })
}

/**
 * Refuses: not-found for a question that this account may not read; conflict for what was taken down, what the account has written
 * itself or has reported before.
 */
export async function reportQuestion(
  shop: Shop,
  accountId: string,
  id: string,
  report: { about: QuestionPart; reason: QuestionFault; words: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const question = await lockReadable(tx, accountId, id)
    if (!question) throw noSuchQuestion()
    if (question.removed) throw new Refusal('conflict', isDown)
    if (report.about === 'answer' && question.answerNo === 0)
      throw new Refusal('conflict', 'The seller has not answered this question.')
    if (accountId === (report.about === 'answer' ? question.sellerId : question.customerId))
      throw new Refusal('conflict', 'You have written this yourself.')
    if (!(await insertReport(tx, id, accountId, report)))
      throw new Refusal('conflict', 'You have reported this already. Our team looks at it.')
  })
}
