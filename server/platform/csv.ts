/** CSV for spreadsheets: UTF-8 with the byte order mark that Excel needs, CRLF, every text quoted. */

export const byteOrderMark = '\uFEFF'
/** Nothing is an empty cell. */
export type Cell = string | number | null | undefined

// A spreadsheet runs a cell that begins with one of these signs, or with its full-width form, as a formula (OWASP: CSV injection).
const formula = /^[\s\u00a0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** What may stand between two cells, and the sign after it. The sign is optional, so that the search takes linear time. */
const gap = /([;\s\u00a0"]+)([=+\-@\uff1d\uff0b\uff0d\uff20]?)/g
/** A spreadsheet whose settings say so divides at these instead of at commas. */
const divides = /[;\t\r\n]/
/** An amount that was written with its two decimals: a number for a spreadsheet, also where it is negative. */
const amount = /^-\d+\.\d\d$/

/**
 * One line. A text that a spreadsheet would run gets an apostrophe before it, also where it would begin a cell only for a
 * spreadsheet that divides at semicolons or tabs; numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const rest = cell.replaceAll(gap, (whole, between: string, sign: string) =>
    sign && divides.test(between) ? `${between}'${sign}` : whole,
  )
  // A tab or line break at the beginning is caught twice, which harms nothing.
  const safe = formula.test(cell) && !amount.test(cell) ? `'${rest}` : rest
  return `"${safe.replaceAll('"', '""')}"`
}

/** The same places as `formula` and `gap`, with apostrophes before the sign. */
const apostrophes = /^('+)([\s\u00a0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
const gapApostrophes = /([;\s\u00a0"]+)('*)([=+\-@\uff1d\uff0b\uff0d\uff20]?)/g

/** A text for `csvLine` that `withoutEscape` turns into itself again: it already has an apostrophe where one would be added. */
export const doubled = (text: string): string => shiftApostrophes(text, (signs) => `'${signs}`)

/** A text of a file that `csvLine` or a spreadsheet has written, without the apostrophes that guard it. */
export const withoutEscape = (text: string): string => shiftApostrophes(text, (signs) => signs.slice(1))

function shiftApostrophes(text: string, shift: (signs: string) => string): string {
  return text
    .replaceAll(gapApostrophes, (whole, between: string, signs: string, sign: string) =>
      signs && sign && divides.test(between) ? between + shift(signs) + sign : whole,
    )
    .replace(apostrophes, (_, signs: string, rest: string) => shift(signs) + rest)
}
