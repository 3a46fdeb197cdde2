/** What somebody gets and what is deducted, one line each, with the result below (docs/money.md, Sales). */
import { useId } from 'react'
import { formatAmount } from '../../contract/money.ts'
import type { SettlementReply } from '../../contract/settlement.ts'

export interface CalculationLine {
  label: string
  /** Rupees; negative for a deduction. */
  amount: number
  /** What the label is about, in smaller letters. */
  hint?: string | undefined
}

interface Props {
  title: string
  lines: readonly CalculationLine[]
  total: CalculationLine
  /** What follows from the result. */
  after?: readonly CalculationLine[]
}

/** Without the minus of a zero. */
export const minus = (amount: number): number => (amount === 0 ? 0 : -amount)

export function Calculation({ title, lines, total, after = [] }: Props) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="break-inside-avoid rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 print:shadow-none"
    >
      <h2 id={heading} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      <dl className="flex flex-col gap-2">
        {lines.map((line) => (
          <Line key={line.label} {...line} />
        ))}
        <Line {...total} strong />
        {after.map((line) => (
          <Line key={line.label} {...line} />
        ))}
      </dl>
    </section>
  )
}

function Line({ label, amount, hint, strong = false }: CalculationLine & { strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${strong ? 'border-t border-line pt-2 text-lg font-bold' : ''}`}
    >
      <dt className="min-w-0">
        {label}
        {hint && <span className="block text-sm font-normal text-muted">{hint}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{formatAmount(amount)}</dd>
    </div>
  )
}

type Amounts = Pick<
  SettlementReply,
  'gross' | 'reversed' | 'commission' | 'shipping' | 'gstOnFees' | 'tcs' | 'tds' | 'compensation'
>

/** The lines of one sale, of one reversal, or of all of a statement; a deduction of 0 is a line where something was sold. */
export function linesOf(
  amounts: Amounts,
  rates: Partial<Record<keyof Amounts, string>> = {},
): CalculationLine[] {
  const { gross, reversed, commission, shipping, gstOnFees, tcs, tds, compensation } = amounts
  const deductions: [keyof Amounts, string, number][] = [
    ['commission', 'Commission', minus(commission)],
    ['shipping', 'Shipping', minus(shipping)],
    ['gstOnFees', 'GST on commission and shipping', minus(gstOnFees)],
    ['tcs', 'TCS', minus(tcs)],
    ['tds', 'TDS', minus(tds)],
  ]
  const lines: typeof deductions = [
    ['gross', 'Price of goods sold', gross],
    ['reversed', 'Price of goods taken back', minus(reversed)],
    ...deductions,
    ['compensation', 'Compensation for goods lost by the courier', compensation],
  ]
  return lines
    .filter(([, , amount]) => amount !== 0 || gross !== 0)
    .filter(([key, , amount]) => amount !== 0 || (key !== 'reversed' && key !== 'compensation'))
    .map(([key, label, amount]) => ({ label, amount, hint: rates[key] }))
}
