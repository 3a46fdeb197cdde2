/** An administrator approves or refuses a seller, and the list of those who wait for it. */
import { z } from 'zod'
import {
  type AdminSellerApproval,
  type approvalLists,
  noNewDocuments,
} from '../../../contract/admin-seller-approvals.ts'
import { type CursorFormat, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { record } from '../audit/record.ts'
import { approvalRows, countApprovals, countApprovalsByState, decideRow } from './approval-queries.ts'
import { queueApprovalMail } from './mails.ts'
import { toAdminApproval } from './present.ts'

/**
 * One transaction: of two decisions about the same version one succeeds. The goods come on sale, or leave it, at once on this
 * node, and within half a second on the others. Refuses: conflict for a seller who was decided since they were read; an approval also
 * of one who has changed since, or has sent no documents for what they are.
 */
export async function decideApproval(
  shop: Shop,
  id: string,
  { decision, version, reason }: { decision: 'approve' | 'refuse'; version: number; reason: string },
): Promise<void> {
  const approves = decision === 'approve'
  await shop.db.transaction(async (tx) => {
    const seller = await decideRow(tx, id, version, approves ? null : reason)
    if (!seller)
      throw new Refusal('conflict', 'This seller was decided or changed meanwhile. Please reload the page.')
    if (approves && !seller.documented) throw new Refusal('conflict', noNewDocuments)
    await queueApprovalMail(shop, tx, { id, ...seller, reason: approves ? null : reason })
    await record(tx, approves ? 'seller-approved' : 'seller-refused', {
      target: { kind: 'account', id, name: seller.company },
      ...(!approves && { note: reason }),
    })
    tx.afterCommit(() => catalogueChanged(shop.db))
  })
}

interface Position {
  since: string
  id: string
}
const position = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()])

const approvalCursor: CursorFormat<Position, Position | undefined> = {
  start: undefined,
  write: ({ since, id }) => `${since}_${id}`,
  read(cursor) {
    const read = position.safeParse(cursor.split('_'))
    return read.success ? { since: read.data[0], id: read.data[1] } : null
  },
}

/** Those who have waited longest first. Refuses ('invalid') a malformed cursor. */
export async function listApprovals(
  { db }: Pick<Shop, 'db'>,
  query: PageRequest & { q?: string | undefined; show: (typeof approvalLists)[number] },
): Promise<Page<AdminSellerApproval>> {
  const filter = { show: query.show, words: query.q || undefined }
  return keysetPage(query, approvalCursor, {
    rows: (limit, after) => approvalRows(db, filter, limit, after),
    count: () => countApprovals(db, filter),
    toItem: toAdminApproval,
  })
}

export const countApprovalStates = ({ db }: Shop) => countApprovalsByState(db)
