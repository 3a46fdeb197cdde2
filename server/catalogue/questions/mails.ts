/** Texts of the mails about questions. */
import {
  type QuestionFault,
  questionFaultWords,
  type QuestionPart,
} from '../../../contract/question-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

interface AboutProduct {
  /** Of the question. */
  id: string
  to: string
  productId: string
  productName: string
}

/** To the seller. */
export async function queueQuestionMail(
  shop: Shop,
  tx: Tx,
  asked: AboutProduct & { words: string },
): Promise<void> {
  await queueMail(shop, tx, {
    id: `question-${asked.id}`,
    to: asked.to,
    subject: `A question about ${asked.productName}`,
    heading: 'Somebody asks about your product',
    paragraphs: [
      'Please answer on the page of your questions, not by email. Everybody who looks at the product reads question and answer there.',
    ],
    rows: [
      ['Product', asked.productName],
      ['Question', asked.words],
    ],
    link: { label: 'Answer the question', url: `${shop.config.publicUrl}/seller-questions` },
  })
}

/** To the asker. */
export async function queueAnswerMail(
  shop: Shop,
  tx: Tx,
  answered: AboutProduct & { words: string; answer: string; no: number },
): Promise<void> {
  const { id, no, productName } = answered
  await queueMail(shop, tx, {
    id: `question-answer-${id}-${no}`,
    to: answered.to,
    subject: `${no === 1 ? 'An answer' : 'A changed answer'} to your question about ${productName}`,
    heading: no === 1 ? 'The seller has answered' : 'The seller has changed the answer',
    paragraphs: [
      'Your question and the answer stand on the page of the product, without your name.',
      'If the seller changes the answer, the page has the newest one.',
    ],
    rows: [
      ['Product', productName],
      ['Your question', answered.words],
      ['Answer', answered.answer],
    ],
    link: { label: 'Look at the product', url: `${shop.config.publicUrl}/product/${answered.productId}` },
  })
}

/** To the asker. */
export async function queueDeclinedMail(
  shop: Shop,
  tx: Tx,
  declined: AboutProduct & { words: string },
): Promise<void> {
  await queueMail(shop, tx, {
    id: `question-declined-${declined.id}`,
    to: declined.to,
    subject: `Your question about ${declined.productName} is not answered`,
    heading: 'Your question is not answered',
    paragraphs: [
      'The seller says that this is no question about the product. It is not shown.',
      'If it is about an order, please write to the seller on the page of the order. For anything else, write to us.',
    ],
    rows: [
      ['Product', declined.productName],
      ['Your question', declined.words],
    ],
    link: { label: 'Write to us', url: `${shop.config.publicUrl}/contact` },
  })
}

/** To whoever wrote what is wrong: the asker, or the seller. */
export async function queueRemovedMail(
  shop: Shop,
  tx: Tx,
  removed: AboutProduct & { part: QuestionPart; reason: QuestionFault; note: string },
): Promise<void> {
  const { part, productName, reason, note } = removed
  await queueMail(shop, tx, {
    id: `question-removed-${removed.id}`,
    to: removed.to,
    subject: `Your ${part} about ${productName} was taken down`,
    heading: `Your ${part} was taken down`,
    paragraphs: [
      `Our team has taken down your ${part} about ${productName}, because ${questionFaultWords[reason]}.`,
      `Our team says: ${note}`,
      'If you think that we are wrong, please write to us.',
    ],
    link: { label: 'Write to us', url: `${shop.config.publicUrl}/contact` },
  })
}
