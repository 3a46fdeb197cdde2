/** GST rates by the beginning of HSN codes, as the administrator reads and changes them (docs/money.md, Rates). */
import type { z } from 'zod'
import { noSuchHsnCode } from '../../../contract/hsn.ts'
import { formatRupees, paise, rupees } from '../../../contract/money.ts'
import type { addGstBody, GstRate } from '../../../contract/rates.ts'
import { keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { addRate, rateCursor, type RateTable } from './dated-rates.ts'
import {
  countGstRates,
  deleteGstRate,
  findGstRate,
  gstRatesOf,
  type GstRateRow,
  type GstSubject,
  hsnPrefixExists,
  insertGstRate,
  listGstRateRows,
  lockGstRates,
  type RateFilter,
  setLastDayOfGstRate,
} from './gst-rate-queries.ts'

export const gstRates: RateTable<GstSubject> = {
  kind: 'gst',
  lock: lockGstRates,
  async find(tx, id) {
    const row = await findGstRate(tx, id)
    return row && { ...row, subject: row, name: nameOf(row) }
  },
  ofSubject: gstRatesOf,
  setLastDay: setLastDayOfGstRate,
  remove: deleteGstRate,
}

function nameOf({ hsnPrefix, valueUpToPaise }: GstSubject): string {
  const goods = hsnPrefix === '' ? 'all other goods' : `HSN ${hsnPrefix}`
  return valueUpToPaise === null
    ? `GST on ${goods}`
    : `GST on ${goods} up to ${formatRupees(rupees(valueUpToPaise))}`
}

/** By code. `q` is digits of a code or words of the goods. Refuses ('invalid') a malformed cursor. */
export function listGstRates(
  { db }: Pick<Shop, 'db'>,
  query: RateFilter & PageRequest,
): Promise<Page<GstRate>> {
  return keysetPage(query, rateCursor, {
    rows: (limit, after) => listGstRateRows(db, query, limit, after),
    count: () => countGstRates(db, query),
    toItem: toGstRate,
  })
}

function toGstRate({ sort: _, rateBp, valueUpToPaise, ...row }: GstRateRow): GstRate {
  return {
    ...row,
    rate: rateBp / 100,
    valueUpTo: valueUpToPaise === null ? null : rupees(valueUpToPaise),
    mayEnd: row.hsnPrefix !== '' || valueUpToPaise !== null,
  }
}

/** Percent and rupees. Refuses as `addRate` does, and: invalid for digits with which no HSN code begins. */
export function addGstRate(
  { db }: Pick<Shop, 'db'>,
  { hsnPrefix, rate, valueUpTo, from }: z.output<typeof addGstBody>,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockGstRates(tx)
    if (!(await hsnPrefixExists(tx, hsnPrefix)))
      throw new Refusal('invalid', noSuchHsnCode, { fields: { hsnPrefix: noSuchHsnCode } })
    const subject = { hsnPrefix, valueUpToPaise: valueUpTo === undefined ? null : paise(valueUpTo) }
    return addRate(tx, gstRates, {
      subject,
      name: nameOf(subject),
      value: `${rate} %`,
      from,
      insert: () => insertGstRate(tx, { ...subject, rateBp: Math.round(rate * 100), from }),
    })
  })
}
