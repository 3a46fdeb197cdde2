/** Tables for spreadsheets: UTF-8 with the mark that Excel looks for, CRLF, every cell quoted. */

export const byteOrderMark = '\uFEFF'
export type Cell = string | number | null

// A spreadsheet takes what begins so for a formula and runs it (OWASP: CSV injection); so do the wide forms of these signs.
const formula = /^[\s\u00a0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** One line. A text that a spreadsheet would run gets an apostrophe before it; numbers stay numbers. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
