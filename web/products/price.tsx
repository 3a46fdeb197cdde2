import { formatRupees } from '../../contract/money.ts'

interface Props {
  rupees: number
  /** In a sale: the price before it, where it was higher. */
  was?: number | null
  className?: string
}

/** A price in rupees: ₹1,23,456, with paise only where there are any. */
export function Price({ rupees, was = null, className = '' }: Props) {
  return (
    <>
      <span className={`font-semibold ${className}`}>{formatRupees(rupees)}</span>
      {was !== null && (
        <s className="ml-1.5 text-sm text-muted">
          <span className="sr-only">before: </span>
          {formatRupees(was)}
        </s>
      )}
    </>
  )
}
