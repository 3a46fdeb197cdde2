/**
 * Issues the shop's own invoices (docs/money.md, "The shop's invoices"): to each seller one a month for commission and carriage,
 * to each buyer who pays a way back one for it, and credit notes for what is given back.
 */
import { stateOfGstin } from '../../../contract/gstin.ts'
import type { TaxIdentity } from '../../platform/config/addresses.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayOf } from '../../platform/calendar.ts'
import type { DocumentKind } from '../invoices/rules.ts'
import { queueShopDocumentMail } from './mails.ts'
import {
  beginWith,
  buyersToCharge,
  contactOf,
  endMonth,
  insertShopCreditNote,
  insertShopInvoice,
  invoicesToCredit,
  lockNextMonth,
  nextMonth,
  nextNumber,
  readBuyer,
  readInvoicePlaces,
  readSeller,
  type Recipient,
  sellersToCharge,
  takeCredits,
  takeSellersCharges,
  takeWayBack,
} from './queries.ts'
import { type Fees, monthAfter, monthInWords, serviceLines, shopSerialOf, sumOf, yearOf } from './rules.ts'

/** Documents of one transaction: few, so that it stays short and a kill undoes little. */
const atOnce = 20

/**
 * Timer of the night. Invoices ways back of buyers, and each month that has ended. Does nothing without the shop's GST number.
 * Killed at any point and called again, or run twice at once, it makes each document once: an entry of the ledger is in one
 * document. `today` is a day of India.
 */
export async function issueShopDocuments(shop: Shop, today = dayOf(new Date())): Promise<void> {
  const identity = shop.config.taxIdentity
  if (!identity) return
  if (identity.from !== undefined) {
    const from = `${identity.from}-01`
    await shop.db.transaction((tx) => beginWith(tx, from))
  }
  const present = `${today.slice(0, 7)}-01`
  for (;;) {
    const month = await nextMonth(shop.db)
    await chargeBuyers(shop, identity, today, month)
    if (month >= present) return
    const next = monthAfter(month)
    await chargeSellers(shop, identity, today, { month, next })
    await creditSellers(shop, today, { month, next })
    await shop.db.transaction((tx) => endMonth(tx, month, next))
  }
}

/** Calls `issue` for some subjects after the other, a few in each transaction, until none is left. */
async function inParts<Subject>(
  shop: Shop,
  month: string,
  read: (tx: Tx) => Promise<Subject[]>,
  issue: (tx: Tx, subject: Subject) => Promise<void>,
): Promise<void> {
  for (let left = true; left;)
    left = await shop.db.transaction(async (tx) => {
      // Another run has done this month, or does it.
      if ((await lockNextMonth(tx)) !== month) return false
      const subjects = await read(tx)
      for (const subject of subjects) await issue(tx, subject)
      return subjects.length === atOnce
    })
}

interface Month {
  month: string
  next: string
}

const chargeBuyers = (shop: Shop, identity: TaxIdentity, today: string, month: string) =>
  inParts(
    shop,
    month,
    (tx) => buyersToCharge(tx, month, atOnce),
    async (tx, buyer) => {
      const id = newId()
      const fees = await takeWayBack(tx, id, buyer)
      const to = await readBuyer(tx, buyer.orderId)
      await issueInvoice(shop, tx, { id, identity, today, fees, to: atHome(to), payer: 'buyer' })
    },
  )

const chargeSellers = (shop: Shop, identity: TaxIdentity, today: string, { month, next }: Month) =>
  inParts(
    shop,
    month,
    (tx) => sellersToCharge(tx, month, next, atOnce),
    async (tx, seller) => {
      const id = newId()
      const fees = await takeSellersCharges(tx, id, seller, month, next)
      const to = await readSeller(tx, seller, month)
      await issueInvoice(shop, tx, { id, identity, today, fees, to, payer: 'seller' })
    },
  )

/** A business is supplied in the state of its registration, anybody else where the parcel was fetched. */
function atHome(to: Recipient): Recipient {
  const state = to.gstin === null ? undefined : stateOfGstin(to.gstin)
  return state ? { ...to, placeOfSupply: state, placeOfSupplyCode: to.gstin?.slice(0, 2) ?? '' } : to
}

async function issueInvoice(
  shop: Shop,
  tx: Tx,
  {
    id,
    identity,
    today,
    fees,
    to,
    payer,
  }: {
    id: string
    identity: TaxIdentity
    today: string
    fees: Fees[]
    to: Recipient
    payer: 'seller' | 'buyer'
  },
): Promise<void> {
  const state = stateOfGstin(identity.gstin)
  if (!state) throw new Error('the GST number of the shop is of no state')
  const lines = serviceLines(fees, { shopState: state, placeOfSupply: to.placeOfSupply }, payer)
  const { name, address, gstin } = identity
  await insertShopInvoice(tx, {
    ...(await numbered(tx, 'invoice', gstin, today)),
    ...sumOf(lines),
    id,
    kind: 'invoice',
    shop: { name, address, gstin, state, stateCode: gstin.slice(0, 2) },
    to,
    lines,
  })
  await tell(shop, tx, id)
}

const creditSellers = (shop: Shop, today: string, { month, next }: Month) =>
  inParts(
    shop,
    month,
    (tx) => invoicesToCredit(tx, month, next, atOnce),
    async (tx, { id: invoiceId }) => {
      const id = newId()
      const fees = await takeCredits(tx, id, invoiceId, month, next)
      const places = await readInvoicePlaces(tx, invoiceId)
      const lines = serviceLines(fees, places, 'seller')
      const day = places.issuedOn > today ? places.issuedOn : today
      await insertShopCreditNote(tx, {
        ...(await numbered(tx, 'credit-note', places.shopGstin, day)),
        ...sumOf(lines),
        id,
        lines,
        invoiceId,
        month,
        reason: `${fees.some((fee) => fee.shippingPaise > 0) ? 'Charges' : 'Commission'} given back in ${monthInWords(month)}`,
      })
      await tell(shop, tx, id)
    },
  )

async function numbered(tx: Tx, kind: DocumentKind, gstin: string, day: string) {
  const financialYear = yearOf(day)
  const taken = await nextNumber(tx, { gstin, financialYear, kind }, day)
  return { ...taken, financialYear, serial: shopSerialOf(kind, financialYear, taken.no) }
}

/** The job makes the PDF, and the mail has it attached. */
async function tell(shop: Shop, tx: Tx, id: string): Promise<void> {
  await shop.jobs.send(tx, 'make-document', { documentId: id })
  const contact = await contactOf(tx, id)
  if (contact) await queueShopDocumentMail(shop, tx, id, contact)
}
