/** public/hsn: HSN codes for a seller who types a code or the name of the goods (api-rules §6). */
import type { HsnChoice } from '../../../contract/hsn.ts'
import { limits } from '../../../contract/limits.ts'
import { rupees } from '../../../contract/money.ts'
import type { Db } from '../../platform/db/client.ts'
import { findHsnCodes } from './queries.ts'

/** Further words do not narrow the search. */
const wordsAtMost = 6

/** Rates in percent, values in rupees. Nothing for a blank text. */
export async function searchHsnCodes({ db }: { db: Db }, search: string): Promise<HsnChoice[]> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, wordsAtMost)
  if (words.length === 0) return []
  const rows = await findHsnCodes(db, words, limits.hsnChoices)
  return rows.map(({ code, description, rateBp, valueUpToPaise, rateAboveBp }) => ({
    code,
    description,
    rate: rateBp / 100,
    valueUpTo: valueUpToPaise === null ? null : rupees(valueUpToPaise),
    rateAbove: rateAboveBp === null ? null : rateAboveBp / 100,
  }))
}
