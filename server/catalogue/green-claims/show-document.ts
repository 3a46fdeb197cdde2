/** The documents of green claims: who may see one. */
import { notFound } from '../../platform/refusal.ts'
import { hasUploaded, readDocument, readPages } from '../../platform/media/private-document.ts'
import type { Party } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { findShownDocument, isDocumentUsed } from './queries.ts'

/** Refuses: not-found for everybody except the seller who uploaded it and, once a claim has it, administrators. */
export async function showDocument(shop: Shop, { accountId, role }: Party, key: string) {
  const may =
    role === 'ADMIN' ? await isDocumentUsed(shop.db, key) : await hasUploaded(shop.db, accountId, key)
  if (!may) throw notFound()
  return readDocument(shop, key)
}

/** For administrators. Refuses: not-found unless it is a PDF of a claim. */
export async function showDocumentPages(shop: Shop, key: string) {
  if (!(await isDocumentUsed(shop.db, key))) throw notFound()
  return readPages(shop, key)
}

/** Refuses: not-found unless the claim is shown on a page and its seller shows the document. */
export async function showPublicDocument(shop: Shop, id: string) {
  const key = await findShownDocument(shop.db, id)
  if (key === undefined) throw notFound()
  return readDocument(shop, key)
}
