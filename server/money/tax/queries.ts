/** SQL of HSN codes, their rates, and the tax of orders. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import type { TaxParts } from './rules.ts'

export interface OrderTaxRow extends TaxParts {
  orderId: string
  hsnCode: string | null
  rateBp: number
  identityId: number
  sellerGstin: string
  sellerState: string
  placeOfSupply: string
  grossPaise: number
}

/** One statement for all rows. */
export async function insertOrderTax(tx: Tx, rows: readonly OrderTaxRow[]): Promise<void> {
  await tx.query(sql`
    insert into order_tax (order_id, identity_id, hsn_code, rate_bp, seller_gstin, seller_state, place_of_supply, gross_paise, taxable_paise,
      cgst_paise, sgst_paise, utgst_paise, igst_paise)
    select "orderId", "identityId", "hsnCode", "rateBp", "sellerGstin", "sellerState", "placeOfSupply", "grossPaise", "taxablePaise",
      "cgstPaise", "sgstPaise", "utgstPaise", "igstPaise"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("orderId" uuid, "identityId" bigint, "hsnCode" text, "rateBp" int,
      "sellerGstin" text, "sellerState" text, "placeOfSupply" text, "grossPaise" bigint, "taxablePaise" bigint,
      "cgstPaise" bigint, "sgstPaise" bigint, "utgstPaise" bigint, "igstPaise" bigint)`)
}

export interface HsnRow {
  code: string
  description: string
  rateBp: number
  valueUpToPaise: number | null
  /** The rate of pieces above that value. */
  rateAboveBp: number | null
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/** The rate of a code `h` today for the cheapest piece, as `r`, except the general one. */
const ownRate = sql`lateral (
      select rate_bp, value_up_to_paise from gst_rate
      where hsn_prefix <> '' and starts_with(h.code, hsn_prefix) and ${today} >= valid_from
        and ${today} <= coalesce(valid_to, 'infinity')
      order by length(hsn_prefix) desc, value_up_to_paise nulls last limit 1) r`

/**
 * Codes with a rate that match every word: the description contains the word, or the code and the word begin alike. Codes whose
 * code or description begins with the first word come first.
 */
export async function findHsnCodes(
  db: Queryable,
  words: readonly string[],
  limit: number,
): Promise<HsnRow[]> {
  const [first] = words
  const fits = (word: string) => sql`and (starts_with(h.code, ${word}) or starts_with(${word}, h.code)
    or strpos(lower(h.description), lower(${word})) > 0 or h.words @@ plainto_tsquery('english', ${word}))`
  // Three times the value without tax is a price above it, whatever the rate.
  return db.query(sql`
    select h.code, h.description, r.rate_bp as "rateBp", r.value_up_to_paise as "valueUpToPaise",
      case when r.value_up_to_paise is not null then gst_rate_for(h.code, r.value_up_to_paise * 3, ${today}) end as "rateAboveBp"
    from hsn_code h cross join ${ownRate}
    where true ${words.reduce((all, word) => sql`${all} ${fits(word)}`, emptySql)}
    order by ${
      first === undefined
        ? emptySql
        : sql`not starts_with(h.code, ${first}),
      not h.words @@ plainto_tsquery('english', ${first}), strpos(lower(h.description), lower(${first})),`
    } h.code limit ${limit}`)
}

/** Whether the code has a rate today; undefined where there is no such code. It cannot be deleted until the transaction ends. */
export async function lockHsnCode(tx: Tx, code: string): Promise<{ hasRate: boolean } | undefined> {
  const [row] = await tx.query<{ hasRate: boolean }>(sql`
    select exists (select from ${ownRate}) as "hasRate" from hsn_code h where h.code = ${code} for key share`)
  return row
}
