/** The period in steps of a week or a day: two charts, and the same as a table. */
import { formatRupees } from '../../../../contract/money.ts'
import type { SellerFigures } from '../../../../contract/seller-figures.ts'
import { shortDate } from '../../../ui/dates.ts'
import { counted } from './totals.tsx'

type Step = SellerFigures['steps'][number]

const spanInWords = ({ from, to }: Step) =>
  from === to ? shortDate(to) : `${shortDate(from)} to ${shortDate(to)}`

export function Steps({ steps }: Pick<SellerFigures, 'steps'>) {
  const daily = steps.every(({ from, to }) => from === to)
  const hasMoney = steps.some(({ amount }) => amount !== null)
  const cell = 'py-2 pl-4 text-right tabular-nums'
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-3 text-xl font-bold tracking-tight">
        {daily ? 'By day' : 'By week'}
      </h2>
      <div aria-hidden="true" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Bars title="Views" steps={steps} of="views" />
        <Bars title="Bought" steps={steps} of="bought" />
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-forest underline underline-offset-4">
          As a table
        </summary>
        <div
          className="relative overflow-x-auto rounded-card border border-line bg-surface px-4"
          tabIndex={0}
          role="region"
          aria-label={daily ? 'Figures by day' : 'Figures by week'}
        >
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="py-2">
                  {daily ? 'Day' : 'Week'}
                </th>
                {['Views', 'Added', 'Bought', ...(hasMoney ? ['₹'] : []), 'Cancelled', 'Returned'].map(
                  (name) => (
                    <th key={name} scope="col" className={cell}>
                      {name}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {steps.toReversed().map((step) => (
                <tr key={step.to}>
                  <th scope="row" className="py-2 font-normal whitespace-nowrap">
                    {spanInWords(step)}
                  </th>
                  <td className={cell}>{counted(step.views)}</td>
                  <td className={cell}>{counted(step.added)}</td>
                  <td className={cell}>{counted(step.bought)}</td>
                  {step.amount !== null && <td className={cell}>{formatRupees(step.amount)}</td>}
                  <td className={cell}>{counted(step.cancelled)}</td>
                  <td className={cell}>{counted(step.returned)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}

interface BarsProps {
  title: string
  steps: readonly Step[]
  of: 'views' | 'bought'
}

function Bars({ title, steps, of }: BarsProps) {
  const most = Math.max(...steps.map((step) => step[of]))
  const width = steps.length > 7 ? 7 : 4
  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-card">
      <p className="flex justify-between text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">
          {most > 0 ? `highest: ${counted(most)}` : 'none in this period'}
        </span>
      </p>
      <svg
        viewBox={`0 0 ${steps.length * 10} 100`}
        preserveAspectRatio="none"
        className="mt-3 h-28 w-full border-b border-edge text-leaf"
      >
        {steps.map((step, index) => {
          const height = most > 0 ? (100 * step[of]) / most : 0
          return (
            <rect
              key={step.to}
              x={index * 10 + (10 - width) / 2}
              width={width}
              y={100 - height}
              height={height}
              fill="currentColor"
            >
              <title>{`${spanInWords(step)}: ${counted(step[of])}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="mt-1 flex justify-between text-sm text-muted">
        <span>{steps[0] && shortDate(steps[0].from)}</span>
        <span>Today</span>
      </p>
    </div>
  )
}
