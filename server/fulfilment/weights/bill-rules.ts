/**
 * Reads the courier's bill: CSV whose first line names the columns, in any order, and may have others. Couriers and their panels
 * name them differently, so each column is found by one of several names: those of Shiprocket's own export are not documented.
 * Needed are the air waybill, the day, the applied weight in kg and the freight; the freight of an RTO may be missing.
 */
import { courierBillRows } from '../../../contract/admin-weights.ts'
import { limits } from '../../../contract/limits.ts'
import { readShortCsv } from '../../platform/read-csv.ts'

export interface BillRow {
  /** Its line in the file; the heading is line 1. */
  line: number
  awbNumber: string
  /** YYYY-MM-DD. */
  chargedOn: string
  appliedGrams: number
  freightPaise: number
  rtoPaise: number
}
interface BillProblem {
  line: number
  awbNumber: string
  text: string
}

const names = {
  awb: /^(?:awb|awb ?(?:no\.?|code|number)|tracking ?(?:id|number))$/,
  date: /^(?:date|bill(?:ed|ing)? ?(?:on|date)|charged on|invoice date)$/,
  weight: /^(?:applied|charged|billed) ?weight(?: ?\(?[a-z]+\.?\)?)?$/,
  freight:
    /^(?:freight|freight ?(?:charges?|amount|total|forward)|forward ?(?:freight|charges?))(?: ?\((?:inr|rs\.?)\))?$/,
  rto: /^(?:rto|rto ?(?:freight|charges?|amount)|freight rto)(?: ?\((?:inr|rs\.?)\))?$/,
}
type Column = keyof typeof names
const optional = new Set<Column>(['rto'])
const mostPaise = 10_000_000
const inKilograms = /^.*weight ?\(?kgs?\.?\)?$/
const withoutUnit = /^.*weight$/

/** The rows, or why there are none. `problems` has the malformed rows. What could mean two things is refused. */
export function readCourierBill(
  text: string,
): { rows: BillRow[]; problems: BillProblem[] } | { refused: string } {
  const table = readShortCsv(text)
  if (!table) return { refused: 'This is not a valid CSV file: a quotation mark is not closed.' }
  const [heading = [], ...body] = table
  const columns = findColumns(heading)
  if ('refused' in columns) return columns
  const lines = body
    .map((cells, i) => ({ cells, line: i + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (lines.length === 0) return { refused: 'This file has no rows.' }
  if (lines.length > courierBillRows) return { refused: `This file has more than ${courierBillRows} rows.` }
  const rows: BillRow[] = []
  const problems: BillProblem[] = []
  const linesOf = Map.groupBy(lines, ({ cells }) => awbOf(cells, columns.at.awb))
  for (const { cells, line } of lines) {
    const cell = (column: Column) => cellAt(cells, columns.at[column])
    const awbNumber = awbOf(cells, columns.at.awb)
    const read = readRow(line, awbNumber, cell, (column) => columns.names[column])
    const other = linesOf.get(awbNumber)?.find((one) => one.line !== line)
    if (typeof read === 'string') problems.push({ line, awbNumber, text: read })
    else if (other)
      problems.push({
        line,
        awbNumber,
        text: `The same air waybill is in line ${other.line} too. Please make one row of them.`,
      })
    else rows.push(read)
  }
  return { rows, problems }
}

const cellAt = (cells: readonly string[], at: number) => (cells[at] ?? '').trim().replace(/^'/, '')
const awbOf = (cells: readonly string[], at: number) => cellAt(cells, at).slice(0, 40)
const normalised = (name: string) => name.trim().toLowerCase().replaceAll('_', ' ')

/** Where each column is (-1: an optional one that is missing), and its name in the file. */
function findColumns(
  heading: readonly string[],
): { at: Record<Column, number>; names: Record<Column, string> } | { refused: string } {
  const missing: Column[] = []
  const at = {} as Record<Column, number>
  const namesInFile = {} as Record<Column, string>
  for (const column of Object.keys(names) as Column[]) {
    const found = heading.flatMap((name, i) => (names[column].test(normalised(name)) ? [i] : []))
    const shown = found.map((i) => heading[i]!.trim().slice(0, 40))
    if (found.length > 1)
      return {
        refused: `The columns ${shown.map((name) => `"${name}"`).join(' and ')} may both be the ${column}. Please rename or remove all but one.`,
      }
    if (found.length === 0 && !optional.has(column)) missing.push(column)
    at[column] = found[0] ?? -1
    namesInFile[column] = shown[0] ?? ''
  }
  if (missing.length > 0)
    return {
      refused: `The first line must name columns such as "AWB Code", "Billed On", "Applied Weight (KG)" and "Freight"; ${missing.join(', ')} missing.`,
    }
  const weight = normalised(namesInFile.weight)
  if (!inKilograms.test(weight) && !withoutUnit.test(weight))
    return { refused: `The column "${namesInFile.weight}" is not in kg. Please give weights in kg.` }
  return { at, names: namesInFile }
}

function readRow(
  line: number,
  awbNumber: string,
  cell: (column: Column) => string,
  nameOf: (column: Column) => string,
): BillRow | string {
  const says = (column: Column) => `"${cell(column).slice(0, 40)}" in "${nameOf(column)}"`
  if (!/^[\w-]{4,40}$/.test(awbNumber)) return `"${awbNumber}" is not an air waybill.`
  const chargedOn = dayOf(cell('date'))
  if (!chargedOn) return `${says('date')} is not a day; use 2026-11-30 or 30-11-2026.`
  const [, weight, unit] = /^(\d{1,4}(?:\.\d{1,3})?)( ?kgs?)?$/i.exec(cell('weight')) ?? []
  const appliedGrams = Math.round(Number(weight) * 1_000)
  if (weight === undefined || appliedGrams <= 0 || appliedGrams > limits.weightMaxGrams)
    return `${says('weight')} is not a weight in kg, such as 1.25.`
  if (unit === undefined && withoutUnit.test(normalised(nameOf('weight'))))
    return `${says('weight')} has no unit: please name the column "${nameOf('weight')} (KG)", or write kg.`
  const [freightPaise, rtoPaise] = [paiseOf(cell('freight')), paiseOf(cell('rto') || '0')]
  if (freightPaise === null || rtoPaise === null)
    return `${says(freightPaise === null ? 'freight' : 'rto')} is not an amount in rupees up to 1,00,000, such as 1,042.50.`
  return { line, awbNumber, chargedOn, appliedGrams, freightPaise, rtoPaise }
}

/** Commas only separate thousands, as in India (1,00,000) or elsewhere (100,000): "1,50" may be 1.50 or 150. */
const amountWords = /^(?:\d{1,7}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/

function paiseOf(text: string): number | null {
  const amount = text.replace(/^(?:₹|rs\.?) ?/i, '')
  const paise = Math.round(Number(amount.replaceAll(',', '')) * 100)
  return amountWords.test(amount) && paise <= mostPaise ? paise : null
}

/** YYYY-MM-DD or DD-MM-YYYY, with - or /, whatever time follows. */
function dayOf(text: string): string | undefined {
  const [, y, m, d] = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T]|$)/.exec(text) ?? []
  const [, d2, m2, y2] = /^(\d{2})[-/](\d{2})[-/](\d{4})(?: |$)/.exec(text) ?? []
  const day = `${y ?? y2}-${m ?? m2}-${d ?? d2}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}
