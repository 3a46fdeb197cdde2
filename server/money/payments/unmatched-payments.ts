/** Payments at the provider that belong to no known checkout: recorded until one is found or an administrator resolves them. */
import type { UnmatchedPayment } from '../../../contract/admin-money.ts'
import { record } from '../../people/audit/record.ts'
import { indianTime } from '../../platform/calendar.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { newId } from '../../platform/db/ids.ts'
import { notFound } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { toUnmatchedPayment } from './present.ts'
import {
  countUnmatched,
  findUnmatched,
  insertUnmatched,
  listUnmatchedRows,
  lockUnmatched,
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

/** What a second administrator has to know about the payments of an order at the provider. Refuses: not-found. */
export async function unmatchedFacts(tx: Tx, providerOrderId: string, note: string): Promise<CallFacts> {
  const row = await findUnmatched(tx, providerOrderId)
  if (!row) throw notFound('There is no such payment.')
  return {
    lines: [
      { label: "The provider's order", value: providerOrderId },
      { label: 'The provider has told of it', value: row.times === 1 ? 'once' : `${row.times} times` },
      { label: 'First', value: indianTime(row.firstSeenAt) },
      { label: 'Last', value: `${indianTime(row.lastSeenAt)}, ${row.event}` },
      { label: 'What was done', value: note },
    ],
    version: [row],
  }
}

/** Marks a payment that an administrator dealt with, with a note. Refuses: not-found for one that is not open. */
export async function resolveUnmatchedPayment(
  shop: Shop,
  providerOrderId: string,
  note: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockUnmatched(tx, providerOrderId)
    await requireAsAsked(tx)
    if (!(await markResolved(tx, providerOrderId, note))) throw notFound('There is no such payment.')
    await record(tx, 'payment-resolved', {
      target: { kind: 'payment', id: providerOrderId, name: providerOrderId },
      note,
    })
  })
}
