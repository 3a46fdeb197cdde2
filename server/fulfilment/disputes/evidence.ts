/** The evidence that an order was right: invoices, tracking, what was written and decided, and refunds, as PDFs. */
import type { DisputeDetail, EvidenceKind } from '../../../contract/admin-disputes.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { listRefundsOf, showDispute } from '../../money/disputes/list-disputes.ts'
import type { Sheet } from '../../money/invoices/pdf-sheet.ts'
import { renderDocument } from '../../money/invoices/render.ts'
import { type DocumentFile, readDocumentFile } from '../../money/invoices/show-document.ts'
import { record } from '../../people/audit/record.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type HistoryRow, listHistory, listParcels, listTracking } from './evidence-queries.ts'

type SheetKind = Exclude<EvidenceKind, 'invoice'>

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})
const timeOf = (at: Date) => timeFormat.format(at)

/** Refuses: not-found. */
export async function showDisputeWithEvidence(shop: Shop, id: string): Promise<DisputeDetail> {
  const dispute = await showDispute(shop, id)
  const orderIds = dispute.orders.map((order) => order.id)
  const evidence: EvidenceKind[] = []
  if (dispute.orders.some(({ documents }) => documents.length > 0)) evidence.push('invoice')
  if ((await listTracking(shop.db, orderIds)).length > 0) evidence.push('delivery')
  if (orderIds.length > 0) evidence.push('history')
  if ((await listRefundsOf(shop, dispute.paymentId)).length > 0) evidence.push('refunds')
  return { ...dispute, evidence }
}

/** For an administrator, whose access is recorded in the audit. Refuses: not-found, also where there is nothing of this kind. */
export async function showEvidence(shop: Shop, id: string, kind: SheetKind): Promise<DocumentFile> {
  const dispute = await showDisputeWithEvidence(shop, id)
  if (!dispute.evidence.includes(kind)) throw notFound('There is no such evidence.')
  await record(shop.db, 'document-opened', { target: { kind: 'dispute', id, name: `${id} ${kind}` } })
  return drawSheet(shop, dispute, kind)
}

/** The files of a kind: every invoice and credit note, or one sheet about all orders. */
export async function filesOf(
  shop: Shop,
  dispute: DisputeDetail,
  kind: EvidenceKind,
): Promise<DocumentFile[]> {
  if (kind !== 'invoice') return [await drawSheet(shop, dispute, kind)]
  const files: DocumentFile[] = []
  for (const { documents } of dispute.orders)
    for (const { id } of documents) files.push(await readDocumentFile(shop, id))
  return files
}

async function drawSheet(shop: Shop, dispute: DisputeDetail, kind: SheetKind): Promise<DocumentFile> {
  const title = titles[kind]
  const sheet: Sheet = {
    title,
    author: shop.config.brandName,
    about: [
      ['Dispute', dispute.id],
      ['Payment', dispute.paymentId],
      ['Disputed amount', formatAmount(dispute.amount)],
    ],
    sections: await sections[kind](shop, dispute),
    made: new Date(),
  }
  return { bytes: Uint8Array.from(await renderDocument(sheet)), name: `${kind}-${dispute.id}.pdf` }
}

const titles: Record<SheetKind, string> = {
  delivery: 'Proof of delivery',
  history: 'History of the order',
  refunds: 'Refunds of the payment',
}

type MakeSections = (shop: Shop, dispute: DisputeDetail) => Promise<Sheet['sections']>
const idsOf = ({ orders }: DisputeDetail) => orders.map(({ id }) => id)

const sections: Record<SheetKind, MakeSections> = {
  async delivery({ db }, dispute) {
    const tracking = await listTracking(db, idsOf(dispute))
    return (await listParcels(db, idsOf(dispute))).map((parcel) => ({
      heading: `Order ${parcel.number}: ${parcel.product} × ${parcel.quantity}`,
      rows: [
        ['Courier', [parcel.courier, parcel.awb && `AWB ${parcel.awb}`].filter(Boolean).join(', ')],
        ['Delivered to', parcel.address],
        ...(parcel.proofUrl ? [['Courier’s proof', parcel.proofUrl] as const] : []),
        ...tracking
          .filter(({ orderId }) => orderId === parcel.orderId)
          .map(({ at, words }) => [timeOf(at), words] as const),
      ],
    }))
  },
  async history({ db }, dispute) {
    const rows = await listHistory(db, idsOf(dispute))
    return dispute.orders.map(({ id, number, product, seller, amount }) => ({
      heading: `Order ${number}: ${product}`,
      rows: [
        ['Sold by', seller],
        ['Price', formatAmount(amount)],
        ...rows
          .filter(({ orderId }) => orderId === id)
          .map(({ at, ...row }) => [timeOf(at), wordsOf(row)] as const),
      ],
    }))
  },
  async refunds(shop, dispute) {
    return [
      {
        heading: 'Refunds',
        rows: (await listRefundsOf(shop, dispute.paymentId)).map(({ at, paise, state, reference }) => [
          timeOf(at),
          [formatAmount(rupees(paise)), state, reference].filter(Boolean).join(', '),
        ]),
      },
    ]
  },
}

const wordsOf = ({ what, by, note }: Omit<HistoryRow, 'at' | 'orderId'>) =>
  `${what}${by ? ` (${by})` : ''}${note ? `: ${note}` : ''}`
