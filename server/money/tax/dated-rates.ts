/**
 * Rates with a first and a last day: adding, ending and withdrawing one (docs/money.md, Rates). Days are those of India, as
 * YYYY-MM-DD. The rates of a day that has begun never change, because orders of that day have used them.
 */
import type { Fact } from '../../../contract/approvals.ts'
import type { RateKind } from '../../../contract/rates.ts'
import { record } from '../../people/audit/record.ts'
import { type Db, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CursorFormat } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'

/** The days of a rate; `to` is the last one, null where it goes on. */
export interface RateDays {
  id: number
  from: string
  to: string | null
}

export interface FoundRate<Subject> extends RateDays {
  subject: Subject
  /** The subject of the rate, in words: 'Commission of Kumhar Works'. */
  name: string
  /** False where goods or fees would be left without any rate. */
  mayEnd: boolean
}

/** What the rates of one table have in common. `Subject` identifies the subject of one. */
export interface RateTable<Subject> {
  kind: RateKind
  /** Blocks other administrators until the transaction ends; readers of rates do not wait. */
  lock(tx: Tx): Promise<unknown>
  find(tx: Tx, id: number): Promise<FoundRate<Subject> | undefined>
  /** All rates of the same subject, of all days. */
  ofSubject(tx: Tx, subject: Subject): Promise<RateDays[]>
  setLastDay(tx: Tx, id: number, to: string | null): Promise<unknown>
  remove(tx: Tx, id: number): Promise<unknown>
}

interface NewRate<Subject> {
  subject: Subject
  name: string
  /** The rate in words: '8 %'. */
  value: string
  from: string
  /** Writes the row, without a last day, and returns its id. */
  insert: () => Promise<number>
}

const shown = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** 2026-11-30 → 30 Nov 2026. */
export const inWords = (day: string): string => shown.format(new Date(`${day}T00:00:00Z`))

function shifted(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

async function readToday(tx: Tx): Promise<string> {
  return singleRow(
    await tx.query<{ day: string }>(sql`select (now() at time zone 'Asia/Kolkata')::date::text as day`),
  ).day
}

const invalid = (field: string, text: string) => new Refusal('invalid', text, { fields: { [field]: text } })

/**
 * Adds a rate from a day on; the present one of the same subject ends the day before. Returns what was done, in words. Refuses:
 * invalid for a day that is not in the future; conflict where a rate of the same subject begins on that day or later. The
 * caller has locked the table.
 */
export async function addRate<Subject>(
  tx: Tx,
  table: RateTable<Subject>,
  { subject, name, value, from, insert }: NewRate<Subject>,
): Promise<string> {
  await requireAsAsked(tx)
  const tomorrow = shifted(await readToday(tx), 1)
  if (from < tomorrow)
    throw invalid(
      'from',
      `A rate begins on ${inWords(tomorrow)} at the earliest: orders of the days before have used the present one.`,
    )
  const others = await table.ofSubject(tx, subject)
  const later = others.find((other) => other.from >= from)
  if (later)
    throw new Refusal(
      'conflict',
      `There is a rate from ${inWords(later.from)} on already. Withdraw it first.`,
    )
  const present = others.find(({ to }) => to === null || to >= from)
  if (present) await table.setLastDay(tx, present.id, shifted(from, -1))
  const id = await insert()
  const what = `${value} from ${inWords(from)}`
  await record(tx, 'rate-added', { target: target(table, id, name), note: what })
  return `${name}: ${what}.`
}

/**
 * Ends a rate with a day; a more general one is used afterwards. Returns what was done, in words. Refuses: not-found; invalid
 * for a day before today or before its first one; conflict for a rate that has ended, that must not end, or that would overlap
 * the next.
 */
export async function endRate<Subject>(
  { db }: { db: Db },
  table: RateTable<Subject>,
  id: number,
  lastDay: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    await table.lock(tx)
    const rate = await findRate(tx, table, id)
    await requireAsAsked(tx)
    const today = await readToday(tx)
    if (rate.to !== null && rate.to < today)
      throw new Refusal('conflict', `This rate ended on ${inWords(rate.to)}.`)
    if (!rate.mayEnd)
      throw new Refusal(
        'conflict',
        'This rate must not end, because nothing else would hold. Add a new one: the present one then ends the day before.',
      )
    const earliest = rate.from > today ? rate.from : today
    if (lastDay < earliest) throw invalid('lastDay', `The last day is ${inWords(earliest)} at the earliest.`)
    const others = await table.ofSubject(tx, rate.subject)
    const next = others.find(({ from }) => from > rate.from && from <= lastDay)
    if (next)
      throw new Refusal(
        'conflict',
        `There is a rate from ${inWords(next.from)} on already. Withdraw it first.`,
      )
    await table.setLastDay(tx, id, lastDay)
    const what = `ends on ${inWords(lastDay)}`
    await record(tx, 'rate-ended', { target: target(table, id, rate.name), note: what })
    return `${rate.name} ${what}.`
  })
}

/**
 * Deletes a rate that has not begun; the one before it is extended to its days. Returns what was done, in words. Refuses:
 * not-found; conflict for one that has begun.
 */
export async function withdrawRate<Subject>(
  { db }: { db: Db },
  table: RateTable<Subject>,
  id: number,
): Promise<string> {
  return db.transaction(async (tx) => {
    await table.lock(tx)
    const rate = await findRate(tx, table, id)
    await requireAsAsked(tx)
    if (rate.from <= (await readToday(tx)))
      throw new Refusal(
        'conflict',
        `This rate began on ${inWords(rate.from)}, and orders have used it. Add a new one instead.`,
      )
    await table.remove(tx, id)
    const dayBefore = shifted(rate.from, -1)
    const before = (await table.ofSubject(tx, rate.subject)).find(({ to }) => to === dayBefore)
    // Until the day on which the withdrawn one would have ended, because the next one may begin after it.
    if (before) await table.setLastDay(tx, before.id, rate.to)
    const what = `the rate from ${inWords(rate.from)} is withdrawn`
    await record(tx, 'rate-withdrawn', { target: target(table, id, rate.name), note: what })
    const until = rate.to === null ? '' : ` until ${inWords(rate.to)}`
    return `${rate.name}: ${what}${before ? `, the one before goes on${until}` : ''}.`
  })
}

async function findRate<Subject>(tx: Tx, table: RateTable<Subject>, id: number): Promise<FoundRate<Subject>> {
  const rate = await table.find(tx, id)
  if (!rate) throw notFound('There is no such rate.')
  return rate
}

const target = ({ kind }: { kind: RateKind }, id: number, name: string) => ({
  kind: 'rate' as const,
  id: `${kind}-${id}`,
  name,
})

/** The position of a rate in a list that is sorted by `sort` and then newest first. */
export interface RatePosition {
  sort: string
  id: number
}

export const rateCursor: CursorFormat<RatePosition, RatePosition> = {
  start: { sort: '', id: 2_147_483_647 },
  write: ({ sort, id }) => `${id}.${sort}`,
  read(cursor) {
    const [, id, sort] = /^(\d{1,10})\.([\w-]{0,40})$/.exec(cursor) ?? []
    return id === undefined || sort === undefined || Number(id) > 2_147_483_647
      ? null
      : { id: Number(id), sort }
  },
}

const lastDayInWords = (to: string | null) => (to === null ? 'without end' : inWords(to))

/** What a second administrator has to know about a rate that is to end, or to be withdrawn. Refuses: not-found. */
export async function rateFacts<Subject>(
  tx: Tx,
  table: RateTable<Subject>,
  id: number,
  asked: readonly Fact[] = [],
): Promise<CallFacts> {
  const { name, from, to, subject } = await findRate(tx, table, id)
  return {
    lines: [
      { label: 'Rate', value: name },
      { label: 'From', value: inWords(from) },
      { label: 'To', value: lastDayInWords(to) },
      ...asked,
    ],
    version: [table.kind, id, await table.ofSubject(tx, subject)],
  }
}

/** The same for a new one, with the rates of the same subject of before; the last of them may end by it. */
export async function newRateFacts<Subject>(
  tx: Tx,
  table: RateTable<Subject>,
  subject: Subject,
  asked: readonly Fact[],
): Promise<CallFacts> {
  const others = await table.ofSubject(tx, subject)
  const newest = others.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)
  const before = newest ? `from ${inWords(newest.from)}, ${lastDayInWords(newest.to)}` : 'none'
  return {
    lines: [...asked, { label: 'The one of before', value: before }],
    version: [table.kind, subject, others],
  }
}
