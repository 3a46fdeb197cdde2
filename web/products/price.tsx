import { formatRupees } from '../../contract/money.ts'

/** A price in rupees: ₹1,23,456, with paise only where there are any. */
export function Price({ rupees, className = '' }: { rupees: number; className?: string }) {
  return <span className={`font-semibold ${className}`}>{formatRupees(rupees)}</span>
}
