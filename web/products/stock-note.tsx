import { limits } from '../../contract/limits.ts'

/** 'list': the product's page, lists and the seller's pages; 'home': cards of the home page and of strips (specification §9). */
type Place = 'list' | 'home'

interface Props {
  units: number
  /** The seller is away until this day, in words. */
  backOn?: string | undefined
  place: Place
  className?: string
}

/** Whether so few are left that a note says it. */
export function hasStockNote(units: number, place: Place): boolean {
  const below = place === 'home' ? limits.lowStockBelowOnCards : limits.lowStockBelowElsewhere
  return units < below
}

/** 'N items left' when few are left, 'Back on …' or 'Out of Stock' when none is left, nothing otherwise. */
export function StockNote({ units, backOn, place, className = '' }: Props) {
  if (!hasStockNote(units, place)) return null
  return (
    <p className={`text-sm font-semibold text-clay ${className}`}>
      {units > 1
        ? `${units} items left`
        : units > 0
          ? '1 item left'
          : backOn
            ? `Back on ${backOn}`
            : 'Out of Stock'}
    </p>
  )
}
