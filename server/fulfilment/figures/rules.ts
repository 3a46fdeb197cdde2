/** Decisions about sellers' figures on plain values: what counts as a view, and what to do next. */
import { figureLimits as limits } from '../../../contract/figure-words.ts'
import type { ReturnReason } from '../../../contract/return-words.ts'
import type { Advice, FigureReasons } from '../../../contract/seller-figures.ts'

/** The name of a telephone, CUBOT, is none. */
const robots =
  /(?<!\bcu)bot|crawl|spider|slurp|preview|externalhit|whatsapp\/|headless|lighthouse|monitor|uptime|scan|archiv|fetch|feed|http|curl|wget|python|ruby|perl|java\/|php|node|axios|scrapy/i

/** Programs that say what they are, and those that say nothing. Some robots pass for browsers. */
export const isRobot = (userAgent: string | undefined): boolean => !userAgent || robots.test(userAgent)

/** A page of a product or its data for a navigation in the browser; not further pages of its reviews. */
const productPage =
  /^\/product\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.data)?(?:$|\?(?!(?:.*&)?(?:sort|cursor)=))/

export interface AnsweredRequest {
  method: string | undefined
  target: string
  /** 304: the browser shows the copy that it has. */
  status: number | undefined
  userAgent: string | undefined
  /** What the browser says of a request that it makes ahead of its visitor. */
  purpose: string | undefined
}

/** The product whose page was shown to a visitor by this request; undefined for every other request. */
export function viewedProduct({ method, target, status, userAgent, purpose }: AnsweredRequest) {
  if (method !== 'GET' || (status !== 200 && status !== 304) || purpose?.includes('prefetch'))
    return undefined
  const [, id] = productPage.exec(target) ?? []
  return id !== undefined && !isRobot(userAgent) ? id : undefined
}

/** In percent, with one decimal; null where it would say nothing. */
export function conversionOf({ views, bought }: { views: number; bought: number }, counted: boolean) {
  if (!counted || views < limits.conversionViews) return null
  return Math.round((1_000 * bought) / views) / 10
}

export interface AdvisedProduct {
  id: string
  name: string
  deleted: boolean
  units: number
  views: number
  bought: number
  cancelled: number
  returned: number
  reasons: FigureReasons
}

const most = <T>(items: readonly T[], weight: (item: T) => number): T[] =>
  items.toSorted((a, b) => weight(b) - weight(a)).slice(0, limits.adviceMax)
const soldOf = ({ bought, cancelled }: AdvisedProduct) => bought - cancelled
const named = ({ id, name }: AdvisedProduct) => ({ product: { id, name } })

/** `recent` are the products over `recentDays`, `returned` over `returnDays`. */
export function adviceOf(facts: {
  recent: readonly AdvisedProduct[]
  returned: readonly AdvisedProduct[]
  incomplete: number
  promises: { promised: number; inTime: number } | undefined
}): Advice[] {
  const onOffer = facts.recent.filter(({ deleted }) => !deleted)
  const stock = onOffer.flatMap((row) => {
    const sold = soldOf(row)
    if (sold <= 0) return []
    const daysLeft = Math.floor((row.units * limits.recentDays) / sold)
    return daysLeft < limits.stockDays
      ? [{ kind: 'stock' as const, ...named(row), units: row.units, sold, daysLeft }]
      : []
  })
  const returns = facts.returned.flatMap((row) => {
    const sold = soldOf(row)
    const reason: ReturnReason | undefined = row.reasons[0]?.reason
    if (row.deleted || reason === undefined || sold < limits.returnPieces) return []
    if (row.returned * 100 <= sold * limits.returnPercent) return []
    return [{ kind: 'returns' as const, ...named(row), sold, returned: row.returned, reason }]
  })
  const seldom = onOffer
    .filter(
      ({ views, bought, units }) =>
        units > 0 && views >= limits.seldomViews && bought * 100 < views * limits.seldomPercent,
    )
    .map((row) => ({
      kind: 'seldom-bought' as const,
      ...named(row),
      views: row.views,
      bought: row.bought,
    }))
  const { promised = 0, inTime = 0 } = facts.promises ?? {}
  const isLate = promised >= limits.keptPromises && inTime * 100 < promised * limits.keptPercent
  return [
    ...most(stock, ({ daysLeft }) => -daysLeft),
    ...most(returns, ({ returned, sold }) => returned / sold),
    ...(facts.incomplete > 0 ? [{ kind: 'declarations' as const, products: facts.incomplete }] : []),
    ...(isLate ? [{ kind: 'promises' as const, promised, inTime }] : []),
    ...most(seldom, ({ views }) => views),
  ]
}
