/** CSV for spreadsheets: UTF-8 with the byte order mark that Excel needs, CRLF, every text quoted. */

export const byteOrderMark = '\uFEFF'
export type Cell = string | number | null

// A spreadsheet runs a cell that begins with one of these signs, or with its full-width form, as a formula (OWASP: CSV injection).
const formula = /^[\s\u00a0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** An amount that was written with its two decimals: a number for a spreadsheet, also where it is negative. */
const amount = /^-\d+\.\d\d$/

/** One line. A text that a spreadsheet would run gets an apostrophe before it; numbers stay numbers. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formula.test(cell) && !amount.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
