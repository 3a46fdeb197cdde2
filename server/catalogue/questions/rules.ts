/** Who may ask about a product, decided on plain values. */
import { questionLimits } from '../../../contract/question-words.ts'

/** Open questions of a customer: about one product, and in all. */
export interface OpenQuestions {
  ofProduct: number
  all: number
}

/** Why a customer cannot ask about a product now; null where they can. */
export function askRefusal({ ofProduct, all }: OpenQuestions): string | null {
  if (ofProduct >= questionLimits.openOfProduct)
    return `${questionLimits.openOfProduct} of your questions about this product wait for an answer. Please ask again when the seller has answered.`
  return all >= questionLimits.open
    ? `${questionLimits.open} of your questions wait for an answer. Please ask again when some of them are answered.`
    : null
}
