/** Commission, shipping charges and levies, as the administrator reads and changes them (docs/money.md, Rates). */
import type { z } from 'zod'
import { formatRupees, paise, rupees } from '../../../contract/money.ts'
import type {
  addCommissionBody,
  addLevyBody,
  addShippingBody,
  CommissionRule,
  LevyRate,
  ShippingCharge,
} from '../../../contract/rates.ts'
import { keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findSellerByEmail } from '../../people/sellers/find-seller-by-email.ts'
import { addRate, rateCursor, type RateTable } from '../tax/dated-rates.ts'
import type { Tx } from '../../platform/db/client.ts'
import {
  type CommissionRow,
  commissionRulesOf,
  type CommissionSubject,
  countRates,
  deleteRate,
  findCategoryName,
  findCommissionRule,
  findLevyRate,
  findShippingCharge,
  insertCommissionRule,
  insertLevyRate,
  insertShippingCharge,
  type LevyRow,
  levyRatesOf,
  type LevySubject,
  listCommissionRows,
  listLevyRows,
  listShippingRows,
  lockRates,
  type RateFilter,
  type SalesRate,
  setLastDayOfRate,
  type ShippingRow,
  shippingChargesOf,
  type ShippingSubject,
} from './rate-queries.ts'

type Database = Pick<Shop, 'db'>
type ListQuery = RateFilter & PageRequest

const levyNames = { 'gst-on-fees': 'GST on fees', tcs: 'TCS', tds: 'TDS' } as const

const nameOfCommission = (company: string | null, category: string | null): string =>
  `Commission of ${company ?? category ?? 'all other sales'}`
const nameOfShipping = ({ upToGrams }: ShippingSubject): string =>
  upToGrams === null
    ? 'Shipping charge of all heavier parcels'
    : `Shipping charge up to ${upToGrams.toLocaleString('en-IN')} g`

/** What the three tables have in common. */
const table = (kind: SalesRate) => ({
  kind,
  lock: (tx: Tx) => lockRates(tx, kind),
  setLastDay: (tx: Tx, id: number, to: string | null) => setLastDayOfRate(tx, kind, id, to),
  remove: (tx: Tx, id: number) => deleteRate(tx, kind, id),
})

export const commissionRules: RateTable<CommissionSubject> = {
  ...table('commission'),
  ofSubject: commissionRulesOf,
  async find(tx, id) {
    const row = await findCommissionRule(tx, id)
    if (!row) return undefined
    const mayEnd = row.sellerId !== null || row.categoryId !== null
    return { ...row, subject: row, name: nameOfCommission(row.company, row.categoryName), mayEnd }
  },
}

export const shippingCharges: RateTable<ShippingSubject> = {
  ...table('shipping'),
  ofSubject: shippingChargesOf,
  async find(tx, id) {
    const row = await findShippingCharge(tx, id)
    return row && { ...row, subject: row, name: nameOfShipping(row), mayEnd: row.upToGrams !== null }
  },
}

export const levyRates: RateTable<LevySubject> = {
  ...table('levies'),
  ofSubject: levyRatesOf,
  async find(tx, id) {
    const row = await findLevyRate(tx, id)
    return row && { ...row, subject: row, name: levyNames[row.levy], mayEnd: false }
  },
}

/**
 * The general rule, then categories, then sellers. Percent. Refuses ('invalid') a malformed cursor; so do the other two lists.
 */
export function listCommissionRules({ db }: Database, query: ListQuery): Promise<Page<CommissionRule>> {
  return keysetPage(query, rateCursor, {
    rows: (limit, after) => listCommissionRows(db, query, limit, after),
    count: () => countRates(db, 'commission', query),
    toItem: ({ id, from, to, state, company, email, categoryId, categoryName, rateBp }: CommissionRow) => ({
      id,
      from,
      to,
      state,
      seller: company === null || email === null ? null : { company, email },
      category: categoryId === null || categoryName === null ? null : { id: categoryId, name: categoryName },
      rate: rateBp / 100,
      mayEnd: company !== null || categoryId !== null,
    }),
  })
}

/** By weight. Rupees. */
export function listShippingCharges({ db }: Database, query: ListQuery): Promise<Page<ShippingCharge>> {
  return keysetPage(query, rateCursor, {
    rows: (limit, after) => listShippingRows(db, query, limit, after),
    count: () => countRates(db, 'shipping', query),
    toItem: ({ sort: _, basePaise, furtherKgPaise, ...row }: ShippingRow) => ({
      ...row,
      base: rupees(basePaise),
      furtherKg: rupees(furtherKgPaise),
      mayEnd: row.upToGrams !== null,
    }),
  })
}

/** By levy. Percent. */
export function listLevyRates({ db }: Database, query: ListQuery): Promise<Page<LevyRate>> {
  return keysetPage(query, rateCursor, {
    rows: (limit, after) => listLevyRows(db, query, limit, after),
    count: () => countRates(db, 'levies', query),
    toItem: ({ sort: _, rateBp, ...row }: LevyRow) => ({ ...row, rate: rateBp / 100, mayEnd: false }),
  })
}

const basisPoints = (percent: number): number => Math.round(percent * 100)

const unknown = (field: string, text: string) => new Refusal('not-found', text, { fields: { [field]: text } })

/** Percent of the tax-inclusive price. Refuses as `addRate` does, and: not-found for an unknown seller or category. */
export function addCommissionRule(
  { db }: Database,
  { rate, from, ...of }: z.output<typeof addCommissionBody>,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockRates(tx, 'commission')
    const { subject, company, category } = await commissionSubject(tx, of)
    return addRate(tx, commissionRules, {
      subject,
      name: nameOfCommission(company, category),
      value: `${rate} %`,
      from,
      insert: () => insertCommissionRule(tx, { ...subject, rateBp: basisPoints(rate), from }),
    })
  })
}

/** The seller and the category whose sales a new commission is for. Refuses: not-found for an unknown seller or category. */
export async function commissionSubject(
  tx: Tx,
  { sellerEmail, categoryId }: Pick<z.output<typeof addCommissionBody>, 'sellerEmail' | 'categoryId'>,
): Promise<{ subject: CommissionSubject; company: string | null; category: string | null }> {
  const seller = sellerEmail ? await findSellerByEmail(tx, sellerEmail) : undefined
  if (sellerEmail && !seller) throw unknown('sellerEmail', 'There is no seller with this email.')
  const category = categoryId === undefined ? undefined : await findCategoryName(tx, categoryId)
  if (categoryId !== undefined && category === undefined)
    throw unknown('categoryId', 'There is no such category.')
  return {
    subject: { sellerId: seller?.sellerId ?? null, categoryId: categoryId ?? null },
    company: seller?.company ?? null,
    category: category ?? null,
  }
}

/** Grams and rupees, without GST. Refuses as `addRate` does. */
export function addShippingCharge(
  { db }: Database,
  { upToGrams: grams, base, furtherKg, from }: z.output<typeof addShippingBody>,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockRates(tx, 'shipping')
    const upToGrams = grams ?? null
    const further = furtherKg > 0 ? ` and ${formatRupees(furtherKg)} for a further kilogram` : ''
    return addRate(tx, shippingCharges, {
      subject: { upToGrams },
      name: nameOfShipping({ upToGrams }),
      value: formatRupees(base) + further,
      from,
      insert: () =>
        insertShippingCharge(tx, {
          upToGrams,
          basePaise: paise(base),
          furtherKgPaise: paise(furtherKg),
          from,
        }),
    })
  })
}

/** Percent. Refuses as `addRate` does. */
export function addLevyRate(
  { db }: Database,
  { levy, rate, from }: z.output<typeof addLevyBody>,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockRates(tx, 'levies')
    return addRate(tx, levyRates, {
      subject: { levy },
      name: levyNames[levy],
      value: `${rate} %`,
      from,
      insert: () => insertLevyRate(tx, { levy, rateBp: basisPoints(rate), from }),
    })
  })
}
