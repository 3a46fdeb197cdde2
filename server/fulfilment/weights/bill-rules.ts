/**
 * Reads the courier's bill: CSV whose first line names the columns, in any order, and may have others. Couriers and their panels
 * name them differently, so each column is found by one of several names: those of Shiprocket's own export are not documented.
 * Needed are the air waybill, the day, the applied weight in kg and the freight; the freight of an RTO may be missing.
 */
import { courierBillRows } from '../../../contract/admin-weights.ts'
import { limits } from '../../../contract/limits.ts'
import { readCsv } from '../../money/settlements/bank-reply-rules.ts'

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
  weight: /^(?:applied|charged|billed) ?weight(?: ?\(?kgs?\)?)?$/,
  freight:
    /^(?:freight|freight ?(?:charges?|amount|total|forward)|forward ?(?:freight|charges?))(?: ?\((?:inr|rs\.?)\))?$/,
  rto: /^(?:rto|rto ?(?:freight|charges?|amount)|freight rto)(?: ?\((?:inr|rs\.?)\))?$/,
}
const optional = new Set(['rto'])
const mostPaise = 10_000_000

/** The rows, or why there are none. `problems` has the malformed rows. */
export function readCourierBill(
  text: string,
): { rows: BillRow[]; problems: BillProblem[] } | { refused: string } {
  const table = readCsv(text.replace(/^\uFEFF/, ''))
  if (!table) return { refused: 'This file is no CSV: a quotation mark has no end.' }
  const [heading, ...body] = table
  const columns = heading?.map((name) => name.trim().toLowerCase().replaceAll('_', ' ')) ?? []
  const place = Object.entries(names).map(
    ([name, pattern]) => [name, columns.findIndex((column) => pattern.test(column))] as const,
  )
  const missing = place.filter(([name, index]) => index < 0 && !optional.has(name)).map(([name]) => name)
  if (missing.length > 0)
    return {
      refused: `The first line must name columns such as "AWB Code", "Billed On", "Applied Weight (KG)" and "Freight"; ${missing.join(', ')} missing.`,
    }
  const lines = body
    .map((cells, i) => ({ cells, line: i + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (lines.length === 0) return { refused: 'This file has no rows.' }
  if (lines.length > courierBillRows) return { refused: `This file has more than ${courierBillRows} rows.` }
  const at = Object.fromEntries(place) as Record<keyof typeof names, number>
  const rows: BillRow[] = []
  const problems: BillProblem[] = []
  const lineOf = new Map<string, number>()
  for (const { cells, line } of lines) {
    const cell = (name: keyof typeof names) => (cells[at[name]] ?? '').trim().replace(/^'/, '')
    const awbNumber = cell('awb').slice(0, 40)
    const read = readRow(line, awbNumber, cell)
    const before = lineOf.get(awbNumber)
    lineOf.set(awbNumber, line)
    if (typeof read === 'string') problems.push({ line, awbNumber, text: read })
    else if (before !== undefined)
      problems.push({ line, awbNumber, text: `The same air waybill is in line ${before}.` })
    else rows.push(read)
  }
  return { rows, problems }
}

function readRow(
  line: number,
  awbNumber: string,
  cell: (name: keyof typeof names) => string,
): BillRow | string {
  if (!/^[\w-]{4,40}$/.test(awbNumber)) return `"${awbNumber}" is no air waybill.`
  const chargedOn = dayOf(cell('date'))
  if (!chargedOn) return `"${cell('date').slice(0, 40)}" is no day; use 2026-11-30 or 30-11-2026.`
  const weight = cell('weight').replace(/ ?kgs?$/i, '')
  const appliedGrams = Math.round(Number(weight) * 1_000)
  if (!/^\d{1,4}(?:\.\d{1,3})?$/.test(weight) || appliedGrams <= 0 || appliedGrams > limits.weightMaxGrams)
    return `"${weight.slice(0, 40)}" is no weight in kg.`
  const [freightPaise, rtoPaise] = [paiseOf(cell('freight')), paiseOf(cell('rto') || '0')]
  if (freightPaise === null || rtoPaise === null)
    return `"${cell(freightPaise === null ? 'freight' : 'rto').slice(0, 40)}" is no amount in rupees up to 1,00,000.`
  return { line, awbNumber, chargedOn, appliedGrams, freightPaise, rtoPaise }
}

function paiseOf(text: string): number | null {
  const amount = text.replaceAll(',', '').replace(/^(?:₹|rs\.?) ?/i, '')
  const paise = Math.round(Number(amount) * 100)
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(amount) && paise <= mostPaise ? paise : null
}

/** YYYY-MM-DD or DD-MM-YYYY, with - or /, whatever time follows. */
function dayOf(text: string): string | undefined {
  const [, y, m, d] = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T]|$)/.exec(text) ?? []
  const [, d2, m2, y2] = /^(\d{2})[-/](\d{2})[-/](\d{4})(?: |$)/.exec(text) ?? []
  const day = `${y ?? y2}-${m ?? m2}-${d ?? d2}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}
