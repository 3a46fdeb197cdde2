/** The services that the shop charges, their tax and their serial numbers, on plain values (docs/money.md, "The shop's invoices"). */
import { withoutLegislature } from '../tax/rules.ts'
import { type DocumentKind, yearName } from '../invoices/rules.ts'

/** 'F26-27/000012' for an invoice and 'FC26-27/000012' for a credit note of the shop: at most 16 characters. */
export function shopSerialOf(kind: DocumentKind, financialYear: number, no: number): string {
  return `F${kind === 'credit-note' ? 'C' : ''}${yearName(financialYear)}/${String(no).padStart(6, '0')}`
}

/** The financial year of a day (YYYY-MM-DD), by the year in which it begins. */
export const yearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)

/** What was charged, or is given back, at one rate of GST. The GST is that of the ledger, to the paisa. */
export interface Fees {
  rateBp: number
  commissionPaise: number
  commissionGstPaise: number
  shippingPaise: number
  shippingGstPaise: number
}

export interface ServiceLine {
  sac: string
  description: string
  rateBp: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  utgstPaise: number
  igstPaise: number
  grossPaise: number
}

/** Services accounting codes: other support services, and courier services. */
const services = {
  commission: { sac: '998599', description: 'Commission for sales on the marketplace' },
  shipping: { sac: '996812', description: 'Carriage of parcels' },
  wayBack: { sac: '996812', description: 'Carriage of returned goods' },
} as const

interface Places {
  shopState: string
  placeOfSupply: string
}

/** A line for each service and rate with an amount. A buyer is charged for ways back only. */
export function serviceLines(
  fees: readonly Fees[],
  places: Places,
  payer: 'seller' | 'buyer',
): ServiceLine[] {
  const shipping = payer === 'buyer' ? services.wayBack : services.shipping
  return fees.flatMap(({ rateBp, commissionPaise, commissionGstPaise, shippingPaise, shippingGstPaise }) => [
    ...lineOf(services.commission, rateBp, commissionPaise, commissionGstPaise, places),
    ...lineOf(shipping, rateBp, shippingPaise, shippingGstPaise, places),
  ])
}

function lineOf(
  service: { sac: string; description: string },
  rateBp: number,
  taxablePaise: number,
  gstPaise: number,
  places: Places,
): ServiceLine[] {
  const grossPaise = taxablePaise + gstPaise
  return grossPaise === 0
    ? []
    : [{ ...service, rateBp, taxablePaise, ...splitGst(gstPaise, places), grossPaise }]
}

/**
 * Within a state two halves, of which CGST has the odd paisa: the sum is the GST that the ledger has. Between states one amount
 * of IGST.
 */
function splitGst(gstPaise: number, { shopState, placeOfSupply }: Places) {
  if (shopState !== placeOfSupply) return { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: gstPaise }
  const half = Math.floor(gstPaise / 2)
  const inUnionTerritory = withoutLegislature.has(placeOfSupply)
  return {
    cgstPaise: gstPaise - half,
    sgstPaise: inUnionTerritory ? 0 : half,
    utgstPaise: inUnionTerritory ? half : 0,
    igstPaise: 0,
  }
}

export type Sums = Omit<ServiceLine, 'sac' | 'description' | 'rateBp'>

export function sumOf(lines: readonly Sums[]): Sums {
  const of = (key: keyof Sums) => lines.reduce((sum, line) => sum + line[key], 0)
  return {
    taxablePaise: of('taxablePaise'),
    cgstPaise: of('cgstPaise'),
    sgstPaise: of('sgstPaise'),
    utgstPaise: of('utgstPaise'),
    igstPaise: of('igstPaise'),
    grossPaise: of('grossPaise'),
  }
}

/** The day after the last one of this month; both are first days, YYYY-MM-01. */
export const monthAfter = (firstDay: string): string => {
  const [year = 0, month = 0] = firstDay.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')
/** 'November 2026' of a day in it. */
export const monthInWords = (day: string): string =>
  `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
