/** Turns rows into replies about questions. */
import type { OwnQuestion, ProductQuestion, ShownQuestion } from '../../../contract/question-forms.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { QuestionRow, ShownRow } from './queries.ts'

export const toShownQuestion = ({ id, at, words, answer, answeredAt }: ShownRow): ShownQuestion => ({
  id,
  at: at.toISOString(),
  words,
  answer: { words: answer, at: answeredAt.toISOString() },
})

function stateOf({ removedPart, declined, answer }: QuestionRow): OwnQuestion['state'] {
  if (removedPart !== null) return 'removed'
  if (declined) return 'declined'
  return answer === null ? 'open' : 'answered'
}

export function toOwnQuestion(row: QuestionRow): OwnQuestion {
  const { id, at, words, answer, answeredAt, answerNo: no, removedPart, removedFor } = row
  return {
    id,
    at: at.toISOString(),
    words,
    answer:
      answer !== null && answeredAt !== null ? { words: answer, at: answeredAt.toISOString(), no } : null,
    state: stateOf(row),
    removed: removedPart !== null && removedFor !== null ? { part: removedPart, reason: removedFor } : null,
  }
}

export const toProductQuestion = (config: Config, row: QuestionRow): ProductQuestion => ({
  ...toOwnQuestion(row),
  product: {
    id: row.productId,
    name: row.productName,
    imageUrl: publicImageUrl(config, row.productImage),
  },
  seller: row.seller,
  changeable: row.changeable,
})
