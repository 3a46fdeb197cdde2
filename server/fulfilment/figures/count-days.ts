/**
 * Counts how often products are looked at and put into carts: a number by product and day, nothing of the visitor. Each node
 * counts in memory and adds its counts to product_day every ten seconds and when it stops. A node that is killed loses the counts
 * of these seconds; one whose database does not answer keeps them until it stops. If the answer to a written batch is lost, that batch counts twice.
 */
import type { IncomingMessage } from 'node:http'
import { figureLimits } from '../../../contract/figure-words.ts'
import { addDays, beginOf, dayOf } from '../../platform/calendar.ts'
import type { Db } from '../../platform/db/client.ts'
import { runAsWorkload } from '../../platform/db/workload.ts'
import { counter } from '../../platform/observe/meters.ts'
import type { Shop } from '../../platform/shop.ts'
import { addCounts, type DayCount, deleteDaysBefore } from './queries.ts'
import { viewedProduct } from './rules.ts'

const batchMs = 10_000
/** So many products are written at once, without waiting for the ten seconds. */
const fullAt = 5_000
/** While the database does not answer; what is looked at beyond it is not counted. */
const maxProducts = 50_000
const productsAStatement = 500

const lost = counter('hariyali_views_not_counted_total', 'Views and additions that memory had no place for.')

type Counted = 'views' | 'added'
interface Batch {
  day: string
  endsAt: number
  byProduct: Map<string, DayCount>
}
interface DayCounts {
  count(what: Counted, productId: string): void
  write(): Promise<void>
  stop(): Promise<void>
}

// For each database, because one process may run several shops (tests do).
const counting = new WeakMap<Db, DayCounts>()

/** After the commit of the addition. */
export const countAdded = ({ db }: Pick<Shop, 'db'>, productId: string) =>
  counting.get(db)?.count('added', productId)
/** Counts the pages of products, from memory and rendered ones, once they are answered. */
export const countPages =
  ({ db }: Pick<Shop, 'db'>) =>
  ({ method, url = '', headers }: IncomingMessage, route: string, status: number | undefined): void => {
    if (route !== '/product/:id') return
    const purpose = String(headers['sec-purpose'] ?? headers['x-moz'] ?? '')
    const asked = { method, target: url, status, userAgent: headers['user-agent'], purpose }
    const productId = viewedProduct(asked)
    if (productId !== undefined) counting.get(db)?.count('views', productId)
  }

/** Writes what has been counted until now. */
export const writeCounts = async ({ db }: Pick<Shop, 'db'>) => counting.get(db)?.write()

/** Begins to count. The returned function writes what is counted, and ends. */
export function openDayCounts({ db, log }: Pick<Shop, 'db' | 'log'>): () => Promise<void> {
  /** The last one is that of today; those before it could not be written yet. */
  let batches: Batch[] = []
  let size = 0
  let writing: Promise<void> = Promise.resolve()

  function today(): Batch {
    const last = batches.at(-1)
    if (last && Date.now() < last.endsAt) return last
    const day = dayOf(new Date())
    const batch = { day, endsAt: beginOf(addDays(day, 1)).getTime(), byProduct: new Map() }
    batches.push(batch)
    return batch
  }

  function add({ byProduct }: Batch, id: string, views: number, added: number): void {
    const known = byProduct.get(id)
    if (known) {
      known.views += views
      known.added += added
    } else if (size < maxProducts) {
      size += 1
      byProduct.set(id, { id, views, added })
    } else lost.inc({}, views + added)
  }

  /** Takes all batches. What cannot be written comes back beside what was counted meanwhile. */
  async function writeAll(): Promise<void> {
    const taken = batches
    batches = []
    size = 0
    let failed: unknown
    for (const { day, endsAt, byProduct } of taken) {
      const rows = [...byProduct.values()]
      let at = 0
      try {
        for (; failed === undefined && at < rows.length; at += productsAStatement)
          await runAsWorkload('background', () => addCounts(db, day, rows.slice(at, at + productsAStatement)))
      } catch (error) {
        failed = error
      }
      if (at >= rows.length) continue
      const back = batches.find((batch) => batch.day === day) ?? { day, endsAt, byProduct: new Map() }
      if (!batches.includes(back)) batches = [...batches, back].toSorted((a, b) => (a.day < b.day ? -1 : 1))
      for (const { id, views, added } of rows.slice(at)) add(back, id, views, added)
    }
    if (failed !== undefined) log.warn({ err: failed }, 'views not written, kept until the next time')
  }

  /** One after another: a node never waits for its own rows. */
  const write = () => (writing = writing.then(writeAll))
  const timer = setInterval(() => void write(), batchMs).unref()
  const counts: DayCounts = {
    count(what, productId) {
      add(today(), productId, what === 'views' ? 1 : 0, what === 'added' ? 1 : 0)
      if (size === fullAt) void write()
    },
    write,
    async stop() {
      clearInterval(timer)
      await write()
      // Once more what a database has refused that is itself restarted.
      if (size > 0) await write()
      counting.delete(db)
      if (size > 0) log.warn({ rows: size }, 'views lost: the database did not answer before the stop')
    },
  }
  counting.set(db, counts)
  return counts.stop
}

export const deleteOldDays = ({ db }: Shop, limit: number) =>
  deleteDaysBefore(db, addDays(dayOf(new Date()), -figureLimits.keptDays), limit)
