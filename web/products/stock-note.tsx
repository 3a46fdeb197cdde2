import { limits } from '../../contract/limits.ts'

interface Props {
  units: number
  /** 'list': below 10 (product page, lists, seller); 'home': below 11 (cards of the home page and of strips). Specification §9. */
  place: 'list' | 'home'
  className?: string
}

/** 'N items left' when few are left, 'Out of Stock' when none is left, nothing otherwise. */
export function StockNote({ units, place, className = '' }: Props) {
  const below = place === 'home' ? limits.lowStockBelowOnHomePage : limits.lowStockBelowElsewhere
  if (units > 0 && units >= below) return null
  return (
    <p className={`text-sm font-semibold text-clay ${className}`}>
      {units > 0 ? `${units} items left` : 'Out of Stock'}
    </p>
  )
}
