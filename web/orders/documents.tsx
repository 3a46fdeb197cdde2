import type { OrderDocument } from '../../contract/document.ts'
import { FileDown } from '../ui/more-icons.tsx'

const names = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  'way-back-invoice': 'Invoice for the way back',
} as const

/** Links to the invoice of an order and to its credit notes; nothing while there is none. */
export function OrderDocuments({ documents }: { documents: readonly OrderDocument[] }) {
  if (documents.length === 0) return null
  return (
    <ul aria-label="Documents" className="-my-2.5 flex flex-wrap gap-x-6 text-sm">
      {documents.map(({ id, kind, number, url }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline underline-offset-4"
          >
            <FileDown aria-hidden="true" className="size-4.5 shrink-0" />
            <span>
              {names[kind]} <span className="whitespace-nowrap tabular-nums">{number}</span> (PDF)
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
