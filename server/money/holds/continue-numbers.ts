/** Numbers that were given after the backup: references of payouts and serials of documents go on behind them. */
import type { Fact } from '../../../contract/approvals.ts'
import { record } from '../../people/audit/record.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { serialOf } from '../invoices/rules.ts'
import { requireHold } from './hold-shop.ts'
import { companyOfGstin, continuePayoutNumbers, leaveOut, lockHold, lockSeries } from './queries.ts'

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

/**
 * `serial` is the last one of a series that a mailed document has. Refuses: conflict where the shop is not held, and for a serial
 * that is not ahead; not-found for a GST number that no seller has or had.
 */
export async function continueSeries(
  shop: Shop,
  { gstin, serial }: { gstin: string; serial: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const hold = requireHold(await lockHold(tx))
    const company = await requireCompany(tx, gstin)
    const kind = serial.startsWith('C') ? 'credit-note' : 'invoice'
    const [, year = '', number = ''] = /^C?(\d{2})-\d{2}\/(\d+)$/.exec(serial) ?? []
    const [financialYear, to] = [2_000 + Number(year), Number(number)]
    const refuse = (words: string) => new Refusal('conflict', words, { fields: { serial: words } })
    if (serialOf(kind, financialYear, to) !== serial) throw refuse('There is no such financial year.')
    const series = { gstin, financialYear, kind } as const
    const last = await lockSeries(tx, series)
    if (to <= last) throw refuse(`This series is at ${serialOf(kind, financialYear, last)} already.`)
    if (to > last + mostLeftOut)
      throw refuse(`${serial} is far ahead of ${serialOf(kind, financialYear, last)}.`)
    await leaveOut(tx, series, { from: last + 1, to, holdId: hold.id })
    await record(tx, 'hold-entered', {
      target: { kind: 'hold', id: hold.id, name: `last serial of ${company}, ${gstin}` },
      note: serial,
    })
  })
}

async function requireCompany(db: Queryable, gstin: string): Promise<string> {
  const company = await companyOfGstin(db, gstin)
  if (company !== undefined) return company
  const words = 'No seller has or had this GST number.'
  throw new Refusal('not-found', words, { fields: { gstin: words } })
}

/** For a second administrator: in whose name the documents are. Refuses: not-found. */
export async function seriesFacts(
  { db }: Pick<Shop, 'db'>,
  { gstin, serial }: { gstin: string; serial: string },
): Promise<Fact[]> {
  return [
    { label: 'Series of', value: `${await requireCompany(db, gstin)}, ${gstin}` },
    { label: 'Last serial', value: serial },
  ]
}
