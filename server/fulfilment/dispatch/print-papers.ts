/** Shipping labels and packing slips of several parcels in one PDF, and the courier's manifest of them. */
import { renderDocument } from '../../money/invoices/render.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { readLabel } from '../shipments/show-label.ts'
import { listPapers, type PapersRow, recordManifest } from './queries.ts'

/** So many labels are fetched at a time. */
const atOnce = 5
/** All labels of a file are in memory at once. A usual one has some ten thousand bytes. */
const labelsMaxBytes = 20_000_000

/**
 * `ids` with commas between them. Refuses: not-found where this seller has none of these shipments; conflict where one is not
 * there or has no label, and where the labels are too large for one file; unavailable while the courier does not respond.
 */
export async function printPapers(shop: Shop, sellerId: string, ids: string) {
  const found = await findLabelled(shop, sellerId, ids)
  const labels: Uint8Array[] = []
  for (let from = 0; from < found.length; from += atOnce) {
    const some = found.slice(from, from + atOnce)
    labels.push(...(await Promise.all(some.map(async (row) => (await readLabel(shop, row)).bytes))))
    if (labels.reduce((sum, label) => sum + label.length, 0) > labelsMaxBytes)
      throw new Refusal(
        'conflict',
        'These labels are too large for one file. Please print fewer parcels at a time.',
      )
  }
  const halves = found.map((row, no) => ({ above: labels[no] ?? new Uint8Array(), below: packingSlip(row) }))
  return { bytes: new Uint8Array(await renderDocument({ halves })), name: 'labels.pdf' }
}

/**
 * The courier's manifest of parcels. It makes one for each parcel: what has one gets it again, and the others get one together.
 * Refuses like `printPapers`, and: conflict where the courier has made one that the shop does not know.
 */
export async function printManifest(shop: Shop, sellerId: string, ids: string) {
  const found = await findLabelled(shop, sellerId, ids)
  try {
    const urls = new Set(found.flatMap(({ manifestUrl }) => manifestUrl ?? []))
    const without = found.filter(({ manifestUrl }) => manifestUrl === null)
    if (without.length > 0) {
      const url = await shop.courier.makeManifest(without.map(({ courierShipmentId }) => courierShipmentId))
      await recordManifest(
        shop.db,
        without.map(({ id }) => id),
        url,
      )
      urls.add(url)
    }
    const files: Uint8Array[] = []
    for (const url of urls) files.push(await shop.courier.readLabel(url))
    const [only, ...more] = files
    const bytes = only && more.length === 0 ? only : await renderDocument({ files })
    return { bytes: new Uint8Array(bytes), name: 'manifest.pdf' }
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, sellerId }, 'manifest not made')
    if (error instanceof CourierRefused)
      throw new Refusal(
        'conflict',
        'The courier makes no manifest of these parcels: one of them is on an earlier manifest, or cancelled.',
      )
    throw new Refusal(
      'unavailable',
      'The manifest cannot be fetched right now. Please try again in a moment.',
    )
  }
}

async function findLabelled(shop: Shop, sellerId: string, ids: string): Promise<Labelled[]> {
  const wanted = [...new Set(ids.split(','))]
  const rows = new Map((await listPapers(shop.db, sellerId, wanted)).map((row) => [row.id, row]))
  if (rows.size === 0) throw notFound()
  const found = wanted.flatMap((id) => rows.get(id) ?? []).filter(hasLabel)
  if (found.length < wanted.length)
    throw new Refusal(
      'conflict',
      'A label is not there yet, or its parcel was cancelled. Please look at the list again.',
    )
  return found
}

type Labelled = PapersRow & { courierShipmentId: string; labelUrl: string; awbNumber: string }
const hasLabel = (row: PapersRow): row is Labelled =>
  row.courierShipmentId !== null && row.labelUrl !== null && row.awbNumber !== null

type OnSlip = Pick<Labelled, 'to' | 'items' | 'sellerCompany' | 'courierName' | 'awbNumber'>

/** Without prices: it lies in the parcel. */
export function packingSlip({ to, items, sellerCompany, courierName, awbNumber }: OnSlip) {
  return {
    title: 'Packing slip',
    author: sellerCompany,
    made: new Date(),
    about: [
      // A recipient who is not the buyer has one name.
      [
        'For',
        `${`${to.firstName} ${to.lastName}`.trim()}, ${to.street}, ${to.city}, ${to.state} - ${to.pinCode}`,
      ],
      ['Courier', `${courierName ?? ''}, AWB ${awbNumber}`],
    ] as const,
    sections: [
      {
        heading: items.length === 1 ? 'In this parcel' : `In this parcel: ${items.length} orders`,
        rows: items.map(({ number, name, units }) => [`Order ${number}`, `${units} × ${name}`] as const),
      },
    ],
  }
}
