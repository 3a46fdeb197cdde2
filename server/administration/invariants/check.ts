/**
 * Timers that read the views of invariants (docs/money.md, "Invariants"): each minute for recent changes, and once a night for
 * all rows. A broken row is stored in `broken_row` until a check does not find it any more; /metrics and the administrator's
 * overview show it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  addBrokenRows,
  brokenCheckpoints,
  brokenHolds,
  brokenOfCheckouts,
  brokenOfEntries,
  brokenOfProducts,
  brokenOfProvider,
  brokenOfSellers,
  brokenOfSettlements,
  brokenOfShopDocuments,
  brokenProductCounts,
  brokenReviews,
  type BrokenRow,
  brokenSeries,
  confirmKnownRows,
  deleteKnownRows,
  endRecent,
  endWhole,
  listKnownRows,
  moveWholePosition,
  nextAccounts,
  nextCheckouts,
  nextEntries,
  nextProducts,
  nextProvider,
  nextSellers,
  nextSettlements,
  nextShopDocuments,
  touchedCheckouts,
  touchedEntries,
  touchedProvider,
  touchedReviews,
  touchedSellers,
  touchedSettlements,
  recentPosition,
  wholePosition,
} from './queries.ts'

/** Ids of one statement: more would make it slow, fewer would need many round trips. */
const batch = 500
/** The largest number of stored rows, which is enough to see what is wrong. */
const keptRows = 5_000
/**
 * The rows of a transaction have the time of its start, so those of transactions that were open at the last check are read
 * again.
 */
const overlapMs = 5 * 60_000
/** After a longer pause the nightly check has to find the rest. */
const longestMs = 60 * 60_000
const wholeRunMs = 20_000

type Reader = (tx: Tx, ids: readonly string[]) => Promise<BrokenRow[]>

/** What `recent` reads again of stored rows, by view: all rows of the same subjects. */
const readers: Record<string, Reader> = {
  invariant_purchase: brokenOfCheckouts,
  invariant_refund: brokenOfCheckouts,
  invariant_unmatched: brokenOfCheckouts,
  invariant_sale: brokenOfCheckouts,
  invariant_ledger: brokenOfCheckouts,
  invariant_dispute: brokenOfCheckouts,
  invariant_entry: brokenOfEntries,
  invariant_settlement: brokenOfSettlements,
  invariant_provider: brokenOfProvider,
  invariant_seller: brokenOfSellers,
  invariant_payee: brokenOfSellers,
  invariant_charge: brokenOfCheckouts,
  invariant_piece: brokenOfCheckouts,
  invariant_weight: brokenOfCheckouts,
  invariant_shop_document: brokenOfShopDocuments,
  invariant_stock: (tx, ids) => brokenOfProducts(tx, [], ids),
  invariant_review: brokenReviews,
  invariant_series: brokenSeries,
  invariant_checkpoint: brokenCheckpoints,
  invariant_product_count: brokenProductCounts,
}

/** Checks recent changes, and the rows that were broken at the last check. */
export async function checkRecent({ db, log }: Shop): Promise<void> {
  const { doneFrom, now } = await recentPosition(db)
  const since = new Date(Math.max(doneFrom.getTime() - overlapMs, now.getTime() - longestMs))
  const known = await listKnownRows(db)
  const found = await limited(db, brokenHolds)
  const read = async (ids: readonly string[], reader: Reader) => {
    for (let from = 0; from < ids.length; from += batch)
      found.push(...(await limited(db, (tx) => reader(tx, ids.slice(from, from + batch)))))
  }
  const checkouts = await limited(db, (tx) => touchedCheckouts(tx, since))
  await read(checkouts, brokenOfCheckouts)
  await read(checkouts, (tx, ids) => brokenOfProducts(tx, ids, []))
  await read(await limited(db, (tx) => touchedEntries(tx, since)), brokenOfEntries)
  await read(await limited(db, (tx) => touchedProvider(tx, since)), brokenOfProvider)
  await read(await limited(db, (tx) => touchedSettlements(tx, since)), brokenOfSettlements)
  await read(await limited(db, (tx) => touchedSellers(tx, since)), brokenOfSellers)
  await read(await limited(db, (tx) => touchedReviews(tx, since)), brokenReviews)
  for (const [view, rows] of Map.groupBy(known, (row) => row.view)) {
    const reader = readers[view]
    if (reader) await read([...new Set(rows.map(({ subject }) => subject))], reader)
  }
  const nameOf = ({ invariant, id }: BrokenRow) => `${invariant} ${id}`
  const still = new Set(found.map(nameOf))
  const before = new Set(known.map(nameOf))
  await db.transaction(async (tx) => {
    await deleteKnownRows(
      tx,
      known.filter((row) => !still.has(nameOf(row))),
    )
    await confirmKnownRows(
      tx,
      known.filter((row) => still.has(nameOf(row))),
    )
    await addBrokenRows(tx, found, keptRows)
    await endRecent(tx, now)
  })
  for (const { invariant, id } of found.filter((row) => !before.has(nameOf(row))))
    log.error({ invariant, id }, 'an invariant of money and stock is broken')
}

/** The parts of the check of all rows: pages of ids in their order, and the views that are read for each page. */
const steps: readonly {
  name: string
  next: (tx: Tx, after: string | null, limit: number) => Promise<string[]>
  readers: readonly Reader[]
}[] = [
  {
    name: 'checkouts',
    next: nextCheckouts,
    readers: [brokenOfCheckouts, (tx, ids) => brokenOfProducts(tx, ids, [])],
  },
  { name: 'entries', next: nextEntries, readers: [brokenOfEntries] },
  { name: 'settlements', next: nextSettlements, readers: [brokenOfSettlements] },
  { name: 'provider', next: nextProvider, readers: [brokenOfProvider] },
  { name: 'documents of the shop', next: nextShopDocuments, readers: [brokenOfShopDocuments] },
  { name: 'sellers', next: nextSellers, readers: [brokenOfSellers, brokenSeries, brokenProductCounts] },
  { name: 'products', next: nextProducts, readers: [brokenReviews] },
  // A single account may take a minute.
  { name: 'accounts', next: (tx, after) => nextAccounts(tx, after, 1), readers: [brokenCheckpoints] },
]

/**
 * Continues the check of all rows, or begins it, for 20 seconds at most; 'unfinished' while something is left. It pauses as
 * long as it worked, so that it takes half of one connection's time.
 */
export async function continueWhole({ db }: Shop): Promise<'unfinished' | 'finished'> {
  const start = await wholePosition(db)
  let at = Math.max(
    0,
    steps.findIndex(({ name }) => name === start.step),
  )
  let position = start.position
  const until = performance.now() + wholeRunMs
  while (performance.now() < until) {
    const step = steps[at]
    if (!step) {
      await endWhole(db)
      return 'finished'
    }
    const began = performance.now()
    const ids = await limited(db, (tx) => step.next(tx, position, batch))
    const found: BrokenRow[] = []
    for (const reader of ids.length > 0 ? step.readers : [])
      found.push(...(await limited(db, (tx) => reader(tx, ids))))
    position = ids.at(-1) ?? null
    if (position === null) at += 1
    await db.transaction(async (tx) => {
      await addBrokenRows(tx, found, keptRows)
      await moveWholePosition(tx, (steps[at] ?? step).name, position)
    })
    await sleep(performance.now() - began)
  }
  return 'unfinished'
}

/** Reads with a time limit, and writes nothing. */
function limited<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute("set transaction read only; set local statement_timeout = '120s'")
    return read(tx)
  })
}
