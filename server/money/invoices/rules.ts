/** Serial numbers, names and words of invoices, on plain values (docs/money.md, Invoices). Paise and hundredths of a percent. */
import { gstCodeOf } from '../../../contract/gstin.ts'
import { states } from '../../../contract/states.ts'

export type DocumentKind = 'invoice' | 'credit-note'

/** '26-27' for the financial year that begins in April 2026. */
export function yearName(financialYear: number): string {
  const twoDigits = (year: number) => String(year % 100).padStart(2, '0')
  return `${twoDigits(financialYear)}-${twoDigits(financialYear + 1)}`
}

/** '26-27/000012' for an invoice and 'C26-27/000012' for a credit note: at most 16 characters up to number 999,999,999. */
export function serialOf(kind: DocumentKind, financialYear: number, no: number): string {
  return `${kind === 'credit-note' ? 'C' : ''}${yearName(financialYear)}/${String(no).padStart(6, '0')}`
}

/** The GST code of a state by its name in addresses. Throws for an unknown name. */
export function codeOfState(name: string): string {
  const state = states.find((one) => one === name)
  if (!state) throw new Error(`no state is called ${name}`)
  return gstCodeOf(state)
}

/** Why a part of a sale was reversed, in the text of the credit note. */
export const creditReasons = {
  returned: 'Goods returned by the buyer',
  undelivered: 'Goods not delivered, sent back to the seller',
  lost: 'Goods lost in transit',
  'price-reduced': 'Price reduced after the sale',
} as const

const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const tens = '- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
/** From the largest: the value of each word. */
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

function numberInWords(value: number): string {
  for (const [size, word] of scales)
    if (value >= size) {
      const rest = value % size
      return `${numberInWords(Math.floor(value / size))} ${word}${rest > 0 ? ` ${numberInWords(rest)}` : ''}`
    }
  if (value < 20) return small[value] ?? ''
  return `${tens[Math.floor(value / 10)]}${value % 10 > 0 ? `-${small[value % 10]}` : ''}`
}

/** 'Rupees One Lakh Two Thousand Forty-Five and Fifty Paise Only', in the Indian system. */
export function rupeesInWords(paise: number): string {
  const rest = paise % 100
  const whole = numberInWords(Math.floor(paise / 100))
  return `Rupees ${whole}${rest > 0 ? ` and ${numberInWords(rest)} Paise` : ''} Only`
}

/** '18' or '2.5', of hundredths of a percent. */
export function percent(basisPoints: number): string {
  return String(basisPoints / 100)
}
