/** Money that the provider tells of and no checkout fits: kept until a person saw to it. */
import type { UnmatchedPayment } from '../../contract/admin-money.ts'
import { record } from '../audit/record.ts'
import type { Queryable } from '../db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../keyset-page.ts'
import { newId } from '../db/ids.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { toUnmatchedPayment } from './present.ts'
import {
  countUnmatched,
  insertUnmatched,
  markResolved,
  markSettled,
  takeDueForReceipt,
  unmatched,
} from './unmatched-payment-queries.ts'

export async function keepUnmatched(db: Queryable, providerOrderId: string, event: string): Promise<void> {
  await insertUnmatched(db, { id: newId(), providerOrderId, event })
}

/** The provider's orders that are due to be looked up by their receipts, each given a later turn at once. */
export async function takeDueUnmatched(db: Queryable): Promise<string[]> {
  return (await takeDueForReceipt(db, 50)).map((row) => row.providerOrderId)
}

/** The payment turned out to be of a checkout and is settled. */
export async function resolveByCheckout(db: Queryable, providerOrderId: string): Promise<void> {
  await markSettled(db, providerOrderId)
}

/** Refuses ('invalid') a cursor that is none. */
export async function listUnmatched(
  { db }: Pick<Shop, 'db'>,
  query: PageRequest & { q?: string | undefined },
): Promise<Page<UnmatchedPayment>> {
  const q = query.q || undefined
  return keysetPage(query, idCursor, {
    rows: (limit, before) => unmatched(db, q, limit, before),
    count: () => countUnmatched(db, q),
    toItem: toUnmatchedPayment,
  })
}

/** Refuses: not-found for one that is not open. */
export async function resolveUnmatched(shop: Shop, providerOrderId: string, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    if (!(await markResolved(tx, providerOrderId, note))) throw notFound('There is no such payment.')
    await record(tx, 'payment-resolved', {
      target: { kind: 'payment', id: providerOrderId, name: providerOrderId },
      note,
    })
  })
}
