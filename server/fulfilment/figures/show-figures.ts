/**
 * A seller's figures for the days up to today. Cancelled and returned pieces are those of the orders that were placed in these
 * days. `money`: whether the caller sees amounts.
 */
import { figureLimits, type FigurePeriod, type FigureSort } from '../../../contract/figure-words.ts'
import { rupees } from '../../../contract/money.ts'
import type { ReturnReason } from '../../../contract/return-words.ts'
import type {
  Advice,
  FigureReasons,
  ProductFigures,
  SellerFigures,
} from '../../../contract/seller-figures.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import type { Config } from '../../platform/config/config.ts'
import { byteOrderMark, type Cell, csvLine } from '../../platform/csv.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  deliveryOf,
  type FigureRow,
  figureRows,
  type FigureSpan,
  firstCountedDay,
  noCounts,
  type RowCounts,
  type StepRow,
  stepRows,
} from './queries.ts'
import { adviceOf, type AdvisedProduct, conversionOf } from './rules.ts'
import { returnReasonWords } from '../../../contract/return-words.ts'

interface Reader {
  sellerId: string
  money: boolean
}

interface FiguresQuery {
  days: number
  sort: FigureSort
  order: 'asc' | 'desc'
  search?: string | undefined
  page: number
}

/** Steps of a week; a period of a week has one a day. */
const stepOf = (days: number): number => (days === 7 ? 1 : 7)

function spanOf(days: number): FigureSpan {
  const to = dayOf(new Date())
  const from = addDays(to, 1 - days)
  return { to, from, before: hasPast(days) ? addDays(from, -days) : from }
}

/** Whether counts are kept for the same number of days before. */
const hasPast = (days: number): boolean => 2 * days <= figureLimits.keptDays

function addUp(all: readonly Partial<RowCounts>[]): RowCounts {
  const sum = { ...noCounts }
  for (const counts of all)
    for (const name of Object.keys(noCounts) as (keyof RowCounts)[]) sum[name] += counts[name] ?? 0
  return sum
}

function toReasons(all: readonly FigureRow['reasons'][]): FigureReasons {
  const pieces = new Map<ReturnReason, number>()
  for (const reasons of all)
    for (const [reason, units] of Object.entries(reasons) as [ReturnReason, number][])
      pieces.set(reason, (pieces.get(reason) ?? 0) + units)
  return [...pieces]
    .map(([reason, count]) => ({ reason, pieces: count }))
    .toSorted((a, b) => b.pieces - a.pieces || (a.reason < b.reason ? -1 : 1))
}

const toCounts = ({ paise, ...counts }: RowCounts, money: boolean) => ({
  ...counts,
  amount: money ? rupees(paise) : null,
})

function toProduct(config: Config, row: FigureRow, money: boolean, counted: boolean): ProductFigures {
  return {
    id: row.id,
    name: row.name,
    imageUrl: publicImageUrl(config, row.image),
    deleted: row.deleted,
    units: row.units,
    ...toCounts(row.now, money),
    conversion: conversionOf(row.now, counted),
    reasons: toReasons([row.reasons]),
    rating: row.ratingTenths === null ? null : row.ratingTenths / 10,
    ratingCount: row.ratingCount,
  }
}

function toSteps(rows: readonly StepRow[], { from, to }: FigureSpan, step: number, money: boolean) {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return Array.from({ length: days / step }, (_, index) => {
    const back = days / step - 1 - index
    const last = addDays(to, -back * step)
    const counts = addUp(rows.filter((row) => row.back === back).map((row) => row.counts))
    return { from: addDays(last, 1 - step), to: last, ...toCounts(counts, money) }
  })
}

/** Equal ones by name; what has no value stands last in either order. */
function sorted(products: readonly ProductFigures[], { sort, order }: FiguresQuery): ProductFigures[] {
  const sign = order === 'asc' ? 1 : -1
  const byName = (a: ProductFigures, b: ProductFigures) =>
    a.name.localeCompare(b.name, 'en-IN') || (a.id < b.id ? -1 : 1)
  if (sort === 'name') return products.toSorted((a, b) => sign * byName(a, b))
  return products.toSorted((a, b) => {
    const [left, right] = [a[sort], b[sort]]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * (left - right) || byName(a, b)
  })
}

/** Every product of the seller, with the sums of all. */
async function readFigures({ db, config }: Shop, { sellerId, money }: Reader, days: number) {
  const span = spanOf(days)
  const [rows, countedSince] = await Promise.all([figureRows(db, sellerId, span), firstCountedDay(db)])
  const countedFrom = (day: string) => countedSince !== null && countedSince <= day
  const now = addUp(rows.map((row) => row.now))
  const past = addUp(rows.map((row) => row.past))
  const { before, from, to } = span
  return {
    span,
    rows,
    countedSince,
    totals: { ...toCounts(now, money), conversion: conversionOf(now, countedFrom(from)) },
    previous: hasPast(days)
      ? {
          from: before,
          to: addDays(from, -1),
          ...toCounts(past, money),
          conversion: conversionOf(past, countedFrom(before)),
        }
      : null,
    reasons: toReasons(rows.map((row) => row.reasons)),
    products: rows.map((row) => toProduct(config, row, money, countedFrom(from))),
    from,
    to,
  }
}

export async function showFigures(shop: Shop, reader: Reader, query: FiguresQuery): Promise<SellerFigures> {
  const step = stepOf(query.days)
  const [all, steps, delivery] = await Promise.all([
    readFigures(shop, reader, query.days),
    stepRows(shop.db, reader.sellerId, spanOf(query.days), step),
    deliveryOf(shop.db, reader.sellerId),
  ])
  const { span, rows: _rows, products, ...figures } = all
  const words = (query.search ?? '').toLocaleLowerCase('en-IN').split(/\s+/).filter(Boolean).slice(0, 8)
  const found = products.filter(({ name }) => {
    const text = name.toLocaleLowerCase('en-IN')
    return words.every((word) => text.includes(word))
  })
  const pages = Math.max(1, Math.ceil(found.length / figureLimits.shown))
  const page = Math.min(query.page, pages)
  const first = (page - 1) * figureLimits.shown
  return {
    ...figures,
    steps: toSteps(steps, span, step, reader.money),
    products: sorted(found, query).slice(first, first + figureLimits.shown),
    found: found.length,
    page,
    pages,
    delivery: delivery ?? null,
  }
}

export async function showAdvice(shop: Shop, { sellerId }: Pick<Reader, 'sellerId'>): Promise<Advice[]> {
  const rowsOf = (days: FigurePeriod) =>
    figureRows(shop.db, sellerId, { ...spanOf(days), before: spanOf(days).from })
  const [recent, returned, promises] = await Promise.all([
    rowsOf(figureLimits.recentDays),
    rowsOf(figureLimits.returnDays),
    deliveryOf(shop.db, sellerId),
  ])
  const toAdvised = (row: FigureRow): AdvisedProduct => ({
    ...row.now,
    id: row.id,
    name: row.name,
    deleted: row.deleted,
    units: row.units,
    reasons: toReasons([row.reasons]),
  })
  return adviceOf({
    recent: recent.map(toAdvised),
    returned: returned.map(toAdvised),
    incomplete: recent.filter(({ incomplete, deleted }) => incomplete && !deleted).length,
    promises,
  })
}

const csvColumns: [string, (row: ProductFigures) => Cell][] = [
  ['Product', ({ name }) => name],
  ['Product id', ({ id }) => id],
  ['Views', ({ views }) => views],
  ['Added to carts', ({ added }) => added],
  ['Bought (pieces)', ({ bought }) => bought],
  ['Bought (INR)', ({ amount }) => amount],
  ['Conversion (%)', ({ conversion }) => conversion],
  ['Cancelled (pieces)', ({ cancelled }) => cancelled],
  ['Returned (pieces)', ({ returned }) => returned],
  [
    'Reasons',
    ({ reasons }) =>
      reasons.map(({ reason, pieces }) => `${returnReasonWords[reason]}: ${pieces}`).join('; '),
  ],
  ['Rating', ({ rating }) => rating],
  ['Ratings', ({ ratingCount }) => ratingCount],
  ['Stock', ({ units, deleted }) => (deleted ? null : units)],
]

/** The figures of all products, most looked at first, and their sums. Amounts are a column only for who may see them. */
export async function figuresCsv(shop: Shop, reader: Reader, days: number) {
  const { from, to, products, totals } = await readFigures(shop, reader, days)
  const columns = csvColumns.filter(([heading]) => reader.money || heading !== 'Bought (INR)')
  const rows = sorted(products, { days, sort: 'views', order: 'desc', page: 1 })
  const total: ProductFigures = {
    ...totals,
    id: '',
    name: `All from ${from} to ${to}`,
    imageUrl: '',
    deleted: true,
    units: 0,
    reasons: [],
    rating: null,
    ratingCount: 0,
  }
  async function* pieces() {
    yield byteOrderMark + csvLine(columns.map(([heading]) => heading))
    for (let at = 0; at < rows.length; at += 500)
      yield rows
        .slice(at, at + 500)
        .map((row) => csvLine(columns.map(([, cell]) => cell(row))))
        .join('')
    yield csvLine(columns.map(([heading, cell]) => (heading === 'Ratings' ? null : cell(total))))
  }
  return { name: `figures-${from}-to-${to}.csv`, pieces: pieces() }
}
