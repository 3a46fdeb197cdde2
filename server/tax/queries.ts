/** SQL of the tax of orders. */
import type { Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { TaxParts } from './rules.ts'

export interface OrderTaxRow extends TaxParts {
  orderId: string
  hsnCode: string | null
  rateBp: number
  sellerGstin: string
  sellerState: string
  placeOfSupply: string
  grossPaise: number
}

/** One statement for all rows. */
export async function insertOrderTax(tx: Tx, rows: readonly OrderTaxRow[]): Promise<void> {
  await tx.query(sql`
    insert into order_tax (order_id, hsn_code, rate_bp, seller_gstin, seller_state, place_of_supply, gross_paise, taxable_paise,
      cgst_paise, sgst_paise, utgst_paise, igst_paise)
    select "orderId", "hsnCode", "rateBp", "sellerGstin", "sellerState", "placeOfSupply", "grossPaise", "taxablePaise",
      "cgstPaise", "sgstPaise", "utgstPaise", "igstPaise"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("orderId" uuid, "hsnCode" text, "rateBp" int,
      "sellerGstin" text, "sellerState" text, "placeOfSupply" text, "grossPaise" bigint, "taxablePaise" bigint,
      "cgstPaise" bigint, "sgstPaise" bigint, "utgstPaise" bigint, "igstPaise" bigint)`)
}
