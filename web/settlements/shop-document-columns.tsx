/** The columns of a list of the shop's own invoices. */
import { formatAmount } from '../../contract/money.ts'
import type { ShopDocument } from '../../contract/shop-document.ts'
import type { Column } from '../ui/data-table.tsx'
import { shortDate } from '../ui/dates.ts'

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** 'January 2026' of '2026-01'. */
export const nameOfMonth = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`))

const amount = (value: number) => <span className="tabular-nums">{formatAmount(value)}</span>

export const shopDocumentColumns: Column<ShopDocument>[] = [
  {
    name: 'Number',
    width: 'minmax(0,1.2fr)',
    cell: ({ kind, number, url }) => (
      <>
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center font-medium break-all text-forest underline underline-offset-4 table:min-h-0"
        >
          {number}
          <span className="sr-only"> (PDF, opens in a new tab)</span>
        </a>
        <span className="block text-sm text-muted">{kind === 'invoice' ? 'Tax invoice' : 'Credit note'}</span>
      </>
    ),
  },
  { name: 'Date', width: '7rem', cell: ({ date }) => shortDate(date) },
  {
    name: 'For',
    width: '10rem',
    cell: ({ month, orderNumber }) => (month ? nameOfMonth(month) : `Way back of order ${orderNumber}`),
  },
  { name: 'Without GST', width: '8rem', end: true, cell: ({ taxable }) => amount(taxable) },
  { name: 'GST', width: '7rem', end: true, cell: ({ gst }) => amount(gst) },
  {
    name: 'Total',
    width: '8rem',
    end: true,
    cell: ({ total }) => <span className="font-semibold tabular-nums">{formatAmount(total)}</span>,
  },
]
