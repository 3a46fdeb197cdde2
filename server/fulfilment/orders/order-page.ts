/** The page of one order: its card, and all that became of it as one story. */
import { formatAmount } from '../../../contract/money.ts'
import { sellersReasons } from '../../../contract/cancellation.ts'
import type { OrderPage, OrderStep } from '../../../contract/order.ts'
import { refundReasonWords } from '../../../contract/refund-words.ts'
import type { ReturnState } from '../../../contract/return-words.ts'
import { dayOf } from '../../platform/calendar.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { isGone, statusAfter } from '../shipments/courier-rules.ts'
import { claimRefusal } from '../claims/rules.ts'
import { type OrderStory, readOrderStory } from './order-page-queries.ts'
import { moneyOfGone, stepsOfParcel } from './parcel-words.ts'
import { toOrder, toWishes } from './present.ts'
import { findOrderByNumber, type OrderRow } from './queries.ts'

/** Two statements, however long the story is. Refuses ('not-found') another customer's order. */
export async function showOrderPage(shop: Shop, customerId: string, number: string): Promise<OrderPage> {
  const row = await findOrderByNumber(shop.db, customerId, number)
  if (!row) throw notFound('There is no such order of yours.')
  const story = await readOrderStory(shop.db, row.id)
  return toOrderPage(shop, row, story)
}

function toOrderPage(shop: Shop, row: OrderRow, story: OrderStory): OrderPage {
  const order = toOrder(shop, row)
  const words = story.words.map((word) => ({ ...word, at: new Date(word.at) }))
  const delivered = words.findLast(({ code }) => statusAfter(null, code) === 'Delivered')
  return {
    ...order,
    steps: [
      placed(order),
      ...bookedStep(row, story),
      ...stepsOfParcel(words),
      ...story.cancellations.map((one) => cancelledStep(one, row.quantity)),
      ...correctedStep(row, story),
      ...order.returns.requests.flatMap(({ steps, units }) =>
        steps.flatMap(({ state, at, note }) => returnStep(state, at, units, note)),
      ),
      ...claimSteps(story),
      ...order.refunds.map(refundStep),
    ].toSorted((a, b) => secondOf(a) - secondOf(b)),
    recipient: {
      name: row.recipientName ?? row.customerName,
      mobile: row.recipientMobile ?? story.buyerMobile,
    },
    ...toWishes(row),
    together: story.together,
    proof: delivered ? { at: delivered.at.toISOString(), place: delivered.place, url: story.proofUrl } : null,
    buyAgain: story.buyAgain,
    deliveryChangeable: story.deliveryChangeable,
    claimable: claimRefusal(story.claimFacts) === null,
    claim: story.claim && {
      state: story.claim.state,
      decideBy: dayOf(new Date(story.claim.decideBy)),
      reason: story.claim.reason,
    },
    complaints: story.complaints,
  }
}

/** The courier's times are whole seconds. Steps of one second stay in the order in which they stand above. */
const secondOf = ({ at }: OrderStep) => Math.floor(Date.parse(at) / 1_000)

const pieces = (units: number) => (units === 1 ? '1 piece' : `${units} pieces`)

const placed = ({
  createdAt,
  amount,
  quantity,
}: Pick<OrderPage, 'createdAt' | 'amount' | 'quantity'>): OrderStep => ({
  at: createdAt,
  title: 'You ordered and paid',
  detail: `${pieces(quantity)}, ${formatAmount(amount)}`,
  place: null,
  kind: 'step',
})

function bookedStep({ courierName, awbNumber }: OrderRow, { bookedAt }: OrderStory): OrderStep[] {
  if (!bookedAt) return []
  const detail = `${courierName ?? 'The courier'} fetches the parcel from the seller.${awbNumber ? ` AWB number ${awbNumber}.` : ''}`
  return [{ at: bookedAt.toISOString(), title: 'The courier is booked', detail, place: null, kind: 'step' }]
}

/** Somebody of the shop knew better than the courier; the note on the order says what. */
function correctedStep({ courierCode }: OrderRow, { correctedAt, words }: OrderStory): OrderStep[] {
  if (!correctedAt) return []
  const step = { at: correctedAt.toISOString(), place: null }
  if (courierCode !== null && isGone(courierCode) && words.every(({ at }) => new Date(at) < correctedAt))
    return [
      {
        ...step,
        title: 'Our team has found out that the parcel is lost',
        detail: moneyOfGone,
        kind: 'problem',
      },
    ]
  return [{ ...step, title: 'Our team has found out what became of the parcel', detail: null, kind: 'step' }]
}

function cancelledStep(
  { at, units, by, reason, note }: OrderStory['cancellations'][number],
  quantity: number,
): OrderStep {
  const who = { customer: 'You', seller: 'The seller', administrator: 'Our team' }[by]
  return {
    at: new Date(at).toISOString(),
    title: units === quantity ? `${who} cancelled the order` : `${who} cancelled ${pieces(units)}`,
    // As the mail says.
    detail: reason && [sellersReasons[reason], note].filter(Boolean).join(' '),
    place: null,
    kind: units === quantity ? 'end' : 'step',
  }
}

const returnTitles: Partial<Record<ReturnState, string>> = {
  requested: 'You asked for a return',
  accepted: 'Your return is accepted',
  'pickup-booked': 'A courier fetches your return',
  'picked-up': 'Your return is on its way back',
  received: 'Your return has arrived',
  sent: 'Your replacement is on its way',
  exchanged: 'Your replacement is delivered',
  refunded: 'Your return is refunded',
  disputed: 'Our team looks into your return',
  rejected: 'Your return is not accepted',
  withdrawn: 'You withdrew your return',
}

function returnStep(state: ReturnState, at: string, units: number, note: string | null): OrderStep[] {
  const title = returnTitles[state]
  if (title === undefined) return []
  const detail = state === 'requested' ? pieces(units) : state === 'rejected' ? note : null
  return [{ at, title, detail, place: null, kind: state === 'rejected' ? 'problem' : 'step' }]
}

const claimEnds = {
  refunded: { title: 'Our team found that the parcel did not come', kind: 'end' },
  denied: { title: 'Our team cannot refund the order', kind: 'problem' },
  withdrawn: { title: 'You told us that the parcel has come', kind: 'end' },
} as const

function claimSteps({ claim }: OrderStory): OrderStep[] {
  if (!claim) return []
  const { state, words, at, reason, endedAt } = claim
  const asked: OrderStep = {
    at: new Date(at).toISOString(),
    title: 'You told us that the parcel did not come',
    detail: words,
    place: null,
    kind: 'problem',
  }
  if (state === 'open' || endedAt === null) return [asked]
  return [asked, { at: new Date(endedAt).toISOString(), detail: reason, place: null, ...claimEnds[state] }]
}

const refundProgress = {
  'under-way': 'It usually arrives within 5 to 7 working days.',
  late: 'It takes longer than usual: our team is settling it.',
  waiting: 'It waits until your bank has decided about the payment.',
  done: 'It is paid back.',
} as const

const refundStep = ({ amount, at, reason, state }: OrderPage['refunds'][number]): OrderStep => ({
  at,
  title: `Refund of ${formatAmount(amount)}`,
  detail: `${refundReasonWords[reason]} ${refundProgress[state]}`,
  place: null,
  kind: 'money',
})
