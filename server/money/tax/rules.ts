/** How much GST is in a price (docs/money.md, Tax). All amounts are integer paise, rates are hundredths of a percent. */
import { stateOfGstin } from '../../../contract/gstin.ts'

/** Union territories without a legislature: they have UTGST instead of SGST. */
export const withoutLegislature: ReadonlySet<string> = new Set([
  'Andaman and Nicobar Islands',
  'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Ladakh',
  'Lakshadweep',
])

/** A tax-inclusive price by parts: `taxablePaise` and the taxes add up to it. */
export interface TaxParts {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  utgstPaise: number
  igstPaise: number
}

/** The state of the seller's registration, or of the pickup address where the number's state code is not in use any more. */
export function sellerStateOf(gstin: string, pickupState: string): string {
  return stateOfGstin(gstin) ?? pickupState
}

/**
 * Splits the price of one order. Within a state CGST and SGST (or UTGST) are two equal amounts, otherwise IGST is one. Each is
 * rounded once, half up, and the taxable value is the rest.
 */
export function taxParts(
  grossPaise: number,
  rateBp: number,
  { sellerState, placeOfSupply }: { sellerState: string; placeOfSupply: string },
): TaxParts {
  if (sellerState !== placeOfSupply) {
    const igstPaise = includedTax(grossPaise, rateBp, 1)
    return { taxablePaise: grossPaise - igstPaise, cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise }
  }
  const half = includedTax(grossPaise, rateBp, 2)
  const inUnionTerritory = withoutLegislature.has(placeOfSupply)
  return {
    taxablePaise: grossPaise - 2 * half,
    cgstPaise: half,
    sgstPaise: inUnionTerritory ? 0 : half,
    utgstPaise: inUnionTerritory ? half : 0,
    igstPaise: 0,
  }
}

/** One of `parts` equal parts of the tax in a price, rounded half up. In bigint, because the product exceeds 2^53. */
function includedTax(grossPaise: number, rateBp: number, parts: 1 | 2): number {
  const divisor = BigInt(parts) * (10_000n + BigInt(rateBp))
  // Half up of a/b is (2a + b) / 2b without the rest.
  return Number((2n * BigInt(grossPaise) * BigInt(rateBp) + divisor) / (2n * divisor))
}
