/** The PDF of an invoice or a credit note: for its buyer, its seller, an administrator and the mail that brings it. */
import { record } from '../../people/audit/record.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findDocument, findFile, findOwnDocument, findSerial, insertFile } from './queries.ts'
import { renderDocument } from './render.ts'

export interface DocumentFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
}

/** Refuses: not-found for a document of other people, as for an unknown one. */
export async function showOwnDocument(shop: Shop, accountId: string, id: string): Promise<DocumentFile> {
  const found = await findOwnDocument(shop.db, id, accountId)
  if (!found) throw notFound()
  return readFile(shop, id, found.serial)
}

/** For an administrator, whose access is recorded in the audit. Refuses: not-found. */
export async function showAnyDocument(shop: Shop, id: string): Promise<DocumentFile> {
  const found = await findSerial(shop.db, id)
  if (!found) throw notFound()
  await record(shop.db, 'document-opened', { target: { kind: 'document', id, name: found.serial } })
  return readFile(shop, id, found.serial)
}

/** For the mail that has it attached. Throws for an unknown id. */
export async function readDocumentFile(shop: Pick<Shop, 'db'>, id: string): Promise<DocumentFile> {
  const found = await findSerial(shop.db, id)
  if (!found) throw new Error(`no document ${id}`)
  return readFile(shop, id, found.serial)
}

/** The job handler: draws the PDF and stores it, so that later versions of the layout do not change it. */
export async function makeDocument(shop: Pick<Shop, 'db'>, id: string): Promise<void> {
  if (!(await findFile(shop.db, id))) await insertFile(shop.db, id, await draw(shop, id))
}

/** The stored file; a missing one is drawn for this reader. */
async function readFile(shop: Pick<Shop, 'db'>, id: string, serial: string): Promise<DocumentFile> {
  const pdf = (await findFile(shop.db, id)) ?? (await draw(shop, id))
  return { bytes: Uint8Array.from(pdf), name: `${serial.replace('/', '-')}.pdf` }
}

async function draw({ db }: Pick<Shop, 'db'>, id: string): Promise<Buffer> {
  const row = await findDocument(db, id)
  if (!row) throw new Error(`no document ${id}`)
  return renderDocument(row)
}
