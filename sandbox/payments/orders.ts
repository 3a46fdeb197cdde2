import { newId, unixSeconds } from './entities.ts'
import type { Capture, Notes, Order } from './entities.ts'
import { badInput, unknownId } from './errors.ts'
import { isObject, readAmount, readBody, readCurrency, readNotes, readReceipt } from './input.ts'
import type { Body } from './input.ts'
import type { Ledger } from './ledger.ts'

const ORDER_FIELDS = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'partial_payment',
  'first_payment_min_amount',
  'payment',
  'transfers',
]

/** Minutes; three days, which is the provider's default and maximum for a capture. */
const LONGEST_EXPIRY = 4_320

/** `POST /orders`. Accepts a repeated receipt, because the real provider does not promise to refuse it. */
export function createOrder(ledger: Ledger, text: string): Order {
  const body = readBody(text, ORDER_FIELDS)
  const order = newOrder(body)
  if (body['partial_payment'] === true) {
    throw badInput('Partial payments are not enabled for this account.', 'partial_payment')
  }
  if (body['transfers'] !== undefined) {
    throw badInput('Route is not enabled for this account.', 'transfers')
  }
  const capture = readCapture(body)
  ledger.commit([
    { table: 'order', row: order },
    { table: 'capture', row: { id: order.id, ...capture } },
  ])
  return order
}

export function newOrder(body: Body): Order {
  const amount = readAmount(body)
  const receipt = readReceipt(body)
  return {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: readCurrency(body),
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: readNotes(body),
    created_at: unixSeconds(),
  }
}

export function findOrder(ledger: Ledger, id: string): Order {
  const order = ledger.orders.get(id)
  if (order === undefined) throw unknownId()
  return order
}

/** `PATCH /orders/:id`: notes only. */
export function changeNotes(ledger: Ledger, id: string, text: string): Order {
  const order = findOrder(ledger, id)
  const body = readBody(text, ['notes'])
  if (body['notes'] === undefined) throw badInput('The notes field is required.', 'notes')
  const notes: Notes = readNotes(body)
  const changed = { ...order, notes }
  ledger.commit([{ table: 'order', row: changed }])
  return changed
}

/** The capture setting of an order; the account's default is automatic capture. */
function readCapture(body: Body): Capture {
  const { payment } = body
  if (payment === undefined || payment === null) {
    return { capture: 'automatic', expiryMinutes: LONGEST_EXPIRY }
  }
  if (!isObject(payment)) throw badInput('The payment must be an object.', 'payment')
  const { capture, capture_options: options = {} } = payment
  if (capture !== 'automatic' && capture !== 'manual') {
    throw badInput('The selected payment.capture is invalid.', 'payment.capture')
  }
  if (!isObject(options)) {
    throw badInput('The payment.capture_options must be an object.', 'payment.capture_options')
  }
  const automatic = readMinutes(options, 'automatic_expiry_period')
  const manual = readMinutes(options, 'manual_expiry_period')
  if (capture === 'automatic' && automatic === undefined) {
    throw badInput('The automatic_expiry_period field is required.', 'automatic_expiry_period')
  }
  const { refund_speed: speed = 'normal' } = options
  if (speed !== 'normal' && speed !== 'optimum') {
    throw badInput('The selected refund_speed is invalid.', 'refund_speed')
  }
  return {
    capture,
    expiryMinutes: Math.min(manual ?? automatic ?? LONGEST_EXPIRY, LONGEST_EXPIRY),
  }
}

function readMinutes(options: Body, field: string): number | undefined {
  const minutes = options[field]
  if (minutes === undefined || minutes === null) return undefined
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 12) {
    throw badInput(`The ${field} must be at least 12 minutes.`, field)
  }
  return minutes
}
