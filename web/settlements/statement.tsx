/** One settlement of a seller: its calculation, its payment and its lines, on a page that can be printed. */
import type { ReactNode, RefObject } from 'react'
import { formatAmount } from '../../contract/money.ts'
import type { SettlementLine, SettlementReply } from '../../contract/settlement.ts'
import { Badge } from '../ui/badge.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { longDate, shortDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReceiptText } from '../ui/more-icons.tsx'
import { Calculation, linesOf, minus } from './calculation.tsx'
import { payoutStateWords } from './payout-states.ts'

interface Props {
  settlement: SettlementReply
  /** The lines that are shown so far. */
  lines: readonly SettlementLine[]
  list?: RefObject<HTMLUListElement | null>
  /** Whom it is about. */
  seller?: ReactNode
  /** The link to one order's calculation. */
  orderLink?: (line: SettlementLine) => ReactNode
}

export function Statement({ settlement, lines, list, seller, orderLink }: Props) {
  const { upTo, carriedBefore, paidTwice, carriedAfter, payout, net } = settlement
  return (
    <>
      <div className="mb-4 grid items-start gap-4 md:grid-cols-2 print:grid-cols-2">
        <Calculation
          title={`Statement up to ${longDate(upTo)}`}
          lines={linesOf(settlement)}
          total={{ label: 'Result', amount: net }}
          after={[
            { label: 'Carried from the statement before', amount: carriedBefore },
            { label: 'Paid twice before', amount: -paidTwice },
            { label: 'Paid out', amount: payout },
            { label: 'Carried to the next statement', amount: carriedAfter },
          ].filter(({ label, amount }) => amount !== 0 || label === 'Paid out')}
        />
        <Payment settlement={settlement} seller={seller} />
      </div>
      {lines.length > 0 ? (
        <DataTable
          label="Sales and what was taken back, newest first"
          columns={columnsWith(orderLink)}
          items={lines.map((line) => ({ ...line, id: line.entry }))}
          {...(list && { list })}
        />
      ) : (
        <EmptyState
          icon={<ReceiptText />}
          title="No sales in this statement"
          text="It has only what was carried."
        />
      )}
      {lines.length < settlement.lines && (
        <p className="mt-4 hidden text-sm print:block">
          The first {lines.length} of {settlement.lines} lines are printed; the CSV file has all of them.
        </p>
      )}
    </>
  )
}

function Payment({
  settlement: { payment, payout, carriedAfter, createdAt },
  seller,
}: Pick<Props, 'settlement' | 'seller'>) {
  return (
    <section
      aria-labelledby="payment"
      className="break-inside-avoid rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 print:shadow-none"
    >
      <h2 id="payment" className="mb-3 text-lg font-semibold">
        Payment
      </h2>
      <dl className="flex flex-col gap-2">
        {seller && <Fact name="Seller">{seller}</Fact>}
        <Fact name="Made on">{shortDate(createdAt)}</Fact>
        {payment ? (
          <>
            <Fact name="Amount">{formatAmount(payment.amount)}</Fact>
            <Fact name="State">
              <Badge color={payoutStateWords[payment.state].color}>
                {payoutStateWords[payment.state].words}
              </Badge>
            </Fact>
            <Fact name="Way">
              {payment.method === 'bank' ? 'Bank transfer (NEFT)' : 'Transfer by the payment provider'}
            </Fact>
            {payment.reference && (
              <Fact name={payment.method === 'bank' ? 'UTR' : 'Reference'}>
                <span className="break-all">{payment.reference}</span>
              </Fact>
            )}
            {payment.paidAt && <Fact name="Paid on">{shortDate(payment.paidAt)}</Fact>}
            {payment.cameBack > 0 && <Fact name="Of that came back">{formatAmount(payment.cameBack)}</Fact>}
          </>
        ) : (
          <Fact name="Amount">{formatAmount(payout)}</Fact>
        )}
      </dl>
      {!payment && (
        <p className="mt-3 text-sm text-muted">
          {carriedAfter < 0
            ? 'Nothing is paid out: more was taken back than was sold. The rest is deducted from the next statements.'
            : 'Nothing is paid out.'}
        </p>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right font-medium">{children}</dd>
    </div>
  )
}

type Row = SettlementLine & { id: number }

const money = (name: string, width: string, of: (line: SettlementLine) => number): Column<Row> => ({
  name,
  width,
  end: true,
  cell: (line) => <span className="tabular-nums">{formatAmount(of(line))}</span>,
})

function columnsWith(orderLink: Props['orderLink']): Column<Row>[] {
  return [
    { name: 'Date', width: '6.5rem', cell: ({ at }) => shortDate(at) },
    {
      name: 'Order',
      width: 'minmax(9rem,1fr)',
      cell: (line) => (
        <>
          {orderLink?.(line) ?? <span className="font-medium">{line.orderNumber}</span>}
          <span className="block text-sm text-muted">
            {line.product}
            {line.units > 0 && ` × ${line.units}`}
          </span>
          {line.kind === 'reversal' && (
            <Badge color="yellow" className="mt-1">
              {line.reversed === 0 ? 'Adjustment' : 'Taken back'}
            </Badge>
          )}
          {line.delivery !== 0 && (
            <span className="block text-sm text-muted">
              {formatAmount(Math.abs(line.delivery))} of the price is for delivery
            </span>
          )}
          {line.compensation !== 0 && (
            <span className="block text-sm text-muted">Compensation {formatAmount(line.compensation)}</span>
          )}
        </>
      ),
    },
    money('Price', '6.5rem', ({ gross, reversed }) => gross - reversed),
    money('Commission', '6.5rem', ({ commission }) => minus(commission)),
    money('Shipping', '6rem', ({ shipping }) => minus(shipping)),
    money('GST on fees', '6.5rem', ({ gstOnFees }) => minus(gstOnFees)),
    money('TCS', '5rem', ({ tcs }) => minus(tcs)),
    money('TDS', '5rem', ({ tds }) => minus(tds)),
    {
      name: 'Result',
      width: '6.5rem',
      end: true,
      cell: ({ net }) => <span className="font-semibold tabular-nums">{formatAmount(net)}</span>,
    },
  ]
}
