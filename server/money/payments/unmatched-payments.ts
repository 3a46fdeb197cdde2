/** Payments at the provider that belong to no known checkout: recorded until one is found or an administrator resolves them. */
import type { UnmatchedPayment } from '../../../contract/admin-money.ts'
import { record } from '../../people/audit/record.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { newId } from '../../platform/db/ids.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toUnmatchedPayment } from './present.ts'
import {
  countUnmatched,
  insertUnmatched,
  listUnmatchedRows,
  markResolved,
  markSettled,
  takeDueUnmatched,
} from './unmatched-payment-queries.ts'

export async function recordUnmatchedPayment(
  db: Queryable,
  providerOrderId: string,
  event: string,
): Promise<void> {
  await insertUnmatched(db, { id: newId(), providerOrderId, event })
}

/** The provider's orders whose receipts are to be looked up now; their next check is set at once. */
export async function takeDueUnmatchedPayments(db: Queryable): Promise<string[]> {
  return (await takeDueUnmatched(db, 50)).map((row) => row.providerOrderId)
}

/** Marks a payment whose checkout was found and settled. */
export async function markUnmatchedSettled(db: Queryable, providerOrderId: string): Promise<void> {
  await markSettled(db, providerOrderId)
}

/** Refuses ('invalid') a malformed cursor. */
export async function listUnmatchedPayments(
  { db }: Pick<Shop, 'db'>,
  query: PageRequest & { q?: string | undefined },
): Promise<Page<UnmatchedPayment>> {
  const q = query.q || undefined
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listUnmatchedRows(db, q, limit, before),
    count: () => countUnmatched(db, q),
    toItem: toUnmatchedPayment,
  })
}

/** Marks a payment that an administrator dealt with, with a note. Refuses: not-found for one that is not open. */
export async function resolveUnmatchedPayment(
  shop: Shop,
  providerOrderId: string,
  note: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    if (!(await markResolved(tx, providerOrderId, note))) throw notFound('There is no such payment.')
    await record(tx, 'payment-resolved', {
      target: { kind: 'payment', id: providerOrderId, name: providerOrderId },
      note,
    })
  })
}
