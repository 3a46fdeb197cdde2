/** Issues invoices and credit notes in the transaction that they are about (docs/money.md, Invoices). */
import type { Tx } from '../../platform/db/client.ts'
import { newId, pastId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  type CreditParts,
  insertCreditNote,
  insertInvoice,
  readInvoiceFacts,
  readReversal,
  takeNumber,
  findInvoiceOfOrder,
} from './queries.ts'
import { codeOfState, creditReasons, serialOf } from './rules.ts'

type Jobs = Pick<Shop, 'jobs'>

/**
 * Issues the tax invoice of an order whose sale was just recorded (Rule 46), and queues the job that makes its PDF. Takes the
 * next number of the series of the GST number. No number is lost or used twice, because both are in this transaction. Returns null, and
 * writes nothing, for an order that is not sold or has its invoice. `past` is for the demo shop, whose orders were handed over
 * before; its documents must be issued in the order of time.
 */
export async function issueInvoice(
  shop: Jobs | null,
  tx: Tx,
  orderId: string,
  past?: Date,
): Promise<string | null> {
  const facts = await readInvoiceFacts(tx, orderId)
  if (!facts) return null
  const taken = await takeNumber(tx, { gstin: facts.sellerGstin, kind: 'invoice', at: past })
  const id = past ? pastId(past.getTime()) : newId()
  await insertInvoice(tx, {
    ...facts,
    ...taken,
    id,
    serial: serialOf('invoice', taken.financialYear, taken.no),
    issuedAt: past,
    sellerStateCode: facts.sellerGstin.slice(0, 2),
    placeOfSupplyCode: codeOfState(facts.placeOfSupply),
  })
  await shop?.jobs.send(tx, 'make-document', { documentId: id })
  return id
}

/**
 * Issues the credit note of a reversal that was just recorded (Rule 53(1A)), and queues the job that makes its PDF. A sale that
 * was recorded before there were invoices gets its invoice first. `parts` is what of it is the charge for delivery, and what the shop had paid; null: all that the invoice has. The transaction of the reversal has locked the order.
 */
export async function issueCreditNote(
  shop: Jobs,
  tx: Tx,
  reversalId: string,
  parts: CreditParts | null,
): Promise<string> {
  const reversal = await readReversal(tx, reversalId)
  const invoiceId = reversal.invoiceId ?? (await issueInvoice(shop, tx, reversal.orderId))
  if (invoiceId === null) throw new Error(`reversal ${reversalId} has no invoice`)
  const taken = await takeNumber(tx, { gstin: reversal.sellerGstin, kind: 'credit-note', invoiceId })
  const id = newId()
  await insertCreditNote(tx, {
    ...taken,
    id,
    serial: serialOf('credit-note', taken.financialYear, taken.no),
    reversalId,
    invoiceId,
    reason: creditReasons[reversal.cause],
    parts,
  })
  await shop.jobs.send(tx, 'make-document', { documentId: id })
  return id
}

/** The invoice of an order; undefined while there is none. */
export const invoiceOf = findInvoiceOfOrder
