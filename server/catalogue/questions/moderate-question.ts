/** An administrator looks at questions that were reported, and takes one or its answer down for a stated reason. */
import type { AdminQuestion } from '../../../contract/admin-questions.ts'
import {
  type QuestionFault,
  questionFaultWords,
  type QuestionPart,
} from '../../../contract/question-words.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueRemovedMail } from './mails.ts'
import { countQuestions, listQuestionRows } from './moderate-queries.ts'
import { endWait, type LockedQuestion, lockQuestion, setRemoved } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listQuestions(
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: 'waiting' | 'all' },
): Promise<Page<AdminQuestion>> {
  const filter = { waitingOnly: query.show === 'waiting', q: query.q }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listQuestionRows(shop.db, filter, limit, before),
    count: () => countQuestions(shop.db, filter),
    toItem: ({
      at,
      answer,
      answeredAt,
      answerNo,
      productId,
      productName,
      removedPart,
      removedFor,
      ...row
    }) => ({
      ...row,
      at: at.toISOString(),
      answer:
        answer !== null && answeredAt !== null
          ? { words: answer, at: answeredAt.toISOString(), no: answerNo }
          : null,
      product: { id: productId, name: productName },
      removed: removedPart !== null && removedFor !== null ? { part: removedPart, reason: removedFor } : null,
    }),
  })
}

/** What an administrator decides about: as they have read it, or not at all. What has no part in the decision holds nothing up. */
async function lockAsRead(tx: Tx, id: string, isAsRead: (now: LockedQuestion) => boolean) {
  const question = await lockQuestion(tx, id)
  if (!question) throw notFound('There is no such question.')
  if (question.removed) throw new Refusal('conflict', 'This was taken down already.')
  if (!isAsRead(question))
    throw new Refusal('conflict', 'This was answered or reported meanwhile. Please reload the page.')
  return question
}

const targetOf = ({ id, productName }: LockedQuestion) => ({
  kind: 'question' as const,
  id,
  name: productName,
})

/** Refuses: not-found; conflict for one that nobody has to look at, and one that was answered or reported since it was read. */
export async function keepQuestion(shop: Shop, id: string, version: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const question = await lockAsRead(tx, id, (now) => now.version === version)
    if (!question.waits) throw new Refusal('conflict', 'Nobody has to look at this question any more.')
    await endWait(tx, id)
    await record(tx, 'question-kept', { target: targetOf(question) })
  })
}

interface TakeDown {
  part: QuestionPart
  /** Of the answer that was read. */
  no: number
  reason: QuestionFault
  note: string
}

/** Refuses: not-found; conflict for one that is down, and for an answer that is not there or has changed. */
export async function takeQuestionDown(shop: Shop, id: string, { no, ...down }: TakeDown): Promise<void> {
  const { part, reason, note } = down
  await shop.db.transaction(async (tx) => {
    const question = await lockAsRead(
      tx,
      id,
      (now) => part === 'question' || (now.answerNo > 0 && now.answerNo === no),
    )
    await setRemoved(tx, id, down)
    const to = part === 'question' ? question.email : question.sellerEmail
    if (to !== null) await queueRemovedMail(shop, tx, { ...question, ...down, to })
    await record(tx, 'question-removed', {
      target: targetOf(question),
      note: `${part}: ${questionFaultWords[reason]}: ${note}`,
    })
  })
  catalogueChanged(shop.db)
}
