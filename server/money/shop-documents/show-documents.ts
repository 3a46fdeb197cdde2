/** The shop's own invoices for their recipients and for administrators: lists and PDFs. */
import { apiBase } from '../../platform/http/http-app.ts'
import { rupees } from '../../../contract/money.ts'
import type { ShopDocument, ShopIdentity } from '../../../contract/shop-document.ts'
import { record } from '../../people/audit/record.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { renderDocument } from '../invoices/render.ts'
import {
  countShopDocuments,
  findShopDocument,
  findShopFile,
  findShopSerial,
  insertShopFile,
  listShopDocumentRows,
  type ListedShopDocument,
  nextMonth,
  type ShopDocumentFilter,
} from './queries.ts'

const toDocument =
  (path: string) =>
  (row: ListedShopDocument): ShopDocument => ({
    id: row.id,
    kind: row.kind,
    number: row.serial,
    date: row.issuedOn,
    month: row.month?.slice(0, 7) ?? null,
    orderNumber: row.orderNumber,
    recipient: row.recipientName,
    gstin: row.recipientGstin,
    taxable: rupees(row.taxablePaise),
    gst: rupees(row.grossPaise - row.taxablePaise),
    total: rupees(row.grossPaise),
    url: `${apiBase}${path}/${row.id}`,
  })

const list = (
  shop: Shop,
  filter: ShopDocumentFilter,
  page: PageRequest,
  path: string,
): Promise<Page<ShopDocument>> =>
  keysetPage(page, idCursor, {
    rows: (limit, before) => listShopDocumentRows(shop.db, filter, limit, before),
    count: () => countShopDocuments(shop.db, filter),
    toItem: toDocument(path),
  })

export const listOwnShopDocuments = (shop: Shop, sellerId: string, page: PageRequest) =>
  list(shop, { sellerId }, page, '/private/shop-documents')

export const listAllShopDocuments = (shop: Shop, query: PageRequest & { q?: string | undefined }) =>
  list(shop, { q: query.q || undefined }, query, '/public/admin/shop-documents')

/** The supplier on these invoices, and the first month that is not invoiced yet. */
export async function showShopIdentity({ db, config }: Shop): Promise<ShopIdentity> {
  const { taxIdentity: identity } = config
  return {
    identity: identity ? { name: identity.name, address: identity.address, gstin: identity.gstin } : null,
    isDemo: identity !== undefined && !config.production && config.legal === undefined,
    nextMonth: (await nextMonth(db)).slice(0, 7),
  }
}

interface DocumentFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
}

/** Refuses: not-found for a document of other people, as for an unknown one. */
export async function showOwnShopDocument(shop: Shop, accountId: string, id: string): Promise<DocumentFile> {
  const found = await findShopSerial(shop.db, id, accountId)
  if (!found) throw notFound()
  return readFile(shop, id, found.serial)
}

/** For an administrator, whose access is recorded in the audit. Refuses: not-found. */
export async function showAnyShopDocument(shop: Shop, id: string): Promise<DocumentFile> {
  const found = await findShopSerial(shop.db, id, null)
  if (!found) throw notFound()
  await record(shop.db, 'document-opened', { target: { kind: 'document', id, name: found.serial } })
  return readFile(shop, id, found.serial)
}

/** For the mail that has it attached; undefined for a document of a seller's sale. */
export async function findShopDocumentFile(
  shop: Pick<Shop, 'db'>,
  id: string,
): Promise<DocumentFile | undefined> {
  const found = await findShopSerial(shop.db, id, null)
  return found && readFile(shop, id, found.serial)
}

/** Stores the PDF, so that later versions of the layout do not change it. False for a document of a seller's sale. */
export async function makeShopDocument({ db }: Pick<Shop, 'db'>, id: string): Promise<boolean> {
  const row = await findShopDocument(db, id)
  if (!row) return false
  if (!(await findShopFile(db, id))) await insertShopFile(db, id, await renderDocument(row))
  return true
}

/** The stored file; a missing one is drawn for this reader. */
async function readFile({ db }: Pick<Shop, 'db'>, id: string, serial: string): Promise<DocumentFile> {
  const pdf = (await findShopFile(db, id)) ?? (await draw(db, id))
  return { bytes: Uint8Array.from(pdf), name: `${serial.replace('/', '-')}.pdf` }
}

async function draw(db: Shop['db'], id: string): Promise<Buffer> {
  const row = await findShopDocument(db, id)
  if (!row) throw new Error(`no document ${id} of the shop`)
  return renderDocument(row)
}
