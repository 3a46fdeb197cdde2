/** Numbers that were given after the backup: references of payouts and serials of documents go on behind them. */
import { record } from '../../people/audit/record.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { requireHold } from './hold-shop.ts'
import {
  companyOfGstin,
  continuePayoutNumbers,
  findHold,
  lastOfSeries,
  lastOfShopSeries,
  leaveOut,
  leaveOutOfShop,
  lockHold,
  lockSeries,
  lockShopSeries,
  type Numbers,
  type Series,
  shopOfGstin,
} from './queries.ts'
import { serialIn, serialWith } from './rules.ts'

/** Refuses: conflict where the shop is not held, or the number is far ahead of the last one here. */
export async function continueReferences(shop: Shop, reference: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const hold = requireHold(await lockHold(tx))
    try {
      await continuePayoutNumbers(tx, Number(reference.slice(2)))
    } catch (error) {
      if ((error as { code?: string }).code !== '23514') throw error
      const words = `${reference} is far ahead of the last reference here.`
      throw new Refusal('conflict', words, { fields: { reference: words } })
    }
    await record(tx, 'hold-entered', {
      target: { kind: 'hold', id: hold.id, name: 'last bank reference' },
      note: reference,
    })
  })
}

/** A mistyped serial would leave a gap for ever. */
const mostLeftOut = 100_000

/** In whose name a series is, and its SQL. */
interface Owner {
  name: string
  /** The number that was given last; `lock` lets no other one be given. */
  last: (db: Queryable, series: Series) => Promise<number>
  lock: (tx: Tx, series: Series) => Promise<number>
  leaveOut: (tx: Tx, series: Series, numbers: Numbers) => Promise<void>
}

/**
 * `serial` is the last one of a series that a mailed document has: of a seller, or with F of the shop. Refuses: conflict where the
 * shop is not held, and for a serial that is not ahead; not-found for a GST number that no seller, or not the shop, has or had.
 */
export async function continueSeries(
  shop: Shop,
  { gstin, serial }: { gstin: string; serial: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const hold = requireHold(await lockHold(tx))
    const owner = await requireOwner(shop, tx, gstin, serial)
    const { no: to, ...named } = serialIn(serial)
    const refuse = (words: string) => new Refusal('conflict', words, { fields: { serial: words } })
    if (serialWith(named, to) !== serial) throw refuse('There is no such financial year.')
    const series = { gstin, ...named }
    const last = await owner.lock(tx, series)
    await requireAsAsked(tx)
    if (to <= last) throw refuse(`This series is at ${serialWith(named, last)} already.`)
    if (to > last + mostLeftOut) throw refuse(`${serial} is far ahead of ${serialWith(named, last)}.`)
    await owner.leaveOut(tx, series, { from: last + 1, to, holdId: hold.id })
    await record(tx, 'hold-entered', {
      target: { kind: 'hold', id: hold.id, name: `last serial of ${owner.name}, ${gstin}` },
      note: serial,
    })
  })
}

async function requireOwner(
  { config }: Pick<Shop, 'config'>,
  db: Queryable,
  gstin: string,
  serial: string,
): Promise<Owner> {
  if (serialIn(serial).ofShop) {
    const { taxIdentity } = config
    const name = taxIdentity?.gstin === gstin ? taxIdentity.name : await shopOfGstin(db, gstin)
    if (name === undefined) throw unknownGstin('This is not the GST number of the shop.')
    return { name, last: lastOfShopSeries, lock: lockShopSeries, leaveOut: leaveOutOfShop }
  }
  const name = await companyOfGstin(db, gstin)
  if (name === undefined) throw unknownGstin('No seller has or had this GST number.')
  return { name, last: lastOfSeries, lock: lockSeries, leaveOut }
}

const unknownGstin = (words: string) => new Refusal('not-found', words, { fields: { gstin: words } })

/** For a second administrator: in whose name the documents are. Refuses: not-found; conflict where the shop is not held. */
export async function seriesFacts(
  shop: Pick<Shop, 'config'>,
  tx: Tx,
  { gstin, serial }: { gstin: string; serial: string },
): Promise<CallFacts> {
  const hold = requireHold(await findHold(tx))
  const owner = await requireOwner(shop, tx, gstin, serial)
  const { no: _, ...named } = serialIn(serial)
  const series = { gstin, ...named }
  const last = await owner.last(tx, series)
  return {
    lines: [
      { label: 'Series of', value: `${owner.name}, ${gstin}` },
      { label: 'Now', value: last === 0 ? 'Not begun' : serialWith(named, last) },
      { label: 'Last serial', value: serial },
    ],
    version: [hold.id, series, last],
  }
}
