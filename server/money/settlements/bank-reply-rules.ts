/** Reads the bank's reply to a bank file: CSV whose first line names the columns. */
import { utr } from '../../../contract/admin-settlements.ts'
import { readShortCsv } from '../../platform/read-csv.ts'

export interface BankReplyRow {
  /** Its line in the file; the heading is line 1. */
  line: number
  /** The number of the payout. */
  number: number
  utr: string
  paise: number
  paid: boolean
  status: string
}

export type RowProblem = { line: number; text: string }

const names = {
  reference: /^(?:reference|ref(?:erence)? ?no\.?|customer ref(?:erence)?)$/,
  utr: /^(?:utr|utr ?no\.?|utr number)$/,
  amount: /^(?:amount|amount ?\(inr\)|transaction amount)$/,
  status: /^(?:status|transaction status)$/,
}
const paidWords = new Set(['paid', 'success', 'successful', 'processed', 'credited', 'completed'])
const failedWords = new Set(['failed', 'failure', 'rejected', 'returned'])
const maxRows = 5_000

/** The rows, or why there are none. `problems` has the malformed rows. */
export function readBankReply(
  text: string,
): { rows: BankReplyRow[]; problems: RowProblem[] } | { refused: string } {
  const table = readShortCsv(text)
  if (!table) return { refused: 'This file is no CSV: a quotation mark has no end.' }
  const [heading, ...body] = table
  const columns = heading?.map((name) => name.trim().toLowerCase()) ?? []
  const place = Object.entries(names).map(
    ([name, pattern]) => [name, columns.findIndex((column) => pattern.test(column))] as const,
  )
  const missing = place.filter(([, index]) => index < 0).map(([name]) => name)
  if (missing.length > 0)
    return {
      refused: `The first line must name the columns reference, utr, amount and status; ${missing.join(', ')} missing.`,
    }
  const lines = body
    .map((cells, i) => ({ cells, line: i + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (lines.length === 0) return { refused: 'This file has no rows.' }
  if (lines.length > maxRows) return { refused: `This file has more than ${maxRows} rows.` }
  const at = Object.fromEntries(place) as Record<keyof typeof names, number>
  const rows: BankReplyRow[] = []
  const problems: RowProblem[] = []
  for (const { cells, line } of lines) {
    const cell = (name: keyof typeof names) => (cells[at[name]] ?? '').trim().replace(/^'/, '')
    const read = readRow(line, cell)
    if ('text' in read) problems.push(read)
    else rows.push(read)
  }
  return { rows, problems: [...problems, ...repeated(rows)] }
}

function readRow(line: number, cell: (name: keyof typeof names) => string): BankReplyRow | RowProblem {
  const number = /^HP(\d{1,15})$/i.exec(cell('reference'))?.[1]
  if (!number) return { line, text: `"${cell('reference').slice(0, 40)}" is no reference of a payout.` }
  const status = cell('status').toLowerCase()
  if (!paidWords.has(status) && !failedWords.has(status))
    return { line, text: `"${status.slice(0, 40)}" is no status; use paid, failed or returned.` }
  const amount = cell('amount').replaceAll(',', '')
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(amount))
    return { line, text: `"${amount.slice(0, 40)}" is no amount.` }
  const paid = paidWords.has(status)
  const read = utr.safeParse(cell('utr'))
  if (paid && !read.success) return { line, text: read.error.issues[0]?.message ?? 'This is no UTR.' }
  return {
    line,
    number: Number(number),
    utr: read.data ?? '',
    paise: Math.round(Number(amount) * 100),
    paid,
    status,
  }
}

/** A file must not name a payout or a UTR twice. */
function repeated(rows: readonly BankReplyRow[]): RowProblem[] {
  const problems: RowProblem[] = []
  const numbers = new Map<number, number>()
  const utrs = new Map<string, number>()
  for (const { line, number, utr } of rows) {
    const before = numbers.get(number)
    if (before !== undefined) problems.push({ line, text: `The same payout is in line ${before}.` })
    numbers.set(number, line)
    // What failed may have none.
    if (utr === '') continue
    const other = utrs.get(utr)
    if (other !== undefined) problems.push({ line, text: `The UTR ${utr} is in line ${other}, too.` })
    utrs.set(utr, line)
  }
  return problems
}
