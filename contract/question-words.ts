/** The limits and words of questions about products. */
import { reviewFaultWords } from './review-words.ts'

export const questionLimits = {
  length: 500,
  answerLength: 1_000,
  /** Questions of one customer until they are answered or declined: about one product, and in all. */
  openOfProduct: 2,
  open: 10,
  /** So long after the first answer its seller can change it. */
  changeHours: 24,
  /** The asker gets the first answer and so many of its changes by mail; all are on the page. */
  mailedChanges: 1,
  /** Questions on the page of the product, and on a page of all of them. */
  shown: 3,
  page: 20,
} as const

/** The only reasons for which a question or an answer is taken down. People report for the same ones. */
export const questionFaults = [
  'personal-data',
  'abusive',
  'illegal',
  'advertising',
  'other-product',
  'untrue',
] as const
export type QuestionFault = (typeof questionFaults)[number]

export const questionFaultWords: Record<QuestionFault, string> = {
  ...reviewFaultWords,
  untrue: 'it says something that is not true',
}

export const questionParts = ['question', 'answer'] as const
export type QuestionPart = (typeof questionParts)[number]
