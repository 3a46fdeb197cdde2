/** Disputes: a buyer's bank takes a payment back; and the documents by which the merchant contests it. */
import { newId, unixSeconds } from './entities.ts'
import type { Dispute, Document, Payment } from './entities.ts'
import { badInput, unknownId } from './errors.ts'
import { readAmount, readBody } from './input.ts'
import type { DeliveryPlan } from './delivery.ts'
import type { Ledger } from './ledger.ts'
import type { Merchant } from './refunds.ts'

const PROOFS = [
  'shipping_proof',
  'billing_proof',
  'cancellation_proof',
  'customer_communication',
  'proof_of_service',
  'explanation_letter',
  'refund_confirmation',
  'access_activity_log',
  'refund_cancellation_policy',
  'term_and_conditions',
] as const

export type Raise = {
  amount?: number | undefined
  reason_code: string
  phase: Dispute['phase']
  /** Seconds from now. */
  respond_in: number
  /** The money is taken at once, and given back if the dispute is won or closed. */
  deducted: boolean
  currency?: string | undefined
}

/** The bank disputes a payment. */
export function raiseDispute(
  merchant: Merchant,
  paymentId: string,
  raise: Raise,
  plan?: DeliveryPlan,
): Dispute {
  const payment = paymentOf(merchant.ledger, paymentId)
  const amount = raise.amount ?? payment.amount
  if (!payment.captured) throw badInput('The payment is not captured.')
  if (amount > payment.amount) throw badInput('The amount is greater than the payment.', 'amount')
  const now = unixSeconds()
  const dispute: Dispute = {
    id: newId('disp'),
    entity: 'dispute',
    payment_id: paymentId,
    amount,
    currency: raise.currency ?? payment.currency,
    amount_deducted: raise.deducted ? amount : 0,
    reason_code: raise.reason_code,
    respond_by: now + raise.respond_in,
    status: 'open',
    phase: raise.phase,
    created_at: now,
    evidence: { amount, summary: null, ...noProofs(), others: null, submitted_at: null },
  }
  publish(merchant, dispute, 'created', plan)
  return dispute
}

/** Where the bank moves the newest dispute of a payment, or this one. */
export function moveDispute(
  merchant: Merchant,
  paymentId: string,
  {
    id,
    status,
  }: {
    id?: string | undefined
    status: 'won' | 'lost' | 'closed' | 'under_review' | 'action_required' | 'pre_arbitration'
  },
  plan?: DeliveryPlan,
): Dispute {
  const dispute = [...merchant.ledger.disputes.values()]
    .filter((one) => one.payment_id === paymentId && (id === undefined || one.id === id))
    .at(-1)
  if (dispute === undefined) throw unknownId()
  // The buyer's bank does not accept the end: it takes the money and asks once more.
  if (status === 'pre_arbitration') {
    const again = { ...dispute, phase: status, respond_by: unixSeconds() + 86_400 }
    return end(merchant, { ...again, amount_deducted: dispute.amount }, 'open', 'created', plan)
  }
  if (isOver(dispute)) throw badInput(`The dispute is ${dispute.status}.`)
  // The bank that wants more evidence opens the dispute again.
  const state = status === 'action_required' ? 'open' : status
  return end(merchant, dispute, state, status, plan)
}

/** `POST /disputes/:id/accept`. */
export function acceptDispute(merchant: Merchant, id: string): Dispute {
  return end(merchant, openDispute(merchant.ledger, id), 'lost', 'lost')
}

/** `PATCH /disputes/:id/contest`: a draft, or with `action` 'submit' the answer to the bank. */
export function contestDispute(merchant: Merchant, id: string, text: string): Dispute {
  const dispute = openDispute(merchant.ledger, id)
  const body = readBody(text, ['amount', 'summary', 'others', 'action', ...PROOFS])
  if (body['action'] !== 'draft' && body['action'] !== 'submit')
    throw badInput('The action is invalid.', 'action')
  const { summary } = body
  if (summary !== undefined && (typeof summary !== 'string' || summary.length > 1_000))
    throw badInput('The summary may not be greater than 1000 characters.', 'summary')
  const amount = body['amount'] === undefined ? dispute.amount : readAmount(body)
  if (amount > dispute.amount) throw badInput('The amount is greater than the dispute.', 'amount')
  const given = Object.fromEntries(
    PROOFS.flatMap((proof) =>
      body[proof] === undefined ? [] : [[proof, readDocuments(merchant.ledger, proof, body[proof])]],
    ),
  )
  const evidence = { ...dispute.evidence, amount, ...(summary !== undefined && { summary }), ...given }
  const isSubmitted = body['action'] === 'submit'
  if (isSubmitted && !PROOFS.some((proof) => (evidence[proof] ?? []).length > 0))
    throw badInput('At least one document is required to contest the dispute.')
  const row: Dispute = {
    ...dispute,
    status: isSubmitted ? 'under_review' : 'open',
    evidence: { ...evidence, submitted_at: isSubmitted ? unixSeconds() : null },
  }
  if (isSubmitted) publish(merchant, row, 'under_review')
  else merchant.ledger.commit([{ table: 'dispute', row }])
  return row
}

export function findDispute(ledger: Ledger, id: string): Dispute {
  const dispute = ledger.disputes.get(id)
  if (dispute === undefined) throw unknownId()
  return dispute
}

const TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/jpg']

/** `POST /documents`: the bytes are not kept. */
export async function createDocument(ledger: Ledger, request: Request): Promise<Document> {
  const form = await request.formData().catch(() => undefined)
  const file = form?.get('file')
  if (form?.get('purpose') !== 'dispute_evidence') throw badInput('The purpose is invalid.', 'purpose')
  if (!(file instanceof File) || file.size === 0) throw badInput('The file field is required.', 'file')
  if (!TYPES.includes(file.type)) throw badInput('The file must be a PDF, PNG or JPEG.', 'file')
  const row: Document = {
    id: newId('doc'),
    entity: 'document',
    purpose: 'dispute_evidence',
    name: file.name,
    mime_type: file.type,
    size: file.size,
    created_at: unixSeconds(),
  }
  ledger.commit([{ table: 'document', row }])
  return row
}

const isOver = ({ status }: Dispute) => status === 'won' || status === 'lost' || status === 'closed'

function openDispute(ledger: Ledger, id: string): Dispute {
  const dispute = findDispute(ledger, id)
  if (dispute.status !== 'open') throw badInput('Action not allowed: the dispute is not open.')
  if (dispute.respond_by < unixSeconds()) throw badInput('The time to respond to the dispute is over.')
  return dispute
}

function end(
  merchant: Merchant,
  dispute: Dispute,
  status: Dispute['status'],
  event: string,
  plan?: DeliveryPlan,
): Dispute {
  const taken =
    status === 'lost' ? dispute.amount : status === 'won' || status === 'closed' ? 0 : dispute.amount_deducted
  const row: Dispute = { ...dispute, status, amount_deducted: taken }
  publish(merchant, row, event, plan)
  return row
}

function publish({ ledger, webhooks }: Merchant, dispute: Dispute, event: string, plan?: DeliveryPlan): void {
  webhooks.publish(
    [{ table: 'dispute', row: dispute }],
    [{ event: `payment.dispute.${event}`, payment: paymentOf(ledger, dispute.payment_id), dispute }],
    plan,
  )
}

function paymentOf(ledger: Ledger, id: string): Payment {
  const payment = ledger.payments.get(id)
  if (payment === undefined) throw unknownId()
  return payment
}

function noProofs(): Record<(typeof PROOFS)[number], null> {
  return Object.fromEntries(PROOFS.map((proof) => [proof, null])) as Record<(typeof PROOFS)[number], null>
}

function readDocuments(ledger: Ledger, field: string, value: unknown): string[] {
  const ids = Array.isArray(value) ? value.map(String) : []
  if (ids.length === 0) throw badInput(`The ${field} must be a list of documents.`, field)
  const missing = ids.find((id) => !ledger.documents.has(id))
  if (missing !== undefined) throw badInput(`${missing} is not a document.`, field)
  return ids
}
