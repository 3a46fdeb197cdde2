/** What a buyer is told of each step of their parcel: by mail and on the page of the order, in the same words. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import type { OrderStep } from '../../../contract/order.ts'
import { addDays, dayOf, workingDay } from '../../platform/calendar.ts'
import { isGone, statusAfter } from '../shipments/courier-rules.ts'

export const parcelWords = {
  Shipped: {
    heading: 'Your parcel is on its way',
    text: 'The seller has handed your parcel to the courier.',
  },
  'Out for Delivery': {
    heading: 'Your parcel is out for delivery',
    text: 'The courier is bringing your parcel today.',
  },
  Delivered: { heading: 'Your parcel is delivered', text: 'The courier has delivered your parcel.' },
  RTO: {
    heading: 'The parcel goes back to the seller',
    text: 'The courier could not deliver your parcel and takes it back to the seller. Our team has been told and refunds what does not arrive.',
  },
} as const

/** What a buyer is told of the money for goods that will not arrive. */
export const moneyOfGone =
  'We are sorry. Our team is looking after it: unless it is found, what you paid for it goes back to you, and a mail tells you how much. There is nothing you need to do.'

/** What became of a parcel that will not arrive, after 'Your parcel' or 'A parcel'. */
export const fateOf = (code: number): string =>
  code === 25 ? 'was damaged on its way' : code === 24 || code === 44 ? 'was destroyed on its way' : 'is lost'

/** An event of the courier as it is stored. */
interface CourierEvent {
  code: number
  at: Date
  words: string
  place: string | null
}

type Told = Pick<OrderStep, 'title' | 'kind'> & { detail?: string }

/** Codes after which a courier tries to deliver again. */
const failedTries: readonly number[] = [21, 77]
const isFailedTry = ({ code }: CourierEvent): boolean => failedTries.includes(code)

const byCode: Record<number, Told> = {
  13: { title: 'The courier could not fetch the parcel', kind: 'problem' },
  15: { title: 'The courier fetches the parcel later', kind: 'step' },
  19: { title: 'The courier is on the way to the seller', kind: 'step' },
  20: { title: 'The courier could not fetch the parcel', kind: 'problem' },
  21: { title: 'The courier could not deliver the parcel', kind: 'problem' },
  22: { title: 'The parcel is delayed', kind: 'problem' },
  23: { title: 'Part of the parcel is delivered', kind: 'problem' },
  38: { title: 'The parcel is at a hub near the address', kind: 'step' },
  39: { title: 'The parcel was sent the wrong way', kind: 'problem' },
  77: { title: 'The courier could not deliver the parcel', kind: 'problem' },
  10: { title: 'The parcel is back with the seller', kind: 'end' },
  14: { title: 'The parcel is back with the seller', kind: 'end' },
}

/** Null for words that say nothing new to a buyer, such as that the label is printed. */
function toldBy(code: number): Told | null {
  const own = byCode[code]
  if (own) return own
  if (isGone(code)) return { title: `Your parcel ${fateOf(code)}`, kind: 'problem', detail: moneyOfGone }
  const state = statusAfter(null, code)
  if (state === 'Shipped')
    return { title: parcelWords.Shipped.heading, kind: 'step', detail: parcelWords.Shipped.text }
  if (state === 'In Transit') return { title: 'On the way', kind: 'step' }
  if (state === 'Out for Delivery')
    return {
      title: parcelWords[state].heading,
      kind: 'step',
    }
  if (state === 'Delivered')
    return { title: parcelWords[state].heading, kind: 'end', detail: parcelWords[state].text }
  if (state === 'Cancelled') return { title: 'The courier has stopped the parcel', kind: 'problem' }
  return state === 'RTO' ? { title: parcelWords.RTO.heading, kind: 'problem' } : null
}

/** The courier's own words follow a problem: only the courier knows the reason. */
function detailOf(word: CourierEvent, told: Told, isLast: boolean): string | null {
  const said = told.kind === 'problem' && /[a-z]/.test(word.words) ? `The courier says: ${word.words}` : null
  const again =
    isLast && isFailedTry(word)
      ? `It usually tries again on ${dayInWords(workingDay(addDays(dayOf(word.at), 1)))}. Please make sure that somebody can take the parcel.`
      : null
  return [told.detail, said && `${said}.`, again].filter(Boolean).join(' ') || null
}

/** The steps of a parcel, oldest first. A courier asks nobody whether it tries again, so the day of the next try is the usual one. */
export function stepsOfParcel(words: readonly CourierEvent[]): OrderStep[] {
  return words.flatMap((word, index) => {
    const told = toldBy(word.code)
    if (!told) return []
    const { title, kind } = told
    const detail = detailOf(word, told, index === words.length - 1)
    return [{ at: word.at.toISOString(), title, detail, place: word.place, kind }]
  })
}
