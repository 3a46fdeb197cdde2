import { formatRupees } from '../../contract/money.ts'

/** A price in rupees as a shop writes it: ₹1,23,456. */
export function Price({ rupees, className = '' }: { rupees: number; className?: string }) {
  return <span className={`font-semibold ${className}`}>{formatRupees(rupees)}</span>
}
