/** The deductions of a sale, and of its reversals, on plain values (docs/money.md, Sales). Paise and hundredths of a percent. */
import { type TaxParts, taxParts } from '../tax/rules.ts'

/** The stored rates of an order and what decides its tax. */
export interface SaleTerms {
  commissionBp: number
  gstOnFeesBp: number
  tcsBp: number
  tdsBp: number
  rateBp: number
  sellerState: string
  placeOfSupply: string
}

/**
 * A sale, or a part of one. `grossPaise` is what the buyer pays, taxes included. The other amounts are deducted from the
 * seller.
 */
export interface SaleAmounts extends TaxParts {
  grossPaise: number
  commissionPaise: number
  shippingPaise: number
  gstOnFeesPaise: number
  tcsPaise: number
  tdsPaise: number
}

/** The reversal of a sale, or of a part. The shipping charge of a parcel that was carried stays with the seller. */
export type ReversalAmounts = Omit<SaleAmounts, 'shippingPaise'>

/** Half up, in bigint, because the product exceeds 2^53. */
export function shareOf(paise: number, part: number, whole: number): number {
  const divisor = BigInt(whole)
  return Number((2n * BigInt(paise) * BigInt(part) + divisor) / (2n * divisor))
}

/**
 * A sale of `grossPaise` whose parcel costs the seller `shippingPaise`. TCS is on the value without tax, of taxable supplies only
 * (section 52): goods with a rate of 0 have none. TDS is on the price.
 */
export function saleAmounts(grossPaise: number, shippingPaise: number, terms: SaleTerms): SaleAmounts {
  const tax = taxParts(grossPaise, terms.rateBp, terms)
  const commissionPaise = shareOf(grossPaise, terms.commissionBp, 10_000)
  return {
    grossPaise,
    ...tax,
    commissionPaise,
    shippingPaise,
    gstOnFeesPaise: shareOf(commissionPaise + shippingPaise, terms.gstOnFeesBp, 10_000),
    tcsPaise: terms.rateBp === 0 ? 0 : shareOf(tax.taxablePaise, terms.tcsBp, 10_000),
    tdsPaise: shareOf(grossPaise, terms.tdsBp, 10_000),
  }
}

/** What the seller gets of a sale, in paise. */
export function netOf(amounts: ReversalAmounts & { shippingPaise?: number }): number {
  const { grossPaise, commissionPaise, shippingPaise = 0, gstOnFeesPaise, tcsPaise, tdsPaise } = amounts
  return grossPaise - commissionPaise - shippingPaise - gstOnFeesPaise - tcsPaise - tdsPaise
}

/**
 * What of a way back is really kept from the buyer, with GST: the refund is the price less the way back, at least 0 and at most
 * what is left of the order's price. So a way back that costs more than the goods is collected only up to their price.
 */
export function collectedOf(wayBackPaise: number, pricePaise: number, leftPaise: number): number {
  return Math.min(pricePaise, leftPaise) - Math.max(0, Math.min(pricePaise - wayBackPaise, leftPaise))
}

/** An amount with GST, divided into the amount without it and the GST. */
export function withoutGst(paise: number, gstBp: number): { paise: number; gstPaise: number } {
  const net = shareOf(paise, 10_000, 10_000 + gstBp)
  return { paise: net, gstPaise: paise - net }
}

/** The part of the GST on fees that is on the commission; the rest is on the shipping charge. */
export function gstOnCommission({ commissionPaise, shippingPaise, gstOnFeesPaise }: SaleAmounts): number {
  const feesPaise = commissionPaise + shippingPaise
  return feesPaise === 0 ? 0 : shareOf(gstOnFeesPaise, commissionPaise, feesPaise)
}

/**
 * The reversal of `paise` of the price of a sale, after `beforePaise` were reversed. Each amount is the rounded share of all
 * reversals so far, less what was reversed before. So the parts of a whole return add up to the sale.
 */
export function reversalAmounts(sale: SaleAmounts, beforePaise: number, paise: number): ReversalAmounts {
  const part = (whole: number) =>
    shareOf(whole, beforePaise + paise, sale.grossPaise) - shareOf(whole, beforePaise, sale.grossPaise)
  // The rounding must not move a paisa from one half of a state's tax to the other.
  const taxes = {
    cgstPaise: part(sale.cgstPaise),
    sgstPaise: part(sale.sgstPaise),
    utgstPaise: part(sale.utgstPaise),
    igstPaise: part(sale.igstPaise),
  }
  const taxPaise = taxes.cgstPaise + taxes.sgstPaise + taxes.utgstPaise + taxes.igstPaise
  return {
    grossPaise: paise,
    taxablePaise: paise - taxPaise,
    ...taxes,
    commissionPaise: part(sale.commissionPaise),
    // The GST on the shipping charge stays with the charge.
    gstOnFeesPaise: part(gstOnCommission(sale)),
    tcsPaise: part(sale.tcsPaise),
    tdsPaise: part(sale.tdsPaise),
  }
}
