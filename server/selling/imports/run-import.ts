/** The job of an import: checks its rows, or writes them. It may be killed at any moment and goes on where it was. */
import { limits } from '../../../contract/limits.ts'
import { forEachConcurrently } from '../../platform/jobs/for-each-concurrently.ts'
import { fetchPicture } from '../../platform/media/fetch-picture.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkRows, openHsnProblem } from './check-rows.ts'
import { loadChoices } from './choices.ts'
import { familyKey } from './columns.ts'
import {
  addNote,
  countLive,
  countPlanned,
  findOpenImport,
  moveImport,
  refuseRepeatedProducts,
  type StoredRow,
  uncheckedRows,
  unwrittenRows,
  writeVerdicts,
} from './queries.ts'
import type { Choices } from './read-row.ts'
import { writeRow } from './write-row.ts'

/** After so long the job sends itself again: one that was killed is tried again soon. */
const sliceMs = 40_000
const batch = 200
/** Rows that are written at once. */
const atOnce = 3

/** `fetch`: another one in tests, which have no address of the internet. */
export async function runImport(shop: Shop, importId: string, fetch = fetchPicture): Promise<void> {
  const until = performance.now() + sliceMs
  const choices = await loadChoices(shop)
  const hsnProblem = openHsnProblem(shop)
  while (performance.now() < until) {
    const open = await findOpenImport(shop.db, importId)
    if (!open || open.state === 'checked') return
    const { sellerId } = open
    const one = { importId, sellerId, fetch }
    if (open.suspended) {
      await moveImport(shop.db, importId, ['checking', 'running'], 'stopped')
      return
    }
    if (open.state === 'checking') {
      const rows = await uncheckedRows(shop.db, importId, batch)
      if (rows.length > 0)
        await writeVerdicts(shop.db, importId, await checkRows(shop, one, rows, choices, hsnProblem))
      else await endCheck(shop, one, choices)
      continue
    }
    const rows = await unwrittenRows(shop.db, importId, batch)
    if (rows.length === 0) {
      await moveImport(shop.db, importId, ['running'], 'done')
      return
    }
    let stopped = false
    // Pictures of other servers may take long: what is left when the time is over is for the next run.
    await forEachConcurrently(inTurn(rows), atOnce, async (group) => {
      for (const row of group)
        if (!stopped && performance.now() < until && !(await writeRow(shop, one, row, choices)))
          stopped = true
    })
  }
  await shop.db.transaction((tx) => shop.jobs.send(tx, 'import-products', { importId }))
}

/** The rows of a family are written one by one: the first decides its options, and of two with one combination the first has it. */
const inTurn = (rows: readonly StoredRow[]): StoredRow[][] => [
  ...Map.groupBy(rows, ({ row, cells }) => cells[familyKey]?.normalize('NFC').toLowerCase() ?? row).values(),
]

async function endCheck(
  shop: Shop,
  { importId, sellerId }: { importId: string; sellerId: string },
  { headings }: Choices,
): Promise<void> {
  const headingOf = (key: string) => headings.get(key) ?? ''
  await refuseRepeatedProducts(shop.db, importId, { id: headingOf('id'), sku: headingOf('sku') })
  const room = limits.liveProductsMax - (await countLive(shop.db, sellerId))
  const toAdd = await countPlanned(shop.db, importId, 'add')
  if (toAdd > room)
    await addNote(
      shop.db,
      importId,
      `An account has at most ${limits.liveProductsMax.toLocaleString('en-IN')} products: there is room for ${Math.max(0, room).toLocaleString('en-IN')} new ones, and the others will be refused.`,
    )
  await moveImport(shop.db, importId, ['checking'], 'checked')
}
