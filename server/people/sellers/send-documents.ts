/** A seller shows who they are: until an administrator approves them their goods are not on sale. */
import {
  type ApprovalInput,
  type OwnApproval,
  sellerDocumentKinds,
} from '../../../contract/seller-approval.ts'
import { hasUploaded, readDocument } from '../../platform/media/private-document.ts'
import { claimPrivatePictures, releasePrivatePictures } from '../../platform/media/private-picture.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { requireRecentLogin } from '../identity/confirm-login.ts'
import type { PartySession } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { record } from '../audit/record.ts'
import {
  deleteOldDocuments,
  findApproval,
  findSenderOf,
  lockApproval,
  putDocuments,
} from './approval-queries.ts'
import { toOwnApproval } from './present.ts'

const documentGone = 'This document is not there any more. Please upload it again.'
const decidedAlready =
  'Our team has seen these documents already. Please send those that show what you have changed.'

/** Refuses: not-found. */
export async function showOwnApproval(shop: Shop, sellerId: string): Promise<OwnApproval> {
  const row = await findApproval(shop.db, sellerId)
  if (!row) throw notFound()
  return toOwnApproval(row, shop.config.sellerApproval)
}

/**
 * Also while the documents of before wait, and for a seller who sells already but whom nobody has seen as they are now. The same
 * documents once more change nothing. Refuses: conflict for a seller who was seen, and for documents of which none is new, except by
 * a seller who was refused, because what they have mended may be their profile; invalid for what the seller did not upload for it, or
 * has sent as another document.
 */
export async function sendDocuments(shop: Shop, sellerId: string, documents: ApprovalInput): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const before = await lockApproval(tx, sellerId)
    if (!before) throw notFound()
    if (before.seen) throw new Refusal('conflict', 'Your shop is approved already.')
    const stay = before.documents.filter(({ kind, key }) => documents[kind] === key)
    if (stay.length === sellerDocumentKinds.length && before.approval !== 'refused') {
      if (stay.some(({ waits }) => waits)) return
      throw new Refusal('conflict', decidedAlready)
    }
    const keys = before.documents.map(({ key }) => key)
    const seen: string[] = []
    for (const [kind, key] of Object.entries(documents)) {
      const isOwn = stay.some((one) => one.kind === kind) || (await claimPrivatePictures(tx, sellerId, [key]))
      if (!isOwn || seen.includes(key))
        throw new Refusal('invalid', documentGone, { fields: { [kind]: documentGone } })
      seen.push(key)
    }
    await putDocuments(tx, sellerId, documents)
    await releasePrivatePictures(
      tx,
      keys.filter((key) => !seen.includes(key)),
    )
  })
}

/**
 * Refuses: not-found for everybody except the seller who uploaded it and, once it was sent, administrators, each of whose
 * readings is written to the audit; forbidden for administrators without a recent login.
 */
export async function showSellerDocument(shop: Shop, session: PartySession, key: string) {
  if (session.role === 'ADMIN') {
    requireRecentLogin(session)
    const sent = await findSenderOf(shop.db, key)
    if (!sent) throw notFound()
    await record(shop.db, 'seller-document-opened', {
      target: { kind: 'account', id: sent.sellerId, name: sent.company },
      note: sent.kind,
    })
  } else if (!(await hasUploaded(shop.db, session.partyId, key))) throw notFound()
  return readDocument(shop, key)
}

/** Deletes at most `limit` documents (docs/data-retention.md), and releases their files. Returns how many. */
export async function deleteOldSellerDocuments(shop: Shop, limit: number): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const keys = await deleteOldDocuments(tx, limit)
    await releasePrivatePictures(tx, keys)
    return keys.length
  })
}
