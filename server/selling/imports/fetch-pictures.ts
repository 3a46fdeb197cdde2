/** Fetches the pictures that a row names by address, each once for an import, before the row is written. */
import { importLimits } from '../../../contract/import-limits.ts'
import type { fetchPicture } from '../../platform/media/fetch-picture.ts'
import { consumeLimit } from '../../platform/rate-limit.ts'
import { storeFetched } from '../../platform/media/upload-picture.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { isFetched } from './choices.ts'
import {
  countFailed,
  countFetched,
  type NamedPicture,
  namedPictures,
  putPictures,
  stillRuns,
} from './queries.ts'
import { shortOf } from './read-cell.ts'

const tooMany = `A file may name at most ${importLimits.fetchedPictures.toLocaleString('en-IN')} pictures by address.`

const tooManyToday =
  'Too many pictures of yours were fetched by address today. Please send these tomorrow, or as a zip.'
const hostFails = (host: string) =>
  `${shortOf(host)} has not given ${importLimits.failuresOfHost} pictures of this file: no more are fetched from it.`

/** Pictures are decoded one after the other: each takes a process of its own. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work)
  turn = mine.catch(() => {})
  return mine
}

export interface FetchingImport {
  importId: string
  sellerId: string
  fetch: typeof fetchPicture
}

/** Stores for each of the names where its picture is now, or why it is not. False if the import was stopped before all are there. */
export async function fetchPictures(
  shop: Shop,
  { importId, sellerId, fetch }: FetchingImport,
  named: readonly string[],
): Promise<boolean> {
  const addresses = [...new Set(named.filter((name) => isFetched(shop, name)))]
  if (addresses.length === 0) return true
  const known = new Set((await namedPictures(shop.db, importId, addresses)).map(({ name }) => name))
  for (const name of addresses.filter((one) => !known.has(one))) {
    // Each may take long.
    if (!(await stillRuns(shop.db, importId))) return false
    await putPictures(shop.db, importId, [await stored(name)])
  }
  return true

  async function stored(name: string): Promise<NamedPicture> {
    try {
      if ((await countFetched(shop.db, importId)) >= importLimits.fetchedPictures)
        throw new Refusal('invalid', tooMany)
      // A server that fails or is slow is not asked thousands of times.
      const { origin, host } = new URL(name)
      if ((await countFailed(shop.db, importId, origin)) >= importLimits.failuresOfHost)
        throw new Refusal('invalid', hostFails(host))
      const limit = { key: `import-pictures:${sellerId}`, max: importLimits.fetchedADay, seconds: 86_400 }
      await consumeLimit(shop.db, [limit], tooManyToday)
      const bytes = await fetch(name)
      return { name, address: await inTurn(() => storeFetched(shop, sellerId, bytes)), problem: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { name, address: null, problem: error.message }
    }
  }
}
