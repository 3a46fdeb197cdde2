/** What a serial on a mailed document says, on plain values. */
import { type DocumentKind, serialOf } from '../invoices/rules.ts'
import { shopSerialOf } from '../shop-documents/rules.ts'

export interface NamedSeries {
  /** One of the shop's own; otherwise one of a seller. */
  ofShop: boolean
  kind: DocumentKind
  /** By the year in which it begins. */
  financialYear: number
}

/** The caller has checked the form (`lastSerial` of the contract), but not that the two years follow each other. */
export function serialIn(serial: string): NamedSeries & { no: number } {
  const [, shop, note, year, no] = /^(F?)(C?)(\d{2})-\d{2}\/(\d+)$/.exec(serial) ?? []
  return {
    ofShop: shop === 'F',
    kind: note === 'C' ? 'credit-note' : 'invoice',
    financialYear: 2_000 + Number(year),
    no: Number(no),
  }
}

export const serialWith = ({ ofShop, kind, financialYear }: NamedSeries, no: number): string =>
  (ofShop ? shopSerialOf : serialOf)(kind, financialYear, no)
