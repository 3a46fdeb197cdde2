/**
 * What the model test knows of the shop: attempts to pay, payments, orders and how many pieces of each product are unsold. It is
 * told by the answers of the shop, and says nothing of holds, timers or tables, so that it cannot repeat the shop's mistakes.
 */
import type { WidgetAnswer } from '../setup/buying.ts'

export interface Line {
  product: number
  units: number
  /** Of one piece. */
  paise: number
}

/** What one buyer was given an order of the payment provider for. */
export interface Attempt {
  buyer: number
  /** The provider's order. */
  orderId: string
  lines: readonly Line[]
  totalPaise: number
  openedAtStep: number
  openedAtMinute: number
  /** The step after which the shop had it as paid for; null while it has not. */
  boughtAtStep: number | null
  /** From when to when, in minutes of the model, stock was kept for it. */
  held: [number, number][]
}

export interface Payment {
  id: string
  attempt: Attempt
  paise: number
  /** The bank refused it; it may still be taken late. */
  failed: boolean
  /** What the widget gives to the page. */
  answer: WidgetAnswer | null
  /** Refunded in the provider's dashboard, without the shop. */
  strayPaise: number
  outcome: 'order' | 'refund' | null
}

export interface Order {
  id: string
  attempt: Attempt
  payment: Payment
  product: number
  paise: number
  /** What of it is the charge for delivery, and what of that stays with the seller after returns. */
  deliveryPaise: number
  keptPaise: number
  units: number
  /** Pieces that were neither cancelled nor returned. */
  left: number
  refundedPaise: number
  /** The courier has had the goods. */
  fetched: boolean
}

/** A return whose buyer wants the same product again. */
export interface Exchange {
  /** Pieces were taken from the stock for it. */
  held: boolean
  /** What came back was counted in. */
  restocked: boolean
  /** The courier has had the replacement. */
  fetched: boolean
  ended: boolean
}

export class Model {
  step = 0
  /** Minutes that the commands let pass. */
  minute = 0
  /** Pieces of each product that are neither sold nor withdrawn: on sale or in unpaid checkouts. */
  readonly unsold: number[]
  readonly attempts: Attempt[] = []
  readonly payments: Payment[] = []
  readonly orders: Order[] = []
  /** Ids of the returns whose refund was counted. */
  readonly refundedReturns = new Set<string>()
  /** By the id of their return. */
  readonly exchanges = new Map<string, Exchange>()
  readonly suspended = new Set<number>()
  readonly deleted = new Set<number>()

  constructor(unsold: readonly number[]) {
    this.unsold = [...unsold]
  }

  paymentOf = (id: string): Payment | undefined => this.payments.find((payment) => payment.id === id)

  /** A payment that the buyer could still make: banks take it at most three days late. */
  isPayable(attempt: Attempt): boolean {
    return this.minute - attempt.openedAtMinute < 3 * 1_440
  }
}

/** The newest of a list, the one before it, and so on. */
export function nth<T>(list: readonly T[], back: number): T {
  const item = list[list.length - 1 - (back % list.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Two attempts of one buyer with a product in common are one purchase unless the first was bought before the second was opened. */
export function isSamePurchase(a: Attempt, b: Attempt): boolean {
  const common = a.lines.some((line) => b.lines.some((other) => other.product === line.product))
  if (a === b || a.buyer !== b.buyer || !common) return false
  const before = (first: Attempt, second: Attempt) =>
    first.boughtAtStep !== null && first.boughtAtStep < second.openedAtStep
  return !before(a, b) && !before(b, a)
}

/** Minutes of the last hour for which this buyer kept this product from others without buying it. */
export function heldMinutes({ attempts, minute }: Model, buyer: number, product: number): number {
  return attempts
    .filter(
      (one) =>
        one.buyer === buyer &&
        one.boughtAtStep === null &&
        one.lines.some((line) => line.product === product),
    )
    .flatMap(({ held }) => held)
    .reduce((sum, [from, to]) => sum + Math.max(0, to - Math.max(from, minute - 60)), 0)
}
