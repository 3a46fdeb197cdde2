/** Texts of the mails about a parcel that was heavier than its sale had charged for. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { kilograms } from '../../../contract/weight-words.ts'
import { dayOf } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import { type Difference, readParties } from './queries.ts'

type Step =
  | { step: 'announced'; days: number }
  | { step: 'charged'; reason: string | null }
  | { step: 'accepted'; reason: string }
  | { step: 'changed' | 'withdrawn' | 'given-back' }

function wordsOf(step: Step, amount: string, dueOn: string): { heading: string; text: string[] } {
  switch (step.step) {
    case 'announced':
      return {
        heading: 'A parcel of yours was heavier',
        text: [
          `The courier found a parcel of yours heavier than what was paid for. The difference is ${amount}, and it is taken from a settlement after ${dueOn}.`,
          `If the weight is wrong, please dispute it within ${step.days} days under Earnings, Weights, with a photo of the parcel on the scale. Then nothing is charged until our team has decided.`,
        ],
      }
    case 'changed':
      return {
        heading: 'The courier names another weight',
        text: [
          `The courier has given another weight for a parcel that you dispute: the difference is ${amount} now. Our team decides about this one, and nothing is charged before.`,
        ],
      }
    case 'charged':
      return {
        heading: 'A heavier parcel is charged',
        text: [
          step.reason === null
            ? 'The weight was not disputed in time.'
            : `Our team has looked at what you sent and stays with the courier's weight. The reason: ${step.reason}`,
          `We take ${amount} from your next settlement, where it stands as a line of its own.`,
        ],
      }
    case 'accepted':
      return {
        heading: 'You do not pay for the weight',
        text: [`Our team accepts what you measured. Our team says: ${step.reason}`],
      }
    case 'withdrawn':
      return {
        heading: 'The courier has corrected a weight',
        text: [
          'The courier has corrected the weight of a parcel of yours, weighs it again, or never had it. Nothing is charged.',
        ],
      }
    case 'given-back':
      return {
        heading: 'Money back for a weight',
        text: [
          `The courier has corrected the weight of a parcel of yours, has not weighed it again under another air waybill, or never had it. We give ${amount} back with your next settlement.`,
        ],
      }
  }
}

export async function queueWeightMail(shop: Shop, tx: Tx, difference: Difference, step: Step): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const { number, productName, awbNumber, sellerEmail, sellerCompany, dueAt } = await readParties(
    tx,
    difference.id,
  )
  const { id, paise, gstPaise, packedGrams, appliedGrams } = difference
  const amount = `${formatAmount(rupees(paise + gstPaise))} with GST`
  const { heading, text } = wordsOf(step, amount, dayInWords(dayOf(dueAt)))
  await queueMail(shop, tx, {
    id: `weight-${step.step}-${id}-${appliedGrams}-${dueAt.getTime()}`,
    to: sellerEmail,
    subject: `${heading} - ${brandName}`,
    heading,
    paragraphs: [`Hello ${sellerCompany},`, ...text],
    rows: [
      ['Product', productName],
      ['Order', number],
      awbNumber !== null && ['Air waybill', awbNumber],
      ['Paid for', kilograms(packedGrams)],
      appliedGrams > 0 && ['The courier says', kilograms(appliedGrams)],
    ],
    link: { label: 'See your weights', url: `${publicUrl}/earnings/weights` },
  })
}
