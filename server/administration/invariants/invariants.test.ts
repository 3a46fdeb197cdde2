/** Each invariant of money and stock is broken by hand, and exactly that one is reported; the job flags it for administrators. */
// @module-tag nightly: Seventy rows broken by hand, one check each. check.test.ts proves each time that a broken row is found and shown.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenByHand } from '../../../tests/setup/broken-by-hand.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type LivedShop, liveOneOfEach } from '../../../tests/setup/lived-shop.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { listMigrations } from '../../platform/db/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { issueShopDocuments } from '../../money/shop-documents/issue-documents.ts'
import {
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
  brokenSeries,
  nextAccounts,
  nextCheckouts,
  nextEntries,
  nextProducts,
  nextProvider,
  nextSellers,
  nextSettlements,
  nextShopDocuments,
} from './queries.ts'

let shop: TestShop
let lived: LivedShop
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  lived = await liveOneOfEach(shop)
  // The next month has begun: the shop invoices what it charged in this one.
  await issueShopDocuments(shop.running.shop, dayAfterMonth(dayOf(new Date()).slice(0, 7)))
}, 120_000)
afterAll(() => shop.stop())

/** Runs it and rolls back, so that a test leaves no rows for the next one. */
async function inVain<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const taken = new Error('taken back')
  let answer: { value: T } | undefined
  await shop.db
    .transaction(async (tx) => {
      answer = { value: await work(tx) }
      throw taken
    })
    .catch((error: unknown) => {
      if (error !== taken) throw error
    })
  return answer!.value
}

/** The rows of the nightly check, page by page, in one list. */
async function readAllParts(tx: Tx) {
  const checkouts = await nextCheckouts(tx, null, 1_000)
  const sellers = await nextSellers(tx, null, 1_000)
  return [
    ...(await brokenHolds(tx)),
    ...(await brokenOfCheckouts(tx, checkouts)),
    ...(await brokenOfProducts(tx, checkouts, [])),
    ...(await brokenOfEntries(tx, await nextEntries(tx, null, 1_000))),
    ...(await brokenOfSettlements(tx, await nextSettlements(tx, null, 1_000))),
    ...(await brokenOfProvider(tx, await nextProvider(tx, null, 1_000))),
    ...(await brokenOfShopDocuments(tx, await nextShopDocuments(tx, null, 1_000))),
    ...(await brokenOfSellers(tx, sellers)),
    ...(await brokenSeries(tx, sellers)),
    ...(await brokenProductCounts(tx, sellers)),
    ...(await brokenReviews(tx, await nextProducts(tx, null, 1_000))),
    ...(await brokenCheckpoints(tx, await nextAccounts(tx, null, 100))),
  ]
}

describe('each invariant', () => {
  test('holds in a shop in which everything has happened', async () => {
    expect(await brokenInvariants(shop.db)).toEqual([])
  })

  test.each(brokenByHand)('$invariant', async ({ invariant, breakBy, also = [] }) => {
    const { all, parts } = await inVain(async (tx) => {
      // Triggers and foreign keys are off, because they would refuse most of this.
      await tx.execute('set local session_replication_role = replica')
      for (const statement of [breakBy(lived)].flat()) await tx.query(statement)
      return {
        all: await tx.query<{ invariant: string; id: string }>(
          sql`select invariant, id from broken_invariant`,
        ),
        parts: await readAllParts(tx),
      }
    })
    const named = (rows: readonly { invariant: string }[]) =>
      [...new Set(rows.map((row) => row.invariant))].sort()
    expect(named(all)).toEqual([invariant, ...also].sort())
    const rowsOf = (rows: readonly { invariant: string; id: string }[]) =>
      rows.map((row) => `${row.invariant} ${row.id}`).sort()
    expect(rowsOf(parts)).toEqual(rowsOf(all))
  })

  test('of the views is among these, and its view is described in the run-book', () => {
    const text = listMigrations()
      .flatMap((file) => file.text.match(/^create (?:or replace )?view invariant_\w+ as\n[^;]*;/gm) ?? [])
      .join('\n')
      .replaceAll('create or replace', 'create')
    const written = new Set(
      [...text.matchAll(/^ {2}select '([^']+)'/gm)].map(([, invariant = '']) => invariant),
    )
    expect([...written].toSorted()).toEqual(brokenByHand.map(({ invariant }) => invariant).toSorted())
    const runBooks = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const views = [...text.matchAll(/^create view (invariant_\w+)/gm)].map(([, view = '']) => view)
    expect(views.length).toBeGreaterThan(5)
    expect(views.filter((view) => !runBooks.includes(`**\`${view}\`**`))).toEqual([])
  })
})
