/** Dated rates: what sellers are charged, from a day to a day. An order keeps those of the day on which it was placed. */
import type { NewRate, Rates } from '../../contract/admin-ledger.ts'
import { paise, rupees } from '../../contract/money.ts'
import { record } from '../audit/record.ts'
import type { Db, Tx } from '../db/client.ts'
import { notFound, Refusal } from '../refusal.ts'
import {
  deleteRate,
  endRateBefore,
  findRate,
  findSubject,
  insertRate,
  latestRate,
  listCommissionRules,
  listLevyRates,
  listShippingCharges,
  type RateKind,
  type RateValues,
} from './rate-queries.ts'

/** The days around the present one, of the shop's calendar, as YYYY-MM-DD. */
export interface Today {
  today: string
  tomorrow: string
}

export async function showRates(db: Db, { today }: Today): Promise<Rates> {
  const dates = ({ from, to }: { from: string; to: string | null }) => ({
    from,
    to,
    phase:
      from > today
        ? ('future' as const)
        : to !== null && to < today
          ? ('past' as const)
          : ('present' as const),
  })
  const [commission, shipping, levies] = await Promise.all([
    listCommissionRules(db),
    listShippingCharges(db),
    listLevyRates(db),
  ])
  return {
    commission: commission.map((row) => ({
      id: row.id,
      seller:
        row.sellerId !== null
          ? { id: row.sellerId, company: row.company ?? '', email: row.email ?? '' }
          : null,
      category: row.categoryId !== null ? { id: row.categoryId, name: row.category ?? '' } : null,
      percent: row.rateBp / 100,
      ...dates(row),
    })),
    shipping: shipping.map((row) => ({
      id: row.id,
      upToGrams: row.upToGrams,
      base: rupees(row.basePaise),
      furtherKg: rupees(row.furtherKgPaise),
      ...dates(row),
    })),
    levies: levies.map((row) => ({ id: row.id, levy: row.levy, percent: row.rateBp / 100, ...dates(row) })),
  }
}

/**
 * Adds a rate that begins tomorrow or later; the one that holds then ends on the day before. Refuses: invalid for a day that is not
 * in the future, for a seller and a category together, and for unknown ones; conflict where a rate of the same subject begins on
 * that day or later.
 */
export async function addRate(db: Db, rate: NewRate, { today }: Today): Promise<void> {
  if (rate.from <= today) throw refused('from', 'A rate begins tomorrow at the earliest.')
  await db.transaction(async (tx) => {
    const values = await valuesOf(tx, rate)
    const latest = await latestRate(tx, values)
    if (latest && latest.from >= rate.from)
      throw new Refusal('conflict', `Another rate begins on ${latest.from}. Delete that one first.`)
    if (latest && (latest.to === null || latest.to >= rate.from))
      await endRateBefore(tx, values.kind, latest.id, rate.from)
    try {
      await insertRate(tx, values, rate.from)
    } catch (error) {
      if ((error as { code?: string }).code === '23P01')
        throw new Refusal('conflict', 'Somebody else added a rate for these days. Please look again.')
      throw error
    }
    await record(tx, 'rate-added', {
      target: { kind: 'rate', id: null, name: values.kind },
      note: JSON.stringify(rate),
    })
  })
}

/**
 * Deletes a rate that has not begun, which also takes away the end of the one before it; or ends today the rule of a seller, of a
 * category or of a weight. Refuses: not-found; conflict for a general one, without which no order could be placed, and for one that
 * ended.
 */
export async function endRate(db: Db, kind: RateKind, id: number, { today, tomorrow }: Today): Promise<void> {
  await db.transaction(async (tx) => {
    const rate = await findRate(tx, kind, id)
    if (!rate) throw notFound('There is no such rate.')
    if (rate.to !== null && rate.to < today) throw new Refusal('conflict', 'This rate has ended already.')
    if (rate.from > today) await deleteRate(tx, kind, id)
    else if (rate.general)
      throw new Refusal(
        'conflict',
        'A general rate cannot end without another one. Add the next one instead.',
      )
    else if (rate.to === today) throw new Refusal('conflict', 'This rate ends today already.')
    else await endRateBefore(tx, kind, id, tomorrow)
    await record(tx, 'rate-ended', { target: { kind: 'rate', id: null, name: `${kind} ${id}` } })
  })
}

async function valuesOf(tx: Tx, rate: NewRate): Promise<RateValues> {
  if (rate.kind === 'shipping')
    return {
      kind: 'shipping',
      upToGrams: rate.upToGrams,
      basePaise: paise(rate.base),
      furtherKgPaise: paise(rate.furtherKg),
    }
  const rateBp = Math.round(rate.percent * 100)
  if (rate.kind === 'levy') return { kind: 'levy', levy: rate.levy, rateBp }
  const { sellerEmail, categoryId = null } = rate
  if (sellerEmail && categoryId !== null)
    throw refused('categoryId', 'A rule is for a seller or for a category, not for both.')
  const subject = await findSubject(tx, sellerEmail || null, categoryId)
  if (sellerEmail && !subject.sellerId) throw refused('sellerEmail', 'There is no such seller.')
  if (categoryId !== null && !subject.categoryId) throw refused('categoryId', 'There is no such category.')
  return { kind: 'commission', ...subject, rateBp }
}

const refused = (field: string, words: string) =>
  new Refusal('invalid', words, { fields: { [field]: words } })
